"""What networks and static evaluations ask of a state; a part of ``core/state.py``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from quadrille.core.encoding import Encoding, as_floats, as_tensor, zeros
from quadrille.core.errors import IllegalMove

if TYPE_CHECKING:  # numpy takes long to load, and is loaded where it is used
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class StateNumbers(Protocol):
    """Actions, encodings, symmetries and features: the numbers of a state.

    By default actions are the moves' own numbers, and there are no encodings, no symmetries and
    no features. Networks read the dense encodings of a Python-written game, whether or not they are
    declared sparse. What they use of the other parts of a state is told there, so that ``self`` is
    anything here.
    """

    def action(self: Any, move: Any) -> int:
        """The index of a move, from 0 to num_actions() - 1."""
        return int(self.parse_move(move) if isinstance(move, str) else move)

    def move(self: Any, action: int) -> Any:
        """The move of an action index; only those that can be played now have one."""
        found = find_move(self, int(action), self.legal_moves())
        if found is None:
            raise IllegalMove(f"no legal move has action {int(action)} in {self.text()!r}")
        return found

    def encodings(self) -> Sequence[Encoding]:
        """The tensors a state can be written as; a game that has some writes ``_encode``."""
        return ()

    def encode(
        self: Any, name: str, player: int | None = None, out: "NDArray[Any] | None" = None
    ) -> "NDArray[Any]":
        """The state as a tensor, seen by the player (by default whoever moves)."""
        known = {encoding.name: encoding for encoding in self.encodings()}
        if name not in known:
            raise ValueError(f"expected an encoding of: {', '.join(known)}; got {name!r}")
        viewer = max(self.player(), 0) if player is None else player
        check_player(self, viewer)
        return as_tensor(known[name], self.view(viewer)._encode(name, viewer), out)

    def _encode(self, name: str, player: int) -> "ArrayLike":
        """The numbers of an encoding; what the player must not know is blanked already."""
        return ()

    def num_symmetries(self) -> int:
        """In how many ways the game looks the same; the first is the state itself."""
        return 1

    def image(self: Any, symmetry: int) -> Any:
        """The state seen in another of these ways; ValueError if there is none of this number."""
        check_symmetry(self, symmetry)
        return self.copy()

    def image_of(self: Any, move: Any, symmetry: int) -> Any:
        """The move to be played in an image of the state."""
        check_symmetry(self, symmetry)
        return self.parse_move(move) if isinstance(move, str) else move

    def feature_names(self) -> Sequence[str]:
        """The names of the features of the static evaluation."""
        return ()

    def features(self: Any) -> "NDArray[np.float32]":
        """The features, [sides, features], each row from that side's point of view."""
        return zeros(self.num_sides(), len(self.feature_names()))

    def weights(self) -> "NDArray[np.float32]":
        """The game's own weights of the features."""
        return zeros(len(self.feature_names()))

    def evaluate(self: Any, weights: Sequence[float] | None = None) -> list[float]:
        """The static value per side: weighted sums compared pairwise, x / (1 + |x|)."""
        used = self.weights() if weights is None else as_floats(weights)
        if len(used) != len(self.feature_names()):
            raise ValueError(f"expected {len(self.feature_names())} weights, got {len(used)}")
        sums = self.features().astype(float) @ used.astype(float)
        lead = sums[:, None] - sums[None, :]
        others = max(len(sums) - 1, 1)
        return [float(v) for v in (lead / (1 + abs(lead))).sum(axis=1) / others]


def check_player(state: Any, player: int) -> None:
    """ValueError unless the game has a player of this number."""
    if not 0 <= player < state.num_players():
        raise ValueError(f"expected a player from 0 to {state.num_players() - 1}, got {player}")


def check_symmetry(state: Any, symmetry: int) -> None:
    """ValueError unless the game has a symmetry of this number."""
    if not 0 <= symmetry < state.num_symmetries():
        last = state.num_symmetries() - 1
        raise ValueError(f"expected a symmetry from 0 to {last}, got {symmetry}")


def find_move(state: Any, move: Any, known: Sequence[Any]) -> Any | None:
    """The known move that equals a move, a number or a notation."""
    if isinstance(move, str):
        move = state.parse_move(move)
    if not isinstance(move, int):
        raise TypeError(f"expected a Move of this game or its text, got {move!r}")
    return next((candidate for candidate in known if candidate == move), None)
