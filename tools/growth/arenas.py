"""The arena: games over workers, and what reading a store takes over the games that it holds."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import quadrille
from quadrille.arena.series import Series
from quadrille.cli.bench_arena import cpu_seconds, fill, measure

WORKERS = (1, 2, 4)
MATCHES = {"random": 5000, "mcts:sims=2000": 200}
"""Games of Connect Four between two of these."""
PLAYED = 5_000
"""Games that are really played into a store; the others are copies of their rows."""
MOST_GAMES = 10_000_000

Row = dict[str, Any]


def workers() -> list[Row]:
    """Games a second over worker processes, those that start and end with the match included."""
    game = quadrille.game("connect_four")
    rows = []
    for spec, games in MATCHES.items():
        for count in WORKERS:
            wall, start = time.perf_counter(), cpu_seconds()
            with closing(Series(game, [spec, spec], games, 1).play(count)) as finished:
                for _ in finished:
                    pass
            spent, waited = cpu_seconds() - start, time.perf_counter() - wall
            row = {"agent": spec, "games": games, "workers": count}
            rows.append({**row, "cpu_seconds": spent, "seconds": waited})
    return rows


def stores(most: int) -> list[Row]:
    """What standings, a report and a page of games take, over the games of a store.

    Games are played into the store first; larger stores have copies of their rows, with other
    numbers and other fingerprints of the moves.
    """
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        where = Path(folder, "store.db")
        games = min(PLAYED, most)
        spent = fill(quadrille.game("connect_four"), games, 1, 1, where)
        made = "played"
        while True:
            row = {"games": games, "made": made, "cpu_seconds": spent}
            row["bytes"] = sum(file.stat().st_size for file in Path(folder).glob("store.db*"))
            rows.append({**row, **_readings(where, Path(folder, "report.html"))})
            wanted = next_size(games)
            if wanted > most:
                return rows
            start = time.process_time()
            copy_games(where, games, wanted)
            games, made, spent = wanted, "copied", time.process_time() - start


def next_size(games: int) -> int:
    """The size of the next store: powers of ten."""
    return int(10 ** len(str(games)))


def _readings(where: Path, report: Path) -> Row:
    """CPU seconds and megabytes of commands that read the whole store."""
    store = ("--store", str(where))
    commands = {
        "standings": ("standings", *store),
        "report": ("report", "--out", str(report), *store),
        "page": ("store", "games", *store),
    }
    costs = {name: measure(*command) for name, command in commands.items()}
    return {name: {"cpu_seconds": c.cpu_seconds, "mb": c.megabytes} for name, c in costs.items()}


def copy_games(where: Path, games: int, wanted: int) -> None:
    """Bring a store of one series with so many games to a larger number, by copies of its rows."""
    with closing(sqlite3.connect(where)) as found:
        found.execute("PRAGMA synchronous=OFF")
        columns = [row[1] for row in found.execute("PRAGMA table_info(game)")]
        kept = [name for name in columns if name not in ("id", "number", "fingerprint")]
        first, last = found.execute("SELECT min(id), max(id) FROM game").fetchone()
        if last - first + 1 != games:
            raise ValueError(f"expected {games} games in a row, got {first} to {last}")
        done = games
        while done < wanted:
            count = min(games, wanted - done)
            among = f"BETWEEN {first} AND {first + count - 1}"
            names = ", ".join(kept)
            found.execute(
                f"INSERT INTO game (id, number, fingerprint, {names}) "
                f"SELECT id + {done}, number + {done}, fingerprint + {done}, {names} "
                f"FROM game WHERE id {among}"
            )
            for table in ("seat", "lost", "record"):
                others = [row[1] for row in found.execute(f"PRAGMA table_info({table})")]
                same = ", ".join(name for name in others if name != "game_id")
                found.execute(
                    f"INSERT INTO {table} (game_id, {same}) SELECT game_id + {done}, {same} "
                    f"FROM {table} WHERE game_id {among}"
                )
            done += count
        found.execute("UPDATE series SET total = ?", (wanted,))
        found.commit()
