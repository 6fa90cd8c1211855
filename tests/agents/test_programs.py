"""Programs as players: their specs, whole games, what they are told, and the page about it."""

import json
import os
import pickle
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import quadrille
from agents.program_tools import EXAMPLE_PROGRAMS, PLAIN, QUARTO, left, spy
from quadrille import Agent, BadSpec, Limits, Record
from quadrille.agents.program import Program
from quadrille.agents.program_process import VARIABLES
from quadrille.arena.play.table import Table
from quadrille.core.agents.fields import REQUIRED, fields_of
from support.places import ROOT

PAGE = (ROOT / "docs" / "program.md").read_text()
CONNECT_FOUR = quadrille.game("connect_four")


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path) -> Iterator[None]:
    """No process, no open file and no thread."""
    files, threads = set(os.listdir("/proc/self/fd")), threading.enumerate()
    yield
    assert not left(tmp_path) and not left(tmp_path / "log")
    assert set(os.listdir("/proc/self/fd")) == files
    assert threading.enumerate() == threads


# --- specs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("program:./mybot --fast", Program("./mybot --fast")),
        ("program: ./mybot  --fast ", Program("./mybot  --fast")),
        ("program:./mybot --sims=3,c=2 a:b", Program("./mybot --sims=3,c=2 a:b")),
        ("program:python3 my.py:Bot", Program("python3 my.py:Bot")),
        ("program:x [move=3]:y", Program("x [move=3]:y")),
        ("program[move=5]:./mybot", Program("./mybot", move=5)),
        (
            "program[start=1,move=0.5,memory=500,cpu=10,output=99]:'a b' c",
            Program("'a b' c", start=1, move=0.5, memory=500, cpu=10, output=99),
        ),
    ],
)
def test_a_spec_says_what_to_run(spec: str, expected: Program) -> None:
    found = quadrille.agent(spec)
    assert found == expected
    assert quadrille.agent(str(found)) == found and pickle.loads(pickle.dumps(found)) == found
    assert str(found) == str(quadrille.agent(spec, QUARTO))
    assert str(Program("x", memory=3)) == "program[memory=3]:x"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("program", "expected program:COMMAND in agent 'program'"),
        ("program[move=5]", "expected program:COMMAND in agent 'program[move=5]'"),
        ("program:", "expected a command such as './mybot --fast', got ''"),
        ("program:''", "expected a command such as './mybot --fast', got \"''\""),
        ("program:a\nb", r"expected a command on one line, got 'a\nb'"),
        ("program:a\0b", r"expected a command on one line, got 'a\x00b'"),
        ("program:\udcff", "expected a command on one line"),
        ("program:'a", "No closing quotation"),
        ("program[]:a", "expected field=value, got ''"),
        ("program[command=a]:b", "field 'command' twice"),
        ("program[mvoe=3]:b", "unknown field of program 'mvoe'; did you mean 'move'?"),
        ("program[move=x]:b", "expected a number for field 'move', got 'x'"),
        ("program[move=-1]:b", "expected move of at least 0, got -1.0"),
        ("program[memory=0]:b", "expected memory of at least 1, got 0"),
        ("program[cpu=1.5]:b", "expected a whole number or none for field 'cpu'"),
        ("program[move=3:b", "unknown agent 'program[move=3'"),
        ("random[x=1]:b", "unknown agent 'random[x=1]'"),
    ],
)
def test_a_bad_spec_says_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(BadSpec) as caught:
        quadrille.agent(spec)
    assert message in str(caught.value) and "\n" not in str(caught.value)


# --- whole games -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def random_bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The spec of the example in C++."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or "c++"
    target = tmp_path_factory.mktemp("bots") / "random_bot"
    warnings = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    source = str(EXAMPLE_PROGRAMS / "random_bot.cpp")
    subprocess.run([compiler, *warnings, "-o", str(target), source], check=True)
    return f"program:{target}"


def example(name: str) -> str:
    return f"program:{PLAIN} {EXAMPLE_PROGRAMS / name}"


GAMES: dict[str, dict[str, Any]] = {
    "quarto": {},
    "connect_four": {},
    "carcassonne": {"players": 3},
    "sheep": {"size": 8, "cells": 30, "sheep": 6, "hidden": True, "teams": True},
    "pillars": {"open_hands": False},
    "examples/high_card.py:HighCard": {},
}


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_play_every_game(name: str, random_bot: str) -> None:
    game = quadrille.game(name, **GAMES[name])
    players = game.new().num_players()
    seats = [example("random_bot.py"), random_bot, *["random"] * (players - 2)]
    record = quadrille.play(game, seats, seed=4)
    record.check()
    assert record.players == tuple(seats) and record.result.ended == "finished"


def test_all_games_are_tried() -> None:
    assert set(quadrille.game_names()) <= set(GAMES)


def test_equal_seeds_give_equal_games(random_bot: str) -> None:
    seats = [example("random_bot.py"), random_bot]
    first, second, other = (quadrille.play(QUARTO, seats, seed) for seed in (1, 1, 2))
    assert first == second != other
    again = quadrille.play(QUARTO, [random_bot, random_bot], 1)
    assert again.moves != first.moves


def test_matches_in_processes(random_bot: str) -> None:
    results = [
        quadrille.match(QUARTO, [random_bot, "random"], games=4, seed=2, workers=workers)
        for workers in (1, 2)
    ]
    assert results[0] == results[1] and results[0].distinct == 4


# --- what programs are told --------------------------------------------------------------------


def told(path: Path) -> list[dict[str, Any]]:
    """The messages that a spy got."""
    lines = path.read_text().splitlines()
    return [json.loads(line[2:]) for line in lines if line.startswith("> ")]


