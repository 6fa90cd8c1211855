"""What the pictures ask of a state, and what they say about it in words."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any, NamedTuple, Protocol

Cell = tuple[int, int]
"""x from the left and y from the bottom, both from 0."""

COLUMNS = (*ascii_lowercase, *(f"a{letter}" for letter in ascii_lowercase[:5]))
"""Their names, on the largest grid."""
TEAMS = ("RED", "BLUE")
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
INITIATIVE = "initiative"
"""The spot that takes a card which is not used."""


class Cards(Protocol):
    """How many cards of either kind."""

    @property
    def moves(self) -> int: ...
    @property
    def builds(self) -> int: ...


class PillarsPosition(Protocol):
    """A state, as far as the pictures are concerned."""

    def size(self) -> int: ...
    def height(self) -> int: ...
    def gamers(self) -> int: ...
    def name_of(self, player: int) -> str: ...
    def height_at(self, x: int, y: int) -> int: ...
    def gamer_at(self, x: int, y: int) -> int: ...
    def position(self, player: int) -> Cell: ...
    def centre(self) -> Cell: ...
    def hand(self, side: int) -> Cards | None: ...
    def draw_pile(self, side: int) -> Cards | None: ...
    def discards(self, side: int) -> Cards: ...
    def known_cards(self, side: int) -> Cards: ...
    def hand_size(self, side: int) -> int: ...
    def pile_size(self, side: int) -> int: ...
    def order(self, side: int) -> Sequence[int]: ...
    def next_order(self, side: int) -> Sequence[int]: ...
    def round(self) -> int: ...
    def action_number(self) -> int: ...
    def winner(self) -> int: ...
    def is_frozen(self) -> bool: ...
    def actor(self) -> int: ...
    def player(self) -> int: ...
    def is_over(self) -> bool: ...
    def options(self) -> Mapping[str, Any]: ...
    def legal_moves(self) -> Sequence[Any]: ...


class Pile(NamedTuple):
    """Cards as far as they are known."""

    size: int
    moves: int
    builds: int

    @property
    def hidden(self) -> int:
        """How many of them lie face down."""
        return self.size - self.moves - self.builds


class Piles(NamedTuple):
    """All cards of a team."""

    hand: Pile
    draw: Pile
    discards: Pile


class Last(NamedTuple):
    """The last move: what was done, by whom, and where."""

    kind: str
    """``move``, ``build``, ``pass``, ``draw``, or nothing."""
    card: str
    """Never that of a draw, which whoever looks may not know."""
    actor: int
    """-1 if it cannot be told."""
    origin: Cell | None
    target: Cell | None


def cell_name(cell: Cell) -> str:
    """``c3`` for (2, 2)."""
    return f"{COLUMNS[cell[0]]}{cell[1] + 1}"


def cell_of(name: str) -> Cell:
    """(2, 2) for ``c3``."""
    column = name.rstrip("0123456789")
    return COLUMNS.index(column), int(name.removeprefix(column)) - 1


def cells(state: PillarsPosition) -> list[Cell]:
    """All cells, those behind first."""
    size = range(state.size())
    return sorted(((x, y) for x in size for y in size), key=lambda cell: (-sum(cell), cell[0]))


def side_of(state: PillarsPosition, player: int) -> int:
    """0 for RED's gamers, 1 for BLUE's."""
    return player // state.gamers()


def piles(state: PillarsPosition, side: int) -> Piles:
    """A team's cards; those that are hidden are only counted."""
    hand, draw, spent = state.hand(side), state.draw_pile(side), state.discards(side)
    known = state.known_cards(side) if hand is None else hand
    return Piles(
        Pile(state.hand_size(side), known.moves, known.builds),
        Pile(state.pile_size(side), draw.moves if draw else 0, draw.builds if draw else 0),
        Pile(spent.moves + spent.builds, spent.moves, spent.builds),
    )


def target_of(state: PillarsPosition, move: str) -> Cell | None:
    """The cell that a move of the gamer to act leads to or builds on."""
    kind, _, what = move.partition(" ")
    if kind == "build":
        return cell_of(what)
    if kind == "move" and state.actor() >= 0:
        (x, y), (right, up) = state.position(state.actor()), STEPS[what]
        return x + right, y + up
    return None


def clicks(state: PillarsPosition, move: str) -> tuple[str, ...]:
    """The spots of a move: its card, then a cell or the initiative; a draw has one of its own."""
    kind, _, what = move.partition(" ")
    if kind == "pass":
        return what, INITIATIVE
    target = target_of(state, move)
    return (kind, cell_name(target)) if target else (move,)


def turns(state: PillarsPosition) -> list[int]:
    """The gamers in the order in which they act in this round."""
    return [player for pair in zip(state.order(0), state.order(1), strict=True) for player in pair]


def next_turns(state: PillarsPosition) -> list[int]:
    """The same for the next round, or nothing if the orders stay."""
    pairs = zip(state.next_order(0), state.next_order(1), strict=True)
    following = [player for pair in pairs for player in pair]
    return [] if following == turns(state) else following


def is_drawing(state: PillarsPosition) -> bool:
    """Whether cards are drawn before the gamer acts."""
    return state.actor() >= 0 and state.player() < 0


def done_by(before: PillarsPosition, actor: int, move: str) -> Last:
    """What a gamer did with a move, which is known to be its own."""
    kind, _, what = move.partition(" ")
    origin = before.position(actor) if kind == "move" else None
    return Last(kind, what if kind == "pass" else kind, actor, origin, target_of(before, move))


