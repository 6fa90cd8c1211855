"""Searches and rules: time over simulations and threads, memory over nodes, options."""

import time
from typing import Any

import quadrille
from quadrille.cli import bench_measure as measure
from quadrille.cli.bench_figures import POSITIONS
from quadrille.cli.common import find_decision

MOST_SECONDS = 4.0
"""CPU seconds; a row that would take longer by the one before it is left out."""
MEMORY = 4_000
"""Megabytes that a tree may take, so that none is full."""
SIMULATIONS = (100, 1_000, 10_000, 100_000, 1_000_000)
THREADED = 40_000
"""Simulations that threads share."""
EXPANSIONS: dict[str, dict[str, Any]] = {
    "no farmers": {"farmers": False},
    "base game": {},
    "The River": {"river": True},
    "Inns & Cathedrals": {"inns": True},
    "abbot": {"abbot": True},
    "all of them": {"river": True, "inns": True, "abbot": True},
}
MIDDLE = 60
"""Random plies before a search of Carcassonne begins: two thirds of a turn each."""

Row = dict[str, Any]


def position(name: str) -> Any:
    """The position of a game from which is searched."""
    text = POSITIONS["middle game"] if name == "carcassonne" else None
    return find_decision(quadrille.game(name), text, 1)


def search_once(game: quadrille.Game, state: Any, fields: str) -> Row:
    """What one search costs: time, nodes of its tree, and their bytes."""
    player = measure.find_searcher(f"mcts:prove=false,memory={MEMORY},{fields}", game)
    session: Any = player.open(game, state.player(), quadrille.Rng(1))
    wall, start = time.perf_counter(), time.process_time()
    decision = session.choose(state.view(state.player()), quadrille.Limits())
    spent, waited = time.process_time() - start, time.perf_counter() - wall
    facts = {"simulations": decision.nodes, "cpu_seconds": spent, "seconds": waited}
    return {**facts, "nodes": session._native.size, "bytes": session.memory()}


def simulations() -> list[Row]:
    """Time and memory over simulations, in every game that ships."""
    rows = []
    for name in quadrille.game_names():
        search_once(quadrille.game(name), position(name), "sims=50")  # what a first one loads
        spent = 0.0
        for count in SIMULATIONS:
            if 10 * spent > MOST_SECONDS:
                break
            row = search_once(quadrille.game(name), position(name), f"sims={count}")
            spent = row["cpu_seconds"]
            rows.append({"game": name, **row})
    return rows


def threads() -> list[Row]:
    """Time over threads that share the simulations, each with a tree of its own or all with one."""
    rows = []
    for parallel in ("root", "tree"):
        for count in (1, 2, 4):
            fields = f"sims={THREADED},threads={count},parallel={parallel}"
            row = search_once(quadrille.game("carcassonne"), position("carcassonne"), fields)
            rows.append({"parallel": parallel, "threads": count, **row})
    return rows


def middle(game: quadrille.Game) -> Any:
    """A position in the middle of a random game, in which a player is to move."""
    state, rng = game.new(seed=1), quadrille.Rng(1)
    for ply in range(10 * MIDDLE):
        if state.player() == quadrille.CHANCE:
            state.play_chance()
        elif ply >= MIDDLE and len(state.legal_moves()) > 1:
            return state
        else:
            moves = state.legal_moves()
            state.play(moves[rng.below(len(moves))])
    raise AssertionError("the game ended before its middle")


def carcassonne(seconds: float = 0.7) -> list[Row]:
    """Random games and simulations over players, and over expansions."""
    sets: list[tuple[str, str, dict[str, Any]]] = [
        ("players", str(count), {"players": count}) for count in range(1, 6)
    ]
    sets.append(("players", "6, with Inns & Cathedrals", {"players": 6, "inns": True}))
    sets += [("expansions", name, options) for name, options in EXPANSIONS.items()]
    rows = []
    for kind, name, options in sets:
        game = quadrille.game("carcassonne", **options)
        work = measure.count_rollouts(measure.rollout_player(game), 1, seconds)
        player = measure.find_searcher("mcts:sims=2000,leaf=rollout,prove=false", game)
        searched = measure.count_nodes(game, middle(game), player, 1, seconds)
        rows.append(
            {
                "kind": kind,
                "name": name,
                "plies": work.steps / work.rounds,
                "games_per_second": work.rounds / work.seconds,
                "plies_per_second": work.steps / work.seconds,
                "simulations_per_second": searched.steps / searched.seconds,
            }
        )
    return rows
