"""One program in one game: what it is told, what it is asked, and how it fails.

A turn fails that brings no legal answer in time; the program may still answer the next one, for
every question has a number which its answer repeats. A program that has ended, or that had to be
ended, fails at every further turn at once, for the same reason.
"""

import os
import shlex
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from quadrille.agents.program_process import Process, ProcessStatus
from quadrille.agents.program_protocol import (
    PROTOCOL,
    BadLine,
    decode,
    encode,
    read_answer,
    read_decision,
    read_ready,
)
from quadrille.core.agents.agent import Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.game import Game
from quadrille.core.records.record import Result
from quadrille.core.state import State
from quadrille.core.version import VERSION

STOP_GRACE = 0.4
"""Seconds that a program has to answer after it was told to stop."""
QUIT_GRACE = 2.0
"""Seconds that a program has to end after it was told to quit."""
CLOSED_GRACE = 1.0
"""Seconds in which a program is expected to end after it has closed its output."""
TICK = 0.02
"""Seconds after which the stop flag is looked at again."""
SHOWN = 300
"""Characters of the error output that are part of a message."""

Found = TypeVar("Found")


class ProgramFailed(RuntimeError):
    """A program that did not answer as it should."""

    def __init__(self, reason: str, errors: str = "", gone: bool = False) -> None:
        end = _one_line(errors)
        super().__init__(f"{reason}; its error output ends: {end}" if end else reason)
        self.reason = reason
        """What was expected, or what happened, in one line."""
        self.errors = errors
        """The end of its error output, at most 2 kB."""
        self.gone = gone
        """Whether it will never answer again."""

    def __reduce__(self) -> tuple[Any, ...]:
        return ProgramFailed, (self.reason, self.errors, self.gone)


@dataclass(frozen=True)
class ProgramLimits:
    """The limits of a program."""

    start: float
    """Seconds until it is ready."""
    move: float
    """Seconds for an answer, where there is no clock."""
    memory: int | None
    """Megabytes of address space."""
    cpu: int | None
    """Seconds of processor time."""
    output: int
    """Bytes of output in a turn."""


