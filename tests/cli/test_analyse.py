"""``quadrille analyse``, how decisions are shown, and what ``agents`` says of a game."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from rich.console import Console

import quadrille
import quadrille.cli.agents
from quadrille import Agent, Decision, MoveStats
from quadrille.arena import choices
from quadrille.cli.common import one_line
from quadrille.cli.decisions import best_first, brief, cost_text, show_decision, value_bar

from .shell import Shell


def shown(decision: Decision, state: Any, top: int | None = None) -> str:
    screen = Console(width=80, highlight=False, markup=False)
    with screen.capture() as capture:
        show_decision(screen, decision, state, top)
    return capture.get()


def test_analyse_as_json(shell: Shell) -> None:
    data = shell("analyse", "connect_four", "--agent", "greedy", "--json").data
    expected = {"move", "value", "moves", "pv", "nodes", "seconds", "depth", "exact", "say"}
    assert set(data) == expected
    assert data["move"] == "4" and data["pv"] == ["4"] and data["nodes"] == 7
    assert [set(each) for each in data["moves"]] == [
        {"move", "visits", "value", "prior", "exact"}
    ] * 7
    # A player who gives only a move has taken some time at least.
    data = shell("analyse", "connect_four", "--agent", "random", "--json").data
    assert data["seconds"] > 0 and data["nodes"] is None and data["moves"] == []
    assert data["move"] in set("1234567")


def test_analyse_for_people(shell: Shell) -> None:
    run = shell("analyse", "connect_four", "--agent", "my.py:Thinker", "--top", "2")
    assert run.code == 0 and run.err == ""
    assert run.out.startswith("Connect Four, player 1 to move, asking my.py:Thinker\n")
    assert "\n1          3  100.0%   +0.50" in run.out
    assert "6 others seem no better" in run.out
    assert "player 1 +0.25, player 2 -0.25" in run.out and "says   to me" in run.out
    assert max(map(len, run.out.splitlines())) <= 80


def test_analyse_a_position_and_the_default_agent(shell: Shell) -> None:
    state = quadrille.game("connect_four").new()
    for move in ["4", "1", "4", "1", "4", "1"]:
        state.play(move)
    run = shell("analyse", "connect_four", "--position", state.text())
    assert "asking greedy" in run.out and "\nmove   4" in run.out
    assert "player 1 to move" in run.out


def test_the_time_of_an_analysis(shell: Shell) -> None:
    with open("my.py", "a") as file:
        file.write(
            "\n@dataclass(frozen=True)\nclass Endless(Agent):\n"
            "    def open(self, game, seat, rng):\n"
            "        return Thinking(Thinker(10**9))\n"
        )
    args = ("analyse", "connect_four", "--agent", "my.py:Endless", "--time", "0.2")
    assert shell(*args, "--json").data["nodes"] >= 1
    # An agent with a time of its own is given it.
    run = shell("analyse", "connect_four", "--agent", "my.py:Thinker", "--time", "2")
    assert "asking my.py:Thinker:time=2\n" in run.out


def test_sessions_get_views(shell: Shell) -> None:
    with open("my.py", "a") as file:
        file.write(
            "\nclass Peeker(Agent):\n"
            "    def choose(self, state, rng):\n"
            "        assert state.card == '?', state.card\n"
            "        return Decision(state.legal_moves()[0], say='I see ' + state.card)\n"
        )
    seats = ("--seat", "random", "--seat", "human", "--seat", "random")
    run = shell("play", "my.py:Cards", *seats, stdin="hint my.py:Peeker\n")
    assert "I see ?" in run.out and "No hint" not in run.out


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("analyse connect_four --agent rndom", "did you mean 'random'?"),
        ("analyse connect_four --agent greedy:dels=1", "did you mean 'deals'?"),
        ("analyse connect_four --agent human", "a human cannot play here"),
        ("analyse connect_four --agent my.py:Broken", "player 1 (my.py:Broken) failed: KeyError"),
        ("analyse connect_four --position x", "in position 'x'"),
        ("analyse connect_four --agent random --top 0", "expected --top of at least 1, got 0"),
        ("analyse connect_four --agent random --time 0", "expected --time above 0"),
        ("analyse connect_four --agent random --time x", "expected a number, got 'x'"),
        ("analyse connect_four --agent \udcff", "unknown agent '\\udcff'"),
        ("analyse connect_four --position \udcff", "expected a position text, got '\\udcff'"),
        ("bench search connect_four", "Missing argument 'AGENT'"),
        ("bench search connect_four random", "'random' does not count nodes"),
        ("bench search connect_four greedy --seconds 0", "expected --seconds above 0"),
        ("bench search connect_four greedy --position x", "in position 'x'"),
    ],
)
def test_mistakes(shell: Shell, command: str, expected: str) -> None:
    run = shell(*command.split(" "))
    assert run.code == 2 and run.out == ""
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err


def test_where_chance_moves(shell: Shell) -> None:
    """A position must be one where a player moves; without one, chance is played first."""
    start = quadrille.game("carcassonne").new().text()
    run = shell("analyse", "carcassonne", "--agent", "random", "--position", start)
    assert run.code == 2 and f"chance is to move in {start!r}" in run.err
    run = shell("analyse", "carcassonne", "--agent", "random", "--json")
    assert run.code == 0 and '"move"' in run.out


def test_a_game_that_is_over(shell: Shell) -> None:
    state = quadrille.game("connect_four").new()
    for move in ["4", "1", "4", "1", "4", "1", "4"]:
        state.play(move)
    run = shell("analyse", "connect_four", "--agent", "random", "--position", state.text())
    assert run.code == 2 and "expected a position where a player moves; the game is over" in run.err


def test_an_answer_that_is_not_legal(shell: Shell) -> None:
    with open("my.py", "a") as file:
        file.write("\nclass Odd(Agent):\n    def choose(self, state, rng):\n        return '9'\n")
    run = shell("analyse", "connect_four", "--agent", "my.py:Odd")
    assert run.code == 2 and "failed: BadMoveText: expected a column from 1 to 7" in run.err


# --- decisions -----------------------------------------------------------------------------


def test_moves_are_sorted_and_empty_columns_left_out() -> None:
    state = quadrille.game("connect_four").new()
    moves = state.legal_moves()[:4]
    stats = tuple(
        MoveStats(move, value=value) for move, value in zip(moves, (0.1, 1, -1, 0.5), strict=True)
    )
    decision = Decision(moves[0], (0.1, -0.1), stats, exact=True)
    assert [str(each.move) for each in best_first(decision)] == ["1", "2", "4", "3"]
    text = shown(decision, state)
    assert "visits" not in text and "prior" not in text and "share" not in text
    assert "player 1 +0.10, player 2 -0.10 (proven)" in text
    assert "+1.00" in text and "│─────" in text and "─────│" in text
    assert "and 2 more" in shown(decision, state, top=2)
    proven = Decision(moves[1], moves=(MoveStats(moves[1], value=1.0, exact=True),))
    assert "+1.00!" in shown(proven, state) and "! proven" in shown(proven, state)
    assert "! proven" not in text


def test_a_decision_in_one_line() -> None:
    state = quadrille.game("connect_four").new()
    first, second = state.legal_moves()[:2]
    assert brief(Decision(first), state) == "no reasons given"
    decision = Decision(first, (0.5, -0.5), (), (first, second), 2000, 0.5, 3)
    assert brief(decision, state) == ("player 1 +0.50; line 1 2; 2,000 nodes in 0.50 s, depth 3")
    assert cost_text(decision) == "2,000 nodes in 0.50 s (4,000 a second), depth 3"
    assert cost_text(Decision(first, nodes=1, seconds=0.0)) == "1 node in 0 ms"
    assert one_line("a\x1b[31m\nb ") == "a [31m b"
    assert [len(value_bar(value)) for value in (-2.0, -1.0, 0.0, 0.3, 1.0)] == [11] * 5


# --- who is taken --------------------------------------------------------------------------


def test_who_is_taken_where_nobody_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quadrille.game("connect_four")
    assert choices.OPPONENTS[0] == choices.ADVISERS[0] == "perfect:time=5"
    assert choices.OPPONENTS[-1] == "random"
    found = choices.first_fit(game, ("nobody:time=1", "greedy:x=1", "oneply", "random"))
    assert str(found) == "oneply"
    with pytest.raises(ValueError, match="expected an agent that can play connect_four"):
        choices.first_fit(game, ("nobody",))
    greedy = type(quadrille.agent("greedy"))
    monkeypatch.setattr(greedy, "unfit", lambda self, game: "it is tired")
    assert str(choices.first_fit(game, ("greedy", "random"))) == "random"


@dataclass(frozen=True)
class Advised(Agent):
    """Takes advice."""

    fallbacks: ClassVar[dict[str, Any]] = {"c": 1.4, "sims": 100}
    c: float | None = None
    """Of exploration."""
    sims: int | None = None
    time: float | None = None

    def unfit(self, game: quadrille.Game) -> str:
        """Not for everything."""
        return "it needs 2x2 squares" if game.name == "quarto" else ""


def test_agents_with_the_advice_of_a_game(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quadrille.cli.agents, "agent_names", lambda home: ["advised"])
    monkeypatch.setattr(quadrille.cli.agents, "agent_type", lambda name, home: Advised)
    monkeypatch.setattr(quadrille.cli.agents, "spec_name", lambda cls: "advised")
    advice = {"advised": {"c": 0.8}}
    monkeypatch.setattr(quadrille.Game, "agent_defaults", lambda self, name: advice.get(name, {}))
    [found] = shell("agents", "connect_four", "--json").data["agents"]
    fields = {field["name"]: field for field in found["fields"]}
    assert fields["c"]["recommended"] == 0.8 and fields["c"]["default"] is None
    assert fields["sims"]["recommended"] == 100 and "recommended" not in fields["time"]
    text = shell("agents", "connect_four").out
    assert "c=0.8  Of exploration." in text and "sims=100" in text and "time=none" in text
    assert "c=1.4" in shell("agents").out
    [found] = shell("agents", "quarto", "--json").data["agents"]
    assert found["unfit"] == "it needs 2x2 squares"
    assert "not for quarto: it needs 2x2 squares" in shell("agents", "quarto").out
