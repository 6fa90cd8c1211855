"""Who sits at a contest table: connected programs and agents, asked for moves against the clock."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.game import Game
from quadrille.games.sheep import wire

MARGIN = 0.2
"""Seconds of the clock that an agent is not given, or a quarter of the clock if that is less."""
CLOSING = 0.5
"""Seconds that a program or an agent may take to leave."""


class LostTurn(Exception):
    """A turn without a legal move, and why."""


def thinking_time(clock: float) -> float:
    """How long an agent may think so that its move is there in time."""
    return clock - min(MARGIN, clock / 4)


class ContestSeat(Protocol):
    """One player of one game."""

    name: str
    gone: bool
    """Whether it will never answer again."""

    async def choose(self, view: Any, number: int) -> Any:
        """A move, or its text, for the player to move; LostTurn or TimeoutError if none came."""

    def saw(self, move: Any) -> None:
        """A move was played, as the player sees it."""

    async def close(self, number: int) -> None:
        """The game is over; ``number`` is that of the last package."""


# --- programs --------------------------------------------------------------------------------


class RemoteSeat(ContestSeat):
    """A connected program."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, team: int, clock: float
    ) -> None:
        self.name = f"team {team}"
        self.team = team
        self.gone = False
        self._reader, self._writer = reader, writer
        self._clock = clock
        self._answers = wire.Answers()

    def has_left(self) -> bool:
        """Whether the program has closed the connection, as far as is known without asking it."""
        return self._reader.at_eof() or self._writer.is_closing()

    async def choose(self, view: Any, number: int) -> str:
        """Ask the program; what it does not answer legally and in time is a lost turn."""
        player = view.player()
        starts = view.phase() == "start"
        cells = wire.map_values(view)
        package: wire.StartPackage | wire.TurnPackage = (
            wire.StartPackage(number, player, cells)
            if starts
            else wire.TurnPackage(number, cells, wire.sheep_counts(view, player))
        )
        self._answers.ask(number, wire.START_VALUES if starts else wire.TURN_VALUES)
        try:
            async with asyncio.timeout(self._clock):
                values = await self._answer(package.to_bytes())
            return wire.start_move(view, values) if starts else wire.slide_move(view, values)
        except wire.BadAnswer as error:
            raise LostTurn(str(error)) from None

    async def _answer(self, package: bytes) -> tuple[int, ...]:
        if self.gone:
            raise LostTurn("disconnected")
        try:
            self._writer.write(package)
            await self._writer.drain()
            while (values := self._answers.take()) is None:
                data = await self._reader.read(wire.MAX_BYTES)
                if not data:
                    raise ConnectionError
                self._answers.feed(data)
        except OSError:
            self.gone = True
            raise LostTurn("disconnected") from None
        return values

    def saw(self, move: Any) -> None:
        """Programs see moves only by what they change."""

    async def turn_away(self) -> None:
        """Disconnect before any game."""
        await disconnect(self._writer)

    def abort(self) -> None:
        """Disconnect at once."""
        self._writer.transport.abort()

    async def close(self, number: int) -> None:
        """Say that the game is over, and disconnect."""
        if not self.gone:
            self._writer.write(wire.EndPackage(number).to_bytes())
        await disconnect(self._writer)


async def disconnect(writer: asyncio.StreamWriter) -> None:
    """Close a connection, after what was sent if the other side reads it soon."""
    writer.close()
    try:
        async with asyncio.timeout(CLOSING):
            await writer.wait_closed()
    except OSError:  # a timeout is one of them
        writer.transport.abort()
    except BaseException:
        writer.transport.abort()
        raise


# --- agents ----------------------------------------------------------------------------------


class LocalSeat(ContestSeat):
    """One of our agents, which thinks in a thread of its own."""

    def __init__(self, player: Agent, game: Game, seat: int, rng: Rng, clock: float) -> None:
        self.name = str(player)
        self.gone = False
        self._clock = clock
        self._open: Callable[[], Session] = lambda: player.open(game, seat, rng)
        self._session: Session | None = None
        self._unseen: list[Any] = []
        self._thread: asyncio.Future[Any] | None = None  # the last one that was started
        self._stop = threading.Event()

    async def choose(self, view: Any, number: int) -> Any:
        """Ask the agent; one that fails or takes too long loses the turn."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._clock
        if not await self._is_free(self._clock):
            raise LostTurn("still thinking about an earlier turn")
        self._stop = stop = threading.Event()
        seconds = max(0.0, thinking_time(end - loop.time()))
        limits = Limits(seconds=seconds, stop=stop, moves=1)
        moves, self._unseen = self._unseen, []
        self._thread = in_thread(lambda: self._think(view, moves, limits))
        alarm = loop.call_later(seconds, stop.set)
        try:
            if not await self._is_free(end - loop.time()):
                raise TimeoutError
        finally:
            alarm.cancel()
            stop.set()
        try:
            return self._thread.result()
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise LostTurn(f"failed: {reason}") from None

    def _think(self, view: Any, moves: list[Any], limits: Limits) -> Any:
        session = self._session
        if session is None:
            session = self._session = self._open()
        for move in moves:
            session.saw(move)
        return Decision.of(session.choose(view, limits)).move

    async def _is_free(self, seconds: float) -> bool:
        """Whether no thread is at work, after waiting for that for some time."""
        if self._thread is None:
            return True
        await asyncio.wait([self._thread], timeout=seconds)
        return self._thread.done()

    def saw(self, move: Any) -> None:
        """Told to the agent when it is asked next."""
        self._unseen.append(move)

    async def close(self, number: int) -> None:
        """End the session; an agent that does not stop is left to itself."""
        self._stop.set()
        if await self._is_free(CLOSING) and self._session is not None:
            self._thread = in_thread(self._session.close)
            await self._is_free(CLOSING)


def in_thread(work: Callable[[], Any]) -> "asyncio.Future[Any]":
    """What a call returns, made in a daemon thread."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    # Nobody may be interested any more, which is no reason for a warning.
    future.add_done_callback(lambda done: done.cancelled() or done.exception())

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def run() -> None:
        result, failure = None, None
        try:
            result = work()
        except BaseException as error:  # whatever it is, the caller gets it
            failure = error if isinstance(error, Exception) else RuntimeError(repr(error))
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=run, daemon=True).start()
    return future
