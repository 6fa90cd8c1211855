"""Count move sequences from positions in which games end soon, for tests/data/*/perft.txt.

    python tools/perft_data.py

Everything below the line that names this script is rewritten. The oracle counts as well where
that is quick, and must agree.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quadrille
from quadrille import Game, Rng

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from oracles import connect_four, quarto  # noqa: E402
from oracles.perft import perft  # noqa: E402

MARK = "# --- Below: "
MAX_NODES = 5_000_000
"""Depths with more sequences are left out."""
ORACLE_MOST = 20_000
"""The oracle counts up to the depth at which there are more."""


def positions(game: Game, plies: int, wanted: int) -> Iterator[str]:
    """Positions of random games that have lasted so many moves."""
    found: set[str] = set()
    for seed in range(1000):
        rng = Rng(seed)
        state = game.new()
        for _ in range(plies):
            if not state.is_over():
                state.play(state.random_move(rng))
        if not state.is_over() and state.text() not in found and len(found) < wanted:
            found.add(state.text())
            yield state.text()


def block(name: str, state: Any, oracle: Any) -> str:
    """The lines of one position: every depth until no game lasts or there are too many."""
    lines = [f"id {name}", f"position {state.text()}"]
    slow = oracle.Oracle.parse(state.text())
    most = 0
    for depth in range(1, state.max_plies() + 1):
        count = state._perft(depth)
        most = max(most, count)
        if most <= ORACLE_MOST and perft(slow, depth) != count:
            raise AssertionError(f"native and oracle differ at depth {depth} of {state.text()!r}")
        if most > MAX_NODES:
            break
        lines.append(f"perft {depth} {count}")
        if count == 0:
            break
    return "\n".join(lines)


def counted(game: Game, name: str, oracle: Any, stages: tuple[int, ...]) -> Iterator[str]:
    """Two positions for every number of moves already made."""
    for plies in stages:
        for number, text in enumerate(positions(game, plies, 2), 1):
            yield block(f"{name}-{plies}-{number}", game.parse(text), oracle)


def rewrite(path: Path, blocks: Iterator[str]) -> None:
    """Replace what is below the mark."""
    kept, mark, old = path.read_text().partition(MARK)
    line = old.partition("\n")[0]
    path.write_text("\n\n".join([f"{kept}{mark}{line}", *blocks]) + "\n")


def main() -> None:
    """Write both files."""
    game = quadrille.game("connect_four")
    rewrite(
        TESTS / "data" / "connect_four" / "perft.txt",
        counted(game, "random", connect_four, (12, 20, 28, 33, 38)),
    )
    rewrite(
        TESTS / "data" / "quarto" / "perft.txt",
        (
            written
            for name, options in (
                ("plain", {}),
                ("squares", {"squares": True}),
                ("torus", {"torus": True}),
                ("squares-torus", {"squares": True, "torus": True}),
            )
            for written in counted(
                quadrille.game("quarto", **options), name, quarto, (15, 16, 19, 22, 25)
            )
        ),
    )


if __name__ == "__main__":
    main()
