"""A match: many games between given agents, with seats rotated and chance repeated.

Games come in groups, one game for each rotation of the agents over the sides (or over the players,
if there is an agent for each). All games of a group have the same seed, so that every agent meets
the same draws in every seat. The agents' own random numbers differ from game to game. All of it
follows from the seed of the match and the number of the game; which process plays it is no matter.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quadrille.arena.elo import elo_interval
from quadrille.arena.table import Table, seat_agents
from quadrille.arena.workers import play_in_processes
from quadrille.core._core import Rng, Stream
from quadrille.core.agent import Agent
from quadrille.core.game import Game, check_seed
from quadrille.core.game import game as find_game
from quadrille.core.record import Record
from quadrille.core.state import State

MOST_GAMES = 1_000_000
MOST_WORKERS = 256


@dataclass(frozen=True)
class AgentResult:
    """What one agent of a match has done."""

    spec: str
    games: int = 0
    wins: int = 0
    """Games where its side was ahead of all others."""
    draws: int = 0
    """Games where its side shared the first place."""
    losses: int = 0
    ranks: tuple[int, ...] = ()
    """How often its side came first, second, ...; sides that are level share the better rank."""
    mean_score: float | None = None
    """The mean of its players' points by the rules of the game; None before the first game."""
    points: float = 0.0
    """Over all games (outcome + 1) / 2: with two sides 1 for a win, 1/2 for a draw; with more, the
    part of the other sides that it left behind, those level with it counted half."""
    elo: float | None = None
    """By which it is better than the other agent, or than the others on average; None before the
    first game, and where there is nobody else."""
    elo_low: float | None = None
    """The lower end of the 95 % interval, see ``arena/elo.py``."""
    elo_high: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {**vars(self), "ranks": list(self.ranks)}


@dataclass(frozen=True)
class MatchResult:
    """What came of a match."""

    game: str
    """The spec of the game."""
    games: int
    """How many were played to the end."""
    distinct: int
    """How many different games are among them; if few, the intervals are worth nothing."""
    seed: int
    agents: tuple[AgentResult, ...]
    """In the order in which they were given."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {**vars(self), "agents": [each.to_dict() for each in self.agents]}


@dataclass(frozen=True)
class Pairing:
    """One game of a match, before it is played."""

    index: int
    """Counted from 0."""
    seed: int
    """Of the set-up and of chance; the same for all games of a group."""
    agent_seed: int
    """Of the agents' own random numbers; no other game has it."""
    seats: tuple[int, ...]
    """The agent of each side, or of each player, by its place in the match."""


def match(
    game: Game | str,
    agents: Sequence[Agent | str],
    games: int = 100,
    seed: int = 0,
    workers: int = 1,
    on_record: Callable[[Record], None] | None = None,
) -> MatchResult:
    """Play games between agents, one per side or one per player, and count.

    Seats are rotated, chance is repeated in every seat. ``workers`` processes play at the same
    time; how many does not change the result. ``on_record`` hears of each game as it ends.
    """
    running = Match(game, agents, games, seed)
    with closing(running.play(workers)) as finished:
        for _, record in finished:
            if on_record is not None:
                on_record(record)
    return running.result()


