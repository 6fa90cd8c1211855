"""Stores with games that were made up, so that their results can be chosen, or really played."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import quadrille
from arena.report.reader import Page, check_finite, read
from quadrille.arena.plan import Plan
from quadrille.arena.played import FinishedGame
from quadrille.arena.report import gather, render
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from quadrille.core.records.record import Played, Record, Result

NUMBERS = count()
WON, LOST, DRAWN = (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)


def begin(store: Store, agents: Sequence[str], game: str = "connect_four", **options: Any) -> int:
    """A series whose games are made up, so that their results can be chosen."""
    rules = quadrille.game(game, **options)
    return store.add_series(Plan.of(rules, agents, kind="round-robin", games=100), "made up")


def add(store: Store, series: int, players: Sequence[str], result: Result, **rest: Any) -> None:
    """Add a made-up game; ``moves`` are texts, ``seconds`` those of each, ``at`` its number."""
    found = store.series(series)
    moves = rest.get("moves", ("4", "3"))
    number = rest.get("at", next(NUMBERS))
    record = Record(
        game=found.game,
        options=found.options,
        seed=number,
        players=tuple(players),
        start="made up",
        moves=tuple(
            each if isinstance(each, Played) else Played(i % len(players), each)
            for i, each in enumerate(moves)
        ),
        result=result,
        versions={"quadrille": "0.1.0"},
    )
    spent = rest.get("seconds", (0.0,) * len(moves))
    pairing = replace(Plan.of(quadrille.game("connect_four"), "ab").pairing(0), index=number)
    assert store.add(series, FinishedGame(pairing, record, tuple(spent)))


def result(outcome: tuple[float, ...] | None, *scores: float) -> Result:
    ended = "unfinished" if outcome is None else "finished"
    return Result(ended, outcome, scores or (0.0,) * len(outcome or (0, 0)))


def play(store: Store, game: str, agents: Sequence[str], games: int, **more: Any) -> int:
    """Play a series and keep it."""
    options = more.pop("options", {})
    plan = Plan.of(quadrille.game(game, **options), agents, games=games, **more)
    number = store.add_series(plan)
    for finished in Series.of(plan).play():
        store.add(number, finished)
    return number


def shown(store: Store, **more: Any) -> Page:
    """The page of everything in a store, checked."""
    report = gather(store, **more)
    check_finite(report.to_dict())
    text = render(report)
    assert len(text.encode()) < 3_000_000
    return read(text)


def tiny(store: Store) -> int:
    """Eight games: the strong one wins five, draws one, loses two."""
    series = begin(store, ["strong", "weak"])
    first, second = ("strong", "weak"), ("weak", "strong")
    for _ in range(3):
        add(
            store, series, first, result(WON, 1, 0), moves=["4"] * 7, seconds=[0.5, 0.1] * 3 + [0.5]
        )
    add(store, series, first, result(LOST, 0, 1), moves=["4", "3", "4"], seconds=[0.25, 0, 2.25])
    add(store, series, second, result(LOST, 0, 1), moves=["1"] * 4)
    add(store, series, second, result(LOST, 0, 1), moves=["1"] * 4)
    add(store, series, second, result(WON, 1, 0), moves=["4"] * 9)
    add(store, series, second, result(DRAWN, 0, 0), moves=["2"] * 42)
    return series
