"""What the pictures ask of a state, and what they say about it in words."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from quadrille.core.drawing.svg import player_name, player_names

Cell = tuple[int, int]
"""x from the left and y from the top, both from 0."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = (1, 2, 3, 4, 6, 7, 8, 9)
OWNERS = "ABCD"
"""How a position's text calls the players."""
PASS = "pass"
HIDDEN = "?"


class Flock(Protocol):
    """The sheep on one cell."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def player(self) -> int: ...
    @property
    def sheep(self) -> int | None: ...
    @property
    def known(self) -> bool: ...


class SheepPosition(Protocol):
    """A state, as far as the pictures are concerned."""

    def size(self) -> int: ...
    def flock(self) -> int: ...
    def hides_counts(self) -> bool: ...
    def has_teams(self) -> bool: ...
    def phase(self) -> str: ...
    def player(self) -> int: ...
    def num_players(self) -> int: ...
    def is_wall(self, x: int, y: int) -> bool: ...
    def owner(self, x: int, y: int) -> int: ...
    def flocks(self) -> Sequence[Flock]: ...
    def start_cells(self) -> Sequence[Cell]: ...
    def landing(self, x: int, y: int, direction: int) -> Cell | None: ...
    def regions(self, player: int) -> Sequence[Sequence[Cell]]: ...
    def scores(self) -> Sequence[float]: ...
    def contest_points(self) -> Sequence[float]: ...
    def options(self) -> Mapping[str, Any]: ...
    def legal_moves(self) -> Sequence[Any]: ...


class Slide(NamedTuple):
    """A move as it is written: a start has no origin, a pass has neither cell."""

    origin: Cell | None
    target: Cell | None
    sheep: str

    @classmethod
    def of(cls, move: str) -> "Slide":
        """The parts of ``c4-h4:5``, ``c4`` or ``pass``."""
        if move in ("", PASS):
            return cls(None, None, "")
        cells, _, sheep = move.partition(":")
        first, dash, second = cells.partition("-")
        return cls(_cell(first) if dash else None, _cell(second if dash else first), sheep)


class Holding(NamedTuple):
    """What a player has on the field."""

    areas: list[int]
    """The sizes of the regions, largest first."""
    movable: int
    """The sheep that could leave their cells; at most so many if counts are hidden."""
    certain: bool
    """Whether that number is exact."""


def cell_name(cell: Cell) -> str:
    """``c4`` for (2, 3)."""
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def _cell(name: str) -> Cell:
    return LETTERS.index(name[0]), int(name[1:]) - 1


def holding(state: SheepPosition, player: int) -> Holding:
    """What a player has, from nothing but what the state shows."""
    areas = sorted((len(region) for region in state.regions(player)), reverse=True)
    mine = [flock for flock in state.flocks() if flock.player == player]
    free = [flock for flock in mine if _can_leave(state, flock)]
    if all(flock.sheep is not None for flock in free):
        return Holding(areas, sum((flock.sheep or 1) - 1 for flock in free), True)
    # Every cell keeps one sheep, and those whose number is known keep all they have.
    shown = sum((flock.sheep or 1) - 1 for flock in mine if flock not in free)
    return Holding(areas, state.flock() - len(mine) - shown, False)


def _can_leave(state: SheepPosition, flock: Flock) -> bool:
    """Whether a slide begins on the cell, as far as its neighbours are concerned."""
    return any(state.landing(flock.x, flock.y, direction) for direction in DIRECTIONS)


def own_score(state: SheepPosition, player: int) -> float:
    """The player's score before partners share theirs."""
    exponent = float(state.options()["exponent"])
    return float(sum(len(region) ** exponent for region in state.regions(player)))


def must_pass(moves: Sequence[str]) -> bool:
    """Whether nothing but passing is legal."""
    return list(moves) == [PASS]


def headline(state: SheepPosition, moves: Sequence[str]) -> str:
    """Who is to do what, or who has won."""
    phase, player = state.phase(), state.player()
    if phase == "over":
        return _ending(state)
    if phase == "start":
        return f"{player_name(player)} to start"
    return f"{player_name(player)} {'must pass' if must_pass(moves) else 'to move'}"


def partners(pair: tuple[int, int]) -> str:
    """What two players of one side are called."""
    return f"Partners {pair[0] + 1} and {pair[1] + 1}"


def best(state: SheepPosition) -> list[int]:
    """The players with the highest score."""
    scores = state.scores()
    return [player for player, score in enumerate(scores) if score == max(scores)]


def _ending(state: SheepPosition) -> str:
    first = best(state)
    if len(first) == 1:
        return f"{player_name(first[0])} wins"
    wins = state.has_teams() and len(first) == 2
    return f"{player_names(first)} {'win' if wins else 'tie'}"


def announcement(state: SheepPosition, moves: Sequence[str]) -> str:
    """The headline where nothing else says that the game is over."""
    words = headline(state, moves)
    return f"Game over: {words[0].lower()}{words[1:]}" if state.phase() == "over" else words


def count_text(sheep: int | None) -> str:
    """The number of sheep, or ``?``."""
    return HIDDEN if sheep is None else str(sheep)


def flock_words(flock: Flock) -> str:
    """``c4: player 1, 5 sheep``."""
    hint = " (seen when its owner passed)" if flock.known else ""
    count = "a hidden number of" if flock.sheep is None else str(flock.sheep)
    owner = player_name(flock.player, inside=True)
    return f"{cell_name((flock.x, flock.y))}: {owner}, {count} sheep{hint}"


def last_words(state: SheepPosition, last: str) -> str:
    """The last move; how many sheep went only where no numbers are hidden from anybody."""
    slide = Slide.of(last)
    if slide.target is None:
        return "Last move: a pass" if last else ""
    if slide.origin is None:
        return f"Last move: a start on {cell_name(slide.target)}"
    count = (
        "" if state.hides_counts() or slide.sheep in ("", HIDDEN) else f"{slide.sheep} sheep from "
    )
    return f"Last move: {count}{cell_name(slide.origin)} to {cell_name(slide.target)}"


def describe(state: SheepPosition, moves: Sequence[str], last: str) -> str:
    """The position in words, for screen readers."""
    size = state.size()
    parts = [announcement(state, moves)]
    if last:
        parts.append(last_words(state, last))
    parts.append(f"A field of {size} by {size}, {state.flock()} sheep each")
    for player, score in enumerate(state.scores()):
        areas = holding(state, player).areas
        parts.append(f"{player_name(player)}: {score:.1f} points, {sum(areas)} cells")
    parts += [flock_words(flock) for flock in state.flocks()]
    return ". ".join(parts) + "."