class Match:
    """A match being played: its games one by one, and the count so far."""

    def __init__(
        self, game: Game | str, agents: Sequence[Agent | str], games: int = 100, seed: int = 0
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        check_seed(seed)
        _check_count("games", games, MOST_GAMES)
        first: State = self.game.new(seed)
        seated = seat_agents(self.game, first, agents)  # checks them, and how many there are
        sides = [first.side(player) for player in range(first.num_players())]
        per_side = len(agents) != len(sides)
        self.agents = tuple(seated[sides.index(i) if per_side else i] for i in range(len(agents)))
        self.games = games
        self.seed = seed
        self._home = sides if per_side else list(range(len(sides)))  # by player, its place in seats
        self._sides = sides
        self._seen: set[int] = set()  # hashes of the moves of each game
        self._tallies = [_Tally(str(each), first.num_sides()) for each in self.agents]

    def pairing(self, index: int) -> Pairing:
        """Who sits where in a game, and its seeds."""
        count = len(self.agents)
        group, turn = divmod(index, count)
        return Pairing(
            index,
            Rng.keyed(self.seed, Stream.plain, group).next(),
            Rng.keyed(self.seed, Stream.agent, index).next(),
            tuple((seat + turn) % count for seat in range(count)),
        )

    def play(self, workers: int = 1) -> Generator[tuple[Pairing, Record], None, None]:
        """Play all games and yield each as it ends; with several workers, in any order.

        Leave the iterator, or let it raise AgentFailed, and ``result()`` has what was played.
        """
        _check_count("workers", workers, MOST_WORKERS)
        pairings = (self.pairing(index) for index in range(self.games))
        finished: Iterator[tuple[Pairing, Record]]
        if workers == 1 or self.games == 1:
            finished = ((each, play_pairing(self.game, self.agents, each)) for each in pairings)
        else:
            processes = min(workers, self.games)
            finished = play_in_processes(self.game, self.agents, pairings, processes)
        for pairing, record in finished:
            self._count(pairing, record)
            yield pairing, record

    @property
    def played(self) -> int:
        """How many games have ended."""
        return self._tallies[0].games

    def result(self) -> MatchResult:
        """The count of the games that have ended."""
        alone = len(set(self._sides)) == 1
        results = tuple(tally.result(alone) for tally in self._tallies)
        return MatchResult(self.game.spec, self.played, len(self._seen), self.seed, results)

    def _count(self, pairing: Pairing, record: Record) -> None:
        outcome = record.result.outcome
        assert outcome is not None
        self._seen.add(hash((pairing.seats, *((each.player, each.move) for each in record.moves))))
        for place, agent in enumerate(pairing.seats):
            players = [player for player, home in enumerate(self._home) if home == place]
            scores = [record.result.scores[player] for player in players]
            side = self._sides[players[0]]
            self._tallies[agent].add(outcome, side, sum(scores) / len(scores))


def play_pairing(game: Game, agents: Sequence[Agent], pairing: Pairing) -> Record:
    """Play one game of a match."""
    seated = [agents[agent] for agent in pairing.seats]
    with Table(game, seated, pairing.seed, agent_seed=pairing.agent_seed) as table:
        while not table.is_over():
            table.step()
        return table.record()


class _Tally:
    """The count of one agent."""

    def __init__(self, spec: str, sides: int) -> None:
        self.spec, self.games, self.won, self.drawn = spec, 0, 0, 0
        self.ranks = [0] * sides
        # Exact sums: the order in which games end must not show in the last digit.
        self.points, self.scores = Fraction(0), Fraction(0)

    def add(self, outcome: Sequence[float], side: int, score: float) -> None:
        """Count a game."""
        ahead = sum(value > outcome[side] for value in outcome)
        level = sum(value == outcome[side] for value in outcome)
        self.games += 1
        self.ranks[ahead] += 1
        self.won += ahead == 0 and level == 1 and len(outcome) > 1
        self.drawn += ahead == 0 and (level > 1 or len(outcome) == 1)
        self.points += Fraction((outcome[side] + 1) / 2)
        self.scores += Fraction(score)

    def result(self, alone: bool) -> AgentResult:
        """As it stands; ``alone`` if there is no other side to compare with."""
        elo: tuple[float | None, ...] = (None, None, None)
        if self.games and not alone:
            elo = elo_interval(float(self.points), self.games)
        return AgentResult(
            self.spec,
            self.games,
            self.won,
            self.drawn,
            self.games - self.won - self.drawn,
            tuple(self.ranks),
            float(self.scores / self.games) if self.games else None,
            float(self.points),
            *elo,
        )


def _check_count(name: str, value: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(f"expected {name} from 1 to {most}, got {value!r}")
