"""How large a game is: positions and sequences of moves counted ply by ply, and what is beyond
that estimated from random games.

Trees are estimated as Knuth did (Estimating the efficiency of backtrack programs, Mathematics of
Computation 29, 1975): the product of the numbers of choices along a random game, in the mean over
many games, is the number of whole games. It is right in the mean, but most of it comes from few
games, so the ends of what parts of the sample say are given with it. An outcome of chance counts as
a choice, whatever its weight.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from math import exp, log
from statistics import mean, quantiles
from typing import Any

from quadrille.core._core import Rng
from quadrille.core.game import Game
from quadrille.core.state import CHANCE, State

PARTS = 10
"""Of a sample, whose estimates show how sure the whole is."""


@dataclass(frozen=True)
class PlySize:
    """What there is after so many moves from the first position."""

    ply: int
    sequences: int
    """Of moves, however they transpose."""
    positions: int | None
    """Different ones; None where they were too many to count."""
    classes: int | None
    """Those that no symmetry turns into each other; None where a game has no canonical key."""
    over: int
    """Sequences that have ended here."""


@dataclass(frozen=True)
class Sample:
    """What random games look like."""

    games: int
    length: float
    """Moves of a game in the mean, chance included."""
    shortest: int
    longest: int
    length_low: float
    """A tenth of the games is not longer than this."""
    length_high: float
    """A tenth of the games is longer than this."""
    choices: float
    """Legal moves of a player, in the mean over all decisions."""
    most_choices: int
    outcomes: float | None
    """What chance may bring, in the mean over all draws; None where there is no chance."""
    log10_games: float
    """Of the number of different whole games, by Knuth's estimate."""
    log10_low: float
    """The least that a tenth of the sample says."""
    log10_high: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def count_plies(game: Game, most: int = 20_000, seed: int = 0) -> Iterator[PlySize]:
    """Count ply by ply from the first position, until there are more than `most` to look at.

    Where the game knows its symmetries, only one position of each class is followed: symmetric
    positions have equal numbers of sequences before and behind them.
    """
    first = game.new(seed=seed)
    symmetric = "canonical_key" not in first.lacks()
    key = _canonical_key if symmetric else _text
    classes = {key(first): (first, 1)}
    positions: dict[str, State] = {first.text(): first}
    ply, counted = 0, 1
    while classes:
        yield PlySize(
            ply,
            sum(paths for _, paths in classes.values()),
            (counted or None) if symmetric else len(classes),
            len(classes) if symmetric else None,
            sum(paths for state, paths in classes.values() if state.is_over()),
        )
        if len(classes) > most:
            return
        classes = _next_classes(classes, key)
        if symmetric:
            positions = _next_positions(positions) if counted <= most else {}
            counted = len(positions)
        ply += 1


def sample_games(game: Game, games: int = 1000, seed: int = 0) -> Sample:
    """Play random games, and count what could have been chosen in each."""
    if games < PARTS:
        raise ValueError(f"expected at least {PARTS} games, got {games}")
    lengths: list[int] = []
    logs: list[float] = []
    choices: list[int] = []
    outcomes: list[int] = []
    rng = Rng(seed)
    for number in range(games):
        state = game.new(seed=seed + number)
        length, total = 0, 0.0
        while not state.is_over():
            by_chance = state.player() == CHANCE
            count = len(state.chance_moves() if by_chance else state.legal_moves())
            (outcomes if by_chance else choices).append(count)
            total += log(count)
            state.play(_uniform_move(state, rng, by_chance))
            length += 1
        lengths.append(length)
        logs.append(total)
    parts = [log_mean(logs[part::PARTS]) / log(10) for part in range(PARTS)]
    deciles = quantiles(lengths, n=10, method="inclusive")
    return Sample(
        games=games,
        length=mean(lengths),
        shortest=min(lengths),
        longest=max(lengths),
        length_low=deciles[0],
        length_high=deciles[-1],
        choices=mean(choices),
        most_choices=max(choices),
        outcomes=mean(outcomes) if outcomes else None,
        log10_games=log_mean(logs) / log(10),
        log10_low=min(parts),
        log10_high=max(parts),
    )


def log_mean(logs: list[float]) -> float:
    """The logarithm of the mean of numbers that are given by their logarithms."""
    most = max(logs)
    return most + log(mean(exp(each - most) for each in logs))


# --- private -------------------------------------------------------------------------------


def _canonical_key(state: Any) -> Any:
    return state.canonical_key()


def _text(state: State) -> Any:
    return state.text()


def _moves(state: State) -> list[Any]:
    if state.is_over():
        return []
    if state.player() == CHANCE:
        return [move for move, _ in state.chance_moves()]
    return list(state.legal_moves())


def _after(state: State, move: Any) -> State:
    after = state.copy()
    after.play(move)
    return after


def _next_classes(
    classes: dict[Any, tuple[State, int]], key: Callable[[State], Any]
) -> dict[Any, tuple[State, int]]:
    found: dict[Any, tuple[State, int]] = {}
    for state, paths in classes.values():
        for move in _moves(state):
            after = _after(state, move)
            name = key(after)
            known, before = found.get(name, (after, 0))
            found[name] = (known, before + paths)
    return found


def _next_positions(positions: dict[str, State]) -> dict[str, State]:
    found: dict[str, State] = {}
    for state in positions.values():
        for move in _moves(state):
            after = _after(state, move)
            found.setdefault(after.text(), after)
    return found


def _uniform_move(state: State, rng: Rng, by_chance: bool) -> Any:
    """A choice in which every one is equally likely, whatever chance prefers."""
    if not by_chance:
        return state.random_move(rng)
    outcomes = state.chance_moves()
    return outcomes[rng.below(len(outcomes))][0]
