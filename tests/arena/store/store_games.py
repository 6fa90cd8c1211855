"""Games to be stored: some that were played, and many that were made up."""

import random
from dataclasses import replace
from typing import Any

import quadrille
from quadrille.arena.plan import Plan
from quadrille.arena.played import FinishedGame
from quadrille.arena.store import Store
from quadrille.core.records.record import Played, Record, Result

RANDOM = quadrille.agent("random")  # looked up once


def make_plan(game: str = "connect_four", games: int = 10, **more: Any) -> Plan:
    """A plan of a match between two agents, or those given."""
    agents = more.pop("agents", ["random", "greedy"])
    return Plan.of(quadrille.game(game, **more), agents, games=games, seed=1)


def play(plan: Plan, number: int) -> FinishedGame:
    """A game of a series, as its rules have it; played at random, whoever is said to play."""
    pairing = plan.pairing(number)
    players = tuple(plan.agents[pairing.seats[home]] for home in plan.homes)
    record = quadrille.play(plan.rules, [RANDOM] * len(players), pairing.seed)
    record = replace(record, players=players)
    seconds = [0.0 if each.player < 0 else 0.001 * i for i, each in enumerate(record.moves)]
    return FinishedGame(pairing, record, tuple(seconds))


def make_up(plan: Plan, number: int) -> FinishedGame:
    """A game that nobody played, with everything that a record may have; the same every time."""
    rng = random.Random(number)
    pairing = plan.pairing(number)
    players = tuple(plan.agents[pairing.seats[home]] for home in plan.homes)
    moves = []
    for _ in range(rng.randrange(1, 9)):
        player = rng.randrange(-1, len(players))
        lost = rng.choice(["", "", "", "no answer", "illegal move 'x\0'"]) if player >= 0 else ""
        moves.append(Played(player, rng.choice(["a", "b", "c c"]), "", lost))
    seconds = tuple(rng.random() if each.player >= 0 else 0.0 for each in moves)
    record = Record(
        plan.game,
        plan.options,
        pairing.seed,
        players,
        "start",
        tuple(moves),
        _result(rng, players, len(set(plan.sides))),
        {"quadrille": rng.choice(["1", "2"])},
    )
    return FinishedGame(pairing, record, seconds)


def _result(rng: random.Random, players: tuple[str, ...], sides: int) -> Result:
    scores = tuple(float(rng.randrange(4)) / 2 for _ in players)
    worth = [rng.randrange(3) for _ in range(sides)]
    beaten = [sum((a > b) - (a < b) for b in worth) for a in worth]
    result = Result("finished", tuple(each / (sides - 1) for each in beaten), scores)
    how = rng.random()
    if how < 0.1:
        return replace(result, ended="unfinished", outcome=None, note="the lights went out")
    if how < 0.3:
        note = rng.choice(["exceeded the clock", "gave up \ud800"])
        return replace(result, ended="forfeited", by=rng.randrange(len(players)), note=note)
    return result


def fill(
    store: Store, plan: Plan, numbers: range, name: str = ""
) -> tuple[int, list[FinishedGame]]:
    """A series with made-up games."""
    series = store.add_series(plan, name)
    games = [make_up(plan, number) for number in numbers]
    for each in games:
        assert store.add(series, each)
    return series, games
