"""A game on the page: its table, who sits there, who looks on, and its clocks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from quadrille.arena.clock import Clock
from quadrille.arena.store import BadStore
from quadrille.arena.table import Table
from quadrille.core.agent import Agent, AgentFailed, Limits
from quadrille.core.decision import Decision
from quadrille.core.game import Game
from quadrille.core.record import Record, Result
from quadrille.core.state import CHANCE, State
from quadrille.web import shapes
from quadrille.web.progress import Progress
from quadrille.web.seats import Seat, Viewer
from quadrille.web.sight import COVERED, SECRET, Refused, Sight
from quadrille.web.thinking import Thinkers
from quadrille.web.watches import Watches

LOG = logging.getLogger("quadrille.web")
SOON = 0.02
"""Seconds that an agent has to answer before the move of a person is shown alone."""
MOST_SECONDS = 60.0
"""After so long any agent is told to move."""

Save = Callable[["Room"], Awaitable[None]]


@dataclass(frozen=True)
class Setup:
    """What a game of the page is begun with."""

    game: Game
    seats: tuple[Seat, ...]
    agents: tuple[Agent, ...]
    seed: int
    position: str | None = None
    clock: Clock = field(default_factory=Clock)
    speed: float = 0.0
    """Seconds that a move of an agent takes at least, for those who watch."""


class Room:
    """A game and its viewers. Everything happens in the event loop, except for thinking."""

    def __init__(
        self,
        id: str,
        setup: Setup,
        thinkers: Thinkers,
        save: Save,
        answered: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """``save`` keeps it; ``answered`` hears how long it took to show a move of a person."""
        self.id = id
        self.setup = setup
        self.speed = setup.speed
        self.paused = False
        self._steps = 0  # moves to make although it is paused
        self.viewers: set[Viewer] = set()
        self.left = time.monotonic()
        """When the last viewer left."""
        self.following: asyncio.Task[Room] | None = None
        """The rematch, if there is one."""
        self.table = Table(
            setup.game, setup.agents, setup.seed, people=True, position=setup.position
        )
        self.sight = Sight(self.table, setup.seats)
        self.watches = Watches(setup.clock, len(setup.seats), self._out_of_time)
        self.progress = Progress(self)
        self._thinkers = thinkers
        self._save = save
        self._stop: Any = None  # tells the agent that thinks to answer
        self._given_up = False  # whether nobody wants the answer any more
        self._queued = False  # whether an agent waits for its turn to think
        self._driver: asyncio.Task[None] | None = None
        self._publishing: asyncio.Task[None] | None = None
        self._asked = 0.0  # when a person made a move that has not been shown yet
        self._answered = answered
        self._busy = asyncio.Lock()

    # --- what it is ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now."""
        return self.table.state

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.table.played)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.is_over()

    def record(self) -> Record:
        """What was played so far."""
        return self.table.record()

    def result(self) -> Result:
        """How it ended, or stands."""
        return Result.of(self.state, *(self.table.stopped or ()))

    def seats_of(self, key: str | None) -> frozenset[int]:
        """The players that somebody with a key moves for."""
        seats = enumerate(self.setup.seats)
        return frozenset(player for player, seat in seats if key and seat.key == key)

    # --- viewers ---------------------------------------------------------------------------

    async def join(self, viewer: Viewer) -> None:
        """Show the game to one more viewer."""
        async with self._busy:
            self.viewers.add(viewer)
            viewer.send(self.describe(viewer))
            self.show(viewer)
        self.wake()

    def leave(self, viewer: Viewer) -> None:
        """A page was closed; the game goes on."""
        self.viewers.discard(viewer)
        self.left = time.monotonic()

    def describe(self, viewer: Viewer) -> dict[str, Any]:
        """Everything about the game but the position."""
        sight, people = self.sight, self.sight.people
        return {
            "type": "room",
            "id": self.id,
            "game": self.setup.game.name,
            "title": self.setup.game.title,
            "options": dict(self.table.game.options),
            "players": sight.players(viewer),
            "played": sight.played(viewer, 0),
            "secrets": sight.secrets,
            "clock": str(self.setup.clock) or None,
            "speed": self.speed,
            "paused": self.paused,
            "can": {
                "undo": bool(viewer.seats) and set(people) <= viewer.seats,
                "resign": bool(viewer.seats),
                "hint": bool(viewer.seats),
                "rematch": bool(viewer.seats) or not people,
                "analyse": not sight.hides,
                "pause": not people,
            },
        }

    def show(self, viewer: Viewer) -> None:
        """Send the position as a viewer may see it."""
        mover = self.state.player()
        if not self.sight.may_see(viewer):
            viewer.send({"type": "hidden", "error": SECRET})
            return
        if self.sight.perspective(viewer) == COVERED:
            viewer.send({"type": "cover", "player": mover if mover in viewer.seats else None})
            return
        since, viewer.known = min(viewer.known, self.ply), self.ply
        viewer.send(
            {
                "type": "scene",
                "scene": self.sight.scene(viewer, self.ply),
                "since": since,
                "played": self.sight.played(viewer, since),
                "result": shapes.result(self.result(), self.state),
                "clock": self.watches.left(),
                "running": mover if self.watches.runs(mover) and not self.is_over else None,
            }
        )

    async def look(self, viewer: Viewer, ply: int) -> dict[str, Any]:
        """An earlier position as a viewer may see it."""
        async with self._busy:
            return self.sight.scene(viewer, ply)

    async def ready(self, viewer: Viewer) -> None:
        """The player to move sits at the screen now."""
        async with self._busy:
            if self.state.player() in viewer.seats:
                viewer.shown = self.state.player()
            viewer.known = 0
            self.show(viewer)

    def tell(self, message: dict[str, Any]) -> None:
        """Send something to every viewer."""
        for viewer in self.viewers:
            viewer.send(message)

    # --- what viewers do -------------------------------------------------------------------

    async def move(self, viewer: Viewer, ply: int, text: str) -> None:
        """Make a move for a player at the viewer's screen."""
        async with self._busy:
            mover = self.state.player()
            if self.is_over:
                raise Refused("the game is over")
            if ply != self.ply:
                raise Refused(f"the game is at move {self.ply + 1} already")
            if mover not in viewer.seats:
                raise Refused(f"player {mover + 1} is not to move here" if mover >= 0 else "wait")
            self.state.copy().play(text)  # ValueError, and the clock runs on
            viewer.shown = mover
            self._asked = self._asked or time.perf_counter()
            if late := self.watches.stop(mover):
                self._penalise(mover, late)
            else:
                await asyncio.to_thread(self.table.play, text)
            if self.is_over or self.state.player() in self.table.people:
                await self._changed()
            else:
                self._change_soon()
        self.wake()

    async def undo(self, viewer: Viewer) -> None:
        """Go back to the last decision of the people, who all sit at this screen."""
        if not viewer.seats or not set(self.sight.people) <= viewer.seats:
            raise Refused("only the one person at a game can take moves back")
        async with self._busy:
            await self._interrupt()
            if not await asyncio.to_thread(self.table.undo, *viewer.seats):
                raise Refused("there is no move to take back")
            viewer.shown = self.state.player()
            for each in self.viewers:
                each.known = min(each.known, self.ply)
            await self._changed()
        self.wake()

    async def resign(self, viewer: Viewer) -> None:
        """Give the game up."""
        if not viewer.seats:
            raise Refused("only who plays can resign")
        async with self._busy:
            if self.is_over:
                raise Refused("the game is over")
            mover = self.state.player()
            await self._interrupt()
            self.table.resign(mover if mover in viewer.seats else min(viewer.seats))
            await self._changed()

    def move_now(self) -> None:
        """Tell the agent that thinks to answer."""
        if self._stop is not None:
            self._stop.set()

    async def set_pace(
        self, viewer: Viewer, *, paused: bool | None, speed: float | None, step: bool = False
    ) -> None:
        """Stop or go on, make one move, or change the speed, of a game without people."""
        if self.sight.people:
            raise Refused("only a game without people can be paused")
        self.paused = self.paused if paused is None else paused
        self.speed = self.speed if speed is None else speed
        self._steps = int(step and self.paused)
        self.tell({"type": "pace", "paused": self.paused, "speed": self.speed})
        self.wake()
        await self._save(self)

    # --- the course of the game ------------------------------------------------------------

    def restore(self, record: Record, clocks: list[float] | None) -> None:
        """Go on where a game was left."""
        self.table.restore(record.moves)
        if record.result.ended not in ("finished", "unfinished"):
            self.table.stop(record.result.ended, record.result.by, record.result.note)
        self.watches.restore(clocks)

    def wake(self) -> None:
        """Let whoever is no person go on, if the game waits for one."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._watched())

    async def close(self) -> None:
        """Stop thinking and close the sessions of all agents."""
        async with self._busy:
            await self._interrupt()
            self.watches.close()
            if self._publishing is not None:
                await self._changed()
            await asyncio.to_thread(self.table.close)

    async def _watched(self) -> None:
        try:
            await self._drive()
        except Exception as error:  # of an agent that fails aside, or of a game's own code
            LOG.exception("the game %s was stopped", self.id)
            self.tell({"type": "trouble", "error": f"the game was stopped: {error}"[:300]})

    async def _drive(self) -> None:
        """Play for chance and agents until a person is to move."""
        while not self.is_over:
            mover = self.state.player()
            if mover in self.table.people:
                self._start_watch(mover)
                return
            if mover != CHANCE and self.paused:
                if not self._steps:
                    return
                self._steps -= 1
            decision, fault = (None, "") if mover == CHANCE else await self._think(mover)
            if self._given_up:
                return
            async with self._busy:
                if self._given_up or self.is_over:
                    return
                if fault:
                    self._penalise(mover, fault)
                elif decision is not None:
                    await asyncio.to_thread(self.table.play, decision.move, decision.say)
                while not self.is_over and self.state.player() == CHANCE:
                    self.table.draw()
                await self._changed()

    async def _think(self, mover: int) -> tuple[Decision | None, str]:
        """The decision of an agent, or why it pays the penalty."""
        bounds = self.watches.limits(mover)
        said = self.progress.hear(mover, bounds.stop)
        limits = Limits(bounds.seconds, bounds.stop, said, bounds.moves)
        self._stop = limits.stop
        timer = asyncio.get_running_loop().call_later(MOST_SECONDS, limits.stop.set)
        begin = time.monotonic()

        def began() -> None:
            self._queued = False
            self._start_watch(mover)
            self.progress.began(mover)

        try:
            self.progress.waiting(mover)
            self._queued = True
            decision = await self._thinkers.run(lambda: self.table.ask(limits), began)
            late = self.watches.stop(mover)
            if not self._given_up:
                await self._wait(begin + self.speed - time.monotonic(), limits.stop)
            return decision, late
        except AgentFailed as error:
            return None, error.reason
        finally:
            timer.cancel()
            self.watches.stop(mover)
            self._stop, self._queued = None, False
            self.progress.ended(mover)

    def _start_watch(self, player: int) -> None:
        """Let the clock of a player run, if there is one, and tell of it."""
        if self.watches.runs(player):
            return
        self.watches.start(player)
        if self.watches.runs(player):
            self.tell({"type": "clock", "clock": self.watches.left(), "running": player})

    async def _wait(self, seconds: float, stop: Any) -> None:
        """Let those who watch see each move, unless they want the next one now."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and not stop.is_set():
            await asyncio.sleep(min(rest, 0.05))

    async def _interrupt(self) -> None:
        """Let the agent that thinks go without an answer."""
        self._given_up = True
        self.move_now()
        driver, self._driver = self._driver, None
        if driver is not None and not driver.done():
            if self._queued:
                driver.cancel()
            self._busy.release()  # which the driver may wait for
            try:
                await asyncio.wait([driver])
            finally:
                await self._busy.acquire()
        self._given_up = False

    def _change_soon(self) -> None:
        """Keep and show the game with the answer to a move, if that comes at once; else without."""
        self._publishing = asyncio.create_task(self._publish())

    async def _publish(self) -> None:
        await asyncio.sleep(SOON)
        async with self._busy:
            self._publishing = None
            await self._changed()

    async def _changed(self) -> None:
        """Keep the game, then show it to all."""
        if self._publishing is not None:
            self._publishing.cancel()
            self._publishing = None
        trouble = ""
        try:
            await self._save(self)
        except BadStore as error:
            trouble = f"the game could not be saved and is lost if the server stops: {error}"
        for viewer in list(self.viewers):
            self.show(viewer)
        if trouble:  # after the position, which ends earlier troubles
            self.tell({"type": "trouble", "error": trouble[:300]})
        if self._asked:
            self._answered(time.perf_counter() - self._asked)
            self._asked = 0.0

    def _penalise(self, player: int, reason: str) -> None:
        """What a failure or a move that came too late costs."""
        if self.state.penalty == "turn":
            self.table.lose_turn(reason)
        else:
            self.table.stop("forfeited", player, reason)

    def _out_of_time(self, player: int) -> None:
        """The clock of a player ran out: an agent has to answer, a person is too late."""
        if player in self.table.people:
            self._punishing = asyncio.create_task(self._punish(player))
        else:
            self.move_now()

    async def _punish(self, player: int) -> None:
        async with self._busy:
            if self.is_over or self.state.player() != player or not self.watches.runs(player):
                return
            self._penalise(player, self.watches.stop(player) or "used up its time")
            await self._changed()
        self.wake()
