"""Records of played games, one JSON object each, from which a game is replayed and checked.

::

    {"format": 1, "game": "connect_four", "options": {}, "seed": 7,
     "players": ["human", "random"], "start": "...",
     "moves": [{"player": 0, "move": "4"}, {"player": 1, "move": "3", "say": "hm"}, ...],
     "result": {"ended": "finished", "outcome": [1.0, -1.0], "scores": [1.0, 0.0]},
     "versions": {"quadrille": "0.1.0"}}

``options`` holds all options, not only those that differ from their defaults, so that a record
keeps its meaning when a default changes. Players are counted from 0; chance is -1 and its moves
are listed like all others. ``seed`` gives the start and the chance; it is null for a game that
began from a position or whose chance came from elsewhere, such as real dice. In games with such a
penalty, ``{"player": 1, "move": "", "lost": "no answer within 3 s"}`` is a turn that was lost, with
the reason; with a move, it is one that was drawn for the player. ``ended`` is ``finished``,
``resigned`` (``by`` says who), ``forfeited`` (``by`` lost it by a failure or the clock, ``note``
says how), ``adjudicated`` (stopped and judged by the scores; ``note`` says why), ``agreed`` (a draw
by agreement of the players) or ``unfinished``
(``outcome`` is null; ``note`` may say why). What a reader does not know it skips; ``format``
changes when the meaning of something does.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import isclose
from typing import Any

from quadrille.core.errors import BadRecord
from quadrille.core.game import Game, recorded_game
from quadrille.core.notebook import html_picture, html_table
from quadrille.core.options import Value
from quadrille.core.records.check import JsonObject, short
from quadrille.core.state import CHANCE, NOBODY, State

FORMAT = 1
ENDINGS = ("finished", "resigned", "forfeited", "adjudicated", "agreed", "unfinished")
GIVEN_UP = ("resigned", "forfeited")
"""Endings that a player caused."""
STOPPED = (*GIVEN_UP, "adjudicated", "agreed")
"""Endings other than by the rules."""


@dataclass(frozen=True)
class Played:
    """One move of a record."""

    player: int
    """Counted from 0; CHANCE is -1."""
    move: str
    """In the notation of the game."""
    say: str = ""
    """What the player told its side."""
    lost: str = ""
    """Why the turn was lost, in games where that is a penalty, or why the move was drawn for the
    player; without a move the turn was lost."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        more = {"say": self.say, "lost": self.lost}
        said = {name: text for name, text in more.items() if text}
        return {"player": self.player, "move": self.move, **said}


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    ended: str
    """One of ``ENDINGS``."""
    outcome: tuple[float, ...] | None
    """The value per side; None for an unfinished game."""
    scores: tuple[float, ...]
    """Points per player, as they stood."""
    by: int | None = None
    """Who resigned or forfeited the game."""
    note: str = ""
    """Why the game was not finished, where that is known."""

    @classmethod
    def of(
        cls, state: State, ended: str = "unfinished", by: int | None = None, note: str = ""
    ) -> "Result":
        """The result of a game that stops in a state; ``ended`` is how, if not by the rules."""
        scores = tuple(state.scores())
        if state.is_over():
            return cls("finished", tuple(state.outcome()), scores)
        sides = state.num_sides()
        if ended not in STOPPED:
            return cls("unfinished", None, scores, None, note)
        worth = [0.0] * sides
        if by is None and ended != "agreed":
            for player, score in enumerate(scores):
                worth[state.side(player)] += score
        elif by is not None:  # who gives up loses to every other side
            worth = [-float(side == state.side(by)) for side in range(sides)]
        return cls(ended, tuple(state.outcome_of(worth)), scores, by, note)

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        outcome = None if self.outcome is None else list(self.outcome)
        found = {"ended": self.ended, "outcome": outcome, "scores": list(self.scores)}
        more = {"by": self.by, "note": self.note or None}
        return found | {name: value for name, value in more.items() if value is not None}


