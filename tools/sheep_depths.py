"""Repeat an experiment of the contest team: `sheep-hybrid` by the depths of its two searches.

    .venv/bin/python tools/sheep_depths.py

Its report says that it plays better, and in less time, where both depths and one more add up to a
multiple of four. Each pair of depths meets three of the agent as it is, in all seats; the games are
kept in the store, and the same command goes on after it was stopped. The CPU time a move is that
of the same positions for all.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from math import sqrt
from typing import NamedTuple

from move_times import milliseconds, positions

import quadrille
from quadrille.arena.intervals import Z
from quadrille.arena.plan import Plan
from quadrille.arena.series import Series
from quadrille.arena.store import Store

DEPTHS = range(1, 4)
MCTS_DEPTHS = range(6, 13)
MEASURED = 60
"""Positions for the time a move."""

Depths = tuple[int, int]


class Row(NamedTuple):
    """What a pair of depths did."""

    points: list[float]
    """Mean contest points in each group of games, one in every seat."""
    cost: float
    """CPU milliseconds a move."""


def fits(depth: int, mcts_depth: int) -> bool:
    """Whether the claim says that these depths are good."""
    return (depth + mcts_depth + 1) % 4 == 0


def contest_points(store: Store, plan: Plan) -> list[float]:
    """The first agent's mean contest points in each group of games, one in every seat."""
    series = Series.continued(store, plan, "depths of sheep-hybrid")
    with closing(series.play()) as finished:
        for _ in finished:
            pass
    assert series.number is not None
    groups: dict[int, list[float]] = {}
    for game in store.game_results(series.number):
        assert game.outcome is not None
        outcome = game.outcome[plan.pairing(game.number).seats.index(0)]
        groups.setdefault(game.number // plan.places, []).append(2.25 * outcome + 2.75)
    return [sum(each) / len(each) for each in groups.values()]


def mean_of(values: Sequence[float]) -> float:
    """The mean."""
    return sum(values) / len(values)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    mean = mean_of(values)
    spread = sum((each - mean) ** 2 for each in values) / max(1, len(values) - 1)
    return mean, Z * sqrt(spread / len(values))


def table(store: Store, usual: str, fields: str, games: int, seed: int) -> dict[Depths, Row]:
    """Play all pairs of depths and print a row for each."""
    game = quadrille.game("sheep")
    states = positions(game, "greedy", MEASURED)
    found: dict[Depths, Row] = {}
    print("| `depth` | `mcts_depth` | sum + 1 | contest points | 95 % | ms a move |")
    print("| --- | --- | --- | --- | --- | --- |")
    for depth in DEPTHS:
        for mcts_depth in MCTS_DEPTHS:
            spec = f"sheep-hybrid:depth={depth},mcts_depth={mcts_depth},{fields}".rstrip(",")
            agent = quadrille.agent(spec, game)
            specs = [str(agent), usual]
            plan = Plan.of(game, specs, kind="gauntlet", games=games, seed=seed)
            row = Row(contest_points(store, plan), milliseconds(agent, states))
            found[depth, mcts_depth] = row
            mean, half = interval(row.points)
            total = (
                f"**{depth + mcts_depth + 1}**"
                if fits(depth, mcts_depth)
                else depth + mcts_depth + 1
            )
            print(
                f"| {depth} | {mcts_depth} | {total} | {mean:.2f} "
                f"| {mean - half:.2f} to {mean + half:.2f} | {row.cost:.1f} |",
                flush=True,
            )
    return found


def print_claim(rows: dict[Depths, Row]) -> None:
    """Print what the multiples of four are better by, field by field, and what both kinds cost."""
    for depth in DEPTHS:
        own = {key: row for key, row in rows.items() if key[0] == depth}
        fours = [row for key, row in own.items() if fits(*key)]
        others = [row for key, row in own.items() if not fits(*key)]
        pairs = zip(by_field(fours), by_field(others), strict=True)
        gain, half = interval([mine - theirs for mine, theirs in pairs])
        costs = [mean_of([row.cost for row in kind]) for kind in (fours, others)]
        print(
            f"depth {depth}: multiples of four are better by {gain:+.2f} contest points "
            f"({gain - half:+.2f} to {gain + half:+.2f}); "
            f"{costs[0]:.1f} ms a move, others {costs[1]:.1f}"
        )


def by_field(rows: Sequence[Row]) -> list[float]:
    """The mean points of several pairs of depths in each group of games, which share a field."""
    return [mean_of(each) for each in zip(*(row.points for row in rows), strict=True)]


def main() -> int:
    """Play what is missing, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="for each pair of depths")
    parser.add_argument("--fields", default="", help="further fields of all, such as rollout=end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", help="where games are kept; by default the user's store")
    wanted = parser.parse_args()
    try:
        usual = str(quadrille.agent(f"sheep-hybrid:{wanted.fields}", quadrille.game("sheep")))
        with Store.open(wanted.store) as store:
            rows = table(store, usual, wanted.fields, wanted.games, wanted.seed)
    except ValueError as error:
        parser.error(str(error))
    print()
    print_claim(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
