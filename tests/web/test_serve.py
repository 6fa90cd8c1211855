"""``quadrille serve`` as a process: its start, its end, and what a crash leaves."""

import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import ClientConnection

from quadrille.arena.store import Store
from quadrille.cli import main
from support.limits import DIES_WITH_US
from support.patience import PATIENCE

from .pages import PERSON, RANDOM, seat
from .process import command, hear, serving, tell, turn


def begin(address: str, game: str, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
    wish = {"game": game, "seats": seats, **more}
    answer = httpx2.post(f"{address}/api/rooms", json=wish, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def let_think(page: ClientConnection, room: dict[str, Any]) -> None:
    """Make the first move, and wait until the other player thinks."""
    tell(page, "join", room=room["id"], keys=[room["key"]])
    scene = turn(page)
    tell(page, "move", ply=0, text=scene["scene"]["moves"][3]["text"])
    while hear(page, "thinking")["state"] != "thinking":
        pass


AGENTS = """
import time
from dataclasses import dataclass
from quadrille import Agent, Session
from quadrille.web import room

room.MAX_SECONDS = 3600.0  # so that only the end of the server stops an agent


class Listening(Session):
    def choose(self, view, limits):
        limits.stop.wait(3600)
        return view.legal_moves()[0]


@dataclass(frozen=True)
class Listens(Agent):
    def open(self, game, seat, rng):
        return Listening()


@dataclass(frozen=True)
class Slow(Agent):
    def choose(self, state, rng):
        time.sleep(3600)
"""


@pytest.mark.parametrize(
    ("number", "name"),
    [(signal.SIGINT, "Listens"), (signal.SIGTERM, "Listens"), (signal.SIGTERM, "Slow")],
)
def test_it_ends_while_agents_think(tmp_path: Path, number: int, name: str) -> None:
    own = tmp_path / "own.py"
    own.write_text(AGENTS)
    spec = f"{own}:{name}"
    with serving(tmp_path, "--agent", spec) as server:
        room = begin(server.address, "connect_four", PERSON, seat(spec))
        with server.page() as page:
            let_think(page, room)
            code, said = server.stop(number)
    assert code in (0, 128 + number, -number) and "Traceback" not in said


def test_a_crash_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        room = begin(server.address, "quarto", PERSON, RANDOM, seed=3)
        with server.page() as page:
            tell(page, "join", room=room["id"], keys=[room["key"]])
            scene = turn(page)
            for _ in range(4):
                tell(
                    page, "move", ply=scene["scene"]["ply"], text=scene["scene"]["moves"][0]["text"]
                )
                scene = turn(page)
            server.process.kill()
    with serving(tmp_path) as server, server.page() as page:
        tell(page, "join", room=room["id"], keys=[room["key"]])
        again = turn(page)
        assert again["scene"] == scene["scene"]
        tell(page, "move", ply=again["scene"]["ply"], text=again["scene"]["moves"][0]["text"])
        assert turn(page)["scene"]["ply"] > scene["scene"]["ply"]


def test_two_servers_on_one_store(tmp_path: Path) -> None:
    store = str(tmp_path / "web.db")
    with serving(tmp_path) as one:
        second = subprocess.run(
            command("--store", store), capture_output=True, text=True, timeout=PATIENCE
        )
        assert second.returncode == 2 and second.stdout == ""
        assert "another server of the page uses the store" in second.stderr
        assert second.stderr.count("\n") == 1
        with Store.open(store) as shared:  # matches and reports may use it all the same
            assert shared.all_series() == []
        one.process.kill()
        one.process.wait(PATIENCE)
    with serving(tmp_path) as after:
        assert httpx2.get(f"{after.address}/health", timeout=PATIENCE).json()["ok"]


def test_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        cases = [
            (["--port", port], f"cannot listen on 127.0.0.1:{port}: Address already in use"),
            (["--port", "99999"], "expected a port from 0 to 65535, got 99999"),
            (["--port", "x"], "expected a whole number, got 'x'"),
            (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid:0"),
            (["--searches", "0"], "expected --searches from 1 to 256, got 0"),
        ]
        for args, line in cases:
            assert main(["serve", "--json", "--port", "0", *args]) == 2
            said = capsys.readouterr()
            assert said.out == "" and said.err.startswith("quadrille: "), said
            assert line in said.err and said.err.count("\n") == 1
        cases = [  # which are found when it listens already
            (["--agent", "nobody"], "unknown agent 'nobody'"),
            (["--game", "no.py:Game"], "there is none at 'no.py'"),
            (["--store", str(tmp_path)], "expected a file as the store, got the folder"),
        ]
        for args, line in cases:
            run = subprocess.run(command(*args), capture_output=True, text=True, timeout=PATIENCE)
            assert run.returncode == 2 and run.stdout == "", args
            assert run.stderr.startswith("quadrille: ") and line in run.stderr, run.stderr
            assert run.stderr.count("\n") == 1


def test_it_listens_here_only(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        port = int(server.address.rpartition(":")[2])
        assert httpx2.get(f"{server.address}/health", timeout=PATIENCE).json()["ok"]
        with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=2):
            pass


@pytest.mark.parametrize(
    ("names", "line"),
    [
        ([], "others need --name: --name "),
        (["games.test"], "others reach it at http://games.test:"),
    ],
)
def test_the_terminal_says_how_others_reach_it(tmp_path: Path, names: list[str], line: str) -> None:
    more = [part for name in names for part in ("--name", name)]
    store = str(tmp_path / "web.db")
    words = [each for each in command("--store", store, "--host", "0.0.0.0") if each != "--json"]
    process = subprocess.Popen(
        [*DIES_WITH_US, *words, "--no-browser", *more], stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stderr is not None
        told = [process.stderr.readline() for _ in range(3)]
        process.kill()
    assert line in told[1] and "anyone who can reach" in told[2], told
