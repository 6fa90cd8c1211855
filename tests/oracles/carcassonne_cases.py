"""The cases of `tests/data/carcassonne/scoring.txt`, for engines that speak as the oracle does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.places import DATA

from .carcassonne_text import parse_options

SCORING = DATA / "carcassonne" / "scoring.txt"


def cases() -> Iterator[tuple[str, list[str]]]:
    """The name of each case and its lines."""
    name = ""
    lines: list[str] = []
    for line in SCORING.read_text(encoding="utf-8").splitlines():
        if line.startswith("id "):
            if name:
                yield name, lines
            name, lines = line.removeprefix("id "), []
        elif line and not line.startswith("#"):
            lines.append(line)
    yield name, lines


every_case = pytest.mark.parametrize(
    "lines", [pytest.param(lines, id=name) for name, lines in cases()]
)


def shown(value: object) -> str:
    """A value of a region as the file writes it."""
    if isinstance(value, list):
        return ",".join(map(str, value)) or "-"
    return str(value).lower()


def region_facts(state: Any, cell: str, spot: str) -> dict[str, str]:
    x, y = map(int, cell.split(","))
    found = [region for region in state.regions() if (x, y, spot) in region["spots"]]
    assert len(found) == 1
    return {"tiles": str(len(found[0]["cells"]))} | {k: shown(v) for k, v in found[0].items()}


def check(state: Any, name: str, words: list[str]) -> None:
    """One fact of a case."""
    fields = state.text().split(" ")
    if name == "refuse":
        before = state.text()
        for move in words:
            # A garden takes an abbot only: to native rules 'garden' alone is not even a move.
            with pytest.raises(ValueError, match=r"illegal move|expected a tile like"):
                state.play(move)
        assert state.text() == before
    elif name == "has":
        assert set(words) <= set(state.legal_moves())
    elif name == "region":
        facts = region_facts(state, words[0], words[1])
        names = [word.split("=")[0] for word in words[2:]]
        assert [f"{name}={facts[name]}" for name in names] == words[2:]
    elif name == "outcome":
        assert state.outcome() == [float(word) for word in words]
    else:
        facts_now = {
            "scores": [f"{score:g}" for score in state.scores()],
            "points": [fields[-2]],
            "supply": [",".join(map(str, supply)) for supply in state.supply()],
            "turn": [fields[-1]],
            "moves": state.legal_moves(),
            "chance": [f"{count}{kind}" for kind, count in state.chance_moves().items()],
            "bag": [fields[-3]],
            "dead": [f"{x},{y}" for x, y in state.dead_cells()],
        }
        assert facts_now[name] == words


def run(lines: list[str], new: Callable[..., Any], parse: Callable[[str], Any]) -> None:
    """One case: new games by options, positions by text."""
    state = new()
    facts = 0
    for line in lines:
        name, *words = line.split(" ")
        if name == "options":
            state = new(**parse_options(words, line))
        elif name == "position":
            state = parse(line.removeprefix("position "))
        elif name == "play":
            for move in words:
                state.play(move)
                assert parse(state.text()).text() == state.text()
        else:
            check(state, name, words)
            facts += 1
    assert facts > 0
