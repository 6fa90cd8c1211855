"""``quadrille bench all``: every figure by name, and beside those of an earlier run."""

import json
import math
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import quadrille
from quadrille.cli.bench_figures import figures
from quadrille.cli.bench_measure import Seconds
from quadrille.cli.common import (
    Json,
    Seed,
    UnusedOptions,
    check_seconds,
    console,
    note,
    plain_table,
    print_json,
    split_options,
)
from quadrille.cli.progress import Live
from quadrille.core import _core

MACHINE = ("version", "compiler", "instructions", "processor")
"""What the figures depend on beside the code, in the order in which it is told."""


def every_figure(
    seconds: Seconds = 1.0,
    compare: Annotated[
        Path | None,
        typer.Option("--compare", metavar="FILE", help="Figures to compare with, as --json gave."),
    ] = None,
    json: Json = False,
    seed: Seed = 0,
    option: UnusedOptions = None,
) -> None:
    """Measure everything, one figure after the other; all of them per CPU second.

    Every figure is named after the command that measures it alone. With
    --compare each is divided by the one of the same name in a file.
    """
    check_seconds(seconds)
    split_options(option)
    before = None if compare is None else read_figures(compare)
    answer = {**machine(), "seconds": seconds, "figures": measure_all(seconds, seed)}
    if before is not None:
        add_ratios(answer, before)
    if json:
        print_json(answer)
        return
    show(answer, before)


def machine() -> dict[str, str]:
    """The version of the package, what it was built by and for, and the processor."""
    return {
        "version": quadrille.__version__,
        "compiler": _core.compiler(),
        "instructions": _core.instructions(),
        "processor": processor(),
    }


def processor(cpu_info: Path = Path("/proc/cpuinfo")) -> str:
    """What the machine calls its processor."""
    try:
        with cpu_info.open(encoding="utf-8", errors="replace") as lines:
            named = (line.partition(":")[2].strip() for line in lines if "model name" in line)
            return next(named, "") or platform.machine()
    except OSError:
        return platform.processor() or platform.machine()


def measure_all(seconds: float, seed: int) -> dict[str, dict[str, Any]]:
    """All figures by name."""
    found: dict[str, dict[str, Any]] = {}
    name = ""
    with Live(lambda: f"measuring {name}"):
        for figure in figures():
            name = figure.name
            found[name] = {"per_second": figure.measure(seconds, seed), "unit": figure.unit}
    return found


# --- comparing -----------------------------------------------------------------------------


def read_figures(path: Path) -> dict[str, Any]:
    """The figures of an earlier run; ValueError if the file holds none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        speeds = [float(figure["per_second"]) for figure in found["figures"].values()]
        if not speeds or not all(0 < speed < math.inf for speed in speeds):
            raise ValueError("no speeds")
        return {**dict.fromkeys(MACHINE, "unknown"), **found}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            f"expected figures as 'quadrille bench all --json' prints them in {str(path)!r}"
        ) from error


def add_ratios(answer: dict[str, Any], before: Mapping[str, Any]) -> None:
    """Divide every figure by the earlier one of its name, where there is one."""
    answer["compared_with"] = {key: before[key] for key in MACHINE}
    for name, figure in answer["figures"].items():
        if earlier := before["figures"].get(name):
            figure["ratio"] = figure["per_second"] / earlier["per_second"]


def show(answer: Mapping[str, Any], before: Mapping[str, Any] | None) -> None:
    """Print the figures for people."""
    table = plain_table("per CPU second", "", *(["ratio"] if before else []), "figure")
    table.columns[0].justify = "right"
    for name, figure in answer["figures"].items():
        ratio = f"{figure['ratio']:.2f}" if "ratio" in figure else "new"
        cells = [f"{figure['per_second']:,.0f}", figure["unit"], *([ratio] if before else [])]
        table.add_row(*map(Text, cells), Text(name, "cyan"))
    console().print(table)
    if before is None:
        return
    for missing in sorted(before["figures"].keys() - answer["figures"].keys()):
        note(f"not measured any more: {missing}")
    for key in MACHINE:
        if answer[key] != before[key]:
            note(f"another {key}: {answer[key]} here, {before[key]} there")
