"""Players that only Pillars has: those of the original program, each gamer deciding for itself."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session, agent
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.fields import Range
from quadrille.core.game import Game
from quadrille.games.pillars._core import Move, State
from quadrille.games.pillars.actions import (
    STEPS,
    actions,
    any_card,
    any_pass,
    distance,
    inside,
    one_of,
    target,
)
from quadrille.games.pillars.utility import PillarsUtility
from quadrille.games.pillars.wishes import MAX_IMPORTANCE, Mailbox, Wish, spoken


@agent("pillars-random")
@dataclass(frozen=True)
class PillarsRandom(Agent):
    """Any card of the hand, used on any cell next to the gamer if that is possible."""

    def choose(self, state: Any, rng: Rng) -> Move:
        """Spend it for the initiative only if it is not."""
        card = any_card(state, rng)
        usable = [move for move in actions(state) if move.card == card]
        return one_of(usable, rng) if usable else state.parse_move(f"pass {card}")


@agent("pillars-reactive")
@dataclass(frozen=True)
class PillarsReactive(Agent):
    """Climbs if it can; else builds steps to climb; else walks on the level; else passes.

    It looks at the four cells next to it only, and prefers those near the centre.
    """

    def choose(self, state: Any, rng: Rng) -> Move:
        """The first rule that applies."""
        here = state.position(state.player())
        mine = state.height_at(*here)
        found = actions(state)
        targets = {move: target(move, here) for move in found}
        rules: Iterable[tuple[str, Callable[[int], bool]]] = (
            ("move", lambda height: height > mine),
            ("build", lambda height: height == mine),
            ("build", lambda height: height < mine),
            ("move", lambda height: height == mine),
        )
        for kind, applies in rules:
            fitting = [
                move
                for move in found
                if move.kind == kind and applies(state.height_at(*targets[move]))
            ]
            if fitting:
                ways = {move: distance(targets[move], state.centre()) for move in fitting}
                nearest = min(ways.values())
                return one_of([move for move in fitting if ways[move] == nearest], rng)
        return any_pass(state, rng)


@agent("pillars-coordinated")
@dataclass(frozen=True)
class PillarsCoordinated(PillarsUtility):
    """The tuned utility player, whose gamers tell each other what they need and give way.

    A gamer asks for the card of its next step towards the summit, and for the initiative when it is
    near. Who is further away than the one who asks keeps that card in the hand, and its hands off
    the initiative, if that costs no more than the wish is worth.
    """

    default_preset = "tuned"

    card: Annotated[float, Range(0, 8)] = 3.0
    """What a team mate's wish for a card counts, for each point of its importance."""
    initiative: Annotated[float, Range(0, 4)] = 1.0
    """What a team mate's wish for the initiative counts, for each point of its importance."""
    eager: Annotated[float, Range(0, 2)] = 0.1
    """What the initiative counts for a gamer that is near, for each point of its importance."""

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """A session that listens."""
        return _Listening(self, seat, rng)


class _Listening(Session):
    """A gamer with a mailbox."""

    def __init__(self, player: PillarsCoordinated, seat: int, rng: Rng) -> None:
        self._player = player
        self._seat = seat
        self._rng = rng
        self._mail = Mailbox()

    def heard(self, player: int, text: str) -> None:
        self._mail.put(player, text)

    def choose(self, view: Any, limits: Limits) -> Decision:
        tried = [
            *self._player.actions(view),
            *(move for move in view.legal_moves() if move.kind == "pass"),
        ]
        worth = {move: self._player.utility(view, move) - self._cost(view, move) for move in tried}
        most = max(worth.values())
        chosen = one_of([move for move, value in worth.items() if value == most], self._rng)
        return Decision(chosen, say=spoken(wishes_after(view, chosen)))

    def _cost(self, view: Any, move: Move) -> float:
        """What team mates lose by it, by their own words."""
        mine = importance(view, self._seat)
        cost = 0.0
        card = str(move.card)
        hand = view.hand(view.side(self._seat))
        left = hand.moves + hand.builds - 1
        if (hand.moves if card == "move" else hand.builds) == 1:  # it is the last of its kind
            for player, wish in self._mail.wishes(card):
                if wish.importance > mine and before_next_draw(view, player, left):
                    cost = max(cost, self._player.card * wish.importance)
        if move.kind == "pass":
            wanted = [wish for _, wish in self._mail.wishes("first", "stay")]
            others = max((wish.importance for wish in wanted), default=0)
            if others > mine:
                cost += self._player.initiative * others
            elif urgent(mine) and not is_first(view, self._seat):
                cost -= self._player.eager * mine
        return cost


def importance(state: State, player: int) -> int:
    """How much a gamer's next actions matter: the fewer it needs to reach the summit, the more."""
    return max(1, MAX_IMPORTANCE - (state.climb(player) - 1) // 2)


def urgent(value: int) -> bool:
    """Whether a gamer can win within its next four actions."""
    return value >= MAX_IMPORTANCE - 1


def is_first(state: State, player: int) -> bool:
    """Whether a gamer will be the first of its team in the next round, as it stands."""
    return next(iter(state.next_order(state.side(player)))) == player


def before_next_draw(state: State, player: int, cards: int) -> bool:
    """Whether a gamer acts before so many further cards of the hand are spent."""
    side = state.side(state.player())
    now, later = list(state.order(side)), list(state.next_order(side))
    coming = [*now[now.index(state.player()) + 1 :], *later]
    return player in coming[:cards]


def wishes_after(state: State, move: Move) -> list[Wish]:
    """What the gamer to act asks for once it has made its move."""
    player = state.player()
    here = state.position(player)
    there = target(move, here) if move.kind == "move" else here
    built = target(move, here) if move.kind == "build" else None
    mine = state.height_at(*there)
    beside = [
        state.height_at(*cell) + (cell == built)
        for dx, dy in STEPS.values()
        if inside(state, cell := (there[0] + dx, there[1] + dy)) and state.gamer_at(*cell) < 0
    ]
    value = importance(state, player)
    card = Wish(value, "move" if mine + 1 in beside else "build")
    if not urgent(value):
        return [card]
    return [card, Wish(value, "stay" if is_first(state, player) else "first")]