def last_of(state: PillarsPosition, move: Any) -> Last:
    """What is to be told of the last move; whose it was is inferred, as states do not keep it."""
    kind, _, what = ("" if move is None else str(move)).partition(" ")
    if kind == "draw":
        return Last(kind, "", state.actor(), None, None)
    if kind not in ("move", "build", "pass"):
        return Last("", "", -1, None, None)
    if kind == "move":
        return _last_step(state, what)
    actor = next(iter(_last_actors(state, kind)), -1)
    card = what if kind == "pass" else kind
    return Last(kind, card, actor, None, cell_of(what) if kind == "build" else None)


def _last_step(state: PillarsPosition, direction: str) -> Last:
    """The step of the first candidate who can have come from there."""
    right, up = STEPS[direction]
    for actor in _last_actors(state, "move"):
        x, y = state.position(actor)
        origin = x - right, y - up
        if min(origin) >= 0 and max(origin) < state.size() and state.gamer_at(*origin) < 0:
            return Last("move", "move", actor, origin, (x, y))
    return Last("move", "move", -1, None, None)


def _last_actors(state: PillarsPosition, kind: str) -> list[int]:
    """Who may have acted last, the likeliest first."""
    if state.winner() >= 0:
        return [state.gamer_at(*state.centre())]
    if state.actor() >= 0:
        done = state.action_number() - 1
    else:
        # The hands tell: a card has gone for every action, but who has not drawn has none.
        red, blue = (piles(state, side).hand.size for side in (0, 1))
        full = 2 * state.gamers()
        done = 1 if blue < red else full - red - blue
    if done > 0 and (state.actor() >= 0 or done < 2 * state.gamers()):
        return [turns(state)[done - 1]]
    if state.actor() >= 0 and state.round() <= 1:
        return []
    if state.gamers() == 1 and state.is_frozen():
        return [1, 0] if kind == "move" else []
    # A round is over: whoever acted last in it is last now, or first after passing.
    return [state.next_order(1)[0 if kind == "pass" else -1]]


def headline(state: PillarsPosition) -> str:
    """Who is to act, or how the game has ended."""
    actor, winner = state.actor(), state.winner()
    if winner >= 0:
        return f"{TEAMS[winner]} wins"
    if actor < 0:
        return f"Draw: {'frozen' if state.is_frozen() else 'round limit'}"
    if is_drawing(state):
        return f"{TEAMS[side_of(state, actor)]} draws cards"
    return f"{state.name_of(actor)} of {TEAMS[side_of(state, actor)]} to act"


def situation(state: PillarsPosition) -> str:
    """The round and the action, or the reason of the end."""
    if state.winner() >= 0:
        return f"{state.name_of(state.gamer_at(*state.centre()))} stands on the summit"
    if state.actor() < 0:
        rounds = state.options()["rounds"]
        frozen = "nobody can step or build any more"
        return frozen if state.is_frozen() else f"after {rounds} round{'s' * (rounds > 1)}"
    return f"round {state.round()}, action {state.action_number()} of {2 * state.gamers()}"


def card_words(pile: Pile) -> str:
    """``2 MOVE, 1 BUILD, 1 hidden``."""
    counts = ((pile.moves, "MOVE"), (pile.builds, "BUILD"), (pile.hidden, "hidden"))
    return ", ".join(f"{count} {kind}" for count, kind in counts if count) or "none"


def last_words(state: PillarsPosition, last: Last) -> str:
    """The last move in words."""
    who = state.name_of(last.actor) if last.actor >= 0 else "a gamer"
    if last.kind == "move":
        way = f" from {cell_name(last.origin)}" if last.origin else ""
        way += f" to {cell_name(last.target)}" if last.target else ""
        return f"Last: {who} stepped{way}"
    if last.target:
        height = state.height_at(*last.target)
        return f"Last: {who} built {cell_name(last.target)} up to {height}"
    if last.kind == "pass":
        return f"Last: {who} took the initiative ({last.card.upper()})"
    if last.kind == "draw":
        return f"Last: {TEAMS[side_of(state, last.actor)]} drew a card" if last.actor >= 0 else ""
    return ""


def cell_words(state: PillarsPosition, cell: Cell) -> str:
    """``c3: height 2, R1``."""
    gamer = state.gamer_at(*cell)
    words = f"{cell_name(cell)}: height {state.height_at(*cell)}"
    words += ", the summit" if cell == state.centre() else ""
    return words + (f", {state.name_of(gamer)}" if gamer >= 0 else "")


def describe(state: PillarsPosition, last: Last) -> str:
    """The position in words, for screen readers."""
    size = state.size()
    parts = [f"{headline(state)}, {situation(state)}", last_words(state, last)]
    parts.append(f"A board of {size} by {size}, the summit {cell_name(state.centre())}")
    for player in range(2 * state.gamers()):
        cell = state.position(player)
        parts.append(f"{state.name_of(player)} on {cell_name(cell)}, {state.height_at(*cell)} high")
    for side, team in enumerate(TEAMS):
        held = piles(state, side)
        parts.append(f"{team} holds {card_words(held.hand)}; draw pile {card_words(held.draw)}")
        parts[-1] += f"; discards {card_words(held.discards)}"
    names = [state.name_of(player) for player in turns(state)]
    parts.append(f"Order of the round: {' '.join(names)}")
    if following := next_turns(state):
        parts.append(f"Next round: {' '.join(map(state.name_of, following))}")
    for y in reversed(range(size)):
        heights = " ".join(str(state.height_at(x, y)) for x in range(size))
        parts.append(f"Heights of row {y + 1}: {heights}")
    return ". ".join(part for part in parts if part) + "."
