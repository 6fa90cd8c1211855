"""Tables of values by position, which ``quadrille train table:GAME`` learns, and how they play.

A table says what positions are worth to the first side, from -1 to 1. Positions that are symmetric
to each other have the same key, where the game has such keys, and a position that the table does
not have counts as even.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from quadrille.agents.models import runs_folder
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, agent
from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.errors import BadModel
from quadrille.core.game import Game
from quadrille.core.state import State

if TYPE_CHECKING:  # numpy takes long to load, and is loaded where it is used
    import numpy as np
    from numpy.typing import NDArray

FILE = "table.npz"
"""The table in the folder of a run."""


def position_key(state: State) -> int:
    """What tables call a position: 64 bits, equal for symmetric ones where the game says so."""
    canonical = getattr(state, "canonical_key", None)
    return int(state.hash() if canonical is None else canonical())


def successors(state: State) -> list[tuple[Any, State]]:
    """The legal moves, and the positions right after them, before any chance."""
    found = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        found.append((move, after))
    return found


@dataclass(frozen=True, eq=False)
class ValueTable:
    """Values of positions by key, and the game that they are of."""

    game: str
    options: Mapping[str, Any]
    keys: "NDArray[np.uint64]" = field(repr=False)
    """In ascending order."""
    values: "NDArray[np.float32]" = field(repr=False)

    def __len__(self) -> int:
        return len(self.keys)

    def look_up(self, keys: Sequence[int]) -> "NDArray[np.float32]":
        """The values of some keys, 0 where there is none."""
        import numpy as np

        wanted = np.array(keys, np.uint64)
        if not len(self):
            return np.zeros(len(wanted), np.float32)
        places = np.searchsorted(self.keys, wanted).clip(max=len(self) - 1)
        return np.where(self.keys[places] == wanted, self.values[places], np.float32(0))

    def to_bytes(self) -> bytes:
        """The file of the table."""
        import numpy as np

        out, about = BytesIO(), json.dumps([self.game, dict(self.options)])
        text = np.frombuffer(about.encode(), np.uint8)
        np.savez_compressed(out, about=text, keys=self.keys, values=self.values)
        return out.getvalue()


def read_table(path: Path) -> ValueTable:
    """The table in a file; BadModel if there is none."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadModel(f"cannot read the table {str(path)!r}: {error.strerror}") from None


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> ValueTable:
    import numpy as np

    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            game, options = json.loads(file["about"].tobytes())
            keys, values = file["keys"], file["values"]
    except (ValueError, KeyError, TypeError, EOFError, OSError, BadZipFile) as error:
        raise BadModel(f"expected a table of quadrille in {str(path)!r} ({error})") from None
    fits = isinstance(game, str) and isinstance(options, dict) and keys.shape == values.shape
    kinds = (keys.dtype, values.dtype) == (np.uint64, np.float32)
    if not fits or not kinds or keys.ndim != 1 or not (keys[1:] > keys[:-1]).all():
        raise BadModel(f"expected a table of quadrille in {str(path)!r}, got other arrays")
    return ValueTable(game, options, keys, values)


def find_table(name: str) -> ValueTable:
    """The table of a run: a name in the user's data folder, a folder, or a file."""
    if Path(name).is_file():
        return read_table(Path(name))
    places = [place for place in (Path(name), runs_folder() / name) if name and place.name]
    for folder in places:
        run, _, rounds = folder.name.rpartition("@")
        for path in (folder / FILE, folder.with_name(run or "@") / "models" / f"{rounds}.npz"):
            if path.is_file():
                return read_table(path)
    raise BadModel(f"expected a run of `quadrille train table:GAME`, got {name!r}")


@agent("table")
@dataclass(frozen=True)
class TablePlayer(Agent):
    """A learned table of values: plays the move to the position that is worth most to its side."""

    first_field = "name"

    name: str = ""
    """The name or the folder of a run of ``quadrille train table:GAME``, or a file; ``NAME@100`` is
    the table after round 100, if it was evaluated then."""

    def unfit(self, game: Game) -> str:
        """Why the table cannot play a game."""
        if reason := super().unfit(game):
            return reason
        try:
            found = find_table(self.name)
        except BadModel as error:
            return str(error)
        if (found.game, dict(found.options)) != (game.name, dict(game.options)):
            options = "".join(f" {name}={value}" for name, value in found.options.items())
            return f"the table was learned for {found.game}{options}"
        return ""

    def choose(self, state: State, rng: Rng) -> Decision:
        """The move to the position of the highest value; the first of several."""
        side = state.side(state.player())
        after = successors(state)
        worth = find_table(self.name).look_up([position_key(one) for _, one in after])
        worth = worth if side == 0 else -worth
        moves = [
            MoveStats(move, value=float(value))
            for (move, _), value in zip(after, worth, strict=True)
        ]
        moves.sort(key=lambda stats: -(stats.value or 0.0))
        best = float(worth.max())
        values = (best, -best) if side == 0 else (-best, best)
        return Decision(moves[0].move, values, tuple(moves), (moves[0].move,), nodes=len(moves))
