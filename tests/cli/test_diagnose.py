"""``quadrille diagnose``."""

import json
from pathlib import Path

import pytest

from .shell import Shell


def test_the_command(shell: Shell, tmp_path: Path) -> None:
    picture = tmp_path / "random.svg"
    command = ("diagnose", "quarto", "random", "-n", "12", "--from", "12", "--games", "2")
    done = shell(*command, "--json", "--svg", str(picture))
    facts = json.loads(done.out)
    assert done.code == 0 and picture.read_text().startswith("<svg")
    assert {"positions", "missed_wins", "given_wins", "spoiled", "by_placed"} <= set(facts)
    assert facts["positions"] == 12 and facts["counts"]["spoiled"]["of"] == 12
    assert sum(each["of"] for each in facts["by_placed"]) == 12
    told = shell(*command).out
    assert "immediate wins missed" in told and "pieces placed" in told


@pytest.mark.parametrize(
    "game, spec, rest, message",
    [
        ("carcassonne", "random", (), "has chance"),
        ("quarto", "randm", (), "did you mean 'random'"),
        ("quarto", "random", ("-n", "0"), "expected at least 1 position"),
        ("quarto", "random", ("--svg", "a.png"), "expected a file for SVG"),
    ],
)
def test_refusals(shell: Shell, game: str, spec: str, rest: tuple[str, ...], message: str) -> None:
    done = shell("diagnose", game, spec, *rest)
    assert done.code == 2 and message in done.err
