"""Q-learning, SARSA and SARSA(lambda) with a table (Sutton and Barto 2018, chapters 6, 7 and 12).

What is learned is a number for every position that a move has led to: that is Q(s, a), since in our
games a position and a move tell the next position, chance aside. Symmetric positions share one. A
game is played against oneself, mostly by the best known moves. After each move, the number of the
position before it is brought closer to what follows: the best of all moves there (``q``), the move
that was played (``sarsa``), or that with all positions of the game before, the more the nearer they
are (``sarsa-lambda``).

Numbers are worth for the first side; the second one plays for low numbers. Where we differ from the
textbook: both sides learn in one table, and a table has a ``capacity``, after which it learns no
further positions. Small games end long before it; docs/tables.md shows where others do.

Equal settings give equal tables, bit for bit, with a budget of games. Random numbers are keyed by
seed and round, so that nothing of a generator has to be kept.
"""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from quadrille.agents.table import FILE, ValueTable, position_key, successors
from quadrille.core.game import Game
from quadrille.core.state import CHANCE
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.files import write_json
from quadrille.learn.loop import Learner, TrainingProgress
from quadrille.learn.settings import RunSettings, check_rates


@dataclass(frozen=True)
class TableSettings(RunSettings):
    """What a run does."""

    rule: Literal["q", "sarsa", "sarsa-lambda"] = "q"
    """What a number is brought closer to: the best move's, or the one that is played."""
    trace: float = 0.8
    """The lambda of SARSA(lambda): how much of a change reaches the position before."""
    discount: float = 1.0
    """How much what follows counts."""
    rate: float = 0.3
    """How far a number goes towards what follows, at the beginning."""
    final_rate: float = 0.05
    """How far at the end, to which the rate falls exponentially."""
    epsilon: float = 0.5
    """How often any move is played instead of the best known one, at the beginning."""
    final_epsilon: float = 0.05
    """How often at the end, to which that falls evenly."""
    capacity: int = 1_000_000
    """How many positions the table holds; it learns no further ones."""
    round_games: int = 1000
    """Games in a round."""

    opponents: str = "random oneply"
    """The agents, separated by spaces, against which the table is evaluated now and then."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_at_least(1, "capacity", "round_games")
        for name in ("trace", "discount", "epsilon", "final_epsilon"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        check_rates(self.rate, self.final_rate)

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if tables cannot learn a game."""
        state = game.new()
        if state.num_sides() != 2:
            raise ValueError(f"expected a game of 2 sides, {game.name} has {state.num_sides()}")
        if "secrets" not in state.lacks():
            raise ValueError(f"expected a game without secrets, {game.spec} has some")


class TableLearner(Learner):
    """A table being learned, with all that is needed to go on."""

    settings: TableSettings

    def __init__(self, game: Game, encoding: str, settings: TableSettings) -> None:
        settings.check_fits(game, encoding)
        self.game, self.settings = game, settings
        self.values: dict[int, float] = {}
        """What positions are worth to the first side, by their keys."""
        self.progress = TrainingProgress()
        self._rng = np.random.default_rng(0)
        self._rate = settings.rate
        self._epsilon = settings.epsilon
        self._changes: list[float] = []

    def round(self) -> None:
        """Play and learn from so many games."""
        settings, progress = self.settings, self.progress
        start, share = time.process_time(), progress.share(settings)
        self._rng = np.random.default_rng([settings.seed, progress.rounds])
        self._rate = settings.rate * (settings.final_rate / settings.rate) ** share
        self._epsilon = settings.epsilon + share * (settings.final_epsilon - settings.epsilon)
        self._changes = []
        for _ in range(settings.round_games):
            self.play()
            progress.games += 1
        progress.positions = len(self.values)
        progress.steps += len(self._changes)
        progress.policy_loss = float(np.mean(np.abs(self._changes)))
        progress.rounds += 1
        progress.selfplay_seconds += time.process_time() - start

    def play(self) -> None:
        """Play a game and learn from each of its moves."""
        settings, table, random = self.settings, self.values, self._rng.random
        state, path = self.game.new(self.progress.games), list[int]()
        while not state.is_over():
            if state.player() == CHANCE:
                state.play_chance()
                continue
            after = [one for _, one in successors(state)]
            keys = [position_key(one) for one in after]
            worth = [table.get(key, 0.0) for key in keys]
            best = max(worth) if state.side(state.player()) == 0 else min(worth)
            if random() < self._epsilon:
                chosen = int(random() * len(keys))
            else:  # any of the best ones
                equal = [index for index, value in enumerate(worth) if value == best]
                chosen = equal[int(random() * len(equal))]
            if path:
                follows = best if settings.rule == "q" else worth[chosen]
                self.learn(path, settings.discount * follows)
            path.append(keys[chosen])
            state = after[chosen]
        self.learn(path, state.outcome()[0])

    def learn(self, path: list[int], goal: float) -> None:
        """Bring the number of the last position of a game closer to a goal, and with traces those
        of the positions before it."""
        settings, table = self.settings, self.values
        change = goal - table.get(path[-1], 0.0)
        self._changes.append(change)
        share = 1.0
        for key in reversed(path):
            if key in table or len(table) < settings.capacity:
                table[key] = table.get(key, 0.0) + self._rate * share * change
            share *= settings.trace * settings.discount
            if settings.rule != "sarsa-lambda" or share < 1e-3:
                break

    # --- files -----------------------------------------------------------------------------

    def export(self, evaluator: Evaluator, rounds: int | None = None) -> None:
        """Write the table of the run, and one that stays if a round is given."""
        data = self.table().to_bytes()
        evaluator.write_file(FILE, data)
        if rounds is not None:
            evaluator.write_file(f"models/{rounds}.npz", data)

    def agent_spec(self, name: str) -> str:
        """The agent that plays the table of a name."""
        return f"table:{name}"

    def table(self) -> ValueTable:
        """The table, to play with."""
        keys = np.fromiter(self.values, np.uint64, len(self.values))
        values = np.fromiter(self.values.values(), np.float32, len(self.values))
        order = np.argsort(keys)
        return ValueTable(self.game.name, self.game.options, keys[order], values[order])

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        keys = np.fromiter(self.values, np.uint64, len(self.values))
        values = np.fromiter(self.values.values(), np.float64, len(self.values))
        np.savez(folder / "values.npz", keys=keys, values=values)
        write_json(folder / "progress.json", asdict(self.progress))

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        with np.load(folder / "values.npz", allow_pickle=False) as file:
            self.values = dict(zip(file["keys"].tolist(), file["values"].tolist(), strict=True))
        facts: dict[str, Any] = json.loads((folder / "progress.json").read_text("utf-8"))
        self.progress = TrainingProgress(**facts)
