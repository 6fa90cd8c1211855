"""Measure Quadrille and its neighbours in turn: ``make bench-peers`` writes docs/peers.json.

The neighbours are installed into an environment of their own, .venv-peers. Every job is a process
of its own, held to one core and measured in CPU seconds; all jobs are run in turn, again and again,
so that a slower minute of the machine hits all of them.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from peers.jobs import MEASURES, WHOLE

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = ROOT / "docs" / "peers.json"
VENV = ROOT / ".venv-peers"
OURS = "quadrille"
PACKAGES = {
    "open_spiel": ["open_spiel==2.0.2"],
    "pettingzoo": ["pettingzoo==1.27.0", "pygame==2.6.1"],
    "pgx": ["pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2"],
}
"""What is installed; these versions go together."""


def install() -> None:
    """Make the environment of the neighbours; pip knows what is there already."""
    if not (VENV / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    wanted = [requirement for each in PACKAGES.values() for requirement in each]
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--prefer-binary"]
    subprocess.run([*pip, *wanted], check=True)


def python_of(package: str) -> Path:
    """The interpreter that can import it."""
    return Path(sys.executable) if package == OURS else VENV / "bin" / "python"


def run_job(package: str, measure: str, seconds: float, core: int) -> float:
    """How much was done in a CPU second; for an import, its CPU seconds."""
    command = [python_of(package), "-W", "ignore", "-m", "peers.job", package, measure]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools"), "OMP_NUM_THREADS": "1"}
    environment |= {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run(
        [*map(str, command), str(seconds), str(core)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{package}, {measure}:\n{done.stderr[-2000:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    return float(found["seconds"] if measure == "import" else found["units"] / found["seconds"])


def measure_all(
    repeats: int, seconds: float, core: int, only: Sequence[str] = ()
) -> dict[str, dict[str, list[float]]]:
    """Every figure of every measure and package, or of some measures only."""
    jobs = [(name, package) for name, one in MEASURES.items() for package in one.jobs]
    jobs += [(name, package) for name in WHOLE for package in (OURS, *PACKAGES)]
    jobs = [job for job in jobs if not only or job[0] in only]
    found: dict[str, dict[str, list[float]]] = {name: {} for name, _ in jobs}
    for repeat in range(repeats):
        for name, package in jobs:
            if name == "install size" and repeat:
                continue  # which does not change
            print(f"{repeat + 1} of {repeats}: {name}, {package}", file=sys.stderr)
            figure = run_job(package, name, seconds, core)
            found[name].setdefault(package, []).append(figure)
    return found


def machine() -> dict[str, Any]:
    """Where it was measured."""
    names = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    return {
        "processor": names[0].partition(":")[2].strip() if names else platform.processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
        "cores": os.cpu_count(),
    }


def versions() -> dict[str, str]:
    """Of all packages."""
    code = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
    found = {OURS: version("quadrille-lab")}
    for package in (*PACKAGES, "jax"):
        command = [str(VENV / "bin" / "python"), "-c", code, package]
        found[package] = subprocess.run(
            command, capture_output=True, text=True, check=True
        ).stdout.strip()
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each job")
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--only", action="append", metavar="ROW", help="keep all other rows")
    given = parser.parse_args()
    install()
    answer = {
        "machine": machine(),
        "versions": versions(),
        "repeats": given.repeats,
        "seconds": given.seconds,
    }
    if given.only:
        answer = json.loads(OUT.read_text())
    measured = measure_all(given.repeats, given.seconds, given.core, given.only or ())
    answer["figures"] = {**answer.get("figures", {}), **measured}
    OUT.write_text(json.dumps(answer, indent=1) + "\n")
    print(OUT.relative_to(ROOT))