@dataclass(frozen=True, repr=False)
class Record:
    """One played game. A notebook shows its last position, its players and its result."""

    game: str
    """The spec of the game."""
    options: dict[str, Value]
    """All options with their values."""
    seed: int | None
    """What the start and all chance came from; None if they came from elsewhere."""
    players: tuple[str, ...]
    """The spec of each player's agent."""
    start: str
    """The text of the first position."""
    moves: tuple[Played, ...]
    result: Result
    versions: dict[str, str]
    """The versions of the programs that played it."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "players": list(self.players),
            "start": self.start,
            "moves": [played.to_dict() for played in self.moves],
            "result": self.result.to_dict(),
            "versions": dict(self.versions),
        }

    def to_json(self) -> str:
        """As one JSON object on one line."""
        return json.dumps(self.to_dict(), allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """The record of a JSON text; BadRecord says what is wrong with it."""
        data = JsonObject.parse(text)
        version = data.integer("format")
        if version != FORMAT:
            raise BadRecord(f"expected a record of format {FORMAT}, got format {version}")
        return cls(
            game=data.text("game"),
            options=data.values("options", (bool, int, float, str)),
            seed=data.integer("seed", 0, 2**64 - 1) if data.has("seed") else None,
            players=data.texts("players"),
            start=data.text("start"),
            moves=tuple(_played(move) for move in data.objects("moves")),
            result=_result(data.object("result")),
            versions=data.values("versions", (str,)),
        )

    def replay(self, game: Game | None = None) -> Iterator[Any]:
        """Yield the first state and the state after each move, checking everything on the way.

        BadRecord says at which move the record is wrong, and why. The game can be given: a record
        never runs the file that it names, and not every game has a name here.
        """
        state = self._first_state(game)
        yield state.copy()
        for number, played in enumerate(self.moves, 1):
            try:
                self._play(state, played)
            except Exception as error:  # a broken game must not look like a broken reader
                raise BadRecord(f"move {number} ({short(played.move)}): {error}") from error
            yield state.copy()
        self._check_result(state)

    def check(self, game: Game | None = None) -> None:
        """Replay the whole game; BadRecord if anything is wrong."""
        for _ in self.replay(game):
            pass

    def __repr__(self) -> str:
        return f"<Record of {self._summary()}; {', '.join(self.players)}>"

    def _repr_html_(self) -> str:
        try:
            *_, before, last = [None, *self.replay()]
        except BadRecord as error:
            return escape(f"{self!r}: {error}")
        marked = before.parse_move(self.moves[-1].move) if before and self.moves[-1].move else None
        outcome = self.result.outcome
        rows = [
            (
                f"{player + 1}: {spec}",
                "" if outcome is None else f"{outcome[last.side(player)]:g}",
                f"{self.result.scores[player]:g}",
            )
            for player, spec in enumerate(self.players)
        ]
        picture = html_picture(last.svg(last_move=marked, legal=False), "the last position")
        return f"{picture}{html_table(self._summary(), ('Player', 'Outcome', 'Score'), rows)}"

    def _summary(self) -> str:
        """The game, how long it was and how it ended, in one line."""
        note = f" ({self.result.note})" if self.result.note else ""
        return f"{self.game}: {len(self.moves)} moves, {self.result.ended}{note}"

    def _first_state(self, game: Game | None) -> State:
        try:
            rules = recorded_game(self.game, self.options) if game is None else game
            start: State = rules.parse(self.start) if self.seed is None else rules.new(self.seed)
        except (ValueError, ImportError) as error:
            raise BadRecord(f"the game cannot start: {error}") from error
        if start.text() != self.start:
            raise BadRecord(f"start: expected {short(start.text())}, got {short(self.start)}")
        if len(self.players) != start.num_players():
            raise BadRecord(
                f"players: expected {start.num_players()} of them, got {len(self.players)}"
            )
        return start

    def _play(self, state: State, played: Played) -> None:
        mover = state.player()
        if mover == NOBODY:
            raise BadRecord("the game is over already")
        if mover != played.player:
            raise BadRecord(f"expected {_who(mover)} to move, got {_who(played.player)}")
        if played.lost and not played.move:
            state.lose_turn()
            return
        if mover != CHANCE or self.seed is None:
            state.play(played.move)
            return
        drawn = state.copy().play_chance()
        if state.move_text(drawn) != played.move:
            raise BadRecord(f"seed {self.seed} draws {state.move_text(drawn)!r} here")
        state.play_chance()

    def _check_result(self, state: State) -> None:
        stored = self.result
        if stored.by is not None and not 0 <= stored.by < state.num_players():
            raise BadRecord(f"result: expected a player who {stored.ended}, got {stored.by}")
        actual = Result.of(state, stored.ended, stored.by, stored.note)
        if (actual.ended, actual.by) != (stored.ended, stored.by):
            raise BadRecord(
                f"result: after {len(self.moves)} moves the game is {actual.ended}, "
                f"the record says {stored.ended}"
            )
        _check_equal("outcome", actual.outcome, stored.outcome)
        _check_equal("scores", actual.scores, stored.scores)


def _played(data: JsonObject) -> Played:
    return Played(
        data.integer("player", CHANCE),
        data.text("move"),
        data.text("say") if data.has("say") else "",
        data.text("lost") if data.has("lost") else "",
    )


def _result(data: JsonObject) -> Result:
    ended = data.text("ended")
    if ended not in ENDINGS:
        raise BadRecord(f"expected ended to be one of {' '.join(ENDINGS)}, got {short(ended)}")
    if (ended in GIVEN_UP) != data.has("by"):
        raise BadRecord("expected result.by if and only if a player resigned or forfeited the game")
    return Result(
        ended,
        data.numbers("outcome") if data.has("outcome") else None,
        data.numbers("scores"),
        data.integer("by", 0) if data.has("by") else None,
        data.text("note") if data.has("note") else "",
    )


def _who(player: int) -> str:
    return "chance" if player == CHANCE else f"player {player}"


def _check_equal(
    what: str, actual: tuple[float, ...] | None, stored: tuple[float, ...] | None
) -> None:
    same = actual is stored or (
        actual is not None
        and stored is not None
        and len(actual) == len(stored)
        and all(isclose(a, b, abs_tol=1e-9) for a, b in zip(actual, stored, strict=True))
    )
    if not same:
        raise BadRecord(f"result: expected {what} {_plain(actual)}, got {_plain(stored)}")


def _plain(values: tuple[float, ...] | None) -> Any:
    return None if values is None else list(values)
