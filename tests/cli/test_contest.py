"""``quadrille sheep-server`` and ``quadrille sheep-client``."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import quadrille
from quadrille.arena.network import client
from quadrille.arena.network.server import ContestGame
from quadrille.arena.network.standings import ContestStanding, standings
from quadrille.core.records.record import Played
from support.patience import PATIENCE

from .programs import start
from .shell import Shell
from .test_stopping import wait_until_begun

CLIENT = Path(__file__).parents[1] / "oracles" / "sheep_wire_client.py"
SMALL = ("-o", "size=6", "-o", "cells=24", "-o", "sheep=5")


def serve(path: Path, *args: str) -> tuple["subprocess.Popen[bytes]", str]:
    """Start a server; it and its port, once it listens."""
    program = start("sheep-server", "--port", "0", *args, cwd=path)
    assert program.stderr is not None
    line = program.stderr.readline().decode()
    found = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", line)
    assert found, line + program.stderr.read().decode()
    return program, found[1]


def test_a_contest(shell: Shell, tmp_path: Path) -> None:
    seats = ("--seat", "open", "--seat", "random", "--seat", "greedy", "--seat", "open")
    games = ("--games", "2", "--out", "c.jsonl", "--seed", "3", "--clock", "30")
    server, port = serve(tmp_path, *seats, *games, "--json")
    foreign = subprocess.Popen(
        [sys.executable, "-I", str(CLIENT), port, "12", "8", "2"], stdout=subprocess.PIPE
    )
    ours = shell("sheep-client", "greedy", "--port", port, "--games", "2", "--time", "30", "--json")
    out, err = server.communicate(timeout=PATIENCE)
    foreign_out, _ = foreign.communicate(timeout=PATIENCE)
    assert server.returncode == foreign.returncode == 0, err
    data = json.loads(out)
    assert out.count(b"\n") == 1 and len(data["games"]) == 2
    for index, game in enumerate(data["games"]):
        assert game["ended"] == "finished" and game["seed"] == 3 + index
        assert {game["seats"][0], game["seats"][3]} == {"team 1", "team 8"}
        assert game["seats"][1:3] == ["random", "greedy"]
        assert game["lost_turns"] == [[], [], [], []]
        assert sum(game["points"]) == pytest.approx(11) and len(game["scores"]) == 4
    means = [sum(column) / 2 for column in zip(*(g["points"] for g in data["games"]), strict=True)]
    assert data["mean_points"] == pytest.approx(means)
    seats = data["games"][0]["seats"]
    assert {each["name"] for each in data["standings"]} == set(seats)
    for each in data["standings"]:
        seat = seats.index(each["name"])
        assert each["mean_points"] == pytest.approx(means[seat])
        assert each["mean_score"] == pytest.approx(
            sum(game["scores"][seat] for game in data["games"]) / 2
        )
        assert (each["games"], each["lost_turns"]) == (2, 0)
    first, second = ours.data["games"]
    assert first["player"] == second["player"] in (1, 4) and first["makeshift"] == 0
    assert ours.data["team"] == 1 and ours.data["agent"] == "greedy"
    assert len(foreign_out.splitlines()) == 2
    assert b"team 8 is player " in err and b"game 2 begins, seed 4\n" in err
    records = quadrille.read_records(tmp_path / "c.jsonl")
    assert [record.seed for record in records] == [3, 4]
    assert shell("replay", "c.jsonl").code == 0


def test_a_contest_in_words(shell: Shell, tmp_path: Path) -> None:
    server, port = serve(tmp_path, *["--seat", "random"] * 3, *SMALL, "--games", "2")
    run = shell("sheep-client", "random", "--port", port, *SMALL, "--games", "2", "--team", "5")
    assert run.code == 0 and run.out.count("played as player 4, ") == 2
    out, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    games, table = (part.splitlines() for part in out.decode().split("\n\n"))
    assert "".join(games).count("team 5") == 2 and games[0].split()[3:5] == ["score", "points"]
    assert all(re.search(r" \d+\.\d  ", line) for line in games[1:]), "scores have a decimal"
    assert re.sub(" +", " ", table[0]).strip() == "who games mean points mean score lost turns"
    counts = {line.split("  ")[0]: line.split("  ")[1].split()[0] for line in table[1:]}
    assert counts == {"team 5": "2", "random": "6"}


def test_standings_go_by_name() -> None:
    """The two games of team 1 count for it, although another had its seat in between."""
    rules = quadrille.game("sheep", size=6, cells=24, sheep=5)
    record = quadrille.play(rules, ["random"] * 4, 0)

    def game(first: str, points: tuple[float, ...], stopped: bool = False) -> ContestGame:
        scores = tuple(4 * each for each in points)
        ended = "unfinished" if stopped else "finished"
        result = replace(record.result, scores=scores, ended=ended)
        moves = (Played(0, "", lost="late"), Played(0, "", lost="late"))
        players = (first, "b", "c", "d")
        return ContestGame(replace(record, players=players, result=result, moves=moves), points)

    found = standings(
        [
            game("team 1", (5, 3, 2, 1)),
            game("team 66", (1, 2, 3, 5)),
            game("team 1", (2, 5, 3, 1)),
            game("team 1", (1, 5, 3, 2), stopped=True),
        ]
    )
    assert [each.name for each in found] == ["team 1", "b", "c", "d", "team 66"]
    assert found[0] == ContestStanding("team 1", 2, 3.5, 14.0, 4)
    assert found[-1] == ContestStanding("team 66", 1, 1.0, 4.0, 2)
    assert standings([]) == []


def test_agents_alone(shell: Shell) -> None:
    seats = ["--seat", "random"] * 4
    data = shell("sheep-server", "--port", "0", "--game", "4", *seats, "--json").data
    [game] = data["games"]
    assert game["seats"] == ["random"] * 4
    assert game["points"][0] == game["points"][2] and game["points"][1] == game["points"][3]
    assert shell("sheep-server", "--port", "0", *seats, *SMALL).out.count("random") == 4


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("sheep-server --port x", "expected a whole number, got 'x'"),
        ("sheep-server --port 65536", "expected --port from 0 to 65535, got 65536"),
        ("sheep-server --game 5", "expected a whole number from 1 to 4"),
        ("sheep-server --game 1 -o game=2", "option 'game' twice, with '1' and '2'"),
        ("sheep-server --games 0", "expected --games of at least 1, got 0"),
        ("sheep-server --clock 0", "expected --clock above 0"),
        ("sheep-server --wait nan", "expected --wait above 0"),
        ("sheep-server --seat rndom", "did you mean 'random'?"),
        ("sheep-server --seat human", "a human cannot play here"),
        ("sheep-server --seat alphabeta", "agent 'alphabeta' cannot play sheep: it needs two"),
        ("sheep-server" + " --seat random" * 5, "expected at most 4 seats, got 5"),
        ("sheep-server --fill rndom", "did you mean 'random'?"),
        ("sheep-server --out no/x.jsonl", "cannot open 'no/x.jsonl': No such file"),
        ("sheep-server --host nowhere.invalid", "cannot listen on nowhere.invalid:8887: "),
        ("sheep-client", "Missing argument 'SPEC'"),
        ("sheep-client rndom", "did you mean 'random'?"),
        ("sheep-client random --team 9999999999", "expected --team of 32 bits, got 9999999999"),
        ("sheep-client random --port 0", "expected --port from 1 to 65535, got 0"),
        ("sheep-client random --time 0", "expected --time above 0"),
        ("sheep-client random --host nowhere.invalid", "cannot connect to nowhere.invalid:8887: "),
    ],
)
def test_a_mistake_is_told_in_one_line(shell: Shell, command: str, expected: str) -> None:
    run = shell(*command.split())
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err


def test_ports(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = shell("sheep-server", "--port", port)
        expected = f"quadrille: cannot listen on 127.0.0.1:{port}: Address already in use\n"
        assert (run.code, run.err) == (2, expected)
        hangs_up = threading.Thread(target=lambda: taken.accept()[0].close())
        hangs_up.start()
        run = shell("sheep-client", "random", "--port", port)
        hangs_up.join(PATIENCE)
        expected = "quadrille: the server closed the connection before the game began: it has ended"
        assert run.code == 2 and run.err.startswith(expected) and run.err.count("\n") == 1
        assert "or it turned team 1 away" in run.err
    run = shell("sheep-client", "random", "--port", port)
    expected = f"quadrille: cannot connect to 127.0.0.1:{port}: Connection refused\n"
    assert (run.code, run.err) == (2, expected)


def test_nobody_comes(shell: Shell) -> None:
    seats = ["--seat", "random"] * 3
    run = shell("sheep-server", "--port", "0", *seats, "--wait", "0.1", "--json")
    assert (run.code, run.out) == (2, "")
    last = run.err.splitlines()[-1]
    assert last == "quadrille: game 1 cannot begin: no program came for player 4 within 0.1 s"
    run = shell(
        "sheep-server", "--port", "0", *seats, "--wait", "0.1", "--fill", "greedy", "--json"
    )
    assert run.data["games"][0]["seats"][3] == "greedy"


def test_a_contest_that_ends_for_want_of_programs(shell: Shell, tmp_path: Path) -> None:
    seats = ("--seat", "random", "--seat", "random", *SMALL, "--wait", "5")
    server, port = serve(tmp_path, *seats, "--games", "3")
    rules = quadrille.game("sheep", size=6, cells=24, sheep=5)
    place = client.ServerAddress(rules, port=int(port), team=2)
    other = threading.Thread(target=client.visit, args=(place, quadrille.agent("random")))
    other.start()
    run = shell("sheep-client", "random", "--port", port, *SMALL, "--games", "3", "--json")
    assert run.code == 2 and len(json.loads(run.out)["games"]) == 1
    assert run.err == "quadrille: the game ended before it began; played 1 of 3\n"
    other.join(PATIENCE)
    _, err = server.communicate(timeout=PATIENCE)
    assert server.returncode == 2 and b"game 2 cannot begin: no program came for player" in err


def test_ctrl_c_while_the_server_waits(tmp_path: Path) -> None:
    server, _ = serve(tmp_path)
    server.send_signal(signal.SIGINT)
    _, err = server.communicate(timeout=PATIENCE)
    assert server.returncode == 130 and b"Traceback" not in err
    assert err == b"stopped by Ctrl-C after 0 of 1 games\n"


def test_ctrl_c_in_a_game(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(DEAF)
    games = ("--games", "3", "--clock", "600", "--out", "c.jsonl", "--json")
    server, port = serve(tmp_path, "--seat", "random", "--seat", "deaf.py:Deaf", *games)
    programs = [
        start("sheep-client", "deaf.py:Deaf", "--port", port, "--time", "600", cwd=tmp_path)
        for _ in range(2)
    ]
    assert server.stderr is not None
    while not (line := server.stderr.readline()).startswith(b"game 1 begins"):
        assert line
    wait_until_begun(tmp_path / "begun")  # so the first has moved
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=PATIENCE)
    assert server.returncode == 130 and b"Traceback" not in err
    data = json.loads(out)
    assert (data["mean_points"], data["standings"]) == ([], []) and len(data["games"]) == 1
    assert data["games"][0]["note"] == "the contest was stopped" and data["games"][0]["moves"] == 1
    assert err.endswith(b"stopped by Ctrl-C after 0 of 3 games\n")
    [record] = quadrille.read_records(tmp_path / "c.jsonl")
    assert (record.result.ended, record.result.note) == ("unfinished", "the contest was stopped")
    record.check()
    for program in programs:  # which were told that the game is over
        out, err = program.communicate(timeout=PATIENCE)
        assert (program.returncode, out) == (2, b"")
        assert err == b"quadrille: the game ended before it began; played 0 of 1\n"


def test_ctrl_c_in_a_game_in_words(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(DEAF)
    deaf = ("--seat", "deaf.py:Deaf", "--clock", "600")
    server, _ = serve(tmp_path, *["--seat", "random"] * 3, *deaf, *SMALL)
    wait_until_begun(tmp_path / "begun")
    server.send_signal(signal.SIGINT)
    out, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 130 and out.count(b"random") == 3
    assert out.endswith(b"game 1 was not finished: the contest was stopped\n")


def test_ctrl_c_while_the_client_thinks(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(DEAF)
    seats = ("--seat", "open", *["--seat", "random"] * 3, *SMALL)
    server, port = serve(tmp_path, *seats, "--clock", "600", "--json")
    place = ("--port", port, "--time", "600", *SMALL)
    program = start("sheep-client", "deaf.py:Deaf", *place, cwd=tmp_path)
    wait_until_begun(tmp_path / "begun")
    program.send_signal(signal.SIGINT)
    assert program.communicate(timeout=PATIENCE) == (b"", b"")
    assert program.returncode == 130
    out, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert set(json.loads(out)["games"][0]["lost_turns"][0]) == {"disconnected"}


DEAF = '''
import time
from dataclasses import dataclass
from pathlib import Path
from quadrille import Agent

@dataclass(frozen=True)
class Deaf(Agent):
    """Never answers."""

    def choose(self, state, rng):
        Path("begun").touch()
        time.sleep(3600)
'''


def test_the_commands_of_a_game_that_is_not_built(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "quadrille.cli.sheep", None)
    run = shell("sheep-server")
    assert (run.code, run.out) == (2, "") and run.err.count("\n") == 1
    assert run.err.startswith("quadrille: command 'sheep-server' does not load: ")
    assert "sheep-server" in shell("--help").out


def test_help(shell: Shell) -> None:
    for command in ("sheep-server", "sheep-client"):
        assert command in shell().out
        text = shell(command, "--help").out
        assert all(option in text for option in ("--json", "--seed", "--option", "--port"))
        assert ("0 for any" in " ".join(text.split())) == (command == "sheep-server")
