"""Where programs wait for a contest game: connections, their hellos, and a seat for each."""

import asyncio
import os
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from quadrille.games.sheep import wire
from quadrille.games.sheep.seats import Guest, disconnect

MOST_SILENT = 32
"""So many connections may be waited for that have not said their team yet."""
READ_AHEAD = 4096
"""Bytes that are taken from a connection before anybody wants them."""


class Lobby:
    """Listens for programs and keeps them until the next game begins."""

    def __init__(self, seats: Collection[int], clock: float, log: Callable[[str], None]) -> None:
        """``seats`` are those that programs may take; each has to say its team within the clock."""
        self._seats = sorted(seats)
        self._clock = clock
        self._log = log
        self._closed = False
        self._server: asyncio.Server | None = None
        self._guests: dict[int, Guest] = {}
        self._teams: dict[int, int] = {}  # who had a seat in the last game
        self._silent: set[asyncio.Task[Any]] = set()
        self._arrival = asyncio.Event()

    async def open(self, host: str, port: int) -> int:
        """Start to listen and return the port; 0 takes a free one."""
        try:
            self._server = await asyncio.start_server(
                self._welcome, host, port, limit=READ_AHEAD, backlog=MOST_SILENT
            )
        except OSError as error:
            known = error.errno is not None and error.errno > 0
            reason = os.strerror(error.errno or 0) if known else error.strerror
            raise OSError(error.errno, f"cannot listen on {host}:{port}: {reason}") from None
        return int(self._server.sockets[0].getsockname()[1])

    async def gather(self, wait: float, *, last: bool) -> dict[int, Guest]:
        """The programs by seat, as soon as there is one for each, or those that came in time.

        Nobody is let in any more after the ``last`` game has begun.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                while self._free_seats():
                    self._arrival.clear()
                    await self._arrival.wait()
        self._free_seats()
        guests, self._guests = self._guests, {}
        self._teams = {seat: guest.team for seat, guest in guests.items()}
        self._closed = last
        return guests

    async def close(self) -> None:
        """Send everybody away and stop listening."""
        self._closed = True
        if self._server is not None:
            self._server.close()
        for task in self._silent:
            task.cancel()
        await asyncio.gather(*self._silent, return_exceptions=True)
        guests, self._guests = self._guests, {}
        await asyncio.gather(*(guest.close(0) for guest in guests.values()))
        if self._server is not None:
            await self._server.wait_closed()

    # --- private ---------------------------------------------------------------------------

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._silent.add(task)
        try:
            team = await self._team(reader)
            seat = None if team is None else self._seat_for(team)
            if team is None or seat is None:
                await disconnect(writer)
                return
            self._guests[seat] = Guest(reader, writer, team, self._clock)
            self._log(f"team {team} is player {seat + 1}")
            self._arrival.set()
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            self._silent.discard(task)

    async def _team(self, reader: asyncio.StreamReader) -> int | None:
        """What a new connection says first."""
        if len(self._silent) > MOST_SILENT:
            self._log(f"turned a program away: {MOST_SILENT} others have not said their team")
            return None
        try:
            async with asyncio.timeout(self._clock):
                return wire.unpack(await reader.readexactly(wire.HELLO_BYTES))[0]
        except TimeoutError:
            self._log(f"turned a program away: it said no team within {self._clock:g} s")
        except (OSError, asyncio.IncompleteReadError):
            self._log("a program left before it said its team")
        return None

    def _seat_for(self, team: int) -> int | None:
        """The seat that a team had in the last game, or else one that nobody had."""
        free = self._free_seats()
        if self._closed or not free:
            self._log(f"turned team {team} away: the table is full")
            return None
        own = [seat for seat in free if self._teams.get(seat) == team]
        new = [seat for seat in free if seat not in self._teams]
        return (own or new or free)[0]

    def _free_seats(self) -> list[int]:
        """The seats for which no program waits; those who have left are forgotten."""
        for seat, guest in list(self._guests.items()):
            if guest.has_left():
                self._log(f"team {guest.team} left before the game began")
                guest.abort()
                del self._guests[seat]
        return [seat for seat in self._seats if seat not in self._guests]
