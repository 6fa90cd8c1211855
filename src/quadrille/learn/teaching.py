"""Teaching: a network learns what a solver knows, instead of finding it out by self-play.

Every round plays games of which all late positions are solved: what each is worth, and which moves
keep that. The network learns the value and an even choice among the best moves. Games go on with a
best move or any other, as often as not, so that lessons show good play and how mistakes are
punished. Only games that can be solved have a teacher (``quadrille solve``); training, checkpoints
and evaluation are those of AlphaZero.

Most positions of a good game are drawn, and nearly all moves keep the draw: that says nothing
about which of them wins against somebody who errs. Where the game's solver ranks moves by the
traps that they set, the network can learn that as well (``trap_boards``): among moves that keep a
draw or lose, those after which a careless opponent goes wrong more often.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.learn.selfplay import SelfPlayers
from quadrille.search.solving import solve, unsolvable


@dataclass(frozen=True)
class TeachingSettings(AlphaZeroSettings):
    """What a run does; of self-play, only how many games a round has."""

    first_ply: int = 0
    """Positions are solved after so many moves; earlier ones are random."""
    mistakes: float = 0.5
    """How often a game goes on with any move rather than with one of the best."""
    trap_boards: int = 0
    """How many boards to look at in each position in order to rank its moves by the traps that they
    set; 0 for an even choice among the best ones."""
    trap_step: float = 0.05
    """By how much of a careless opponent's games a move must be better to be e times as likely."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.first_ply <= 1000:
            raise ValueError(f"expected first_ply from 0 to 1000, got {self.first_ply!r}")
        if not 0 <= self.mistakes <= 1:
            raise ValueError(f"expected mistakes from 0 to 1, got {self.mistakes!r}")
        self.check_at_least(0, "trap_boards")
        self.check_at_least(1e-4, "trap_step")

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if the game has no teacher, or the network cannot read the encoding."""
        if reason := unsolvable(game.new()):
            raise ValueError(reason)
        if self.trap_boards and _ranking(game) is None:
            raise ValueError(f"expected trap_boards=0: the solver of {game.name} ranks no traps")
        super().check_fits(game, encoding)


class Teaching(AlphaZero):
    """A network being taught."""

    settings: TeachingSettings

    def __init__(self, game: Game, encoding: str, settings: TeachingSettings) -> None:
        settings.check_fits(game, encoding)
        self._rank_traps = _ranking(game)
        super().__init__(game, encoding, settings)

    def find_players(self, workers: int = 1, on: str = "here") -> SelfPlayers:
        """Nobody plays but here."""
        if (workers, on) != (1, "here"):
            raise ValueError("expected no --workers and no --on: lessons are given here")
        return super().find_players()

    def play(self) -> None:
        """The lessons of one round."""
        settings, progress = self.settings, self.progress
        start, before = time.process_time(), self.samples.total
        for index in range(progress.games, progress.games + settings.round_games):
            self._give_lessons(Rng.keyed(settings.seed, Stream.plain, index))
        self.count_round(start, before)

    def _give_lessons(self, rng: Rng) -> None:
        """Play a game and add its late positions."""
        state = self._opening(rng)
        while not state.is_over():
            best = self._give_lesson(state, rng)
            careless = rng.uniform() < self.settings.mistakes
            state.play(state.random_move(rng) if careless else best[rng.below(len(best))])

    def _opening(self, rng: Rng) -> State:
        """A position after random moves; games that end before it are begun again."""
        while True:
            state: State = self.game.new()
            for _ in range(self.settings.first_ply):
                if not state.is_over():
                    state.play(state.random_move(rng))
            if not state.is_over() or state.max_plies() <= self.settings.first_ply:
                return state

    def _give_lesson(self, state: State, rng: Rng) -> list[Any]:
        """Add a position with the chances of its moves; the likeliest ones."""
        values = solve(state, all_moves=True).values
        value = max(values.values())
        best = [move for move, each in values.items() if each == value]
        chances = dict.fromkeys(values, 0.0)
        if self.settings.trap_boards and value <= 0 and len(best) > 1:
            chances |= self._trap_chances(state, best, rng)
        else:
            chances |= dict.fromkeys(best, 1 / len(best))
        mine = float(value)
        side = state.side(state.player())
        self.samples.add(state, chances, [mine, -mine] if side == 0 else [-mine, mine])
        likeliest = max(chances.values())
        return [move for move, chance in chances.items() if chance == likeliest]

    def _trap_chances(self, state: State, moves: Sequence[Any], rng: Rng) -> dict[Any, float]:
        """How likely moves should be that are worth the same, by the traps that they set."""
        assert self._rank_traps is not None
        boards, step = self.settings.trap_boards, self.settings.trap_step
        ranked = self._rank_traps(state, moves, rng, boards)
        most = ranked[0][1]
        weights = {move: math.exp((share - most) / step) for move, share in ranked}
        total = sum(weights.values())
        return {move: weight / total for move, weight in weights.items()}


def _ranking(game: Game) -> Any:
    """How the game's solver ranks moves by the traps that they set; None if it does not."""
    own = game.package.own_solver
    return None if own is None else own.rank_traps
