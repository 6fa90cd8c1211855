"""The positions that clauses of the contract check, and the error they raise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from quadrille import CHANCE, NOBODY, Game, Rng, Stream
from quadrille.testing.observe import observe, short


class ContractError(AssertionError):
    """A game broke a clause of its contract; the message, one line, says how to see it."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(clause, message)
        self.clause = clause
        """The name of the clause, as in ``CLAUSES``."""
        self.message = message

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Walk:
    """One random game, position by position."""

    game: Game
    seed: int
    states: list[Any]
    """A copy of the state at every ply."""
    texts: list[str]
    """What ``states[i].text()`` was when it was copied."""
    moves: list[Any]
    """``moves[i]`` leads from ``states[i]`` to ``states[i + 1]``; chance moves are among them."""
    error: Exception | None
    """What stopped the game before its end."""


def take_walk(game: Game, seed: int) -> Walk:
    """Play a random game and remember it; it stops at the latest after max_plies() + 1 moves."""
    states: list[Any] = []
    texts: list[str] = []
    moves: list[Any] = []
    rng = Rng.keyed(seed, Stream.plain)
    error = None
    try:
        state = game.new(seed)
        while True:
            states.append(state.copy())
            texts.append(state.text())
            if state.player() == NOBODY or len(moves) > state.max_plies():
                break
            if state.player() == CHANCE:
                moves.append(state.play_chance())
            else:
                legal = state.legal_moves()
                move = legal[rng.below(len(legal))]
                state.play(move)
                moves.append(move)
    except Exception as caught:
        error = caught
    return Walk(game, seed, states, texts, moves, error)


class Case:
    """A position of a random game, handed to a clause."""

    def __init__(self, clause: str, walks: Sequence[Walk], walk: Walk, index: int) -> None:
        self.clause = clause
        self.walks = walks
        """All games of this run."""
        self.walk = walk
        self.game = walk.game
        self.index = index
        """The ply."""
        self.state: Any = walk.states[index].copy() if walk.states else None
        """The position; the clause may play on it."""
        self.rng = Rng.keyed(walk.seed, Stream.plain, index + 1)

    @property
    def text(self) -> str:
        """The text of the position."""
        return self.walk.texts[self.index]

    @property
    def is_chance(self) -> bool:
        """Whether chance is to move."""
        return bool(self.state.player() == CHANCE)

    @property
    def is_end(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.player() == NOBODY)

    @property
    def players(self) -> range:
        """All players."""
        return range(self.state.num_players())

    def lacks(self, part: str) -> bool:
        """Whether the game declares to do without a part."""
        return part in self.state.lacks()

    def playable(self) -> list[Any]:
        """What can be played now: the legal moves, or what chance can do."""
        if self.is_chance:
            return [move for move, _ in self.state.chance_moves()]
        return list(self.state.legal_moves())

    def some(self, items: Sequence[Any], most: int) -> list[Any]:
        """At most so many of the items, at random, in their order."""
        if len(items) <= most:
            return list(items)
        chosen: set[int] = set()
        while len(chosen) < most:
            chosen.add(self.rng.below(len(items)))
        return [items[i] for i in sorted(chosen)]

    # --- saying what is wrong --------------------------------------------------------------

    def fail(self, expected: str, got: object) -> NoReturn:
        """Raise a ContractError."""
        moves = [str(move) for move in self.walk.moves[: self.index]]
        where = f"after moves {moves}" if moves else "at the start"
        line = (
            f"{self.clause}: expected {expected}, got {short(got)}; "
            f"{self.game!r}, seed {self.walk.seed}, {where}"
        )
        raise ContractError(self.clause, " ".join(line.splitlines()))

    def expect(self, holds: object, expected: str, got: object) -> None:
        """Fail unless it holds."""
        if not holds:
            self.fail(expected, got)

    def same(self, what: str, expected: Mapping[str, object], state: Any) -> None:
        """Fail unless all that can be observed of the state is as expected."""
        seen = observe(state)
        for key in {**expected, **seen}:
            if key not in seen or key not in expected or expected[key] != seen[key]:
                self.fail(f"{what} with {key} = {short(expected.get(key))}", seen.get(key))

    def refuses(
        self,
        kinds: type[Exception] | tuple[type[Exception], ...],
        what: str,
        call: Callable[..., object],
        *arguments: object,
    ) -> None:
        """Fail unless the call raises one of these errors and leaves the position alone."""
        several = kinds if isinstance(kinds, tuple) else (kinds,)
        wanted = f"{' or '.join(kind.__name__ for kind in several)} for {what}"
        try:
            result = call(*arguments)
        except several as error:
            one_line = len(str(error).splitlines()) == 1 or not isinstance(error, ValueError)
            self.expect(one_line, f"a message of one line for {what}", str(error))
        except Exception as error:
            self.fail(wanted, error)
        else:
            self.fail(wanted, result)
        self.expect(self.state.text() == self.text, f"no change by {what}", self.state.text())
