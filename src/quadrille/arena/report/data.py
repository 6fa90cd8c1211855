"""Everything that a report shows, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from quadrille.arena.report.bins import Bins
from quadrille.arena.store import Opening
from quadrille.core.options import Value
from quadrille.core.records.record import Record


@dataclass(frozen=True)
class Estimate:
    """A number of Elo with its 95 % interval."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class RatingLine:
    """A line of the rating table."""

    place: int
    """Counted from 1 within its group."""
    agent: str
    group: int
    """Agents of different groups have no chain of games between them, and do not compare."""
    elo: Estimate | None
    """Against the other agent, or against the mean of its group if that has more than two; None
    where there is no other agent."""
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    """Over all games (outcome + 1) / 2."""
    ranks: tuple[int, ...]
    """How often its side came first, second, ...; sides that are level share the better rank."""
    superiority: float | None
    """How likely it is better than the next of its group; None for the last."""


@dataclass(frozen=True)
class Meeting:
    """How one agent, or team, did against another, over all pairs of sides that they played."""

    row: str
    column: str
    wins: int
    """How often it came before the other."""
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The part of the points."""
        return (self.wins + self.draws / 2) / self.games


@dataclass(frozen=True)
class SideLine:
    """How an agent, or team, did on one side."""

    team: str
    side: int
    """Counted from 0."""
    games: int
    wins: int
    draws: int
    losses: int
    points: float


@dataclass(frozen=True)
class UsageSummary:
    """Scores, moves and time of an agent; a game counts for every player that it played."""

    agent: str
    games: int
    mean_score: float
    least_score: float
    most_score: float
    moves: int
    seconds: float
    slowest: float
    """Seconds of its slowest move."""

    @property
    def mean_seconds(self) -> float:
        """Of a move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Lengths:
    """How long games were, in moves; those of chance and lost turns count."""

    shortest: int
    mean: float
    longest: int
    bins: Bins


@dataclass(frozen=True)
class FailureLine:
    """What cost an agent games or turns."""

    agent: str
    reason: str
    alike: bool
    """Whether the reasons differ in their numbers, or are rare ones of several kinds."""
    games: int
    turns: int


@dataclass(frozen=True)
class Family:
    """Agents that differ in one number only, such as steps of training."""

    name: str
    """The spec with a mark in place of the number."""
    parameter: str
    """What the number is called."""
    members: tuple[tuple[float, str, Estimate], ...]
    """The number, the agent and its rating, ascending."""
    log: bool
    """Whether the numbers span so much that a logarithmic axis is better."""


@dataclass(frozen=True)
class FeaturedGame:
    """A game that is shown move by move."""

    game: int
    """Its number in the store."""
    series: int
    number: int
    """In its series, from 0."""
    why: str
    """Such as "the longest and the latest"."""
    played: str
    """When, UTC."""
    players: tuple[str, ...]
    """What each player is called."""
    record: Record


@dataclass(frozen=True)
class SeriesFacts:
    """A series whose games are counted."""

    number: int
    name: str
    kind: str
    played: int
    total: int | None
    seed: int | None
    clock: str
    created: str


@dataclass(frozen=True)
class Entrant:
    """An agent that has a name of its own, as those of contests have."""

    name: str
    spec: str
    """What it is."""


@dataclass(frozen=True)
class Summary:
    """What came of all games of one game with one set of options."""

    game: str
    title: str
    options: dict[str, Value]
    """All options."""
    unusual: dict[str, Value]
    """Those that differ from their defaults."""
    sides: tuple[int, ...]
    """By player."""
    headline: str
    """What was found and how sure that is."""
    warnings: tuple[str, ...]
    series: tuple[SeriesFacts, ...]
    entrants: tuple[Entrant, ...]
    """The agents that are called otherwise than by their specs."""
    games: int
    """All that are stored."""
    counted: int
    """Those that have a result."""
    distinct: int
    """How many different games there are."""
    first: str
    """When the first was played, UTC."""
    last: str
    versions: tuple[dict[str, str], ...]
    standings: tuple[RatingLine, ...]
    """Best first in each group; empty where there is one side only."""
    groups: int
    advantage: Estimate | None
    """What side 0 is worth more than the others on average."""
    first_side_points: float | None
    """The part of the points that side 0 had."""
    drawn: float | None
    """The part of the games without a single winner."""

    @property
    def heading(self) -> str:
        """The game, with the options that are not usual."""
        return " ".join([self.title, *(f"{k}={v}".lower() for k, v in self.unusual.items())])

    @property
    def num_sides(self) -> int:
        """How many sides there are."""
        return len(set(self.sides))

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        plain: dict[str, Any] = _plain(self)
        return plain


@dataclass(frozen=True)
class Section(Summary):
    """What came of them, and how."""

    meetings: tuple[Meeting, ...]
    on_sides: tuple[SideLine, ...]
    uses: tuple[UsageSummary, ...]
    scores: dict[str, Bins]
    """By agent, all with the same bins; empty where scores say no more than who won."""
    lengths: Lengths
    endings: dict[str, int]
    failings: tuple[FailureLine, ...]
    families: tuple[Family, ...]
    openings: tuple[Opening, ...]
    told: tuple[FeaturedGame, ...]

    @property
    def teams(self) -> tuple[str, ...]:
        """Who meets in the cross table: agents in the order of their ratings, then teams."""
        agents = [each.agent for each in self.standings]
        names = {each.row for each in self.meetings}
        return (*(one for one in agents if one in names), *sorted(names - set(agents)))


@dataclass(frozen=True)
class Report:
    """A whole report."""

    title: str
    """Of the page."""
    made: str
    """When, UTC."""
    version: str
    """Of the program that made it."""
    sections: tuple[Section, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain values; games that are shown without their moves."""
        return {"format": 1, **_plain(self)}


def _plain(value: Any) -> Any:
    if isinstance(value, FeaturedGame):
        shown = {field.name: getattr(value, field.name) for field in fields(value)}
        record = shown.pop("record")
        return {
            **shown,
            "players": list(value.players),
            "moves": len(record.moves),
            "result": record.result.to_dict(),
        }
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
