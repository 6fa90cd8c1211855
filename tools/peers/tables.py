"""What docs/peers.json says, as the tables of docs/peers.md and its chart."""

import json
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from peers.jobs import MEASURES, WHOLE

RESULTS = Path(__file__).resolve().parent.parent.parent / "docs" / "peers.json"
OURS = "quadrille"
TITLES = {
    "quadrille": "Quadrille",
    "open_spiel": "OpenSpiel",
    "pettingzoo": "PettingZoo",
    "pgx": "Pgx",
    "jax": "JAX",
}
FASTEST = "games, the fastest way"
BUSY = 0.5
"""With a load of more than this for each core, the machine is called busy."""


class Ratio(NamedTuple):
    """How many times as fast we are: by the medians, and the least and the most by single runs."""

    measure: str
    peer: str
    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def read() -> dict[str, Any]:
    """What was measured."""
    found: dict[str, Any] = json.loads(RESULTS.read_text())
    return found


def ratios(results: dict[str, Any]) -> list[Ratio]:
    """Every neighbour beside us; of imports the seconds count, of sizes the bytes, of all else the
    speeds."""
    found = []
    measured = results["figures"]
    fastest = {
        OURS: measured["games in native code"][OURS],
        "pettingzoo": measured["games from Python"]["pettingzoo"],
    }
    for measure, figures in {**measured, FASTEST: fastest}.items():
        ours = figures[OURS]
        for peer, theirs in figures.items():
            if peer == OURS:
                continue
            better, worse = (theirs, ours) if measure in WHOLE else (ours, theirs)
            ends = min(better) / max(worse), max(better) / min(worse)
            ratio = median(better) / median(worse)
            found.append(Ratio(measure, peer, median(ours), median(theirs), ratio, *ends))
    return found


def rows(results: dict[str, Any]) -> list[list[str]]:
    """The rows of the table."""
    return [
        [
            one.measure,
            said(one.ours, one.measure),
            f"{TITLES[one.peer]}: {said(one.theirs, one.measure)}",
            two_digits(one.ratio)
            + (f" ({two_digits(one.low)} to {two_digits(one.high)})" if one.low < one.high else ""),
        ]
        for one in ratios(results)
    ]


def where(results: dict[str, Any]) -> str:
    """Where and with which versions it was measured."""
    machine = results["machine"]
    names = ", ".join(f"{TITLES[name]} {each}" for name, each in results["versions"].items())
    cores, load = machine["cores"], machine["load"]
    text = (
        f"Measured on one of {cores} cores of an {machine['processor']} ({machine['system']}), "
        f"Python {machine['python']}, with {names}; {results['repeats']} runs of "
        f"{results['seconds']:g} CPU seconds of each row, in turn."
    )
    if load > BUSY * cores:
        text += (
            f" **The machine was busy with other work (load {load:g} on {cores} cores)**, which "
        )
        text += "takes caches and clock rate from all rows alike, but makes them less exact."
    return text + "\n"


def unfair() -> list[list[str]]:
    """What stays different, row by row; rows with the same words together."""
    found: dict[str, list[str]] = {}
    for name, measure in MEASURES.items():
        found.setdefault(measure.unfair, []).append(name)
    found["Ours in native code, PettingZoo's from Python, as it has no other way."] = [FASTEST]
    found[
        "`import quadrille` loads parts when they are first used, the others load all at once."
    ] = ["import"]
    found[
        "With all that each requires, extras left out; PettingZoo with pygame, which its Connect "
        "Four needs, Pgx with JAX, which is most of it."
    ] = ["install size"]
    return [["; ".join(names), text] for text, names in found.items()]


def said(number: float, measure: str) -> str:
    """A speed, the milliseconds of an import, or the megabytes of an installation."""
    if measure == "install size":
        return f"{two_digits(number / 1e6)} MB"
    if measure == "import":
        return f"{two_digits(1000 * number)} ms"
    return f"{two_digits(number)} a second"


def two_digits(number: float) -> str:
    """As people say it."""
    rounded = float(f"{number:.2g}")
    if rounded >= 1e6:
        return f"{rounded / 1e6:g} million"
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"
