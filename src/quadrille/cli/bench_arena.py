"""``quadrille bench arena``: what the arena itself costs, and how it reads a large store."""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated, NamedTuple

from quadrille import Game
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Seed,
    count_option,
    find_game,
    print_json,
    print_pairs,
)
from quadrille.cli.series import Standings, Workers

PROGRAM = """\
import atexit, sys
def tell():
    with open("/proc/self/status") as lines:
        print(*(line for line in lines if line.startswith("VmHWM")), file=sys.stderr)
if sys.platform == "linux":
    atexit.register(tell)
from quadrille.cli import main
sys.exit(main())
"""
"""Runs a command; on Linux it says last what memory it has used. The system's own answer would
count what the process that started it has, if that is more."""


class CommandCost(NamedTuple):
    """The cost of running a command."""

    cpu_seconds: float
    seconds: float
    megabytes: float


def arena(
    game: GameName,
    games: Annotated[int, count_option("--games", "-n", help="Number of games.")] = 10_000,
    workers: Workers = 1,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Store games of `random` against `random`, then make the standings and a report.

    Standings and report are commands of their own, so that their time and
    memory include everything. The store is thrown away.
    """
    rules = find_game(game, option)
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder, "bench.db")
        spent = fill(rules, games, seed, workers, where)
        store = ("--store", str(where))
        used = {
            "standings": measure("standings", *store),
            "report": measure("report", "--out", str(Path(folder, "report.html")), *store),
        }
    if json:
        facts = {name: each._asdict() for name, each in used.items()}
        print_json({"game": game, "games": games, "cpu_seconds": spent, **facts})
        return
    print_pairs(
        {
            "a stored game": f"{1000 * spent / games:.2f} ms of CPU",
            **{
                name: f"{each.cpu_seconds:.1f} CPU seconds, {each.megabytes:.0f} MB"
                for name, each in used.items()
            },
            "measured": f"{games:,} games in {spent:.1f} CPU seconds",
        }
    )


def fill(rules: Game, games: int, seed: int, workers: int, where: Path) -> float:
    """Play the games into a store; the CPU seconds, those of the workers included."""
    from quadrille.arena.series import Series
    from quadrille.arena.store import Store

    before = cpu_seconds()
    with Store.open(where) as store:
        agents = ["random"] * rules.new(seed).num_sides()
        series = Series(rules, agents, games, seed).keep_in(store)
        with closing(series.play(workers)) as finished, Standings(series):
            for _ in finished:
                pass
    return cpu_seconds() - before


def cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(*command: str) -> CommandCost:
    """Run a command of ours and see what it uses."""
    begin = time.monotonic()
    program = [sys.executable, "-c", PROGRAM, *command]
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        said.seek(0)
        told = re.findall(r"^VmHWM:\s+(\d+) kB$", said.read(), re.MULTILINE)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise ValueError(f"quadrille {command[0]} failed with exit code {process.returncode}")
    spent = time.monotonic() - begin
    kilobytes = int(told[-1]) if told else used.ru_maxrss
    return CommandCost(used.ru_utime + used.ru_stime, spent, kilobytes / 1024)
