"""Many open games at once: every move is answered, and memory stays as it is.

How soon is told, not asserted, as that depends on what else the machine does.
"""

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.typing import Origin

from support.patience import PATIENCE
from support.scale import LONG

from .pages import PERSON, RANDOM
from .process import Serving, serving

CLIENTS, MOVES = (200, 150) if LONG else (20, 8)
PAUSE = 2.0 if LONG else 0.2
"""Seconds between two moves of a client."""
GAMES = ("connect_four", "quarto")


class Client:
    """A page that plays one game after another."""

    def __init__(self, server: Serving, number: int) -> None:
        self._server = server
        self._game = GAMES[number % len(GAMES)]
        self._rng = random.Random(number)
        self.moves = 0
        self.errors: list[str] = []

    async def run(self, http: httpx2.AsyncClient) -> None:
        address = self._server.address
        await asyncio.sleep(self._rng.random() * PAUSE)
        async with connect(
            f"ws{address[4:]}/ws", origin=Origin(address), max_size=None, open_timeout=PATIENCE
        ) as socket:
            while self.moves < MOVES:
                wish = {"game": self._game, "seats": [PERSON, RANDOM]}
                room = (await http.post(f"{address}/api/rooms", json=wish)).json()
                await socket.send(
                    json.dumps({"type": "join", "room": room["id"], "keys": [room["key"]]})
                )
                await self._play(socket)

    async def _play(self, socket: Any) -> None:
        while self.moves < MOVES:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] in ("refused", "trouble", "gone"):
                self.errors.append(message["error"])
            if message["type"] != "scene":
                continue
            if message["result"] is not None:
                return
            scene = message["scene"]
            if scene["moves"]:
                await asyncio.sleep(PAUSE)
                text = self._rng.choice(scene["moves"])["text"]
                await socket.send(json.dumps({"type": "move", "ply": scene["ply"], "text": text}))
                self.moves += 1


def memory(server: Serving) -> int:
    """Megabytes of the process."""
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    raise AssertionError("no VmRSS")


async def crowd(server: Serving) -> tuple[list[Client], list[int]]:
    """Let everybody play; the memory of the server, again and again."""
    clients = [Client(server, number) for number in range(CLIENTS)]
    sizes = []
    async with httpx2.AsyncClient(timeout=PATIENCE) as http:
        games = asyncio.gather(*(client.run(http) for client in clients))
        while not games.done():
            await asyncio.wait([games], timeout=MOVES * PAUSE / 10)
            sizes.append(memory(server))
        await games
    return clients, sizes


def test_many_games_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        clients, sizes = asyncio.run(crowd(server))
        health = httpx2.get(f"{server.address}/health", timeout=PATIENCE).json()
    assert [error for client in clients for error in client.errors] == []
    moves = sum(client.moves for client in clients)
    told = health["moves"]
    sys.stderr.write(f"{moves} moves of {CLIENTS} clients, {told}, megabytes {sizes}\n")
    assert told["count"] >= moves - CLIENTS  # the last may still be on their way
    assert moves == CLIENTS * MOVES
    if LONG:
        assert sizes[-1] < 1.15 * sizes[4] + 10, sizes
