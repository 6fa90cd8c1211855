"""What kinds of mistakes a player makes, counted in positions of random games.

Three kinds: a move that wins at once is missed; the opponent is let to win at once without need;
the exact result is spoiled, that is a won position is not won any more, or a drawn one is lost. The
last kind is counted from the stage on from which positions are solved in a moment, by stage and by
what was decided. What a first network does wrong shows in four more numbers: values that hardly
differ between moves, the first move of the list again and again, always the same opening, and how
long lost games last.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from quadrille.arena.analyse import analyse
from quadrille.arena.diagnosis.positions import Question, exact_questions, plain_questions
from quadrille.arena.intervals import Share
from quadrille.arena.play.one_game import play
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.game import Game
from quadrille.core.package import package_of
from quadrille.search.solving import unsolvable

Report = Callable[[str, int, int], None]
"""Called as ``report(what, done, total)``."""


@dataclass(frozen=True)
class StageCount:
    """Moves that spoil the result at one stage, in one kind of decision."""

    stage: int
    decision: str
    spoiled: Share
    drawn: int
    """Random positions that were drawn to find those in which the result could be spoiled."""


@dataclass(frozen=True)
class Habits:
    """How a player chooses, apart from whether that is right."""

    value_spread: float | None
    """The mean difference between its highest and lowest value of a move; None if it says none."""
    first_choices: Share
    """How often it plays the first of the legal moves."""
    expected_first: float
    """How often chance would."""
    openings: int
    """Different first moves in the games where it began."""
    games_begun: int
    opponent: str
    """Against whom the games were played."""
    games: int
    lost: int
    lost_length: float | None
    """The mean number of moves, of both players, in games that it lost."""


@dataclass(frozen=True)
class Diagnosis:
    """What kinds of mistakes a player makes."""

    game: str
    agent: str
    stage_name: str
    positions: int
    """Positions that were asked for: of plain mistakes, and as many with exact values."""
    missed_wins: Share
    given_wins: Share
    stages: tuple[StageCount, ...]
    habits: Habits | None

    @property
    def spoiled(self) -> Share:
        """Over all stages."""
        return sum((each.spoiled for each in self.stages), Share(0, 0))

    @property
    def spoiled_of_all(self) -> Share:
        """The same, of all positions that were drawn, in most of which nothing can be spoiled."""
        return Share(self.spoiled.count, sum(each.drawn for each in self.stages))

    def to_dict(self) -> dict[str, Any]:
        """As plain values; the shares by name, and how they were counted."""
        names = ("missed_wins", "given_wins", "spoiled", "spoiled_of_all")
        shares = {name: getattr(self, name) for name in names}
        habits = None
        if self.habits is not None:
            habits = {**vars(self.habits), "first_choices": self.habits.first_choices.to_dict()}
        return {
            "game": self.game,
            "agent": self.agent,
            "positions": self.positions,
            **{name: share.value for name, share in shares.items()},
            "counts": {name: share.to_dict() for name, share in shares.items()},
            "by_placed": [
                {
                    "placed": each.stage,
                    "decision": each.decision,
                    **each.spoiled.to_dict(),
                    "drawn": each.drawn,
                }
                for each in self.stages
            ],
            "habits": habits,
        }


def diagnose(
    game: Game,
    agent: Agent | str,
    *,
    positions: int = 400,
    first: int | None = None,
    games: int = 40,
    opponent: str = "oneply",
    seed: int = 0,
    report: Report = lambda *_: None,
) -> Diagnosis:
    """Count the mistakes of an agent; ValueError if the game cannot be solved.

    ``positions`` for each of the two samples; exact values from the stage ``first`` on, by default
    that of the game; so many ``games`` against an opponent, 0 for none.
    """
    if reason := unsolvable(game.new()):
        raise ValueError(reason)
    if positions < 1 or games < 0:
        raise ValueError("expected at least 1 position and no fewer than 0 games")
    player = find_agent(agent, game) if isinstance(agent, str) else agent
    if reason := player.unfit(game):
        raise ValueError(f"agent {str(player)!r} cannot play {game.name}: {reason}")
    stages = package_of(game.state_type).stages
    asked = _Asked(game, player, seed, report)
    plain = plain_questions(game, positions, seed)
    missed = asked.count("immediate wins", plain.wins)
    given = asked.count("gifts", plain.gifts)
    start = stages.first_solved if first is None else first
    counts: dict[tuple[int, str], StageCount] = {}
    for number, question in enumerate(exact_questions(game, positions, seed, start), 1):
        key = (question.stage, question.decision)
        wrong = asked.is_wrong(question)
        report("exact values", number, positions)
        old = counts.get(key, StageCount(*key, Share(0, 0), 0))
        share = old.spoiled + Share(int(wrong), 1)
        counts[key] = StageCount(*key, share, old.drawn + question.drawn)
    habits = asked.habits(games, opponent) if games else None
    return Diagnosis(
        game.name,
        str(agent),
        stages.name,
        positions,
        missed,
        given,
        tuple(counts[key] for key in sorted(counts)),
        habits,
    )


class _Asked:
    """An agent that is asked, and what its answers have in common."""

    def __init__(self, game: Game, player: Agent, seed: int, report: Report) -> None:
        self._game, self._player, self._seed, self._report = game, player, seed, report
        self._asked = self._first = 0
        self._expected: list[float] = []
        self._spreads: list[float] = []

    def count(self, what: str, questions: Sequence[Question]) -> Share:
        """How often it answers wrongly."""
        wrong = 0
        for number, question in enumerate(questions, 1):
            wrong += self.is_wrong(question)
            self._report(what, number, len(questions))
        return Share(wrong, len(questions))

    def is_wrong(self, question: Question) -> bool:
        """Whether its answer is a mistake."""
        state = question.state
        decision = analyse(self._game, state, self._player, seed=self._seed + self._asked)
        moves = state.legal_moves()
        self._asked += 1
        self._first += decision.move == moves[0]
        self._expected.append(1 / len(moves))
        if (spread := _spread(decision, len(moves))) is not None:
            self._spreads.append(spread)
        return decision.move not in question.good

    def habits(self, games: int, opponent: str) -> Habits:
        """How it chooses, of all answers so far and of some games."""
        openings: Counter[str] = Counter()
        lost: list[int] = []
        rival = find_agent(opponent, self._game)
        for number in range(games):
            seat = number % 2
            agents = [self._player, rival] if seat == 0 else [rival, self._player]
            record = play(self._game, agents, seed=self._seed + number)
            self._report("games", number + 1, games)
            if record.moves[0].player == seat:
                openings[record.moves[0].move] += 1
            outcome = record.result.outcome
            if outcome is not None and outcome[seat] < 0:
                lost.append(len(record.moves))
        return Habits(
            value_spread=fmean(self._spreads) if self._spreads else None,
            first_choices=Share(self._first, self._asked),
            expected_first=fmean(self._expected) if self._expected else 0.0,
            openings=len(openings),
            games_begun=openings.total(),
            opponent=opponent,
            games=games,
            lost=len(lost),
            lost_length=fmean(lost) if lost else None,
        )


def _spread(decision: Decision, moves: int) -> float | None:
    """The difference between the highest and the lowest value, if every move has one."""
    values = [each.value for each in decision.moves if each.value is not None]
    return max(values) - min(values) if len(values) == moves else None
