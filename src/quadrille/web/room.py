"""A game on the page: its table, who sits there, who looks on, and its clocks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any

from quadrille.arena.play.driver import Ask, Draw
from quadrille.arena.play.table import PROGRAMS_PAY, Table
from quadrille.arena.store import BadStore
from quadrille.core.agents.decision import Decision
from quadrille.core.records.record import Record, Result
from quadrille.core.state import State
from quadrille.web.agent_turn import AgentTurn, Answer
from quadrille.web.audience import Audience
from quadrille.web.offers import DRAW, Offers
from quadrille.web.progress import Progress
from quadrille.web.publisher import TROUBLE, Publisher
from quadrille.web.search_pool import SearchPool
from quadrille.web.seats import WITHDRAWN, Claim, RoomSeat, Seats, Viewer
from quadrille.web.setup import Setup
from quadrille.web.timer import TurnTimer
from quadrille.web.visibility import Refused, Visibility

LOG = logging.getLogger("quadrille.web")
STOPPED = "the game was stopped by an error of a program; the log of the server says more"

Save = Callable[["Room"], Awaitable[None]]


class Room:
    """A game and its viewers. Everything happens in the event loop, except for thinking."""

    def __init__(
        self,
        id: str,
        setup: Setup,
        pool: SearchPool,
        save: Save,
        answered: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """``save`` stores it; ``answered`` gets the seconds it took to show a person's move."""
        self.id = id
        self.setup = setup
        self.speed = setup.speed
        self.paused = False
        self._steps = 0  # moves to play while it is paused
        self.following: asyncio.Task[Room] | None = None
        """The rematch, if there is one."""
        self.table = Table(
            setup.game,
            setup.agents,
            setup.seed,
            people=True,
            position=setup.position,
            penalties=PROGRAMS_PAY,
            time_control=setup.time_control,
        )
        sides = [self.state.side(player) for player in range(self.state.num_players())]
        self.seats = Seats(setup.seats, sides, setup.host)
        self.offers = Offers(self.seats, sides)
        self.visibility = Visibility(self.table, self.seats)
        self.audience = Audience(self)
        self.tell = self.audience.tell
        self.timer = TurnTimer(self.table.clocks, self._out_of_time)
        self.progress = Progress(self.table, self.tell)
        self._turn = AgentTurn(self.table, self.timer, self.progress, pool, self._start_timer)
        self._given_up = False  # whether the answer is no longer wanted
        self._driver: asyncio.Task[None] | None = None
        self._busy = asyncio.Lock()
        self._save = partial(save, self)
        self._publisher = Publisher(id, self.audience, self._busy, self._save, answered)

    # --- what it is ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now."""
        return self.table.state

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.table.turns)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.is_over()

    @property
    def unsaved(self) -> bool:
        """Whether the last move is not in the store."""
        return self._publisher.unsaved

    def record(self) -> Record:
        """What was played so far."""
        return self.table.record()

    @property
    def allows_help(self) -> bool:
        """Whether hints and analysis are allowed now: not while people play each other, unless
        they have agreed to it."""
        return self.is_over or self.setup.help or not self.seats.between_people

    def result(self) -> Result:
        """How it ended, or stands."""
        return self.table.result()

    # --- viewers ---------------------------------------------------------------------------

    @property
    def viewers(self) -> set[Viewer]:
        """The pages that look at the game."""
        return self.audience.viewers

    async def join(self, viewer: Viewer, claim: Claim | None = None) -> None:
        """Add a viewer, who may claim the seat of a link, and show it the game."""
        async with self._busy:
            before = self.seats.all
            answer = self.audience.sit(viewer, claim)
            if self.seats.all != before:
                await self._save_seats(before)
            self.audience.enter(viewer, news=self.seats.all != before)
            viewer.send({**self.audience.describe(viewer), "claim": answer})
            self.audience.show(viewer)
            if self.unsaved:
                viewer.send(TROUBLE)
        self.wake()

    def leave(self, viewer: Viewer) -> None:
        """A page was closed; the game goes on."""
        self.audience.leave(viewer)

    async def renew(self, viewer: Viewer, player: int) -> None:
        """Replace the link of a seat; whoever took the seat becomes a spectator."""
        async with self._busy:
            before = self.seats.all
            self.audience.renew(viewer, player)
            await self._save_seats(before)
            for each in self.audience.reseat():
                each.send({**self.audience.describe(each), "claim": WITHDRAWN})
                self.audience.show(each)

    async def rename(self, viewer: Viewer, player: int, name: str) -> None:
        """Call a person by another name, in pictures too."""
        async with self._busy:
            before = self.seats.all
            self.audience.rename(viewer, player, name)
            await self._save_seats(before)
            self.audience.tell_seats()
            for each in self.viewers:
                self.audience.show(each)

    async def _save_seats(self, before: tuple[RoomSeat, ...]) -> None:
        """Save the seats; if that fails, they stay as they were."""
        try:
            await self._save()
        except BadStore:
            self.seats.all = before
            raise

    async def look(self, viewer: Viewer, ply: int) -> dict[str, Any]:
        """An earlier position as a viewer may see it."""
        async with self._busy:
            return self.visibility.scene(viewer, ply)

    async def ready(self, viewer: Viewer) -> None:
        """The player to move is at the screen now."""
        async with self._busy:
            if self.state.player() in viewer.seats:
                viewer.shown = self.state.player()
            viewer.known = 0
            self.audience.show(viewer)

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
                raise Refused(
                    f"it is player {mover + 1}'s turn" if mover >= 0 else "chance is to move"
                )
            moved, seconds = time.perf_counter(), self.timer.elapsed(mover)
            # If it is not legal, this raises ValueError and the clock runs on.
            await asyncio.to_thread(self.table.decided, Decision(text), seconds)
            self.timer.stop()
            if self.offers.moved(mover):
                self.audience.tell_offer()
            viewer.shown = mover
            self._publisher.person_moved(moved)
            if self.is_over or self.state.player() in self.table.people:
                await self._publisher.publish()
            else:
                self._publisher.publish_soon()
        self.wake()

    async def undo(self, viewer: Viewer) -> None:
        """Take back the last move of the people, who must all be at this screen."""
        if not viewer.seats or not set(self.visibility.people) <= viewer.seats:
            raise Refused("only the one person at a game can take moves back")
        async with self._busy:
            await self._take_back(viewer.seats)
            viewer.shown = self.state.player()
            await self._publisher.publish()
        self.wake()

    async def _take_back(self, players: Collection[int]) -> None:
        """Go back to the last decision of one of these players."""
        await self._interrupt()
        if not await asyncio.to_thread(self.table.undo, *players):
            raise Refused("there is no move to take back")
        self.timer.stop()
        for each in self.viewers:
            each.known = min(each.known, self.ply)

    async def ask(self, viewer: Viewer, kind: str) -> None:
        """Ask the other people for a draw, or to take a move back."""
        async with self._busy:
            if self.is_over:
                raise Refused("the game is over")
            if kind != DRAW and not self._has_moved(viewer):
                raise Refused("there is no move to take back")
            agreed = self.offers.ask(kind, viewer, self.state.player(), self.ply)
            await self._answered_offer(agreed)
        self.wake()

    async def answer(self, viewer: Viewer, *, accept: bool) -> None:
        """Answer what another person asked, or withdraw what one has asked."""
        async with self._busy:
            await self._answered_offer(self.offers.answer(viewer, accept=accept))
        self.wake()

    async def _answered_offer(self, agreed: bool) -> None:
        """Do what was asked if everybody has agreed, and tell the viewers."""
        offer = self.offers.open
        if offer is not None and agreed:
            self.offers.close()
            if offer.kind == DRAW:
                await self._interrupt()
                self.timer.stop()
                self.table.stop("agreed")
            else:
                await self._take_back([offer.player])
            await self._publisher.publish()
        self.audience.tell_offer()

    def _has_moved(self, viewer: Viewer) -> bool:
        return any(each.player in viewer.seats for each in self.table.played)

    async def resign(self, viewer: Viewer) -> None:
        """Resign for the player at the viewer's screen."""
        if not viewer.seats:
            raise Refused("only a player can resign")
        async with self._busy:
            if self.is_over:
                raise Refused("the game is over")
            mover = self.state.player()
            await self._interrupt()
            self.offers.close()
            self.table.resigned(mover if mover in viewer.seats else min(viewer.seats))
            await self._publisher.publish()

    def move_now(self) -> None:
        """Make the agent that is thinking answer now."""
        self._turn.answer_now()

    async def set_pace(
        self, viewer: Viewer, *, paused: bool | None, speed: float | None, step: bool = False
    ) -> None:
        """Pause or resume a game without people, play one move of it, or change its speed."""
        if self.visibility.people:
            raise Refused("only a game without people can be paused")
        self.paused = self.paused if paused is None else paused
        self.speed = self.speed if speed is None else speed
        self._steps = int(step and self.paused)
        self.tell({"type": "pace", "paused": self.paused, "speed": self.speed})
        self.wake()
        await self._save()

    # --- the course of the game ------------------------------------------------------------

    def restore(self, record: Record, clocks: list[float] | None) -> None:
        """Continue a game that was loaded from the store."""
        self.table.restore(record, clocks or ())

    def wake(self) -> None:
        """Start the driver if chance or an agent is to move."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._watched())

    async def rest(self) -> None:
        """Stop thinking, and let the agents forget their searches until somebody comes back."""
        async with self._busy:
            await self._interrupt()
            await asyncio.to_thread(self.table.rest)

    async def forget(self) -> None:
        """Let the agents forget their searches, unless one of them is thinking."""
        async with self._busy:
            if self._driver is None or self._driver.done():
                await asyncio.to_thread(self.table.rest)

    async def save_again(self) -> None:
        """Try again to save the game, after that failed."""
        async with self._busy:
            await self._publisher.publish()

    async def close(self) -> None:
        """Stop thinking and close the sessions of all agents."""
        async with self._busy:
            await self._interrupt()
            self.timer.stop()
            if self._publisher.is_due:
                await self._publisher.publish()
            await asyncio.to_thread(self.table.close)

    async def _watched(self) -> None:
        try:
            await self._drive()
        except Exception:  # an agent that failed outside its turn, or the code of a game
            LOG.exception("internal error in game %s", self.id)
            self.tell({"type": "trouble", "error": STOPPED})

    async def _drive(self) -> None:
        """Play for chance and agents until a person is to move."""
        while isinstance(need := self.table.next(), Ask | Draw):
            answer: Answer | None = None
            seconds = 0.0
            if isinstance(need, Ask):
                if need.player in self.table.people:
                    self._start_timer(need.player)
                    return
                if self.paused:
                    if not self._steps:
                        return
                    self._steps -= 1
                answer, seconds = await self._turn.ask(need, self.speed)
            if self._given_up:
                return
            async with self._busy:
                if self._given_up or self.is_over:
                    return
                if answer is not None:
                    await asyncio.to_thread(self._turn.report, answer, seconds)
                while isinstance(self.table.next(), Draw):
                    self.table.drawn()
                await self._publisher.publish()

    def _start_timer(self, player: int) -> None:
        """Start the clock of a player, if there is one, and tell the viewers."""
        if self.timer.runs(player):
            return
        self.timer.start(player)
        if self.timer.runs(player):
            self.tell({"type": "clock", "clock": self.timer.left(), "running": player})

    async def _interrupt(self) -> None:
        """Abandon the agent that is thinking."""
        self._given_up = True
        self.move_now()
        driver, self._driver = self._driver, None
        if driver is not None and not driver.done():
            if self._turn.is_queued:
                driver.cancel()
            self._busy.release()  # which the driver may wait for
            try:
                await asyncio.wait([driver])
            finally:
                await self._busy.acquire()
        self._given_up = False

    def _out_of_time(self, player: int) -> None:
        """The clock of a player ran out: an agent has to answer, a person is too late."""
        if player in self.table.people:
            self._punishing = asyncio.create_task(self._punish(player))
        else:
            self.move_now()

    async def _punish(self, player: int) -> None:
        async with self._busy:
            if self.is_over or self.state.player() != player or not self.timer.runs(player):
                return
            self.timer.stop()
            await asyncio.to_thread(self.table.timed_out)
            await self._publisher.publish()
        self.wake()
