"""The results of agents in a series."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from quadrille.arena.played import Failure
from quadrille.core.notebook import html_table


@dataclass(frozen=True)
class Failures:
    """How often an agent failed, and why at first."""

    turns: int
    """That it lost, or in which a move was drawn for it."""
    games: int
    """That it forfeited."""
    first_reason: str
    """In the game with the lowest number."""

    @property
    def count(self) -> int:
        """All of them."""
        return self.turns + self.games

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {"count": self.count, **vars(self)}


@dataclass(frozen=True)
class AgentResult:
    """The results of one agent in a match."""

    spec: str
    games: int = 0
    wins: int = 0
    """Games where its side was ahead of all sides of other agents."""
    draws: int = 0
    """Games where no side of another agent was ahead of its side, but one was level."""
    losses: int = 0
    ranks: tuple[int, ...] = ()
    """How often its side came first, second, ...; sides that are level share the better rank."""
    mean_score: float | None = None
    """The mean of its players' points by the rules of the game; None before the first game."""
    points: float = 0.0
    """Over all games (outcome + 1) / 2: with two sides 1 for a win, 1/2 for a draw; with more, the
    part of the sides of other agents that it left behind, those level with it counted half."""
    elo: float | None = None
    """By which it is better than the other agent, or than the mean of all agents if there are more
    than two; the same as in standings and reports, see ``arena/ratings.py``. None before the first
    game, and where there is nobody else."""
    elo_low: float | None = None
    """The lower end of the 95 % interval."""
    elo_high: float | None = None
    name: str = ""
    """What the plan calls it; empty if it has no name but its spec."""
    failures: Failures | None = None
    """What cost it turns or games; None if nothing did."""

    @property
    def label(self) -> str:
        """Its name, or else its spec."""
        return self.name or self.spec

    def to_dict(self) -> dict[str, Any]:
        """As plain values; without a name if it has none, without failures if there were none."""
        plain = {**vars(self), "ranks": list(self.ranks)}
        if not self.name:
            del plain["name"]
        if self.failures is None:
            del plain["failures"]
        else:
            plain["failures"] = self.failures.to_dict()
        return plain


@dataclass(frozen=True, repr=False)
class MatchResult:
    """The results of a match. A notebook shows them as a table."""

    game: str
    """The spec of the game."""
    games: int
    """How many were played to the end."""
    distinct: int
    """How many different games are among them; if few, the intervals are worth nothing."""
    seed: int
    agents: tuple[AgentResult, ...]
    """In the order in which they were given."""
    sprt: dict[str, Any] | None = None
    """What the sequential test says, if there is one: ``verdict`` is ``better``, ``not better`` or
    None; see ``Sprt.to_dict``."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values; ``sprt`` only if there is a test."""
        found = {**vars(self), "agents": [each.to_dict() for each in self.agents]}
        if self.sprt is None:
            del found["sprt"]
        return found

    def __repr__(self) -> str:
        agents = "; ".join(
            f"{each.label} {each.wins}-{each.draws}-{each.losses}{_elo_text(each)}"
            for each in self.agents
        )
        return f"<MatchResult of {self._summary()}; {agents}>"

    def _repr_html_(self) -> str:
        header = ("Agent", "Games", "Wins", "Draws", "Losses", "Points", "Elo", "95 % interval")
        rows = [
            (
                each.label,
                *map(str, (each.games, each.wins, each.draws, each.losses)),
                f"{each.points:g}",
                "" if each.elo is None else f"{each.elo:+.0f}",
                _interval(each),
            )
            for each in self.agents
        ]
        return html_table(self._summary(), header, rows)

    def _summary(self) -> str:
        test = "" if self.sprt is None else f", test: {self.sprt['verdict'] or 'undecided'}"
        return f"{self.game}: {self.games} games, {self.distinct} different, seed {self.seed}{test}"


def _elo_text(agent: AgentResult) -> str:
    """The rating in brackets, if there is one."""
    return "" if agent.elo is None else f" ({agent.elo:+.0f} Elo, {_interval(agent)})"


def _interval(agent: AgentResult) -> str:
    if agent.elo_low is None or agent.elo_high is None:
        return ""
    return f"{agent.elo_low:+.0f} to {agent.elo_high:+.0f}"


class SideScore(NamedTuple):
    """How one side did in a game."""

    points: Fraction
    """The part of the other sides that it left behind, those level with it counted half."""
    won: bool
    drawn: bool


def score_side(outcome: Sequence[float], side: int, own: Collection[int] = ()) -> SideScore:
    """How a side did against the sides of other agents.

    ``own`` are the sides that the same agent plays: it neither wins nor loses against itself. An
    agent that plays all sides is compared with itself, as there is no other.
    """
    value = outcome[side]
    others = [each for index, each in enumerate(outcome) if index != side]
    rivals = [each for index, each in enumerate(outcome) if index != side and index not in own]
    points = Fraction((value + 1) / 2)
    if rivals and len(rivals) < len(others):
        behind, level = (sum(each < value for each in rivals), rivals.count(value))
        points = Fraction(2 * behind + level, 2 * len(rivals))
    first = value >= max(rivals or others, default=value)
    won = first and bool(others) and value not in (rivals or others)
    return SideScore(points, won, first and not won)


class Tally:
    """The count of one agent."""

    def __init__(self, spec: str, sides: int, name: str = "") -> None:
        self.name = name
        self.spec, self.games, self.won, self.drawn = spec, 0, 0, 0
        self.ranks = [0] * sides
        # Exact sums: the order in which games end must not show in the last digit.
        self.points, self.scores = Fraction(0), Fraction(0)
        self._turns_lost, self._forfeits = 0, 0
        self._first_failure: tuple[int, str] | None = None

    def add(
        self, outcome: Sequence[float], side: int, score: float, own: Collection[int] = ()
    ) -> None:
        """Count a game; ``own`` are the sides that the agent plays, if there are several."""
        found = score_side(outcome, side, own)
        self.games += 1
        self.ranks[sum(value > outcome[side] for value in outcome)] += 1
        self.won += found.won
        self.drawn += found.drawn
        self.points += found.points
        self.scores += Fraction(score)

    def fail(self, number: int, failure: Failure) -> None:
        """Count a failure in the game with a number; those of a game come in their order."""
        self._forfeits += failure.game
        self._turns_lost += not failure.game
        if self._first_failure is None or number < self._first_failure[0]:
            self._first_failure = number, failure.reason

    def result(self, elo: tuple[float, float, float] | None = None) -> AgentResult:
        """As it stands, with its Elo and the ends of the interval, if it has a rating."""
        middle, low, high = elo or (None, None, None)
        return AgentResult(
            self.spec,
            self.games,
            self.won,
            self.drawn,
            self.games - self.won - self.drawn,
            tuple(self.ranks),
            float(self.scores / self.games) if self.games else None,
            float(self.points),
            middle,
            low,
            high,
            self.name,
            self._failures(),
        )

    def _failures(self) -> Failures | None:
        if self._first_failure is None:
            return None
        return Failures(self._turns_lost, self._forfeits, self._first_failure[1])
