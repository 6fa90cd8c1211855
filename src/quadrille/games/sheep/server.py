"""The contest server: games between connected programs and our agents, by the contest's protocol.

What a program does wrong costs it the turn and is logged; nothing that it does stops the game.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from quadrille.core._core import Rng, Stream
from quadrille.core.agent import Agent
from quadrille.core.agent_spec import agent as find_agent
from quadrille.core.game import Game
from quadrille.core.record import Played, Record, Result
from quadrille.core.version import VERSION
from quadrille.games.sheep import wire
from quadrille.games.sheep.lobby import Lobby
from quadrille.games.sheep.seats import LostTurn, Resident, Seat

OPEN = "open"
"""What stands for the spec of an agent where a program is awaited."""
IDLE_ROUNDS = 3
"""After so many rounds in which nobody moved the game is given up."""


@dataclass(frozen=True)
class Settings:
    """How a contest is run."""

    game: Game
    seats: tuple[Agent | None, ...]
    """One per player; None where a program is awaited."""
    games: int = 1
    """How many games, one after the other."""
    clock: float = 3.0
    """Seconds for a move."""
    wait: float = 60.0
    """Seconds to wait for programs before each game."""
    fill: Agent | None = None
    """Who takes the seats for which no program came; None refuses the game."""
    host: str = "127.0.0.1"
    port: int = wire.PORT
    """0 takes a free one."""
    seed: int = 0
    """Of the first game; each further game has the next."""


def seats_of(game: Game, specs: Sequence[str]) -> tuple[Agent | None, ...]:
    """Agents by their specs, one per player; seats that are not given are open."""
    players = game.new().num_players()
    if len(specs) > players:
        raise ValueError(f"expected at most {players} seats, got {len(specs)}")
    given = [None if spec == OPEN else fit_agent(game, spec) for spec in specs]
    return (*given, *[None] * (players - len(given)))


def fit_agent(game: Game, spec: str) -> Agent:
    """The agent of a spec, if it can play here."""
    found = find_agent(spec, game)
    if reason := found.unfit(game):
        raise ValueError(f"agent {spec!r} cannot play {game.name}: {reason}")
    found.open(game, 0, Rng(0)).close()  # rather now than in the first turn
    return found


@dataclass(frozen=True)
class Finished:
    """A game of a contest."""

    record: Record
    points: tuple[float, ...]
    """By the contest's rule, per player."""
    lost_turns: tuple[tuple[str, ...], ...]
    """Per player, why each turn was lost, or why a start was drawn at random."""
    stopped: bool = False
    """Whether it was running when the contest was stopped; its points do not count."""

    @property
    def note(self) -> str:
        """Why the game was given up or stopped; empty if it was not."""
        return self.record.result.note

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "seats": list(self.record.players),
            "seed": self.record.seed,
            "ended": self.record.result.ended,
            "note": self.note,
            "scores": list(self.record.result.scores),
            "points": list(self.points),
            "lost_turns": [list(reasons) for reasons in self.lost_turns],
            "moves": len(self.record.moves),
        }


class Contest:
    """Listens for programs and plays the games. Use it in an ``async with`` statement."""

    def __init__(self, settings: Settings, log: Callable[[str], None] = lambda line: None) -> None:
        self.settings = settings
        self.port = settings.port
        """Where it listens, once it does."""
        self.running: ContestTable | None = None
        """The game that is played; it stays here when the contest is stopped."""
        self._log = log
        seats = settings.seats
        awaited = [seat for seat, player in enumerate(seats) if player is None]
        self._lobby = Lobby(awaited, settings.clock, log)

    async def __aenter__(self) -> Self:
        self.port = await self._lobby.open(self.settings.host, self.settings.port)
        self._log(f"listening on {self.settings.host}:{self.port}")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._lobby.close()

    async def games(self) -> AsyncGenerator[Finished, None]:
        """Play all games, each as soon as its players are there."""
        for index in range(self.settings.games):
            seed = (self.settings.seed + index) % 2**64
            seats = await self._seats(index, seed)
            table = self.running = ContestTable(self.settings.game, seats, seed, self._log)
            try:
                await table.play()
            finally:
                await table.close()
            self.running = None
            yield table.finished()

    async def _seats(self, index: int, seed: int) -> list[Seat]:
        settings = self.settings
        guests = await self._lobby.gather(settings.wait, last=index == settings.games - 1)
        seats = [
            guests.get(player) or self._resident(settings.seats[player], player, seed)
            for player in range(len(settings.seats))
        ]
        empty = [player + 1 for player, seat in enumerate(seats) if seat is None]
        if empty:
            await asyncio.gather(*(guest.close(0) for guest in guests.values()))
            players = f"player{'s' * (len(empty) > 1)} {', '.join(map(str, empty))}"
            raise ValueError(
                f"game {index + 1} cannot begin: no program came for {players} "
                f"within {settings.wait:g} s"
            )
        self._log(f"game {index + 1} begins, seed {seed}")
        return [seat for seat in seats if seat is not None]

    def _resident(self, player: Agent | None, seat: int, seed: int) -> Seat | None:
        found = player or self.settings.fill
        if found is None:
            return None
        rng = Rng.keyed(seed, Stream.agent, seat)
        return Resident(found, self.settings.game, seat, rng, self.settings.clock)


