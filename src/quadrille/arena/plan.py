"""The plan of a series: which games between whom, in which seats, with which seeds.

A *meeting* is a set of entrants at one table, one for each side or one for each player. The games
of a meeting come in groups, one game for each rotation of the entrants over the seats. All games of
a group have the same seed, so that every entrant meets the same draws in every seat; so have the
groups of the same round in all meetings. The agents' own random numbers differ from game to game.
All of it follows from the plan and the number of the game, whoever plays it and whenever.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby
from typing import Any, NamedTuple

from quadrille.arena.openings import MAX_MOVES
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.sprt import Sprt
from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game, check_seed
from quadrille.core.game import game as find_game
from quadrille.core.options import Value
from quadrille.core.state import State
from quadrille.core.suggest import unknown

MAX_GAMES = 1_000_000
"""Of one meeting."""
MAX_TOTAL_GAMES = 10_000_000
MAX_NAME_LENGTH = 80
"""Letters in the name of an entrant."""
FOUND = ("game", "options", "agents")
"""What a plan takes from the game and the agents that are given."""


@dataclass(frozen=True)
class Pairing:
    """One game of a series, before it is played."""

    index: int
    """Counted from 0."""
    seed: int
    """Of the set-up and of chance; the same for all games of a group."""
    agent_seed: int
    """Of the agents' own random numbers; no other game of the series has it."""
    seats: tuple[int, ...]
    """The entrant of each side, or of each player."""

    @property
    def label(self) -> str:
        """What messages call it; people count from 1."""
        return f"game {self.index + 1}"


class Slot(NamedTuple):
    """Where a game stands in a plan, which is the same in a plan that has grown."""

    round: int
    meeting: tuple[int, ...]
    """The entrants."""
    turn: int
    """How many seats the entrants have moved on."""


