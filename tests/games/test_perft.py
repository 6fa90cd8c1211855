"""Counts of move sequences: the same from the file, native code, Python calls and the oracle."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

import quadrille
from oracles import carcassonne, connect_four, pillars, quarto, sheep
from oracles.perft import perft
from support.places import DATA
from support.scale import LONG

ORACLES: dict[str, ModuleType] = {
    "carcassonne": carcassonne,
    "connect_four": connect_four,
    "pillars": pillars,
    "quarto": quarto,
    "sheep": sheep,
}
NATIVE_MOST = 2 * 10**9 if LONG else 5 * 10**6
PYTHON_MOST = 20_000 if LONG else 5_000
ORACLE_MOST = 600 if LONG else 200


@dataclass(frozen=True)
class Count:
    """A line of a perft file."""

    game: str
    name: str
    position: str
    depth: int
    count: int
    most: int
    """The largest count up to this depth, which is what counting costs."""


def counts_of(game: str) -> Iterator[Count]:
    """The counts of ``tests/data/GAME/perft.txt``."""
    name = position = ""
    most = 0
    for line in (DATA / game / "perft.txt").read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == "id":
            name, most = value, 0
        elif key == "position":
            position = value
        elif key == "perft":
            depth, count = map(int, value.split())
            most = max(most, count)
            yield Count(game, name, position, depth, count, most)
        else:
            assert line == "" or key.startswith("#"), line


COUNTS = [count for game in ORACLES for count in counts_of(game)]


@pytest.mark.parametrize("game", list(ORACLES))
def test_native_counts(game: str) -> None:
    found = [count for count in COUNTS if count.game == game and count.most <= NATIVE_MOST]
    assert len(found) > 50
    for count in found:
        state = quadrille.game(game).parse(count.position)
        assert state._perft(count.depth) == count.count, count


@pytest.mark.parametrize("game", list(ORACLES))
def test_python_counts(game: str) -> None:
    for count in COUNTS:
        if count.game == game and count.most <= PYTHON_MOST:
            state = quadrille.game(game).parse(count.position)
            assert perft(state, count.depth) == count.count, count


@pytest.mark.parametrize("game", list(ORACLES))
def test_oracle_counts(game: str) -> None:
    oracle = ORACLES[game]
    for count in COUNTS:
        if count.game == game and count.most <= ORACLE_MOST:
            state = oracle.Oracle.parse(count.position)
            assert perft(state, count.depth) == count.count, count


def test_every_quarto_variant_is_counted() -> None:
    options = {
        tuple(quadrille.game("quarto").parse(count.position).options().values())
        for count in COUNTS
        if count.game == "quarto"
    }
    assert len(options) == 4


def test_every_option_of_carcassonne_is_counted() -> None:
    found: dict[str, set[Any]] = {}
    for count in COUNTS:
        if count.game == "carcassonne":
            for name, value in (
                quadrille.game("carcassonne").parse(count.position).options().items()
            ):
                found.setdefault(name, set()).add(value)
    assert all(len(values) > 1 for values in found.values()), found


def test_connect_four_has_the_published_number_of_positions() -> None:
    """Different positions after so many plies: sequence A212693 of the OEIS."""
    level = {quadrille.game("connect_four").new()}
    for published in (1, 7, 49, 238, 1120, 4263, 16422, 54859):
        assert len(level) == published
        following = set()
        for state in level:
            for move in state.legal_moves():
                after = state.copy()
                after.play(move)
                following.add(after)
        level = following
    assert len(level) == 184275