class ContestTable:
    """One game."""

    def __init__(
        self, game: Game, seats: Sequence[Seat], seed: int, log: Callable[[str], None]
    ) -> None:
        self.state: Any = game.new(seed)
        self.seats = seats
        self._game, self._seed, self._log = game, seed, log
        self._start = self.state.text()
        # Apart from the streams of the agents, which are numbered by their seats.
        self._rng = Rng.keyed(seed, Stream.agent, len(seats))
        self._played: list[Played] = []
        self._lost: list[list[str]] = [[] for _ in seats]
        self._idle = 0  # turns since anybody moved
        self._note = ""

    async def play(self) -> None:
        """Play to the end, or until it is clear that nobody will move any more."""
        while not self.state.is_over() and not self._note:
            await self._step()
            self._note = self._why_given_up()
        if self._note:
            self._log(f"the game is given up: {self._note}")

    async def close(self) -> None:
        """Tell everybody that the game is over."""
        number = len(self._played) + 1
        await asyncio.gather(*(seat.close(number) for seat in self.seats))

    def finished(self) -> Finished:
        """What was played, also if that was stopped."""
        stopped = not self.state.is_over() and not self._note
        note = "the contest was stopped" if stopped else self._note
        record = Record(
            game=self._game.spec,
            options=dict(self._game.options),
            seed=self._seed,
            players=tuple(seat.name for seat in self.seats),
            start=self._start,
            moves=tuple(self._played),
            result=replace(Result.of(self.state), note=note),
            versions={"quadrille": VERSION},
        )
        lost = tuple(tuple(reasons) for reasons in self._lost)
        return Finished(record, tuple(self.state.contest_points()), lost, stopped)

    # --- private ---------------------------------------------------------------------------

    async def _step(self) -> None:
        """One turn. Who can only pass is not asked."""
        player = self.state.player()
        if self._must_pass():
            self._play("pass")
            return
        try:
            view = self.state.view(player)
            move = await self.seats[player].choose(view, len(self._played) + 1)
            self._play_legal(move)
        except LostTurn as lost:
            self._lose(player, str(lost))

    def _must_pass(self) -> bool:
        moves = self.state.legal_moves()
        return len(moves) == 1 and moves[0].kind == "pass"

    def _play_legal(self, move: Any) -> None:
        """Play what an agent chose, which may be anything."""
        try:
            self._play(move)
        except (TypeError, ValueError) as error:
            raise LostTurn(str(error)) from None

    def _play(self, move: Any, lost: str = "") -> None:
        """Play a move; ``lost`` says why it was drawn for the player."""
        before = self.state.copy()
        self.state.play(move)
        exact = before.parse_move(move if isinstance(move, str) else before.move_text(move))
        self._played.append(Played(before.player(), before.move_text(exact), lost=lost))
        self._idle = self._idle + 1 if exact.kind == "pass" else 0
        for player, seat in enumerate(self.seats):
            seat.saw(before.seen(exact, player))

    def _lose(self, player: int, reason: str) -> None:
        """The turn is lost; a start is drawn at random instead."""
        self._lost[player].append(reason)
        turn = f"{self.seats[player].name}, player {player + 1}, turn {len(self._played) + 1}"
        if self.state.phase() == "start":
            self._play(self.state.random_move(self._rng), reason)
            self._log(f"{turn}: {reason}; starts at {self._played[-1].move}, drawn at random")
            return
        self._log(f"{turn}: {reason}; the turn is lost")
        self.state.lose_turn()
        self._played.append(Played(player, "", lost=reason))
        self._idle += 1

    def _why_given_up(self) -> str:
        """Why the game should not go on; empty if it should."""
        if self.state.is_over():
            return ""
        players = len(self.seats)
        if self._idle >= IDLE_ROUNDS * players:
            return f"nobody moved in {IDLE_ROUNDS} rounds"
        last = self._played[-players:]
        lost = [played.player for played in last if played.lost]
        if self._idle >= players and all(self.seats[player].gone for player in lost):
            return "all who could move have disconnected"
        return ""
