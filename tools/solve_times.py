"""Measure how long solving random Connect Four positions takes, by their number of discs.

    .venv/bin/python tools/solve_times.py --positions 200 8 10 12 14 16 18 20 24 28

Prints a Markdown table: CPU milliseconds for the values of all moves of a position in which nobody
wins at once, each with a fresh table of positions.
"""

import argparse
import sys
import time
from statistics import mean, median

from exact_moves import drawn, wins_at_once

import quadrille
from quadrille.search.solving import solve


def times(discs: int, count: int, seed: int) -> list[float]:
    """CPU milliseconds for each of so many positions."""
    spent = []
    for number in range(count):
        rng = quadrille.Rng.keyed(seed, quadrille.Stream.plain, number)
        state = drawn(rng, discs)
        while state.is_over() or wins_at_once(state):
            state = drawn(rng, discs)
        started = time.thread_time()
        solve(state, all_moves=True)
        spent.append(1000 * (time.thread_time() - started))
    return sorted(spent)


def main() -> int:
    """Print a row for each number of discs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("discs", nargs="+", type=int, metavar="DISCS")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.positions < 1:
        parser.error(f"expected at least 1 position, got {wanted.positions}")
    if bad := [number for number in wanted.discs if not 0 <= number < 40]:
        parser.error(f"expected 0 to 39 discs, got {bad[0]}")
    print("| discs | mean | median | 90 % below | most |\n| --- | --- | --- | --- | --- |")
    for discs in wanted.discs:
        found = times(discs, wanted.positions, wanted.seed)
        row = mean(found), median(found), found[len(found) * 9 // 10], found[-1]
        print(f"| {discs} |", " | ".join(f"{each:,.3g} ms" for each in row), "|", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