class ProgramSession(Session):
    """A program at work."""

    def __init__(
        self, command: Sequence[str], bounds: ProgramLimits, game: Game, seat: int, seed: int
    ) -> None:
        """Start the program and wait until it is ready; ValueError if it cannot be started."""
        self._command, self._bounds = command, bounds
        self._game, self._seat, self._seed = game, seat, seed
        self._failed: ProgramFailed | None = None  # for all further turns
        self._asked = 0  # the number of the last question
        self._pending = False  # whether that waits for an answer
        self._skip = False  # whether the next line began before the question
        self._begun, self._told_result = False, False
        self._process = Process(command, bounds.memory, bounds.cpu)
        try:
            self._greet()
        except ProgramFailed:
            pass  # it costs its turns, like any other failure
        except BaseException:
            self._process.end()
            raise

    # --- what it is told -------------------------------------------------------------------

    def started(self, view: State) -> None:
        """The game begins."""
        self._begin(view)

    def moved(self, player: int | None, move: Any) -> None:
        """Somebody moved."""
        self._begin(None)
        self._send("move", player=player, move=str(move))

    def saw(self, move: Any) -> None:
        """Somebody moved; who it was is not known."""
        self.moved(None, move)

    def heard(self, player: int, text: str) -> None:
        """A partner said something."""
        self._begin(None)
        self._send("heard", player=player, say=text)

    def ended(self, result: Result) -> None:
        """The game has ended."""
        self._begin(None)
        if not self._told_result:
            self._told_result = True
            self._send("result", **result.to_dict())

    def close(self) -> None:
        """Let the program end by itself, if it does so soon."""
        if self._failed is None:
            self._send("quit")
            self._failed = ProgramFailed("its game is over", gone=True)
            self._process.end(0.0 if self._pending else QUIT_GRACE)

    # --- what it is asked ------------------------------------------------------------------

    def choose(self, view: State, limits: Limits) -> Decision:
        """Ask the program; ProgramFailed if it does not answer as it should."""
        if self._failed is not None:
            raise ProgramFailed(self._failed.reason, self._failed.errors, gone=True)
        self._begin(view)
        self._catch_up()
        moves = {view.move_text(move): move for move in view.legal_moves()}
        self._asked, self._pending = self._asked + 1, True
        question = _Question(view, moves, self._asked, limits)
        limit = self._bounds.move if limits.seconds is None else limits.seconds
        start = time.monotonic()
        self._send(
            "go",
            id=self._asked,
            position=view.text(),
            moves=list(moves),
            limit=limit,
            clock=limits.seconds,
            clock_moves=limits.moves,
            info=limits.progress is not None,
        )
        decision = self._listen(question.read, limit, "no answer", question)
        return replace(decision, seconds=time.monotonic() - start)

    def _listen(
        self,
        read: Callable[[bytes], Found | None],
        seconds: float,
        wanting: str,
        question: "_Question | None" = None,
    ) -> Found:
        """What is read from the first line that has it; ProgramFailed if none comes in time."""
        until, stopped = time.monotonic() + seconds, False
        reason = f"{wanting} within {seconds:g} s"
        while True:
            if (found := self._read_lines(read)) is not None:
                return found
            now = time.monotonic()
            if question is not None and question.limits.stop.is_set() and not stopped:
                stopped = True
                self._send("stop", id=question.number)
                if now + STOP_GRACE < until:
                    until = now + STOP_GRACE
                    reason = f"{wanting} within {STOP_GRACE:g} s after it was told to stop"
            if now >= until:
                if question is not None and not stopped:
                    self._send("stop", id=question.number)
                raise self._failure(reason)
            self._process.wait(min(until - now, TICK))

    def _read_lines(self, read: Callable[[bytes], Found | None]) -> Found | None:
        """What is found in the lines that have come so far."""
        self._check_output()
        while (line := self._process.line()) is not None:
            if self._skip:
                self._skip = False
                continue
            try:
                found = read(line)
            except BadLine as error:
                self._pending = False
                raise self._failure(str(error)) from None
            if found is not None:
                self._pending = False
                return found
        if self._process.at_end:
            raise self._ending()
        return None

    # --- private ---------------------------------------------------------------------------

    def _send(self, kind: str, **fields: Any) -> None:
        if self._failed is None:
            self._process.send(encode(kind, **fields))

    def _greet(self) -> None:
        self._send("hello", protocol=PROTOCOL, quadrille=VERSION, **self._rules())
        try:
            self._listen(read_ready, self._bounds.start, "not ready")
        except ProgramFailed as failure:
            raise self._final(failure.reason) from None

    def _begin(self, view: State | None) -> None:
        """Tell of the game, once; the position is not known to who joins later."""
        if self._begun:
            return
        self._begun = True
        state = self._game.new() if view is None else view
        sides = [state.side(player) for player in range(state.num_players())]
        self._send(
            "new",
            **self._rules(),
            player=self._seat,
            side=sides[self._seat],
            players=len(sides),
            sides=sides,
            seed=self._seed,
            position=None if view is None else view.text(),
        )

    def _rules(self) -> dict[str, Any]:
        """The fields that name the game."""
        return {"game": self._game.spec, "options": self._game.options}

    def _catch_up(self) -> None:
        """Drop all output from before a question, an unfinished line included."""
        self._process.taken = 0
        while self._process.wait(0) and not self._process.at_end:
            self._check_output()
        self._skip = self._process.forget()
        self._process.taken = 0

    def _check_output(self) -> None:
        if self._process.taken > self._bounds.output:
            raise self._final(f"more than {self._bounds.output} bytes of output in a turn")

    def _failure(self, reason: str) -> ProgramFailed:
        """A lost turn; the program may recover."""
        return ProgramFailed(reason, self._process.report().errors)

    def _final(self, reason: str, grace: float = 0.0) -> ProgramFailed:
        """The end of the program."""
        if self._failed is None:
            report = self._process.end(grace)
            if report.state == "error":
                place = shlex.join(self._command[:1])
                raise ValueError(f"cannot start {place}: {os.strerror(report.code)}")
            self._failed = ProgramFailed(reason, report.errors, gone=True)
        return self._failed

    def _ending(self) -> ProgramFailed:
        """Its output has ended, and it most likely too."""
        report = self._process.end(CLOSED_GRACE)
        return self._final(self._obituary(report))

    def _obituary(self, report: ProcessStatus) -> str:
        if report.state == "killed":
            return "closed its output"
        if report.state != "ended":
            return "ended in an unknown way"
        if report.code >= 0:
            return f"ended with exit code {report.code}"
        name = signal.Signals(-report.code).name
        if name == "SIGXCPU":
            return f"used more than {self._bounds.cpu} s of processor time"
        return f"ended by signal {name}"


@dataclass(frozen=True)
class _Question:
    """What a program is asked."""

    view: State
    moves: dict[str, Any]
    number: int
    limits: Limits

    def read(self, line: bytes) -> Decision | None:
        """The answer in a line, or None if it is something else; BadLine if it is wrong."""
        message = decode(line)
        kind = read_answer(message, self.number)
        if kind == "move":
            return read_decision(message, self.view, self.moves)
        if kind == "info" and self.limits.progress is not None and message.has("move"):
            self.limits.progress(read_decision(message, self.view, self.moves))
        return None


def _one_line(errors: str) -> str:
    """The end of an error output in one line that any terminal can show."""
    words = " ".join(errors.split())
    plain = "".join(each if each.isprintable() else "?" for each in words)
    return plain if len(plain) <= SHOWN else f"...{plain[-SHOWN:]}"
