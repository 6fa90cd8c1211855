"""Contest programs for Sheep that run beside the server in one event loop."""

import asyncio
import random
import struct
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import quadrille
from oracles import sheep_wire_client as plain
from quadrille.arena.network.server import (
    ContestGame,
    ContestServer,
    ContestSettings,
    fit_agent,
    seats_of,
)

PATIENT = 30.0
"""A clock that honest players never overstep, however busy the machine is."""
QUICK = 0.2
"""A clock that is waited for."""
SMALL: dict[str, Any] = {"size": 6, "cells": 24, "sheep": 5}
"""Options of a short game."""
SEAT = 3
"""Of the one program, where agents have the other seats; counted from 0."""


def numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


class Package(NamedTuple):
    """What the server sent."""

    kind: str
    number: int
    cells: Sequence[list[int]] = ()
    sheep: Sequence[list[int]] = ()


class Program:
    """A connection to the server, and what an honest program would answer."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, size: int
    ) -> None:
        self.reader, self.writer, self.size = reader, writer, size
        self.player = 0
        self.seen: list[Package] = []
        self.rng = random.Random(1)

    @classmethod
    async def connect(cls, port: int, size: int = 12, team: int = 7) -> "Program":
        program = cls(*await asyncio.open_connection("127.0.0.1", port), size)
        program.send(numbers(team))
        return program

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def values(self, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}i", await self.reader.readexactly(4 * count))

    async def package(self) -> Package:
        """The next package; one of kind "gone" when the server has closed the connection."""
        area = self.size * self.size
        try:
            goes_on, number = await self.values(2)
        except (asyncio.IncompleteReadError, ConnectionError):
            return Package("gone", 0)
        if not goes_on:
            found = Package("end", number)
        elif not self.player:
            self.player, *rest = await self.values(1 + area)
            found = Package("start", number, plain.grid(tuple(rest), self.size))
        else:
            cells, sheep = await self.values(area), await self.values(area)
            grids = (plain.grid(cells, self.size), plain.grid(sheep, self.size))
            found = Package("turn", number, *grids)
        self.seen.append(found)
        return found

    def answer(self, package: Package) -> bytes:
        """A legal answer, at random."""
        if package.kind == "start":
            return numbers(1, package.number, *self.rng.choice(plain.border_cells(package.cells)))
        choices = plain.slides(package.cells, package.sheep, self.player)
        return numbers(1, package.number, *self.rng.choice(choices))

    async def go_on(self) -> None:
        """Play honestly until the game is over."""
        while (package := await self.package()).kind in ("start", "turn"):
            self.send(self.answer(package))

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


Behaviour = Callable[[Program], Awaitable[None]]


def by(behaviour: Behaviour, team: int = 7, size: int = 12) -> Callable[[int], Awaitable[Program]]:
    """A program that plays one game in some way."""

    async def run(port: int) -> Program:
        program = await Program.connect(port, size, team)
        try:
            await behaviour(program)
        finally:
            await program.close()
        return program

    return run


honest = by(Program.go_on)


async def gone_after_some_turns(program: Program) -> None:
    for _ in range(4):
        package = await program.package()
        if package.kind not in ("start", "turn"):
            break
        if len(program.seen) < 4:
            program.send(program.answer(package))


class Held(NamedTuple):
    """A contest that was held."""

    games: list[ContestGame]
    log: list[str]
    results: list[Any]
    """What the programs returned."""


def hold(
    *programs: Callable[[int], Awaitable[Any]],
    seats: tuple[str, ...] = ("random",) * 3,
    fill: str | None = None,
    options: dict[str, Any] | None = None,
    log: list[str] | None = None,
    **settings: Any,
) -> Held:
    """Hold a contest; programs run beside it and are given the port."""
    rules = quadrille.game("sheep", **(options or {}))
    found = ContestSettings(
        game=rules,
        seats=seats_of(rules, seats),
        fill=None if fill is None else fit_agent(rules, fill),
        port=0,
        **{"clock": PATIENT, "wait": PATIENT, **settings},
    )
    return asyncio.run(_held(programs, found, [] if log is None else log))


async def _held(
    programs: Sequence[Callable[[int], Awaitable[Any]]], settings: ContestSettings, log: list[str]
) -> Held:
    async with ContestServer(settings, log.append) as contest:
        tasks = [asyncio.ensure_future(program(contest.port)) for program in programs]
        games = asyncio.ensure_future(_games(contest))
        running = {games, *tasks}
        while not games.done():  # a program that fails ends the test
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    return Held(games.result(), log, await asyncio.gather(*tasks))


async def _games(contest: ContestServer) -> list[ContestGame]:
    return [finished async for finished in contest.games()]
