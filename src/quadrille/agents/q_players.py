"""How a network of Q values plays by itself: always the move that it thinks is worth most."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quadrille.core.agents.agent import Limits, Session
from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.search.turns import TurnActions

if TYPE_CHECKING:
    from quadrille.search.network import Network


class QPlayer(Session):
    """Plays the move of the highest value."""

    def __init__(self, network: "Network") -> None:
        self._network = network

    def choose(self, view: State, limits: Limits) -> Decision:
        """The decision, with a value for every move."""
        return best_of(view, self._values(view))

    def _values(self, state: State) -> dict[Any, float]:
        from quadrille.search.network import outputs  # late: it loads numpy

        found, moves = outputs(self._network, state), state.legal_moves()
        if len(found) != state.num_actions():  # a value for each move
            return dict(zip(moves, found, strict=True))
        return {move: found[state.action(move)] for move in moves}


class JointQPlayer(Session):
    """Chooses two moves at once: the second is the one that was chosen with the first."""

    def __init__(self, network: "Network", game: Game) -> None:
        self._network, self._game = network, game
        self._turns = TurnActions.of(game)
        self._second: tuple[str, Any] | None = None

    def choose(self, view: State, limits: Limits) -> Decision:
        """The decision for one of the two moves.

        Asked for a second move whose first it has not chosen, it judges each by the opponent's
        best answer.
        """
        chosen, self._second = self._second, None
        if chosen is not None and chosen[0] == view.text():
            return Decision(chosen[1], nodes=0)
        begins = self._turns.begins(view.action(view.legal_moves()[0]))
        if not begins and view.text() != self._game.new().text():
            return best_of(view, {move: -self._after(view, move) for move in view.legal_moves()})
        pairs = self._turns.pairs(view)
        q = self._outputs(view)
        values: dict[Any, float] = {}
        for index, (first, second) in pairs.items():
            action = first if first is not None else second
            assert action is not None
            move = view.move(action)
            values[move] = max(values.get(move, -1e9), q[index])
        decision = best_of(view, values)
        if begins:
            self._remember(view, decision.move, pairs, q)
        return decision

    def _remember(
        self,
        view: State,
        move: Any,
        pairs: Mapping[int, tuple[int | None, int | None]],
        q: list[float],
    ) -> None:
        action = view.action(move)
        best = max((index for index, pair in pairs.items() if pair[0] == action), key=q.__getitem__)
        after: State = view.copy()
        after.play(move)
        second = pairs[best][1]
        if second is not None and not after.is_over():
            self._second = (after.text(), after.move(second))

    def _after(self, view: State, move: Any) -> float:
        """The value of a position after a second move, for the opponent who begins a turn."""
        after: State = view.copy()
        after.play(move)
        if after.is_over():
            return float(after.outcome()[after.side(1 - view.player())])
        q = self._outputs(after)
        return max(q[index] for index in self._turns.pairs(after))

    def _outputs(self, state: State) -> list[float]:
        from quadrille.search.network import outputs  # late: it loads numpy

        return outputs(self._network, state)


def best_of(view: State, values: Mapping[Any, float]) -> Decision:
    """The decision for the move of the highest value, the first among equals."""
    best = max(values, key=values.__getitem__)
    mine = max(-1.0, min(1.0, values[best]))
    sides = (mine, -mine) if view.side(view.player()) == 0 else (-mine, mine)
    moves = [MoveStats(move, value=value) for move, value in values.items()]
    moves.sort(key=lambda stats: -(stats.value or 0.0))
    return Decision(best, sides, tuple(moves), (best,), nodes=1)
