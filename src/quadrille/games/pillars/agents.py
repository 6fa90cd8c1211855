"""Players that only Pillars has: those of the original program, each gamer deciding for itself."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session, agent
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.presets import default_values
from quadrille.core.game import Game
from quadrille.games.pillars._core import Move, State
from quadrille.games.pillars.wishes import MAX_IMPORTANCE, Mailbox, Wish, spoken

STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def actions(state: State) -> list[Move]:
    """The steps and the builds next to the gamer that cards in hand allow."""
    x, y = state.position(state.player())
    beside = {(x + dx, y + dy) for dx, dy in STEPS.values()}
    return [
        move
        for move in state.legal_moves()
        if move.kind == "move" or (move.kind == "build" and move.cell in beside)
    ]


def any_pass(state: State, rng: Rng) -> Move:
    """A card of the hand, each as likely as the others, spent for the initiative."""
    return state.parse_move(f"pass {any_card(state, rng)}")


def any_card(state: State, rng: Rng) -> str:
    """A card of the hand of the gamer to act."""
    hand = state.hand(state.side(state.player()))
    assert hand is not None, "one sees the own hand"
    return "move" if rng.below(hand.moves + hand.builds) < hand.moves else "build"


def one_of(moves: list[Move], rng: Rng) -> Move:
    """Each as likely as the others."""
    return moves[rng.below(len(moves))]


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


def target(move: Move, here: tuple[int, int]) -> tuple[int, int]:
    """The cell of a step or a build."""
    if move.cell is not None:
        return move.cell
    dx, dy = STEPS[move.direction]
    return here[0] + dx, here[1] + dy


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """In steps."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


@agent("pillars-utility")
@dataclass(frozen=True)
class PillarsUtility(Agent):
    """Tries every step and every build next to the gamer, and takes what looks best.

    Fields that are none have the values of the original program (``preset=original``).
    """

    default_preset: ClassVar[str] = "original"
    """Whose values fields have that are none."""

    height: float | None = None
    """The weight of the team's heights."""
    climbable: float | None = None
    """The weight of cells that the team can climb."""
    level: float | None = None
    """The weight of cells as high as a gamer of the team that can be built on."""
    blocked: float | None = None
    """The weight, against, of cells next to the team that cannot be entered."""
    foe_height: float | None = None
    """The weight, against, of the other team's heights."""
    foe_climbable: float | None = None
    """The weight, against, of cells that the other team can climb."""
    foe_level: float | None = None
    """The weight, against, of cells that the other team can build on."""
    foe_blocked: float | None = None
    """The weight of cells that the other team cannot enter."""
    distance: float | None = None
    """The weight, against, of the gamer's distance to the centre."""
    rising: float | None = None
    """By how much that grows with each step of the gamer's height."""
    climb: float | None = None
    """The weight, against, of the actions that the team's best gamer needs to reach the centre."""
    foe_climb: float | None = None
    """The weight of the same of the other team."""
    insist: bool | None = None
    """Whether it passes when the card for the best action is missing, as the original did, or takes
    the best that cards allow, a pass included."""
    least: float = -10.0
    """It passes when even the best is worth less, if it insists."""

    def choose(self, state: Any, rng: Rng) -> Move:
        """The best action, or a pass."""
        insist = self._value("insist")
        legal = actions(state)
        passes = [move for move in state.legal_moves() if move.kind == "pass"]
        tried = imaginable(state) if insist else legal + passes
        worth = {move: self.utility(state, move) for move in tried}
        most = max(worth.values(), default=self.least - 1)
        best = [move for move, value in worth.items() if value == most]
        if not best or (insist and most < self.least):
            return any_pass(state, rng)
        chosen = one_of(best, rng)
        return chosen if chosen in legal + passes else any_pass(state, rng)

    def utility(self, state: Any, move: Move) -> float:
        """What the position after an action is worth to the gamer to act."""
        player = state.player()
        names = state.feature_names()
        own, foe = state.imagined_features(move)
        if state.side(player) == 1:
            own, foe = foe, own
        mine = dict(zip(names, own, strict=True))
        others = dict(zip(names, foe, strict=True))
        here = state.position(player)
        there = target(move, here) if move.kind == "move" else here
        height = state.height_at(*there)
        weight = self._value
        return float(
            sum(weight(name) * mine[name] for name in ("height", "climbable", "level"))
            - sum(weight(f"foe_{name}") * others[name] for name in ("height", "climbable", "level"))
            - weight("blocked") * mine["blocked"]
            + weight("foe_blocked") * others["blocked"]
            - (weight("distance") + weight("rising") * height) * distance(there, state.centre())
            + weight("climb") * mine["reach"]
            - weight("foe_climb") * others["reach"]
        )

    def _value(self, name: str) -> Any:
        own = getattr(self, name)
        return default_values(type(self), self.default_preset)[name] if own is None else own


def imaginable(state: State) -> list[Move]:
    """Every step and every build next to the gamer, whether or not there is a card for it."""
    x, y = here = state.position(state.player())
    mine = state.height_at(*here)
    found = []
    for name, (dx, dy) in STEPS.items():
        cell = x + dx, y + dy
        if not inside(state, cell) or state.gamer_at(*cell) >= 0:
            continue
        if abs(state.height_at(*cell) - mine) <= 1:
            found.append(state.parse_move(f"move {name}"))
        if cell != state.centre() and state.height_at(*cell) < state.height() - 1:
            found.append(state.parse_move(f"build {name}"))
    return found


@agent("pillars-coordinated")
@dataclass(frozen=True)
class PillarsCoordinated(PillarsUtility):
    """The tuned utility player, whose gamers tell each other what they need and give way.

    A gamer asks for the card of its next step towards the summit, and for the initiative when it is
    near. Who is further away than the one who asks keeps that card in the hand, and its hands off
    the initiative, if that costs no more than the wish is worth.
    """

    default_preset = "tuned"

    card: float = 3.0
    """What a team mate's wish for a card counts, for each point of its importance."""
    initiative: float = 1.0
    """What a team mate's wish for the initiative counts, for each point of its importance."""
    eager: float = 0.1
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
        tried = [*actions(view), *(move for move in view.legal_moves() if move.kind == "pass")]
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


def inside(state: State, cell: tuple[int, int]) -> bool:
    """Whether a cell is on the grid."""
    return all(0 <= place < state.size() for place in cell)