@dataclass(frozen=True)
class Plan:
    """What a series is to play."""

    game: str
    """The spec of the game."""
    options: dict[str, Value]
    """All options of the game."""
    agents: tuple[str, ...]
    """The specs of the entrants; one may occur twice."""
    kind: str = "match"
    """One of ``KINDS``."""
    games: int = 100
    """For each meeting."""
    seed: int = 0
    clock: str = ""
    """See ``clock.py``; empty for none."""
    forfeits: bool = False
    """Whether every agent that fails pays the penalty of the game, as programs always do."""
    adjudicate: int | None = None
    """The moves after which a game is stopped and judged by its scores; None for no limit."""
    opening: int = 0
    """How many random moves every game begins with, see ``openings.py``."""
    sprt: str = ""
    """The sequential test that may end the series, see ``sprt.py``; empty for none."""
    names: tuple[str, ...] = ()
    """What the entrants are called, all of them and differently; empty for their specs."""
    contents: tuple[str, ...] = ()
    """A hash of the files behind each entrant when the series began, see ``contents.py``; empty if
    none has files, or if that is not known."""

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in KINDS:
            raise ValueError(f"expected one of {' '.join(KINDS)}, got {self.kind!r}")
        check_count("games", self.games, MAX_GAMES)
        check_seed(self.seed)
        TimeControl.parse(self.clock)
        if not isinstance(self.forfeits, bool):
            raise ValueError(f"expected True or False for forfeits, got {self.forfeits!r}")
        if self.adjudicate is not None:
            check_count("moves before a game is judged", self.adjudicate, 10**9)
        if self.opening != 0:
            check_count("moves of an opening", self.opening, MAX_MOVES)
        if self.sprt:
            Sprt.parse(self.sprt)
        _check_names(self.names, len(self.agents))
        if self.contents and len(self.contents) != len(self.agents):
            count = len(self.contents)
            raise ValueError(f"expected a hash for each of {len(self.agents)} agents, got {count}")

    @classmethod
    def of(cls, game: Game, agents: Sequence[str], **rest: Any) -> "Plan":
        """A plan for a game with its options; ValueError if the agents are too few or too many."""
        settings = [name for name in cls.__dataclass_fields__ if name not in FOUND]
        for name in rest:
            if name not in settings:
                raise ValueError(unknown("setting of a series", name, settings))
        names = tuple(rest.pop("names", ()))
        plan = cls(game.spec, dict(game.options), tuple(agents), names=names, **rest)
        plan.__dict__["rules"] = game  # which may not be found by its name
        check_count("games in all", plan.total, MAX_TOTAL_GAMES)
        return plan

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        own = {name: getattr(self, name) for name in self.__dataclass_fields__}
        lists = {name: list(own[name]) for name in ("agents", "names", "contents")}
        return {**own, "options": dict(self.options), **lists}

    @property
    def essence(self) -> dict[str, Any]:
        """What the moves depend on: plans with the same essence play the same games."""
        return {**self.to_dict(), "games": None, "sprt": None, "contents": None}

    @classmethod
    def from_dict(cls, data: Any) -> "Plan":
        """The plan of plain values; ValueError if they are none. What is unknown is skipped."""
        known = {name: data[name] for name in cls.__dataclass_fields__ if name in data}
        try:
            lists = {name: tuple(known.get(name, ())) for name in ("names", "contents")}
            lists["agents"] = tuple(known["agents"])
            return cls(**{**known, **lists})
        except (KeyError, TypeError) as error:
            raise ValueError(f"expected the plan of a series, got {data!r:.200}") from error

    def grown(self, new: "Plan") -> "Plan":
        """The plan for all that a new one asks for: this one with more agents or games.

        Agents go by their names, in the order of this plan, others after them. ValueError says what
        has changed besides.
        """
        may = ("agents", "names", "contents", "games")
        for name in self.__dataclass_fields__:
            if name not in may and getattr(new, name) != getattr(self, name):
                raise ValueError(f"{name} was {getattr(self, name)!r}, is {getattr(new, name)!r}")
        if new.games < self.games:
            raise ValueError(f"games were {self.games}, are {new.games}")
        if not self.names:
            if replace(new, names=(), contents=self.contents) == self:
                return self  # from before there were names
            raise ValueError("its agents have no names")
        old, now = (dict(zip(plan.labels, plan.agents, strict=True)) for plan in (self, new))
        for name, spec in old.items():
            if now.get(name) != spec:
                raise ValueError(f"{name!r} was {spec!r}, is {now.get(name, 'not there')!r}")
        if self.kind == "gauntlet" and new.labels[0] != self.labels[0]:
            raise ValueError(f"the first was {self.labels[0]!r}, is {new.labels[0]!r}")
        if self.kind == "match" and len(new.agents) > len(self.agents):
            raise ValueError("a match has no room for more agents")
        order = [*old, *(name for name in now if name not in old)]
        agents = tuple(now[name] for name in order)
        known = {**_by_name(new), **_by_name(self)}
        contents = tuple(known[name] for name in order)
        return replace(
            self,
            agents=agents,
            names=tuple(order),
            games=new.games,
            contents=contents if any(contents) else (),
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """What the entrants are called: their names, or else their specs."""
        return self.names or self.agents

    def by_player(
        self, labels: Sequence[str], seats: Sequence[int], sides: Sequence[int]
    ) -> tuple[str, ...]:
        """The label of each player, from one for each entrant, the entrants at the table and the
        sides of the players."""
        homes = range(len(sides)) if len(seats) == len(sides) else sides
        return tuple(labels[seats[home]] for home in homes)

    @cached_property
    def rules(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """By player, its side."""
        first: State = self.rules.new(self.seed)
        return tuple(first.side(player) for player in range(first.num_players()))

    @cached_property
    def places(self) -> int:
        """How many entrants sit at a table: one for each side, or one for each player."""
        count = len(self.agents)
        players, sides = len(self.sides), len(set(self.sides))
        if self.kind != "match":
            return sides
        if count not in (players, sides):
            per_side = f" or {sides} (one per side)" if sides != players else ""
            raise ValueError(f"expected {players} agents (one per player){per_side}, got {count}")
        return count

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """By player, the place at the table that plays it."""
        return tuple(range(self.places)) if self.places == len(self.sides) else self.sides

    @cached_property
    def meetings(self) -> tuple[tuple[int, ...], ...]:
        """Who meets whom, by the entrants' places in the plan."""
        return KINDS[self.kind](len(self.agents), self.places)

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return len(self.meetings) * self.games

    def slot(self, index: int) -> Slot:
        """Where a game stands. Round by round, all meetings play a group each."""
        turns, width = self.places, len(self.meetings)
        whole = self.games // turns * width * turns  # games of rounds with all rotations
        if index >= whole:
            turns = self.games % turns
        rest = index if index < whole else index - whole
        group, turn = divmod(rest, turns)
        number, meeting = divmod(group, width)
        number += 0 if index < whole else self.games // self.places
        return Slot(number, self.meetings[meeting], turn)

    def index(self, slot: Slot) -> int:
        """The number of the game that stands there."""
        rounds, turns = divmod(self.games, self.places)
        width, meeting = len(self.meetings), self._order[slot.meeting]
        if slot.round < rounds:
            return (slot.round * width + meeting) * self.places + slot.turn
        return rounds * width * self.places + meeting * turns + slot.turn

    @cached_property
    def _order(self) -> dict[tuple[int, ...], int]:
        return {meeting: number for number, meeting in enumerate(self.meetings)}

    def by_days(self, indices: Iterable[int]) -> Iterator[int]:
        """Numbers of games, given in ascending order, in the order in which they are to be played.

        In a round robin of pairs every round has its days: nobody meets a second opponent before
        all have met a first, so that a table says something of everybody from the beginning.
        """
        if self.kind != "round-robin" or self.places != 2:
            yield from indices
            return
        entrants = len(self.agents)
        for _, games in groupby(indices, lambda index: self.slot(index).round):
            yield from sorted(games, key=lambda index: _day(self.slot(index).meeting, entrants))

    def pairing(self, index: int) -> Pairing:
        """A game of the series."""
        number, seated, turn = self.slot(index)
        return Pairing(
            index,
            Rng.keyed(self.seed, Stream.plain, number).next(),
            Rng.keyed(self.seed, Stream.agent, index).next(),
            tuple(seated[(seat + turn) % len(seated)] for seat in range(len(seated))),
        )


# --- who meets whom ------------------------------------------------------------------------


def _match(entrants: int, places: int) -> tuple[tuple[int, ...], ...]:
    """All of them at one table."""
    return (tuple(range(entrants)),)


def _round_robin(entrants: int, places: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of as many as there are places."""
    if entrants < places:
        raise ValueError(f"expected at least {places} agents, got {entrants}")
    return tuple(combinations(range(entrants), places))


def _day(meeting: tuple[int, ...], entrants: int) -> int:
    """On which day a pair meets by the circle method, where everybody meets one other a day."""
    days = entrants - 1 + entrants % 2
    one, other = meeting
    return (one + (one if other == days else other)) % days


def _gauntlet(entrants: int, places: int) -> tuple[tuple[int, ...], ...]:
    """The first against the others: each takes all other places, so that it is met alone."""
    if entrants < 2 or places < 2:
        raise ValueError(f"expected at least 2 agents and 2 sides, got {entrants} and {places}")
    return tuple((0, *[other] * (places - 1)) for other in range(1, entrants))


KINDS: dict[str, Callable[[int, int], tuple[tuple[int, ...], ...]]] = {
    "match": _match,
    "round-robin": _round_robin,
    "gauntlet": _gauntlet,
}
"""All at one table; everybody against everybody; the first against each of the others."""


def _check_names(names: tuple[str, ...], count: int) -> None:
    for name in names:
        fits = isinstance(name, str) and name.isprintable() and name == name.strip()
        if not fits or not 1 <= len(name) <= MAX_NAME_LENGTH:
            expected = f"a name of 1 to {MAX_NAME_LENGTH} printable letters"
            raise ValueError(f"expected {expected} for an entrant, got {name!r:.200}")
    if names and (len(names) != count or len(set(names)) != count):
        raise ValueError(f"expected {count} different names of entrants, got {', '.join(names)}")


def _by_name(plan: Plan) -> dict[str, str]:
    """The hash of each entrant's files, by its name."""
    return dict(zip(plan.labels, plan.contents or [""] * len(plan.agents), strict=True))


def check_count(name: str, value: int, most: int) -> None:
    """ValueError unless a value is a whole number from 1 to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(f"expected {name} from 1 to {most}, got {value!r}")
