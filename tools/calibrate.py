"""Play games of every kind between players of mixed strength, and calibrate the page by them.

    python tools/calibrate.py [--store FILE] [GAME ...]

What is in the store already counts, so a run that was stopped goes on. Then ``quadrille calibrate
GAME --ship`` writes the file beside the game. All of it takes about a quarter of an hour of CPU
time.
"""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import quadrille
from quadrille.arena.plan import Plan
from quadrille.arena.series import Series, find_agents
from quadrille.arena.store import Store
from quadrille.cli import main

SEED = 0


@dataclass(frozen=True)
class Games:
    """Some games of one kind."""

    players: str
    """Their specs, with spaces between; two that hardly differ play even games."""
    games: int
    """Of each meeting, or of all at one table."""
    kind: str = "round-robin"
    options: Mapping[str, Any] = field(default_factory=dict)


def searches(*sims: int, more: str = "") -> str:
    """Tree searches with so many simulations each."""
    return " ".join(f"mcts:sims={each}{more}" for each in sims)


PLANS: Mapping[str, Sequence[Games]] = {
    "connect_four": [Games(searches(20, 24, 60, 70, 200), 500)],
    "quarto": [Games(searches(10, 12, 40, 48, 150, more=",exact=0"), 600)],
    "sheep": [
        Games("greedy " + searches(10, 12, 20, 40), 250, options={"players": 2}),
        Games("random greedy " + searches(10, 30), 800, "match"),
        Games("greedy " + searches(10, 12, 24), 1200, "match"),
        Games("greedy " + searches(10, 24), 600, "match", {"players": 3}),
        Games("greedy " + searches(10, 30), 200, options={"teams": True}),
    ],
    "carcassonne": [
        Games("greedy " + searches(4, 5, 12), 400),
        Games("random greedy " + searches(5), 100),
        Games("greedy " + searches(4, 12), 240, "match", {"players": 3}),
        Games("random greedy " + searches(4, 12), 120, "match", {"players": 4}),
    ],
    "pillars": [
        Games(
            "pillars-utility:preset=original pillars-utility:preset=tuned "
            "pillars-utility:preset=strong greedy " + searches(10, 12),
            260,
        )
    ],
}
POSITIONS: Mapping[str, int] = {}
"""For games that need more or fewer than usual."""


def play(name: str, plan: Games, store: Store) -> None:
    """Play what is missing of some games."""
    game = quadrille.game(name, **plan.options)
    specs = [str(each) for each in find_agents(game, plan.players.split())]
    whole = Plan.of(game, specs, kind=plan.kind, games=plan.games, seed=SEED)
    series = Series.continued(store, whole, f"calibration of {name}")
    with closing(series.play(1)) as finished:
        for _ in finished:
            pass


def run() -> None:
    """Do it for the games that are named, or for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="calibration.db")
    parser.add_argument("games", nargs="*", default=list(PLANS))
    given = parser.parse_args()
    for name in given.games:
        with Store.open(given.store) as store:
            for plan in PLANS[name]:
                play(name, plan, store)
        wish = ["--positions", str(POSITIONS.get(name, 12_000)), "--seed", str(SEED), "--ship"]
        main(["calibrate", name, "--store", given.store, *wish])


if __name__ == "__main__":
    run()
