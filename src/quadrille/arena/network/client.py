"""The contest client: lets an agent of ours play on a contest server, ours or another.

The agent is shown positions made from the maps that the server sends. What cannot be told from a
map it does not learn: in games with hidden counts, who had to pass; in all games, the single moves.
"""

import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quadrille.arena.network.seats import CLOSING, thinking_time
from quadrille.core._core import Rng, Stream
from quadrille.core.agents.agent import Agent, Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.errors import BadPosition
from quadrille.core.game import Game
from quadrille.games.sheep import wire

CONNECT_SECONDS = 10.0
"""Seconds after which a server that does not take the connection is given up."""
LETTERS = "ABCD"
HINT = "are game and options those of the server?"


class ServerGone(OSError):
    """The server closed the connection before or in the middle of a game."""


@dataclass(frozen=True)
class ServerAddress:
    """Where to play, and how."""

    game: Game
    host: str = "127.0.0.1"
    port: int = wire.PORT
    team: int = 1
    """The team number that the program sends, of 32 bits."""
    clock: float = 3.0
    """Seconds for a move, sending included."""


@dataclass
class ServerGame:
    """One game on a server, as the program saw it."""

    player: int | None = None
    """Counted from 0; None if the game ended before it began."""
    turns: int = 0
    """How often it was asked, the start included."""
    makeshift: int = 0
    """How many of its moves were drawn at random because the agent had none in time."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values; people count players from 1."""
        player = None if self.player is None else self.player + 1
        return {"player": player, "turns": self.turns, "makeshift": self.makeshift}


def visit(
    server: ServerAddress,
    player: Agent,
    seed: int = 0,
    log: Callable[[str], None] = lambda line: None,
) -> ServerGame:
    """Connect and play one game to its end."""
    with _connected(server) as connection:
        connection.sendall(wire.pack(server.team))
        return _ClientPlayer(server, player, seed, log).play(connection)


def _connected(server: ServerAddress) -> socket.socket:
    place = f"{server.host}:{server.port}"
    try:
        found = socket.create_connection((server.host, server.port), CONNECT_SECONDS)
    except OSError as error:
        known = error.errno is not None and error.errno > 0
        reason = os.strerror(error.errno or 0) if known else str(error)
        raise OSError(error.errno, f"cannot connect to {place}: {reason}") from None
    found.settimeout(None)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


class _ClientPlayer:
    """The program's side of one game."""

    def __init__(self, server: ServerAddress, player: Agent, seed: int, log: Callable[[str], None]):
        self._server, self._agent, self._log = server, player, log
        self._seed = seed
        self._size: int = server.game.new().size()
        self._visit = ServerGame()
        self._session: Session | None = None
        self._thread: _BackgroundCall | None = None
        self._rng = Rng.keyed(seed, Stream.plain)  # for moves that the agent did not find

    def play(self, connection: socket.socket) -> ServerGame:
        """Answer until the game ends."""
        try:
            while True:
                package = self._next(connection)
                if isinstance(package, wire.EndPackage):
                    return self._visit
                asked = time.monotonic()
                if isinstance(package, wire.StartPackage):
                    self._visit.player = package.player
                answer = self._answer(package, asked)
                connection.sendall(wire.pack(wire.GOES_ON, package.number, *answer))
        except ConnectionError:
            raise ServerGone(self._why_gone()) from None
        finally:
            self._close()

    def _why_gone(self) -> str:
        """Why the connection may have been closed; the server does not say."""
        if self._visit.player is not None:
            return "the server closed the connection before the game ended"
        team = self._server.team
        return (
            f"the server closed the connection before the game began: it has ended, or it turned "
            f"team {team} away, perhaps because the table is full"
        )

    def _next(self, connection: socket.socket) -> wire.Package:
        def read(count: int) -> bytes:
            data = bytearray()
            while len(data) < count:
                part = connection.recv(count - len(data))
                if not part:
                    raise ConnectionError
                data += part
            return bytes(data)

        try:
            return wire.read_package(read, self._size, self._visit.player)
        except ValueError as error:
            raise ValueError(f"{error}; {HINT}") from None

    def _answer(
        self, package: wire.StartPackage | wire.TurnPackage, asked: float
    ) -> tuple[int, ...]:
        """The values of the agent's move, or of a random one if it has none in time."""
        assert self._visit.player is not None
        self._visit.turns += 1
        view = position(self._server.game, package, self._visit.player)
        seconds = thinking_time(self._server.clock) - (time.monotonic() - asked)
        try:
            move = self._think(view, seconds)
            if not view.is_legal(move):
                raise ValueError(f"it chose {str(move)!r}, which is not legal")
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            self._log(f"turn {package.number}: {reason}; playing at random")
            self._visit.makeshift += 1
            move = view.random_move(self._rng)
        return wire.answer_values(move)

    def _think(self, view: Any, seconds: float) -> Any:
        end = time.monotonic() + seconds
        if self._thread is not None and not self._thread.wait(seconds):
            raise TimeoutError("the agent is still thinking about an earlier turn")
        stop = threading.Event()
        limits = Limits(seconds=end - time.monotonic(), stop=stop, moves=1)

        def work() -> Any:
            if self._session is None:
                rng = Rng.keyed(self._seed, Stream.agent, self._visit.player or 0)
                self._session = self._agent.open(self._server.game, view.player(), rng)
            move = Decision.of(self._session.choose(view.copy(), limits)).move
            return view.parse_move(move) if isinstance(move, str) else move

        self._thread = _BackgroundCall(work)
        try:
            # Half of the margin is for an agent that stops only when it is told to.
            grace = (self._server.clock - thinking_time(self._server.clock)) / 2
            if not self._thread.wait(limits.seconds or 0):
                stop.set()
                if not self._thread.wait(grace):
                    raise TimeoutError(f"the agent had no move after {seconds:.1f} s")
            return self._thread.result()
        finally:
            stop.set()

    def _close(self) -> None:
        """End the session, unless the agent is stuck."""
        if self._session is not None and self._thread is not None and self._thread.wait(CLOSING):
            self._session.close()


