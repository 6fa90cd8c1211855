"""``quadrille ladder --play``: a game's own set of agents."""

import json
from pathlib import Path

import quadrille
from cli.shell import Shell
from quadrille.core.agents.spec import agent
from support.places import EXAMPLES

PACKAGE = """
from quadrille.core.package import GamePackage

GAME = GamePackage(Nim, ladder=("random", "oneply", "mcts:sims=30"))
"""


def test_it_is_played_kept_and_shipped(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "ranked.py").write_text((EXAMPLES / "nim.py").read_text() + PACKAGE)
    args = ("ladder", "--play", f"{folder / 'ranked.py'}:Nim", "--games", "4")
    found = shell(*args, "--json").data
    assert found["games"] == 12 and found["version"] == quadrille.__version__
    assert {row["agent"] for row in found["agents"]} == {"random", "oneply", "mcts:sims=30"}
    assert [row["elo"] for row in found["agents"]] == sorted(
        (row["elo"] for row in found["agents"]), reverse=True
    )
    assert shell("store", "list", "--json").data["series"][0]["played"] == 12
    again = shell(*args, "--ship", "--json").data
    assert (
        again["agents"] == found["agents"]
        and len(shell("store", "list", "--json").data["series"]) == 1
    )
    assert json.loads((folder / "ladder.json").read_text())["agents"] == found["agents"]


def test_an_entrant_is_rated_among_the_set(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "ranked.py").write_text((EXAMPLES / "nim.py").read_text() + PACKAGE)
    args = ("ladder", "--play", f"{folder / 'ranked.py'}:Nim", "--games", "4")
    with_two = ("--entrant", "mcts:sims=60", "--entrant", "greedy", "--json")
    refused = shell(*args, *with_two, "--entrant", "greeedy")
    assert refused.code == 2 and "greeedy" in refused.err
    assert shell("store", "list", "--json").data["series"] == []
    found = shell(*args, *with_two).data
    played = {row["agent"]: row["games"] for row in found["standings"]}
    # Of the set each meets the two others and the two entrants; an entrant meets the set.
    assert played == {
        **dict.fromkeys(("random", "oneply", "mcts:sims=30"), 16),
        **dict.fromkeys(("mcts:sims=60", "greedy"), 12),
    }
    assert shell(*args, "--json").data["games"] == 12  # the ladder itself is as it was
    again = shell(*args, *with_two).data
    assert again["standings"] == found["standings"]
    assert len(shell("store", "list", "--json").data["series"]) == 3
    assert "mcts:sims=60" in shell(*args, *with_two[:4]).out
    assert "got both" in shell(*args, "--ship", "--entrant", "greedy").err
    assert "expected --play GAME beside --entrant" in shell("ladder", "--entrant", "greedy").err


def test_a_game_without_one(shell: Shell) -> None:
    run = shell("ladder", "--play", "my.py:Cards")
    assert run.code == 2 and "names no agents for a ladder" in run.err
    assert "expected --play GAME beside --ship" in shell("ladder", "--ship").err


def test_the_sets_can_play() -> None:
    for name in quadrille.game_names():
        game = quadrille.game(name)
        assert len(game.package.ladder) >= 6 and game.package.ladder[0].endswith("random")
        assert any(spec.startswith("model:") for spec in game.package.ladder)
        for spec in game.package.ladder:
            assert not agent(spec, game).unfit(game), spec
