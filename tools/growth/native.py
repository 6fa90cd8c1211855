"""What only native code can say: copies of states, and the regions of Sheep found anew.

Two small programs in C++ are compiled against the sources, with the flags of the project.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import quadrille

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "src"
HERE = Path(__file__).resolve().parent
FLAGS = ["-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", "-march=x86-64-v3", "-w"]
COPIES = 2_000

Row = dict[str, Any]


def run_program(name: str, sources: list[Path], seconds: float) -> list[Row]:
    """Compile a program of this folder with further sources, run it, and read what it prints."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or "c++"
    with TemporaryDirectory() as folder:
        _generate(Path(folder))
        program = Path(folder, name)
        files = [HERE / f"{name}.cpp", *sources]
        folders = [f"-I{SOURCES}", f"-I{folder}"]
        options = [*FLAGS, *folders, "-pthread", "-ffunction-sections", "-Wl,--gc-sections"]
        command = [compiler, *options, *map(str, files), "-o", str(program)]
        subprocess.run(command, check=True)
        done = subprocess.run([program, str(seconds)], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _generate(folder: Path) -> None:
    """The header of Carcassonne's tiles, which the build makes of the tables."""
    header = folder / "quadrille/games/carcassonne/tile_data.hpp"
    header.parent.mkdir(parents=True)
    tables = SOURCES / "quadrille/games/carcassonne/tiles/tables.py"
    subprocess.run([sys.executable, str(tables), str(header)], check=True)


def without_bindings(*folders: str) -> list[Path]:
    """The C++ files of some folders of the package that need no Python."""
    found = [file for name in folders for file in (SOURCES / "quadrille" / name).glob("*.cpp")]
    return sorted(file for file in found if not file.name.startswith("bind"))


def copies(seconds: float = 0.3) -> list[Row]:
    """Bytes of a state, nanoseconds of a copy in native code and from Python, in every game."""
    rows = run_program("copies", [], seconds)
    for row in rows:
        row["from_python"] = copy_from_python(quadrille.game(row["game"]), seconds)
    return rows


def copy_from_python(game: quadrille.Game, seconds: float) -> float:
    """Nanoseconds of ``state.copy()``."""
    state = game.new(seed=1)
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(COPIES):
            state.copy()
        count += COPIES
    return 1e9 * spent / count


def regions(seconds: float = 0.7) -> list[Row]:
    """Nanoseconds of a random move of Sheep with its score, with regions kept and found anew."""
    return run_program("regions", without_bindings("games/sheep", "core"), seconds)
