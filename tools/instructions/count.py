"""Count the instructions of the work, and compare them with those that were kept."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from instructions.work import MARK, WORK, name
from quadrille.core import _core

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "bench" / "instructions.json"
TOLERANCE = 0.05
"""More instructions than the kept ones, by this part of them, are a regression."""

Counts = Mapping[str, int]


class CountError(Exception):
    """The instructions could not be counted; the message says why."""


def kind() -> dict[str, str]:
    """What built the native modules, and for which instructions: other kinds count differently."""
    return {"compiler": _core.compiler(), "instructions": _core.instructions()}


def count() -> dict[str, int]:
    """The instructions of each work, by its name."""
    if not (valgrind := shutil.which("valgrind")):
        raise CountError("Valgrind is not installed (its Debian package is valgrind)")
    with TemporaryDirectory() as folder:
        out = Path(folder, "counts")
        callgrind = [valgrind, "--tool=callgrind", f"--dump-before={MARK}"]
        done = subprocess.run(
            [*callgrind, f"--callgrind-out-file={out}", sys.executable, "-m", "instructions.work"],
            # Nothing that is counted may depend on the caller's environment.
            env={"PATH": os.defpath, "PYTHONPATH": str(ROOT / "tools"), "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            raise CountError(trouble(done.returncode, done.stderr))
        # Numbered from 1: the odd ones are what came between two works.
        dumps = [out.with_name(f"counts.{2 * number + 2}") for number in range(len(WORK))]
        if not all(dump.exists() for dump in dumps):
            raise CountError(f"callgrind did not see the calls of {MARK} that separate the works")
        totals = [total(dump) for dump in dumps]
    return {name(*one): found for one, found in zip(WORK.items(), totals, strict=True)}


def trouble(code: int, errors: str) -> str:
    """Why callgrind failed, by its exit code and its errors."""
    if "unrecognised instruction" in errors:
        return (
            f"Valgrind does not know every instruction of this build ({kind()['instructions']}); "
            "build with CXXFLAGS=-march=x86-64-v3"
        )
    return f"callgrind ended with exit code {code}: {errors[-1000:].strip()}"


def total(dump: Path) -> int:
    """The instructions in one file of callgrind."""
    found = re.search(r"^totals: (\d+)$", dump.read_text(), re.MULTILINE)
    if not found:
        raise CountError(f"callgrind wrote no totals into {dump.name}")
    return int(found[1])


# --- comparing -----------------------------------------------------------------------------


def read(path: Path = KEPT) -> dict[str, Any]:
    """What was kept: a kind and its counts."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def write(counts: Counts, path: Path = KEPT) -> None:
    """Keep counts of this kind."""
    text = json.dumps({**kind(), "counts": counts}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def other_kind(kept: Mapping[str, Any]) -> str:
    """Why the counts kept cannot be compared with ours; empty if they can."""
    different = [key for key, ours in kind().items() if kept[key] != ours]
    says = ", ".join(f"{key} {kept[key]} there, {kind()[key]} here" for key in different)
    return f"not compared with {KEPT.name}: {says}" if different else ""


def regressions(counts: Counts, kept: Counts) -> list[str]:
    """What takes more than the tolerance more than it did, or has nothing to be compared with."""
    found = [f"{one}: nothing was kept" for one in counts.keys() - kept.keys()]
    found += [f"{one}: not counted any more" for one in kept.keys() - counts.keys()]
    for one in sorted(counts.keys() & kept.keys()):
        now, before = counts[one], kept[one]
        if now > (1 + TOLERANCE) * before:
            found.append(f"{one}: {now / before - 1:+.1%}, {now:,} instead of {before:,}")
    return found
