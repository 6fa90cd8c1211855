"""The positions of random games in which a player is asked: where a mistake is possible."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.core.package import package_of
from quadrille.core.state import State
from quadrille.search.solving import solve

MAX_TRIES = 200
"""Positions of one stage in a row that ask for nothing, after which the stage is given up."""
MAX_GAMES = 20_000
"""Random games in a row that do not reach a stage, after which it is given up."""


@dataclass(frozen=True)
class Question:
    """A position with what the right answers are."""

    state: State
    good: frozenset[Any]
    """The moves that are no mistake."""
    stage: int
    decision: str
    drawn: int = 1
    """Positions that were drawn until this one was found, itself among them."""


@dataclass
class PlainQuestions:
    """Where a plain mistake is possible, of random games from beginning to end."""

    wins: list[Question] = field(default_factory=list)
    """A move that wins at once, and others."""
    gifts: list[Question] = field(default_factory=list)
    """A move after which the opponent wins at once, and others; none that wins."""


def random_game(game: Game, rng: Rng) -> Iterator[tuple[State, int, str]]:
    """The positions of a random game, each with its stage and the kind of decision.

    The same object is yielded again and again: copy what you keep.
    """
    stages = package_of(game.state_type).stages
    state: State = game.new()
    moves = 0
    while not state.is_over():
        yield state, *((moves, "move") if stages.of is None else stages.of(state))
        state.play(state.random_move(rng))
        moves += 1


def plain_questions(game: Game, count: int, seed: int) -> PlainQuestions:
    """So many positions in which a plain mistake is possible, in the order of random games."""
    rng = Rng.keyed(seed, Stream.plain)
    found = PlainQuestions()
    idle = 0
    while len(found.wins) + len(found.gifts) < count and idle < MAX_GAMES:
        before = len(found.wins) + len(found.gifts)
        for state, stage, decision in random_game(game, rng):
            if len(found.wins) + len(found.gifts) >= count:
                break
            good, kind = plain_answers(state)
            if kind:
                question = Question(state.copy(), good, stage, decision)
                (found.wins if kind == "win" else found.gifts).append(question)
        idle = 0 if len(found.wins) + len(found.gifts) > before else idle + 1
    return found


def plain_answers(state: State) -> tuple[frozenset[Any], str]:
    """The moves that are no plain mistake, and which is possible: "win", "gift" or none."""
    side, moves = state.side(state.player()), state.legal_moves()
    after = {move: _after(state, move) for move in moves}
    winning = frozenset(move for move in moves if _wins(after[move], side))
    if winning:
        return winning, "win" if len(winning) < len(moves) else ""
    kept = frozenset(move for move in moves if not _gives_win(after[move], side))
    return kept, "gift" if 0 < len(kept) < len(moves) else ""


def exact_questions(game: Game, count: int, seed: int, first: int) -> Iterator[Question]:
    """Positions from a stage on whose moves differ in exact value, of every stage in turn.

    Those that a single move wins at once are left out: they are plain.
    """
    finder = _Finder(game, seed, first)
    found = 0
    while found < count and finder.open:
        for place in list(finder.open):
            if found < count and (question := finder.find(place)) is not None:
                found += 1
                yield question


class _Finder:
    """Draws positions of the stages that are asked for."""

    def __init__(self, game: Game, seed: int, first: int) -> None:
        self._game = game
        self._rng = Rng.keyed(seed, Stream.sample)
        self._first = first
        self._waiting: dict[tuple[int, str], list[State]] = {}
        for _ in range(100):  # to see which stages there are
            self._play()
        self.open = sorted(self._waiting)

    def find(self, place: tuple[int, str]) -> Question | None:
        """The next question of a stage; None if there is none, and the stage is given up."""
        for drawn in range(1, MAX_TRIES + 1):
            state = self._draw(place)
            if state is None:
                break
            if plain_answers(state)[1] == "win":
                continue
            values = solve(state, all_moves=True).values
            best = max(values.values())
            good = frozenset(move for move, value in values.items() if value == best)
            if len(good) < len(values):
                return Question(state, good, *place, drawn)
        self.open.remove(place)
        return None

    def _draw(self, place: tuple[int, str]) -> State | None:
        for _ in range(MAX_GAMES):
            if waiting := self._waiting.get(place):
                return waiting.pop()
            self._play()
        return None

    def _play(self) -> None:
        """Draw a game, and keep one of its positions for each stage that has none waiting."""
        for state, stage, decision in random_game(self._game, self._rng):
            if stage >= self._first and not self._waiting.get((stage, decision)):
                self._waiting.setdefault((stage, decision), []).append(state.copy())


def _after(state: State, move: Any) -> State:
    after: State = state.copy()
    after.play(move)
    return after


def _wins(state: State, side: int) -> bool:
    return state.is_over() and state.outcome()[side] > 0


def _gives_win(state: State, side: int) -> bool:
    """Whether the opponent of a side is to move and wins at once."""
    if state.is_over() or (other := state.side(state.player())) == side:
        return False
    return any(_wins(_after(state, move), other) for move in state.legal_moves())
