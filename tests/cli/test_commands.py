"""The commands that list, count, measure and draw."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import quadrille
import quadrille.cli.agents
from support.places import EXAMPLES

from .shell import Shell

START = quadrille.game("connect_four").new().text()


def test_help(shell: Shell) -> None:
    run = shell()
    assert run.code == 0
    working = ("play", "match", "analyse", "solve", "prove", "draw", "perft", "check", "bench")
    for command in ("games", "agents", "replay", *working):
        assert command in run.out
        nested = ["rollouts"] if command == "bench" else []
        text = shell(command, *nested, "--help").out
        assert "--json" in text
        if command in working:
            assert "--option" in text and ("--seed" in text or command == "prove")


@pytest.mark.parametrize("option", ["--version", "--cmake-dir"])
def test_facts_about_the_installation(shell: Shell, option: str) -> None:
    run = shell(option)
    assert run.code == 0
    if option == "--version":
        assert run.out == f"{quadrille.__version__}\n"
    else:
        assert Path(run.out.strip(), "quadrille-config.cmake").is_file()


def test_games(shell: Shell) -> None:
    data = shell("games", "--json", "--seed", "1", "-o", "a=b").data
    assert [game["name"] for game in data["games"]] == quadrille.game_names()
    [game] = [game for game in data["games"] if game["name"] == "connect_four"]
    assert game["title"] == "Connect Four" and game["players"] == game["sides"] == 2
    assert game["options"] == [] and game["actions"] == 7
    text = shell("games").out
    assert "connect_four" in text and game["summary"] in text
    assert max(map(len, text.splitlines())) <= 80


def test_options_are_listed_with_their_defaults(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quadrille, "game_names", lambda: ["my.py:Cards"])
    [game] = shell("games", "--json").data["games"]
    [option] = game["options"]
    assert option == {
        "name": "high",
        "kind": "int",
        "default": 9,
        "low": 2,
        "high": 9,
        "doc": "The highest bid.",
    }
    assert game["lacks"] == ["canonical_key", "drawing", "encodings", "features"]
    text = shell("games").out
    assert "-o high=9" in text and "The highest bid." in text
    assert "[b]you[/b]" in text, "texts are not markup"


def test_agents(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    data = shell("agents", "--json").data
    agents = {agent["name"]: agent for agent in data["agents"]}
    assert {"human", "random"} <= set(agents)
    assert agents["random"]["fields"] == [] and agents["random"]["game"] is None
    assert agents["random"]["doc"] in shell("agents").out
    assert shell("agents", "connect_four", "--json").data["game"] == "connect_four"

    names = ["my.py:Slow", "my.py:Missing"]
    monkeypatch.setattr(quadrille.cli.agents, "agent_names", lambda home: names)
    slow, missing = shell("agents", "--json").data["agents"]
    assert slow["fields"] == [
        {"name": "seconds", "type": "float", "default": 60, "doc": "How long it takes to answer."}
    ]
    assert "unknown name" in missing["error"]
    text = shell("agents").out
    assert "seconds=60" in text and "How long it takes" in text and "unknown name" in text


def test_check(shell: Shell, tmp_path: Path) -> None:
    out = shell("check", "connect_four", "--games", "2").out
    assert out.startswith("passed: Connect Four, ") and out.endswith(" clauses over 2 games\n")
    assert shell("check", "quarto", "-n", "1", "-o", "squares=true", "--json").data["games"] == 1
    nim = (EXAMPLES / "nim.py").read_text()
    broken = tmp_path / "broken.py"
    broken.write_text(nim.replace("def scores(self)", "def score(self)"))
    run = shell("check", f"{broken}:Nim")
    assert run.code == 2 and "lacks the methods scores" in run.err
    endless = tmp_path / "endless.py"
    endless.write_text(nim.replace("return len(self.heaps) ** 2", "return 1"))
    run = shell("check", f"{endless}:Nim", "--games", "1")
    assert (run.code, run.out) == (2, "") and run.err.count("\n") == 1
    assert "games_end" in run.err
    assert shell("check", "quarto", "--games", "0").code == 2


def test_perft(shell: Shell) -> None:
    assert shell("perft", "connect_four", "--depth", "4").out == "2401\n"
    assert shell("perft", "connect_four", "--depth", "0").out == "1\n"
    data = shell("perft", "connect_four", "-d", "7", "--json").data
    assert (data["nodes"], data["depth"], data["position"]) == (823536, 7, START)
    assert data["seconds"] >= 0
    full = "xoxoxo./" * 2 + "oxoxox./" * 2 + "xoxoxo./" * 2 + "."
    full = full.replace("/.", "")  # six columns are full
    data = shell("perft", "connect_four", "--depth", "2", "--position", full, "--json").data
    assert data["nodes"] == 1 and data["position"] == full
    # Longer than any game; found without searching all of them.
    assert shell("perft", "connect_four", "--depth", "43").out == "0\n"
    # Chance outcomes count once each.
    assert shell("perft", "my.py:Cards", "--depth", "2", "-o", "high=3").out == "15\n"


def test_size(shell: Shell) -> None:
    run = shell("size", "connect_four", "--most", "300", "--games", "20")
    assert run.code == 0 and "1,120" in run.out and "at most 7" in run.out
    data = shell("size", "my.py:Cards", "--games", "10", "-o", "high=3", "--json").data
    assert [ply["sequences"] for ply in data["plies"]][:3] == [1, 5, 15]
    assert data["sample"]["outcomes"] > 1
    assert shell("size", "quarto", "--games", "9").err == (
        "quadrille: expected --games from 10 to 1000000, got 9\n"
    )
    assert shell("size", "quarto", "--most", "0").code == 2


def test_draw(shell: Shell, tmp_path: Path) -> None:
    run = shell("draw", "connect_four", "--out", "x.svg", "--moves", "4 4 3")
    assert (run.code, run.out, run.err) == (0, "", "wrote x.svg\n")
    picture = (tmp_path / "x.svg").read_text()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert shell("draw", "connect_four", "--out", "-", "--moves", "4 4 3").out == picture + "\n"
    data = shell("draw", "connect_four", "--out", "-", "--json").data
    assert data["position"] == START and data["svg"] != picture
    data = shell("draw", "connect_four", "--out", "y.svg", "--json").data
    assert data["out"] == "y.svg" and "svg" not in data
    run = shell("draw", "connect_four", "--out", "-", "--moves", "4 " * 7)
    assert run.code == 2 and "--moves, move 7: illegal move '4'" in run.err
    # Chance is played from the seed between the moves of people.
    data = shell("draw", "my.py:Cards", "--out", "-", "--moves", "bid:3", "--json").data
    assert data["position"].split()[1:] == ["3", "9"]
