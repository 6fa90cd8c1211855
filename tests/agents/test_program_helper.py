"""``quadrille.program``: agents and functions as programs."""

import json
import subprocess
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

import quadrille
from agents.program_tools import EXAMPLE_PROGRAMS, QUARTO, with_quadrille
from quadrille import AgentFailed, Limits, Rng
from quadrille.agents import program_session
from quadrille.arena.analyse import analyse
from quadrille.core.records.record import Result
from quadrille.program import run


@pytest.fixture
def bot(tmp_path: Path) -> Any:
    """Makes a program of some code, and gives its spec."""

    def make(code: str, name: str = "bot.py") -> str:
        (tmp_path / name).write_text(textwrap.dedent(code))
        return f"program:{with_quadrille()} {tmp_path / name}"

    return make


FIRST = """
from quadrille.program import run
print("loading")
def choose(state, rng):
    print("thinking about", state.text())
    return state.legal_moves()[0]
run(choose)
"""


def test_a_function_is_a_program(bot: Any) -> None:
    record = quadrille.play(QUARTO, [bot(FIRST), "random"], seed=1)
    record.check()
    for state, played in zip(record.replay(), record.moves, strict=False):
        if played.player == 0:
            assert played.move == str(state.legal_moves()[0])


def test_the_example_takes_what_wins() -> None:
    rules = quadrille.game("connect_four")
    state = rules.parse("......./......./......./......./ooo..../xxx....")
    player = f"program:{with_quadrille()} {EXAMPLE_PROGRAMS / 'agent_bot.py'}"
    assert str(analyse(rules, state, player).move) == "4"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sheep", {"game": 3, "size": 6, "cells": 20, "sheep": 5}),
        ("pillars", {"open_hands": False}),
        ("carcassonne", {}),
    ],
)
def test_an_agent_plays_as_it_does_at_home(bot: Any, name: str, options: dict[str, Any]) -> None:
    """With the seed that programs get, and told of the moves that a view cannot replay too."""
    game = quadrille.game(name, **options)
    spec = "mcts:sims=20" if name != "pillars" else "random"
    away = quadrille.agent(bot(f"from quadrille.program import run\nrun({spec!r})")).open(
        game, 0, Rng(5)
    )
    home = quadrille.agent(spec, game).open(game, 0, Rng(Rng(5).below(2**31)))
    state, rng, compared = game.new(seed=2), Rng(7), 0
    while not state.is_over() and compared < 12:
        move = state.random_move(rng)
        if state.player() == 0:
            views = [state.view(0), state.view(0)]
            move = quadrille.Decision.of(home.choose(views[0], Limits())).move
            assert str(away.choose(views[1], Limits()).move) == str(move)
            compared += 1
        for session in (home, away):
            session.saw(state.seen(move, 0))
        state.play(move)
    away.close()
    assert compared > 3


SESSION = """
import json, sys
from quadrille import Agent, Decision, MoveStats, Session
from quadrille.program import run

class Noting(Session):
    def __init__(self, seat): self.notes = [seat]
    def choose(self, view, limits):
        if limits.progress:
            limits.progress(Decision(view.legal_moves()[0], nodes=7))
            limits.progress(Decision(view.legal_moves()[0], nodes=8))
        limits.stop.wait(60)
        self.notes.append([view.text(), limits.seconds, limits.moves])
        return Decision(view.legal_moves()[1], value=(0.5, -0.5), depth=2, say="yes")
    def started(self, view): self.notes.append(view.text())
    def moved(self, player, move): self.notes.append([player, str(move)])
    def heard(self, player, text): self.notes.append([player, text])
    def ended(self, result): self.notes.append(result.to_dict())
    def close(self): open(sys.argv[1], "w").write(json.dumps(self.notes))

class Noter(Agent):
    def open(self, game, seat, rng): return Noting(seat)

run(Noter(), name="Noter", author="Somebody")
"""


