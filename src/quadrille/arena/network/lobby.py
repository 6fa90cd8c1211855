"""Where programs wait for a contest game: connections, their hellos, and a seat for each.

A team that played the last game keeps its seat for the next one for as long as programs are waited
for. Strangers who find no other seat wait, and get what is empty then.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from quadrille.arena.network.seats import RemoteSeat, disconnect
from quadrille.games.sheep import wire

MAX_SILENT = 32
"""Connections that may be open without having sent their team."""
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
        self._guests: dict[int, RemoteSeat] = {}
        self._teams: dict[int, int] = {}  # who had a seat in the last game
        self._strangers: list[RemoteSeat] = []  # who wait for a seat that another team had
        self._silent: set[asyncio.Task[Any]] = set()
        self._arrival = asyncio.Event()

    async def open(self, host: str, port: int) -> int:
        """Start to listen and return the port; 0 takes a free one."""
        try:
            self._server = await asyncio.start_server(
                self._welcome, host, port, limit=READ_AHEAD, backlog=MAX_SILENT
            )
        except OSError as error:
            known = error.errno is not None and error.errno > 0
            reason = os.strerror(error.errno or 0) if known else error.strerror
            raise OSError(error.errno, f"cannot listen on {host}:{port}: {reason}") from None
        return int(self._server.sockets[0].getsockname()[1])

    async def gather(self, wait: float, *, last: bool) -> dict[int, RemoteSeat]:
        """The programs by seat, as soon as there is one for each, or those that came in time.

        Nobody is let in any more after the ``last`` game has begun.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                while self._free_seats():
                    self._arrival.clear()
                    await self._arrival.wait()
        self._closed = last
        await asyncio.gather(*(stranger.turn_away() for stranger in self._seat_strangers()))
        guests, self._guests = self._guests, {}
        self._teams = {seat: guest.team for seat, guest in guests.items()}
        self._name_twins(guests)
        return guests

    async def close(self) -> None:
        """Close all connections and stop listening."""
        self._closed = True
        if self._server is not None:
            self._server.close()
        for task in self._silent:
            task.cancel()
        await asyncio.gather(*self._silent, return_exceptions=True)
        guests, self._guests = [*self._guests.values(), *self._strangers], {}
        self._strangers = []
        await asyncio.gather(*(guest.close(0) for guest in guests))
        if self._server is not None:
            await self._server.wait_closed()

    # --- private ---------------------------------------------------------------------------

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._silent.add(task)
        try:
            team = await self._team(reader)
            if team is None or not self._admit(RemoteSeat(reader, writer, team, self._clock)):
                await disconnect(writer)
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            self._silent.discard(task)

    async def _team(self, reader: asyncio.StreamReader) -> int | None:
        """Read the first message of a new connection."""
        if len(self._silent) > MAX_SILENT:
            self._log(f"turned a program away: {MAX_SILENT} others have not sent their team")
            return None
        try:
            async with asyncio.timeout(self._clock):
                return wire.unpack(await reader.readexactly(wire.HELLO_BYTES))[0]
        except TimeoutError:
            self._log(f"turned a program away: it sent no team within {self._clock:g} s")
        except (OSError, asyncio.IncompleteReadError):
            self._log("a program left before it sent its team")
        return None

    def _admit(self, guest: RemoteSeat) -> bool:
        """Give a program the seat that its team had, or a free one, or let it wait."""
        free = [] if self._closed else self._free_seats()
        own = [seat for seat in free if self._teams.get(seat) == guest.team]
        new = [seat for seat in free if seat not in self._teams]
        if own or new:
            self._sit(guest, (own or new)[0])
            return True
        self._strangers = [other for other in self._strangers if not self._is_gone(other)]
        if len(self._strangers) >= len(free):
            self._log(f"turned team {guest.team} away: the table is full")
            return False
        self._strangers.append(guest)
        kept = ", ".join(f"player {seat + 1} for team {self._teams[seat]}" for seat in free)
        self._log(f"team {guest.team} waits, because the free seats are reserved: {kept}")
        return True

    def _sit(self, guest: RemoteSeat, seat: int) -> None:
        self._guests[seat] = guest
        self._log(f"team {guest.team} is player {seat + 1}")
        self._arrival.set()

    def _seat_strangers(self) -> list[RemoteSeat]:
        """Give empty seats to waiting programs; return the programs that got none."""
        free = self._free_seats()
        waiting = [guest for guest in self._strangers if not self._is_gone(guest)]
        self._strangers = []
        for seat, guest in zip(free, waiting, strict=False):
            self._sit(guest, seat)
        for guest in waiting[len(free) :]:
            self._log(f"turned team {guest.team} away: the teams of the last game are back")
        return waiting[len(free) :]

    def _name_twins(self, guests: dict[int, RemoteSeat]) -> None:
        """Number programs that say the same team, by their seats: nothing else tells them apart."""
        seen: Counter[int] = Counter()
        for seat, guest in sorted(guests.items()):
            seen[guest.team] += 1
            if seen[guest.team] > 1:
                guest.name = f"team {guest.team} ({seen[guest.team]})"
                self._log(f"team {guest.team} is here twice: player {seat + 1} is {guest.name}")

    def _free_seats(self) -> list[int]:
        """The seats for which no program waits; those who have left are forgotten."""
        self._guests = {s: guest for s, guest in self._guests.items() if not self._is_gone(guest)}
        return [seat for seat in self._seats if seat not in self._guests]

    def _is_gone(self, guest: RemoteSeat) -> bool:
        """Whether a program has left, which is logged."""
        if guest.has_left():
            self._log(f"team {guest.team} left before the game began")
            guest.abort()
            return True
        return False
