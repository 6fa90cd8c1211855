"""The contest server: games between connected programs and our agents, by the contest's protocol.

What a program does wrong costs it the turn and is logged; nothing that it does stops the game.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from quadrille.arena.network.lobby import Lobby
from quadrille.arena.network.seats import ContestSeat, LocalSeat, LostTurn
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.play.driver import Ask, Draw, Driver, Turn
from quadrille.core._core import Rng, Stream
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game
from quadrille.core.records.record import Record
from quadrille.games.sheep import wire

OPEN = "open"
"""What stands for the spec of an agent where a program is awaited."""


@dataclass(frozen=True)
class ContestSettings:
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
class ContestGame:
    """A game of a contest."""

    record: Record
    points: tuple[float, ...]
    """By the contest's rule, per player."""

    @property
    def lost_turns(self) -> tuple[tuple[str, ...], ...]:
        """Per player, why each turn was lost, or why a start was drawn at random."""
        return tuple(
            tuple(each.lost for each in self.record.moves if each.player == player and each.lost)
            for player in range(len(self.record.players))
        )

    @property
    def stopped(self) -> bool:
        """Whether it was running when the contest was stopped; its points do not count."""
        return self.record.result.ended == "unfinished"

    @property
    def note(self) -> str:
        """Why the game was not finished; empty if it was."""
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


class ContestServer:
    """Listens for programs and plays the games. Use it in an ``async with`` statement."""

    def __init__(
        self, settings: ContestSettings, log: Callable[[str], None] = lambda line: None
    ) -> None:
        self.settings = settings
        self.port = settings.port
        """Where it listens, once it does."""
        self.running: NetworkTable | None = None
        """The game that is played; it stays here when the contest is stopped."""
        self._log = log
        awaited = [seat for seat, player in enumerate(settings.seats) if player is None]
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

    async def games(self) -> AsyncGenerator[ContestGame, None]:
        """Play all games, each as soon as its players are there."""
        for index in range(self.settings.games):
            seed = (self.settings.seed + index) % 2**64
            seats = await self._seats(index, seed)
            table = self.running = NetworkTable(self.settings, seats, seed, self._log)
            try:
                await table.play()
            finally:
                await table.close()
            self.running = None
            yield table.finished()

    async def _seats(self, index: int, seed: int) -> list[ContestSeat]:
        settings = self.settings
        remote = await self._lobby.gather(settings.wait, last=index == settings.games - 1)
        seats = [
            remote.get(player) or self._local_seat(settings.seats[player], player, seed)
            for player in range(len(settings.seats))
        ]
        empty = [player + 1 for player, seat in enumerate(seats) if seat is None]
        if empty:
            await asyncio.gather(*(seat.close(0) for seat in remote.values()))
            players = f"player{'s' * (len(empty) > 1)} {', '.join(map(str, empty))}"
            raise ValueError(
                f"game {index + 1} cannot begin: no program came for {players} "
                f"within {settings.wait:g} s"
            )
        self._log(f"game {index + 1} begins, seed {seed}")
        return [seat for seat in seats if seat is not None]

    def _local_seat(self, player: Agent | None, seat: int, seed: int) -> ContestSeat | None:
        found = player or self.settings.fill
        if found is None:
            return None
        rng = Rng.keyed(seed, Stream.agent, seat)
        return LocalSeat(found, self.settings.game, seat, rng, self.settings.clock)


class NetworkTable(Driver):
    """One game between seats that are asked asynchronously."""

    def __init__(
        self,
        settings: ContestSettings,
        seats: Sequence[ContestSeat],
        seed: int,
        log: Callable[[str], None],
    ) -> None:
        names = [seat.name for seat in seats]
        control = TimeControl(move=settings.clock)
        super().__init__(settings.game, names, seed, time_control=control)
        self.seats = seats
        self._log = log

    async def play(self) -> None:
        """Play to the end, or until no player can move any more."""
        while isinstance(need := self.next(), Ask | Draw):
            if isinstance(need, Draw):
                self.drawn()
            else:
                await self._step(need.player)
                self._stop_if_all_have_left()
        if note := self.result().note:
            self._log(f"the game was stopped: {note}")

    async def close(self) -> None:
        """Tell everybody that the game is over."""
        number = len(self.turns) + 1
        await asyncio.gather(*(seat.close(number) for seat in self.seats))

    def finished(self) -> ContestGame:
        """What was played, also if that was stopped."""
        self.stop("unfinished", note="the contest was stopped")
        return ContestGame(self.record(), tuple(self.state.contest_points()))  # type: ignore[attr-defined]  # of Sheep

    def happened(self, turn: Turn) -> None:
        """Tell every seat of a move."""
        if turn.move is not None:
            for player, seat in enumerate(self.seats):
                seat.saw(turn.before.seen(turn.move, player))

    # --- private ---------------------------------------------------------------------------

    async def _step(self, player: int) -> None:
        """One turn. A player who can only pass is not asked."""
        moves = self.state.legal_moves()
        if len(moves) == 1 and moves[0].kind == "pass":
            self.decided(Decision(moves[0]))
            return
        view, number = self.state.view(player), len(self.turns) + 1
        try:
            self.decided(Decision(await self.seats[player].choose(view, number)))
            return
        except TimeoutError:
            turn = self.timed_out()
        except (LostTurn, TypeError, ValueError) as error:
            turn = self.failed(str(error))
        assert turn is not None, "the penalty of the game is the turn"
        loss = f"starts at {turn.played.move}, drawn at random" if turn.move else "loses the turn"
        who = f"{self.seats[player].name}, player {player + 1}, turn {number}"
        self._log(f"{who}: {turn.played.lost}; {loss}")

    def _stop_if_all_have_left(self) -> None:
        players = len(self.seats)
        lost = [turn.played.player for turn in self.turns[-players:] if turn.played.lost]
        if self._idle >= players and all(self.seats[player].gone for player in lost):
            self.stop("adjudicated", note="all who could move have disconnected")