def test_sessions_are_told_everything(
    bot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_session, "STOP_GRACE", 60.0)
    session = quadrille.agent(f"{bot(SESSION)} {tmp_path}/notes").open(QUARTO, 1, Rng(1))
    state = QUARTO.new()
    session.started(state.view(1))
    session.moved(0, state.legal_moves()[3])
    state.play(state.legal_moves()[3])
    session.heard(0, "good luck")
    stop, heard = threading.Event(), []

    def progress(decision: Any) -> None:
        heard.append(decision.nodes)
        stop.set()

    decision = session.choose(state.view(1), Limits(100, stop, progress, moves=4))
    assert (str(decision.move), decision.value) == (str(state.legal_moves()[1]), (0.5, -0.5))
    assert (decision.depth, decision.say, heard) == (2, "yes", [7])
    result = Result("resigned", (-1.0, 1.0), (0.0, 0.0), 0)
    session.ended(result)
    session.close()
    start, given = QUARTO.new().text(), str(QUARTO.new().legal_moves()[3])
    assert json.loads((tmp_path / "notes").read_text()) == [
        *(1, start, [0, given], [0, "good luck"]),
        [state.text(), 100, 4],
        result.to_dict(),
    ]


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("'nobody'", "BadSpec: unknown agent 'nobody'"),
        (
            "lambda state, rng: None",
            "TypeError: expected a Move of this game or its text, got None",
        ),
        ("lambda state, rng: 1 / 0", "ZeroDivisionError: division by zero"),
        ("lambda state, rng: 'a9'", "expected one of the 16 legal moves, got 'a9'"),
        ("7", "TypeError: expected an agent, its spec or a function, got 7"),
    ],
)
def test_mistakes_are_told(bot: Any, player: str, reason: str) -> None:
    spec = bot(f"from quadrille.program import run\nrun({player})")
    with pytest.raises(AgentFailed) as caught:
        quadrille.play(QUARTO, [spec, "random"])
    cause = caught.value.__cause__
    assert isinstance(cause, program_session.ProgramFailed)
    assert reason in cause.reason + cause.errors


def test_an_agent_that_cannot_play_the_game(bot: Any) -> None:
    spec = bot("from quadrille.program import run\nrun('alphabeta')")
    with pytest.raises(AgentFailed, match="'alphabeta' cannot play sheep: it needs two sides"):
        quadrille.play("sheep", [spec, "random", "random", "random"])


def test_an_agent_is_found_before_the_program_is_ready(bot: Any) -> None:
    """What loads slowly is then no part of the first move's time."""
    hello = {"type": "hello", "protocol": 1, "game": "sheep", "options": {}}
    command = quadrille.agent(bot("from quadrille.program import run\nrun('alphabeta')")).words()  # type: ignore[attr-defined]
    done = subprocess.run(command, input=f"{json.dumps(hello)}\n", capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert "'alphabeta' cannot play sheep: it needs two sides" in done.stderr


def test_what_is_no_player_is_refused() -> None:
    with pytest.raises(TypeError, match="expected an agent, its spec or a function"):
        run(quadrille.Agent)  # type: ignore[arg-type]


def test_a_program_by_hand(bot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others may send: unknown types and fields, and an end without a word."""
    new = {"game": "quarto", "options": {}, "player": 0, "seed": 1, "position": None, "more": 1}
    go = {"position": QUARTO.new().text(), "clock": None, "clock_moves": None, "info": False}
    lines: list[dict[str, Any]] = [
        {"type": "hello", "protocol": 1},
        {"type": "new", **new},
        {"type": "move", "player": None, "move": "give:tlsh"},
        {"type": "weather", "sunny": True},
        {"type": "go", "id": 4, **go},
    ]
    command = quadrille.agent(bot(FIRST)).words()  # type: ignore[attr-defined]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # programs do not see it
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    ready, move = map(json.loads, done.stdout.splitlines())
    assert ready == {"type": "ready", "protocol": 1, "name": "choose"}
    first = str(QUARTO.new().legal_moves()[0])
    assert move == {"type": "move", "id": 4, "move": first}
    assert done.stderr.startswith("loading\nthinking about ")
