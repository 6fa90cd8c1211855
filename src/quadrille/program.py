"""Turns an agent, or a function, into a program that plays over standard input and output.

::

    from quadrille.program import run

    def choose(state, rng):
        return state.legal_moves()[0]

    run(choose)  # or run("mcts:sims=100"), or run(MyAgent())

Anybody can then play against it as ``program:python3 mybot.py``; docs/program.md has the protocol.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from quadrille.agents.program_protocol import PROTOCOL, decision_fields, decode, encode
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game
from quadrille.core.game import game as find_game
from quadrille.core.records.record import Result
from quadrille.core.state import State

PACE = 0.1
"""Seconds between two lines that tell what a search has come to."""

Choose = Callable[[State, Rng], Any]
"""What a simple player is: the Decision, or the bare move, in a position where it is to move."""


def run(player: Agent | str | Choose, *, name: str = "", author: str = "") -> None:
    """Play the game that standard input tells of; return when that is over.

    What is printed from now on goes to standard error, for the output is the protocol's.
    """
    if not isinstance(player, Agent | str) and (isinstance(player, type) or not callable(player)):
        raise TypeError(f"expected an agent, its spec or a function, got {player!r}")
    output = os.dup(1)
    os.dup2(2, 1)
    sys.stdout.flush()  # what was printed before, too
    try:
        _ProgramPlayer(player, {"name": name or _name_of(player), "author": author}, output).run()
    finally:
        os.close(output)


@dataclass(frozen=True)
class _Function(Agent):
    """The agent of a function."""

    function: Choose

    def choose(self, state: State, rng: Rng) -> Any:
        return self.function(state, rng)


class _ProgramPlayer:
    """Answers the messages of one game."""

    def __init__(self, player: Agent | str | Choose, names: dict[str, str], output: int) -> None:
        self._player, self._names, self._output = player, names, output
        self._game: Game | None = None
        self._agent: Agent | None = None
        self._session: Session | None = None
        self._view: State | None = None  # as far as it is known

    def run(self) -> None:
        """Play until the game is over, or nobody is there any more."""
        try:
            for message, stop in _messages():
                self._take(message, stop)
        except BrokenPipeError:
            return
        finally:
            if self._session is not None:
                self._session.close()

    def _take(self, message: dict[str, Any], stop: threading.Event) -> None:
        kind = message["type"]
        if kind == "hello":
            if "game" in message:  # what takes time to load is loaded before the clock runs
                self._find(message)
            said = {key: text for key, text in self._names.items() if text}
            self._send("ready", protocol=PROTOCOL, **said)
        elif kind == "new":
            self._begin(message)
        elif self._game is None or self._session is None:
            raise ValueError(f"expected a game before {kind!r}")
        elif kind == "move":
            self._saw(self._session, message)
        elif kind == "heard":
            self._session.heard(message["player"], message["say"])
        elif kind == "go":
            self._answer(self._game.parse(message["position"]), self._session, message, stop)
        elif kind == "result":
            self._session.ended(_result(message))

    def _find(self, message: dict[str, Any]) -> tuple[Game, Agent]:
        """The game that a message names, and the agent that plays it."""
        game = self._game = find_game(message["game"], **message["options"])
        player = self._player
        if isinstance(player, str):
            player = find_agent(player, game)
        elif not isinstance(player, Agent):
            player = _Function(player)
        if reason := player.unfit(game):
            raise ValueError(f"agent {str(player)!r} cannot play {game.name}: {reason}")
        self._agent = player
        return game, player

    def _begin(self, message: dict[str, Any]) -> None:
        if self._game is None or self._agent is None:
            game, player = self._find(message)
        else:
            game, player = self._game, self._agent
        self._session = player.open(game, message["player"], Rng(message["seed"]))
        if message["position"] is not None:
            self._view = game.parse(message["position"])
            self._session.started(self._view.copy())

    def _saw(self, session: Session, message: dict[str, Any]) -> None:
        """Tell of a move, if what is known suffices to read it."""
        if self._view is None:
            return
        try:
            move = self._view.parse_move(message["move"])
        except ValueError:
            return
        if message["player"] is None:
            session.saw(move)
        else:
            session.moved(message["player"], move)
        try:
            self._view.play(move)
        except ValueError:
            return  # a game with secrets may refuse to play on views; the next question tells all

    def _answer(
        self, view: State, session: Session, message: dict[str, Any], stop: threading.Event
    ) -> None:
        self._view = view.copy()
        told = 0.0

        def progress(decision: Decision) -> None:
            nonlocal told
            if time.monotonic() - told >= PACE:
                told = time.monotonic()
                self._send("info", id=message["id"], **_fields(decision, view))

        limits = Limits(
            seconds=message["clock"],
            stop=stop,
            progress=progress if message["info"] else None,
            moves=message["clock_moves"],
        )
        decision = Decision.of(session.choose(view.copy(), limits))
        self._send("move", id=message["id"], **_fields(decision, view))

    def _send(self, kind: str, **fields: Any) -> None:
        line = encode(kind, **fields)
        while line:
            line = line[os.write(self._output, line) :]


def _messages() -> Iterator[tuple[dict[str, Any], threading.Event]]:
    """The messages up to the last, each with a flag that is set when its answer is wanted now.

    They are read by a thread of its own, so that a player that thinks can be stopped.
    """
    arrived: SimpleQueue[tuple[dict[str, Any], threading.Event] | Exception | None] = SimpleQueue()

    def listen() -> None:
        number, stop = 0, threading.Event()
        try:
            # Not sys.stdin, whose lock must be free when the process ends.
            with open(0, "rb", closefd=False) as lines:
                for line in lines:
                    message = decode(line).data
                    if message["type"] == "quit":
                        break
                    if message["type"] == "stop":
                        if message["id"] == number:
                            stop.set()
                        continue
                    if message["type"] == "go":
                        number, stop = message["id"], threading.Event()
                    arrived.put((message, stop))
        except Exception as error:
            arrived.put(error)
        stop.set()
        arrived.put(None)

    threading.Thread(target=listen, daemon=True).start()
    while (found := arrived.get()) is not None:
        if isinstance(found, Exception):
            raise found
        yield found


def _fields(decision: Decision, view: State) -> dict[str, Any]:
    """A decision as the fields of an answer."""
    move = decision.move
    if move is None:
        raise TypeError("expected a Move of this game or its text, got None")
    text = move if isinstance(move, str) else view.move_text(move)
    return {**decision_fields(decision), "move": text}


def _result(message: dict[str, Any]) -> Result:
    outcome = message["outcome"]
    return Result(
        message["ended"],
        None if outcome is None else tuple(outcome),
        tuple(message["scores"]),
        message.get("by"),
        message.get("note", ""),
    )


def _name_of(player: Agent | str | Choose) -> str:
    if isinstance(player, Agent | str):
        return str(player)
    return getattr(player, "__name__", type(player).__name__)