def expected(record: Record, game: quadrille.Game, seat: int) -> list[dict[str, Any]]:
    """What a player may be told of a game, by the rules alone."""
    states = list(record.replay(game))
    start = states[0]
    sides = [start.side(player) for player in range(start.num_players())]
    seed = quadrille.Rng.keyed(record.seed or 0, quadrille.Stream.agent, seat).below(2**31)
    rules = {"game": game.spec, "options": game.options}
    messages: list[dict[str, Any]] = [
        {"type": "hello", "protocol": 1, "quadrille": quadrille.__version__, **rules},
        {
            "type": "new",
            **rules,
            "player": seat,
            "side": sides[seat],
            "players": len(sides),
            "sides": sides,
            "seed": seed,
            "position": start.view(seat).text(),
        },
    ]
    asked = 0
    for state, played in zip(states, record.moves, strict=False):
        if played.player == seat:
            asked += 1
            go = {"type": "go", "id": asked, "position": state.view(seat).text()}
            moves = [str(move) for move in state.legal_moves()]
            rest = {"limit": 60.0, "clock": None, "clock_moves": None, "info": False}
            messages.append({**go, "moves": moves, **rest})
        seen = str(state.seen(state.parse_move(played.move), seat))
        messages.append({"type": "move", "player": played.player, "move": seen})
        if played.say and played.player != seat and sides[played.player] == sides[seat]:
            messages.append({"type": "heard", "player": played.player, "say": played.say})
    return [*messages, {"type": "result", **record.result.to_dict()}, {"type": "quit"}]


SECRETS = [
    ("sheep", {"size": 6, "cells": 20, "sheep": 5, "hidden": True, "teams": True}),
    ("pillars", {"open_hands": False}),
    ("examples/high_card.py:HighCard", {}),
]


@pytest.mark.parametrize(("name", "options"), SECRETS)
def test_programs_are_told_what_they_may_know(
    tmp_path: Path, name: str, options: dict[str, Any]
) -> None:
    game = quadrille.game(name, **options)
    logs = [tmp_path / f"log{seat}" for seat in range(game.new().num_players())]
    # Two spies suffice where a player is like the others; the rest is faster.
    seats = [spy(log, "--say", f"from {log.name} ü") for log in logs[:2]]
    seats += ["random"] * (len(logs) - 3) + [spy(logs[-1])]
    record = quadrille.play(game, seats, seed=6)
    hidden = 0
    for seat in (0, 1, len(logs) - 1):
        wanted, messages = expected(record, game, seat), told(logs[seat])
        assert messages == wanted
        text = logs[seat].read_text()
        states = record.replay(game)
        secret = [each.text() for each in states if each.text() != each.view(seat).text()]
        assert not [each for each in secret if json.dumps(each) in text]
        hidden += len(secret)
    assert hidden > 5, "there are secrets to keep"


def test_programs_hear_their_partners(tmp_path: Path) -> None:
    options = {"size": 6, "cells": 20, "sheep": 5, "teams": True}
    game = quadrille.game("sheep", **options)
    logs = [tmp_path / f"log{seat}" for seat in range(4)]
    quadrille.play(game, [spy(log, "--say", f"from {log.name} ü") for log in logs])
    for seat, log in enumerate(logs):
        heard = [each for each in told(log) if each["type"] == "heard"]
        partner = (seat + 2) % 4
        assert heard and all(
            each == {"type": "heard", "player": partner, "say": f"from log{partner} ü"}
            for each in heard
        )


def test_programs_are_told_of_their_clock(tmp_path: Path) -> None:
    player = quadrille.agent(spy(tmp_path / "log"))
    session = player.open(QUARTO, 0, quadrille.Rng(1))
    session.choose(QUARTO.new().view(0), Limits(seconds=99.5, moves=3, progress=lambda _: None))
    session.close()
    *_, new, go, quit_ = told(tmp_path / "log")
    assert new["position"] == go["position"] == QUARTO.new().text() and quit_["type"] == "quit"
    assert {key: go[key] for key in ("limit", "clock", "clock_moves", "info")} == {
        "limit": 99.5,
        "clock": 99.5,
        "clock_moves": 3,
        "info": True,
    }


# --- the page ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class First(Agent):
    """Plays the first legal move."""

    def choose(self, state: Any, rng: quadrille.Rng) -> Any:
        return state.legal_moves()[0]


def test_the_session_of_the_page_is_a_real_one(tmp_path: Path) -> None:
    [session] = re.findall(r"```\n(> .*?)```", PAGE, re.DOTALL)
    position = "......./......./......./......./..oo.../..xx..."
    player = spy(tmp_path / "log", "2", "5")
    quadrille.play(CONNECT_FOUR, [player, First()], position=position)
    assert session == (tmp_path / "log").read_text()


def test_the_bot_of_the_page_is_the_example() -> None:
    [code] = re.findall(r"```python\n(import json.*?)```", PAGE, re.DOTALL)
    text = (EXAMPLE_PROGRAMS / "random_bot.py").read_text()
    assert text.endswith(f'"""\n\n{code}') and len(code.splitlines()) <= 25


def test_the_page_has_all_limits_and_variables() -> None:
    fields = fields_of(Program)
    table = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", PAGE, re.M))
    defaults = {
        name: "none" if field.default is None else f"{field.default:.0f}"
        for name, field in fields.items()
        if field.default is not REQUIRED
    }
    assert table == defaults
    assert all(f"`{name}`" in PAGE for name in VARIABLES)


def test_tables_close_all_programs(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = stack.enter_context(Table(QUARTO, [spy(tmp_path / "log")] * 2))
        table.step()
        assert len(left(tmp_path / "log")) == 4, "two programs with a guard each"
    assert not left(tmp_path / "log")
