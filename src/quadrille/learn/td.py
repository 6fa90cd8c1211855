"""TD(lambda): a static evaluation learns from games against itself (Sutton 1988, Learning to
predict by the methods of temporal differences; Tesauro 1995, Temporal difference learning and
TD-Gammon).

Rounds alternate between games, in which both sides mostly take the move with the best evaluation
after it, and training, in which the evaluation of every position is brought closer to its
lambda-return: a mean of the evaluations that followed in the game and of its outcome. With
``trace=1`` only the outcome counts, which is plain regression on how games end. In games that are
won by points the lead can count in the place of the outcome (``target=lead``): it tells more.

What is learned are the weights of the game's named features (``layers=linear``), to be used by any
agent as ``weights.NAME``; or a small network that reads the features of all sides, which any search
takes in their place as ``model=RUN``. Where we differ from the papers: returns are computed when a
game is over, and learned from in batches.

Equal settings give equal weights, bit for bit, with a budget of games.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from quadrille.arena.calibration import points_by_side
from quadrille.core._core import Rng, Stream
from quadrille.core.agents.weights import Weights, own_weights
from quadrille.core.encoding import FEATURES
from quadrille.core.game import Game
from quadrille.core.package import package_of
from quadrille.core.state import CHANCE, State
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.files import write_json
from quadrille.learn.loop import Learner, TrainingProgress, set_rate
from quadrille.learn.runs import find_run
from quadrille.learn.settings import RunSettings, check_rates
from quadrille.learn.td_models import FeatureModel, LinearModel, SmallModel
from quadrille.search.native import make_search
from quadrille.search.network import make_network

TARGETS = ("outcome", "lead")
PRESET = "preset.toml"
"""The weights in the folder of a run, as a preset of the agent ``greedy``."""

# --- settings ------------------------------------------------------------------------------


@dataclass(frozen=True)
class TdSettings(RunSettings):
    """What a run does."""

    layers: str = "linear"
    """``linear`` for the weights of the features, or the width of the layer of a small network."""
    target: str = "outcome"
    """What a game came to: its ``outcome``, or by how many points sides were ahead, ``lead``."""
    trace: float = 0.7
    """The lambda: 0 to learn from the next evaluation only, 1 from the outcome only."""
    epsilon: float = 0.3
    """How often any move is played instead of the best one, at the beginning."""
    final_epsilon: float = 0.05
    """How often at the end, to which that falls evenly."""
    random_plies: int = 4
    """Games begin with so many random moves."""
    round_games: int = 100
    """Games in a round."""
    passes: int = 2
    """How often the positions of a round are learned from."""
    batch: int = 256
    """Positions in a step of training."""
    rate: float = 2e-2
    """The learning rate of Adam at the beginning."""
    final_rate: float = 1e-3
    """The learning rate at the end, to which it falls exponentially."""

    opponents: str = "greedy"
    """The agents, separated by spaces, against which it is evaluated now and then."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_at_least(1, "round_games", "passes", "batch")
        self.check_at_least(0, "random_plies")
        for name in ("trace", "epsilon", "final_epsilon"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        check_rates(self.rate, self.final_rate)
        if self.target not in TARGETS:
            raise ValueError(f"expected target={' or '.join(TARGETS)}, got {self.target!r}")
        if self.layers != "linear" and not (self.layers.isdigit() and 0 < int(self.layers) <= 1024):
            raise ValueError(f"expected layers=linear or a width such as 32, got {self.layers!r}")

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if the game has no features, or one side only."""
        state = game.new()
        if not len(state.feature_names()):
            raise ValueError(f"expected a game with a static evaluation, {game.name} has none")
        if state.num_sides() < 2:
            raise ValueError("expected a game of at least 2 sides, got one")
        if self.target == "lead" and not package_of(type(state)).points:
            raise ValueError(f"expected target=outcome: {game.name} is not won by points")


# --- learning ------------------------------------------------------------------------------


class TdLearner(Learner):
    """An evaluation being learned, with all that is needed to go on."""

    settings: TdSettings

    def __init__(self, game: Game, encoding: str, settings: TdSettings) -> None:
        torch.set_num_threads(1)
        settings.check_fits(game, encoding)
        self.game, self.encoding, self.settings = game, FEATURES, settings
        state = game.new()
        sides, features = state.num_sides(), len(state.feature_names())
        self.model: FeatureModel = (
            LinearModel(sides, features)
            if settings.layers == "linear"
            else SmallModel(sides, features, int(settings.layers), settings.seed)
        )
        self.optimiser = torch.optim.Adam(self.model.parameters(), settings.rate)
        self.progress = TrainingProgress()

    def round(self) -> None:
        """Games, then training."""
        settings, progress = self.settings, self.progress
        start = time.process_time()
        games = [
            self._play(Rng.keyed(settings.seed, Stream.plain, number), number)
            for number in range(progress.games, progress.games + settings.round_games)
        ]
        if progress.rounds == 0:
            self.model.fit_scale(np.concatenate([rows for rows, _ in games]))
            self.model.fit_lead(np.array([ending for _, ending in games]))
        progress.games += settings.round_games
        middle = time.process_time()
        self._train(games)
        progress.rounds += 1
        progress.selfplay_seconds += middle - start
        progress.training_seconds += time.process_time() - middle

    def _play(self, rng: Rng, number: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """A game: the features [T, sides, features] after each move, and how it ended [sides]."""
        settings = self.settings
        share = self.progress.share(settings)
        epsilon = settings.epsilon + share * (settings.final_epsilon - settings.epsilon)
        search = self._search()
        state: State = self.game.new(number)
        rows: list[NDArray[np.float32]] = []
        plies = 0
        while not state.is_over():
            if state.player() == CHANCE:
                state.play_chance()
                continue
            if plies < settings.random_plies or rng.uniform() < epsilon:
                move = state.random_move(rng)
            else:
                view = state.view(state.player())
                move = search.search(view, rng, None, Event(), None).move
            state.play(move)
            plies += 1
            if plies >= settings.random_plies:
                rows.append(np.asarray(state.features(), np.float32))
        ends_with = points_by_side(state, state.scores()) if settings.target == "lead" else None
        ending = np.array(ends_with or state.outcome()[: state.num_sides()], np.float32)
        shape = (len(rows), state.num_sides(), len(state.feature_names()))
        return np.array(rows, np.float32).reshape(shape), ending

    def _search(self) -> Any:
        """What plays by the evaluation as it is now."""
        settings: dict[str, Any] = {"deals": 1}
        if isinstance(self.model, SmallModel):
            settings["network"] = make_network(self.model.arrays(), FEATURES, 1)
        elif isinstance(self.model, LinearModel):
            settings["weights"] = self.model.weights().tolist()
        return make_search("Greedy", self.game.state_type, settings)

    def _train(self, games: list[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> None:
        """Learn from the games of a round."""
        settings, progress = self.settings, self.progress
        set_rate(self.optimiser, settings.rate, settings.final_rate, progress.share(settings))
        features = torch.from_numpy(np.concatenate([rows for rows, _ in games]))  # [N, S, F]
        progress.positions += len(features)
        losses = []
        numbers = np.random.default_rng([settings.seed, progress.rounds])
        for _ in range(settings.passes):
            goals = torch.from_numpy(
                np.concatenate([self._returns(rows, self._came_to(end)) for rows, end in games])
            )
            order = torch.from_numpy(numbers.permutation(len(features)))
            for chosen in torch.split(order, settings.batch):
                loss = (self.model.views(features[chosen]) - goals[chosen]).square().mean()
                self.optimiser.zero_grad(set_to_none=True)
                torch.autograd.backward(loss)
                self.optimiser.step()
                losses.append(loss.item())
        progress.steps += len(losses)
        progress.value_loss = float(np.mean(losses))

    def _came_to(self, ending: NDArray[np.float32]) -> NDArray[np.float32]:
        """The value of a finished game for all sides, from -1 to 1."""
        return self.model.leads(ending) if self.settings.target == "lead" else ending

    def _returns(
        self, rows: NDArray[np.float32], outcome: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The lambda-returns [T, sides] of the positions of a game."""
        trace = self.settings.trace
        with torch.no_grad():
            values: NDArray[np.float32] = self.model(torch.from_numpy(rows)).numpy()
        goals = np.empty_like(values)
        goal = outcome
        for index in range(len(rows) - 1, -1, -1):
            if index + 1 < len(rows):
                goal = (1 - trace) * values[index + 1] + trace * goal
            goals[index] = goal
        return goals

    # --- files -----------------------------------------------------------------------------

    def export(self, evaluator: Evaluator, rounds: int | None = None) -> None:
        """Write what plays, and a copy that stays if a round is given."""
        if isinstance(self.model, SmallModel):
            evaluator.export(self.model.arrays(), {**self.facts(), "policy": "none"}, rounds)
            return
        text = self.preset().encode()
        evaluator.write_file(PRESET, text)
        if rounds is not None:
            evaluator.write_file(f"models/{rounds}.toml", text)

    def preset(self) -> str:
        """The weights as a preset, which names any of them that agents may take."""
        lines = ['agent = "greedy"', f'game = "{self.game.name}"', 'about = "Learned from games."']
        lines += ["", "[fields.weights]"]
        lines += [f"{name} = {weight!r}" for name, weight in self.weights().items()]
        lines += ["", "[provenance]"]
        lines += [f"{name} = {json.dumps(value)}" for name, value in self.facts().items()]
        return "\n".join(lines) + "\n"

    def weights(self) -> Mapping[str, float]:
        """The weights by name, as an agent takes them; ValueError of a network."""
        if not isinstance(self.model, LinearModel):
            raise ValueError("expected layers=linear")
        names = own_weights(self.game)
        found = (float(f"{weight:.6g}") for weight in self.model.weights())
        return Weights(dict(zip(names, found, strict=True)))

    def agent_spec(self, name: str) -> str:
        """The agent that plays what was exported, of a run or of a round of it."""
        if isinstance(self.model, SmallModel):
            return f"greedy:model={name}"
        weights = (f"weights.{key}={value!r}" for key, value in self.weights().items())
        return f"greedy:{','.join(weights)}"

    def player_spec(self, name: str) -> str:
        """The agent whose weights are the preset in the folder of a run."""
        if isinstance(self.model, SmallModel):
            return self.agent_spec(name)
        return f"greedy:preset={find_run(name) / PRESET}"

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        state = {"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save(state, folder / "evaluation.pt")
        write_json(folder / "progress.json", asdict(self.progress))

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        found = torch.load(folder / "evaluation.pt", weights_only=True)
        self.model.load_state_dict(found["model"])
        self.optimiser.load_state_dict(found["optimiser"])
        facts: dict[str, Any] = json.loads((folder / "progress.json").read_text("utf-8"))
        self.progress = TrainingProgress(**facts)
