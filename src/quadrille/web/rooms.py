"""All games of a server: those in memory, and those that are only in the store."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from quadrille.agents.human import Human
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.store import BadStore, Store, StoredRoom
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game
from quadrille.web.catalogue import Catalogue
from quadrille.web.mine import standing
from quadrille.web.room import Room
from quadrille.web.search_pool import SearchPool
from quadrille.web.seats import AGENT, HERE, LINK, RoomSeat, clean_name, new_key
from quadrille.web.settings import Settings
from quadrille.web.setup import Setup
from quadrille.web.store_thread import StoreThread
from quadrille.web.visibility import Refused

SWEEP = 15.0
"""Seconds between two searches for games that nobody watches."""
OVER = 20.0
"""Seconds that a finished game stays loaded when nobody watches it."""
MAX_SPEED = 60.0
MEGABYTE = 1_000_000


class Rooms:
    """The games of the page, by id."""

    def __init__(
        self,
        settings: Settings,
        catalogue: Catalogue,
        store: StoreThread,
        pool: SearchPool,
        answered: Callable[[float], None],
    ) -> None:
        """``answered`` is called with the time it took to show each move of a person."""
        self._answered = answered
        self._settings = settings
        self._catalogue = catalogue
        self._store = store
        self._pool = pool
        self._loaded: dict[str, Room] = {}
        self._memory: dict[str, int] = {}  # of games whose agents hold any, the latest last
        self._balancing: asyncio.Task[None] | None = None
        self._loading: dict[str, asyncio.Task[Room]] = {}

    def __len__(self) -> int:
        return len(self._loaded)

    @property
    def memory(self) -> int:
        """About how many bytes all agents hold from move to move."""
        return sum(self._memory.values())

    # --- beginning -------------------------------------------------------------------------

    async def begin(
        self,
        game: Game,
        wishes: list[dict[str, str]],
        *,
        seed: int | None = None,
        position: str | None = None,
        clock: str = "",
        speed: float = 0.0,
        help: bool = False,
    ) -> Room:
        """Begin a game; ValueError if its settings are not valid."""
        if not 0 <= speed <= MAX_SPEED:
            raise ValueError(f"expected a speed from 0 to {MAX_SPEED:g} seconds, got {speed:g}")
        key = new_key()
        seats = tuple(self._seat(wish, game, key) for wish in wishes)
        host = key if any(seat.is_person for seat in seats) else ""
        setup = Setup(
            game,
            seats,
            self._agents(seats, game),
            secrets.randbits(32) if seed is None else seed,
            position,
            TimeControl.parse(clock),
            speed,
            help,
            host,
        )
        return await self._add(setup)

    async def rematch(self, room: Room) -> Room:
        """The same game again, with the sides rotated by one."""
        old = room.setup
        places = further([room.state.side(player) for player in range(len(room.seats.all))])
        seats = tuple(room.seats.all[place] for place in places)
        agents = tuple(old.agents[place] for place in places)
        again = replace(old, seats=seats, agents=agents, seed=secrets.randbits(32))
        return await self._add(again)

    async def _add(self, setup: Setup) -> Room:
        await self._make_room()
        room = Room(secrets.token_urlsafe(9), setup, self._pool, self._save, self._answered)
        try:
            await self._save(room)
        except BadStore:
            await room.close()
            raise
        self._loaded[room.id] = room
        return room

    def _seat(self, wish: dict[str, str], game: Game, key: str) -> RoomSeat:
        role, spec = wish.get("role"), wish.get("spec", "")
        if role == HERE:
            return RoomSeat(HERE, key=key, name=clean_name(wish.get("name", "")))
        if role == LINK:
            return RoomSeat(LINK, invite=new_key())
        if role != AGENT:
            raise ValueError(f"expected a seat for a person, a link or an agent, got {role!r:.40}")
        level = next((one for one in self._catalogue.levels(game) if one.spec == spec), None)
        found = find_agent(level.spec, game) if level else self._catalogue.agent(spec, game)
        return RoomSeat(AGENT, str(found), level.name if level else "")

    def _agents(self, seats: tuple[RoomSeat, ...], game: Game) -> tuple[Agent, ...]:
        return tuple(Human() if seat.is_person else find_agent(seat.spec, game) for seat in seats)

    # --- finding ---------------------------------------------------------------------------

    async def open(self, id: str) -> Room:
        """A game by its name, from memory or from the store; Refused if there is none."""
        if id in self._loaded:
            return self._loaded[id]
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        try:
            kept: StoredRoom = await self._store.run(lambda store: store.room(id))
        except BadStore:
            raise Refused(f"there is no game {id[:40]!r}") from None
        await self._make_room()
        facts = kept.facts
        seats = tuple(RoomSeat(**each) for each in facts["seats"])
        game = self._catalogue.game(facts["game"], kept.record.options)
        setup = Setup(
            game,
            seats,
            self._agents(seats, game),
            facts["seed"],
            facts["position"],
            TimeControl.parse(facts["clock"]),
            facts["speed"],
            facts.get("help", False),
            facts.get("host") or next((seat.key for seat in seats if seat.role == HERE), ""),
        )
        room = Room(id, setup, self._pool, self._save, self._answered)
        room.paused, room.speed = facts.get("paused", False), facts["speed"]
        await asyncio.to_thread(room.restore, kept.record, facts["clocks"])
        self._loaded[id] = room
        return room

    async def _save(self, room: Room) -> None:
        setup = room.setup
        facts: dict[str, Any] = {
            "game": setup.game.name,
            "seats": [seat.to_dict() for seat in room.seats.all],
            "help": setup.help,
            "host": setup.host,
            "seed": setup.seed,
            "position": setup.position,
            "clock": str(setup.time_control),
            "clocks": room.timer.left(),
            "speed": room.speed,
            "paused": room.paused,
            "standing": standing(room.state, room.result(), room.visibility.names),
        }
        record = room.record()
        self._weigh(room)
        if self.memory > self._settings.trees * MEGABYTE and self._balancing is None:
            self._balancing = asyncio.create_task(self._balance())

        def save(store: Store) -> None:
            store.save_room(room.id, facts, record)

        await self._store.run(save)

    # --- letting go ------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Unload games that nobody has watched for a while, again and again until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
            now = time.monotonic()
            for room in list(self._loaded.values()):
                if room.unsaved:
                    await room.save_again()
                if not room.viewers and now - room.audience.left > self._settings.rest:
                    await self._forget(room.rest, room)
                idle = min(self._settings.idle, OVER) if room.is_over else self._settings.idle
                if not room.viewers and not room.unsaved and now - room.audience.left > idle:
                    await self._unload(room)

    async def _balance(self) -> None:
        """Let agents forget their searches, those first that have not moved for longest."""
        try:
            for id in list(self._memory):
                if self.memory <= self._settings.trees * MEGABYTE:
                    break
                if room := self._loaded.get(id):
                    await self._forget(room.forget, room)
        finally:
            self._balancing = None

    async def _forget(self, how: Callable[[], Awaitable[None]], room: Room) -> None:
        if room.id in self._memory:
            await how()
            self._weigh(room)

    def _weigh(self, room: Room) -> None:
        self._memory.pop(room.id, None)
        if found := room.table.memory():
            self._memory[room.id] = found

    async def close(self) -> None:
        """Unload everything."""
        await asyncio.gather(*(self._unload(room) for room in list(self._loaded.values())))

    async def _make_room(self) -> None:
        """If too many games are loaded, unload the one left longest; Refused if all are watched."""
        if len(self._loaded) < self._settings.rooms:
            return
        rooms = self._loaded.values()
        unseen = [room for room in rooms if not room.viewers and not room.unsaved]
        if not unseen:
            raise Refused("too many games are open here; try again later")
        await self._unload(min(unseen, key=lambda room: room.audience.left))

    async def _unload(self, room: Room) -> None:
        self._loaded.pop(room.id, None)
        self._memory.pop(room.id, None)
        await room.close()


def further(sides: list[int]) -> list[int]:
    """For each player, given the side of each, the player of the previous side who takes its seat.

    Teams stay together; if they differ in size, nobody moves.
    """
    teams = [[p for p, side in enumerate(sides) if side == each] for each in range(max(sides) + 1)]
    if len({len(team) for team in teams}) > 1:
        return list(range(len(sides)))
    places = list(sides)
    for before, team in zip([teams[-1], *teams], teams, strict=False):
        for source, player in zip(before, team, strict=True):
            places[player] = source
    return places
