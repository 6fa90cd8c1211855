"""The page: what a move costs the server over the rooms that are played in at once."""

import asyncio
import json
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from web.process import Serving, serving  # noqa: E402

ROOMS = (1, 10, 50, 100, 200)
MOVES = 12
"""Of each person."""
PAUSE = 1.0
"""Seconds that a person thinks."""
SEATS = [{"role": "person"}, {"role": "agent", "spec": "random"}]
WAIT = 120.0
"""Seconds for an answer before it counts as none."""

Row = dict[str, Any]


class Player:
    """A person with a page of their own, who plays one game of Connect Four after another."""

    def __init__(self, server: Serving, number: int, moves: int) -> None:
        self._server = server
        self._rng = random.Random(number)
        self._left = moves
        self.waits: list[float] = []
        """Seconds from a move to the answer that shows the reply."""

    async def run(self, http: httpx2.AsyncClient) -> None:
        """Play all moves."""
        address = self._server.address
        await asyncio.sleep(self._rng.random() * PAUSE)
        async with connect(
            f"ws{address[4:]}/ws", origin=Origin(address), max_size=None, open_timeout=WAIT
        ) as socket:
            while self._left:
                wish = {"game": "connect_four", "seats": SEATS}
                room = (await http.post(f"{address}/api/rooms", json=wish)).json()
                join = {"type": "join", "room": room["id"], "keys": [room["key"]]}
                await socket.send(json.dumps(join))
                await self._play(socket)

    async def _play(self, socket: Any) -> None:
        asked: float | None = None
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), WAIT))
            if message["type"] in ("refused", "trouble", "gone"):
                raise RuntimeError(message["error"])
            if message["type"] != "scene":
                continue
            over, moves = message["result"] is not None, message["scene"]["moves"]
            if asked is not None and (over or moves):
                self.waits.append(time.perf_counter() - asked)
                asked = None
            if over or not self._left:
                return
            if moves:
                await asyncio.sleep(PAUSE * (0.5 + self._rng.random()))
                text = self._rng.choice(moves)["text"]
                move = {"type": "move", "ply": message["scene"]["ply"], "text": text}
                asked = time.perf_counter()
                await socket.send(json.dumps(move))
                self._left -= 1


def usage(server: Serving) -> tuple[float, float]:
    """CPU seconds of the server so far, and its megabytes now."""
    place = Path(f"/proc/{server.process.pid}")
    fields = (place / "stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    sizes = [line for line in (place / "status").read_text().splitlines() if "VmRSS" in line]
    return ticks / 100, int(sizes[0].split()[1]) / 1024


async def crowd(server: Serving, number: int, moves: int) -> list[float]:
    """Everybody plays; how long each answer took."""
    players = [Player(server, index, moves) for index in range(number)]
    async with httpx2.AsyncClient(timeout=WAIT) as http:
        await asyncio.gather(*(player.run(http) for player in players))
    return [wait for player in players for wait in player.waits]


def rooms(numbers: Sequence[int] = ROOMS, moves: int = MOVES) -> list[Row]:
    """CPU and memory of the server and the time of an answer, over rooms; a server for each row."""
    rows = []
    for number in numbers:
        with TemporaryDirectory() as folder, serving(Path(folder)) as server:
            asyncio.run(crowd(server, 1, 3))  # what is loaded at the first game
            before, _ = usage(server)
            wall = time.perf_counter()
            waits = sorted(asyncio.run(crowd(server, number, moves)))
            spent = time.perf_counter() - wall
            after, megabytes = usage(server)
        rows.append(
            {
                "rooms": number,
                "moves": len(waits),
                "seconds": spent,
                "cpu_seconds": after - before,
                "mb": megabytes,
                "median_wait": statistics.median(waits),
                "slow_wait": waits[int(0.95 * (len(waits) - 1))],
            }
        )
    return rows
