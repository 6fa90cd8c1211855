"""Native rules and a slow oracle play the same random games; what they say is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from quadrille import CHANCE, Game, Rng

Pairs = Iterator[tuple[str, Any, Any]]
"""Names of facts with what the native rules and the oracle say of them."""


def plain_facts(state: Any, oracle: Any, ply: int) -> Pairs:
    """What every game has."""
    yield "text", state.text(), oracle.text()
    yield "player", state.player(), oracle.player()
    yield "legal moves", [str(move) for move in state.legal_moves()], oracle.legal_moves()
    if state.is_over() and oracle.is_over():
        yield "outcome", state.outcome(), oracle.outcome()


def any_move(moves: list[Any], rng: Rng) -> Any:
    """Each as likely as the others."""
    return moves[rng.below(len(moves))]


def never(state: Any, rng: Rng) -> bool:
    """No turn is lost."""
    return False


LOST = "(turn lost)"
"""What stands for a lost turn among the moves of a game."""


@dataclass(frozen=True)
class Variant:
    """A native game with certain options, and its oracle."""

    name: str
    game: Game
    oracle: Callable[..., Any]
    """Makes the oracle's first position, from nothing or from the text of the native one."""
    games: int
    """How many random games are played."""
    chunk: int
    """How many of them are one test."""
    facts: Callable[[Any, Any, int], Pairs] = plain_facts
    """What is compared after so many moves; at ply 0 everything there is."""
    choose: Callable[[list[Any], Rng], Any] = any_move
    """How players move."""
    cuts: tuple[int, ...] = (2, 1)
    """How many moves at a time are left out to shorten a failing game."""
    from_text: bool = False
    """Whether the oracle needs the text of the first position: what a seed draws."""
    loses_turn: Callable[[Any, Rng], bool] = never
    """Whether the player to move loses the turn instead."""


def chunks(variants: list[Variant]) -> list[Any]:
    """The tests of these variants: variant and first seed."""
    return [
        pytest.param(variant, first, id=f"{variant.name}-{first}")
        for variant in variants
        for first in range(0, variant.games, variant.chunk)
    ]


def disagreement(variant: Variant, state: Any, oracle: Any, ply: int = 0) -> str | None:
    """In what the two differ, if in anything."""
    for what, native, slow in variant.facts(state, oracle, ply):
        if native != slow:
            return f"{what}: native {native!r}, oracle {slow!r}"
    return None


def first(variant: Variant, seed: int) -> tuple[Any, Any]:
    """The first position of both."""
    state = variant.game.new(seed)
    return state, variant.oracle(state.text()) if variant.from_text else variant.oracle()


def step(state: Any, move: Any) -> None:
    """Play a move or lose the turn, on either."""
    if move == LOST:
        state.lose_turn()
    else:
        state.play(move)


def after(variant: Variant, moves: list[str], seed: int) -> str | None:
    """The disagreement after these moves; None if there is none or they cannot be played."""
    state, oracle = first(variant, seed)
    try:
        for move in moves:
            step(state, move)
        for move in moves:
            step(oracle, move)
    except ValueError:
        return None
    return disagreement(variant, state, oracle)


def shortest(variant: Variant, moves: list[str], seed: int) -> list[str]:
    """Leave out some moves at a time, as long as what is left disagrees as well."""
    shrinking = True
    while shrinking:
        shrinking = False
        for size in variant.cuts:
            start = 0
            while start + size <= len(moves):
                fewer = moves[:start] + moves[start + size :]
                if after(variant, fewer, seed):
                    moves, shrinking = fewer, True
                else:
                    start += 1
    prefixes = (moves[:length] for length in range(len(moves)))
    return next((prefix for prefix in prefixes if after(variant, prefix, seed)), moves)


def play_in_step(variant: Variant, seed: int) -> Any:
    """One random game on both sides; its last native state."""
    rng = Rng(seed)
    state, oracle = first(variant, seed)
    moves: list[str] = []
    try:
        while not (problem := disagreement(variant, state, oracle, len(moves))):
            if state.is_over():
                break
            if state.player() == CHANCE:
                move = state.random_move(rng)
            elif variant.loses_turn(state, rng):
                move = LOST
            else:
                move = variant.choose(state.legal_moves(), rng)
            moves.append(str(move))
            step(state, move)
            step(oracle, moves[-1])
    except ValueError as error:
        problem = f"{moves[-1]!r} was refused: {error}"
    if problem:
        fewest = shortest(variant, moves, seed)
        pytest.fail(f"{variant.name}, seed {seed}, after {fewest}: {problem}")
    return state