class _BackgroundCall:
    """Work in a thread that does not keep the process alive, and that Ctrl-C does not wait for."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._result: Any = None
        self._error: Exception | None = None
        self._done = threading.Event()
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[], Any]) -> None:
        try:
            self._result = work()
        except Exception as error:
            self._error = error
        finally:
            self._done.set()

    def wait(self, seconds: float) -> bool:
        """Wait for at most ``seconds``; whether the call is done."""
        return self._done.wait(max(seconds, 0))

    def result(self) -> Any:
        """What the call returned; its error is raised."""
        if self._error is not None:
            raise self._error
        return self._result


# --- positions -------------------------------------------------------------------------------


def position(game: Game, package: wire.StartPackage | wire.TurnPackage, player: int) -> Any:
    """The state of a package, as the player to move sees it."""
    try:
        return game.parse(position_text(game, package, player))
    except BadPosition as error:
        raise BadPosition(f"{error}; {HINT}") from None


def position_text(game: Game, package: wire.StartPackage | wire.TurnPackage, player: int) -> str:
    """The text of that state; a field or flocks of other sizes than usual are taken as they are."""
    usual = game.new()
    size = usual.size()
    flock, sheep = usual.flock(), (0,) * size * size
    if isinstance(package, wire.TurnPackage):
        sheep = package.sheep
        own = (n for owner, n in zip(package.cells, sheep, strict=True) if owner == player + 1)
        flock = sum(own)
    cells = Counter(package.cells)
    names = []
    for owner, count in zip(package.cells, sheep, strict=True):
        hidden = usual.hides_counts() and owner != player + 1
        names.append(_cell(owner, _count(count, cells[owner], flock, hidden)))
    rows = "/".join("".join(names[x * size + y] for x in range(size)) for y in range(size))
    walls = wire.map_values(usual).count(wire.WALL)
    options = [f"cells={size * size - cells[wire.WALL]}"] if cells[wire.WALL] != walls else []
    options += [f"sheep={flock}"] if flock != usual.flock() else []
    return " ".join([*options, rows, str(player + 1)])


def _count(shown: int, cells: int, flock: int, hidden: bool) -> str:
    """The text of the flock in a cell, given how many cells its player has."""
    if cells == 1:
        return str(flock)  # not shown before everybody has started
    if hidden:
        return "1" if cells == flock else "?"
    return str(shown)


def _cell(owner: int, count: str) -> str:
    if owner in (wire.WALL, wire.FREE):
        return "#" if owner == wire.WALL else "."
    if not 1 <= owner <= len(LETTERS):
        raise BadPosition(f"expected map values from -1 to 4, got {owner}")
    return LETTERS[owner - 1] + count
