"""The comparison with the neighbours: the work is done, and the page says what was measured."""

import sys
from importlib.metadata import distribution
from typing import Any

import pytest

from support.places import PACKAGE, ROOT

sys.path.insert(0, str(ROOT / "tools"))

from peers.jobs import MEASURES
from peers.sizes import installed_bytes, own_bytes, shipped_sources
from peers.tables import FASTEST, OURS, ratios, read, rows, said, where

HERE = ("quadrille", "open_spiel")
"""Packages that the environment of the tests has as well."""


@pytest.mark.parametrize(
    "measure, package",
    [(name, package) for name, one in MEASURES.items() for package in one.jobs if package in HERE],
)
def test_work_is_done(measure: str, package: str) -> None:
    work = MEASURES[measure].jobs[package]()
    assert work() == work() > 0


def results(**machine: Any) -> dict[str, Any]:
    place = {"processor": "P", "system": "S", "python": "3", "load": 0.1, "cores": 2, **machine}
    figures = {
        "games in native code": {OURS: [10.0, 40.0, 20.0], "open_spiel": [2.0, 2.0, 1.0]},
        "games from Python": {OURS: [4.0], "pettingzoo": [0.5]},
        "import": {OURS: [0.01], "pgx": [0.2]},
    }
    return {"machine": place, "versions": {}, "repeats": 3, "seconds": 1, "figures": figures}


def test_ratios() -> None:
    found = {(one.measure, one.peer): one[2:] for one in ratios(results())}
    assert found["games in native code", "open_spiel"] == (20.0, 2.0, 10.0, 5.0, 40.0)
    assert found["import", "pgx"][2] == pytest.approx(20)  # the smaller is the better
    assert found[FASTEST, "pettingzoo"][2] == 40.0


def test_a_busy_machine_is_named() -> None:
    assert "busy" not in where(results())
    assert "busy with other work (load 3 on 2 cores)" in where(results(load=3.0))


def test_what_was_measured_is_whole() -> None:
    measured = read()["figures"]
    for name, measure in MEASURES.items():
        assert measured[name].keys() == measure.jobs.keys()
    page = (ROOT / "docs/peers.md").read_text()
    for row in rows(read()):
        assert " | ".join(row) in page


def test_an_installation_has_all_that_it_requires() -> None:
    """Ours has its own files, also where they are in a clone, and numpy's."""
    own, numpy = own_bytes(distribution("quadrille-lab")), own_bytes(distribution("numpy"))
    assert own > sum(file.stat().st_size for file in PACKAGE.rglob("*.py"))
    assert installed_bytes("quadrille") > own + numpy
    shipped = {file.relative_to(PACKAGE).as_posix() for file in shipped_sources()}
    assert {"core/game.hpp", "web/static/index.html"} <= shipped
    assert "games/quarto/rules.cpp" not in shipped  # which a wheel leaves out


def test_the_smaller_installation_is_the_better() -> None:
    measured = {**results(), "figures": {"install size": {OURS: [50e6], "pgx": [100e6]}}}
    measured["figures"] |= results()["figures"]
    one = next(each for each in ratios(measured) if each.measure == "install size")
    assert (one.ratio, said(one.ours, one.measure)) == (2.0, "50 MB")
