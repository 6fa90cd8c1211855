"""What every run does, whatever its algorithm: rounds, evaluations, checkpoints, in a loop."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from quadrille.learn.evaluation import Evaluator
from quadrille.learn.networks import Arrays, PolicyValueNetwork
from quadrille.learn.runs import Run
from quadrille.learn.scalars import scalars_in
from quadrille.learn.settings import RunSettings
from quadrille.search.model_file import ModelFile


@dataclass
class TrainingProgress:
    """How far a run has come."""

    rounds: int = 0
    games: int = 0
    positions: int = 0
    steps: int = 0
    """Of training."""
    owed: float = 0.0
    """Positions that are still to be seen in training."""
    selfplay_seconds: float = 0.0
    """CPU seconds, of playing."""
    training_seconds: float = 0.0
    evaluation_seconds: float = 0.0
    evaluations: int = 0
    policy_loss: float = 0.0
    """The mean of the last round; of Q-networks, the error of the Q values."""
    value_loss: float = 0.0

    @property
    def seconds(self) -> float:
        """CPU seconds of self-play and training."""
        return self.selfplay_seconds + self.training_seconds

    def facts(self) -> dict[str, Any]:
        """What the provenance of a model says."""
        names = ("rounds", "games", "positions", "steps")
        known = {name: getattr(self, name) for name in names}
        seconds = {"cpu_seconds": self.seconds, "evaluation_seconds": self.evaluation_seconds}
        return {**known, **{name: round(value, 1) for name, value in seconds.items()}}

    def share(self, settings: RunSettings) -> float:
        """How much of the run is done, from 0 to 1."""
        games = 0.0 if settings.games is None else self.games / settings.games
        minutes = 0.0 if not settings.minutes else self.seconds / 60 / settings.minutes
        return min(1.0, max(games, minutes))


class Learner(ABC):
    """A network, or a table, being trained by some algorithm, with all that is needed to go on."""

    settings: RunSettings
    progress: TrainingProgress
    encoding: str
    """What the network reads."""

    @property
    def network(self) -> PolicyValueNetwork:
        """The network; ValueError if something else is trained."""
        raise ValueError("expected an algorithm that trains a network")

    @abstractmethod
    def round(self) -> None:
        """Play and train for a while."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""

    @abstractmethod
    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""

    def begin_with(self, model: ModelFile) -> None:
        """Take over the weights of a model; ValueError if they do not fit."""
        if model.encoding != self.encoding:
            raise ValueError(f"it reads the encoding {model.encoding!r}, the run {self.encoding!r}")
        self.network.load_arrays(model.arrays)

    def playing(self, workers: int, on: str) -> AbstractContextManager[None]:
        """Within the context, games are played in so many processes, here or on a cluster.

        ValueError if the algorithm cannot do so.
        """
        if (workers, on) != (1, "here"):
            raise ValueError("expected no --workers and no --on: this algorithm plays here")
        return nullcontext()

    def facts(self) -> dict[str, Any]:
        """What is added to the provenance of its model."""
        return self.progress.facts()

    def export(self, evaluator: Evaluator, rounds: int | None = None) -> None:
        """Write what plays, and a copy that stays if a round is given."""
        evaluator.export(self.network.arrays(), self.facts(), rounds)

    def agent_spec(self, name: str) -> str:
        """The agent that plays what was exported, of a run or of a round of it."""
        return f"model:{name},sims={self.settings.evaluation_sims}"

    def player_spec(self, name: str) -> str:
        """How people call the agent that plays what a run has made."""
        return self.agent_spec(name).partition(",")[0]

    def further_arrays(self) -> Mapping[str, Arrays]:
        """The weights of further networks, by the names of their files, if there are such."""
        return {}

    def judged(self, evaluator: Evaluator) -> dict[str, Any]:
        """Called after an evaluation; what it adds to the metrics."""
        return {}


def rate_at(first: float, last: float, share: float) -> float:
    """A learning rate that falls exponentially over a run, of which a share is done."""
    return float(first * (last / first) ** share)


def set_rate(optimiser: torch.optim.Optimizer, first: float, last: float, share: float) -> None:
    """Let the learning rate fall so."""
    for group in optimiser.param_groups:
        group["lr"] = rate_at(first, last, share)


def train(
    run: Run,
    learner: Learner,
    evaluator: Evaluator,
    report: Callable[[Learner], None] = lambda _: None,
) -> None:
    """Take a run to its end, from its last checkpoint if it has one."""
    settings, progress = learner.settings, learner.progress
    if (last := run.last_checkpoint()) is None:
        learner.export(evaluator, 0)  # as a control
    else:
        learner.load(last)
        progress = learner.progress
        run.forget_after(progress.rounds)
    saved = progress.seconds
    with scalars_in(run.folder / "tensorboard", progress.rounds) as scalars:

        def log(kind: str, facts: Mapping[str, Any]) -> None:
            line = {"kind": kind, "round": progress.rounds, **asdict(progress)}
            line |= {"seconds": progress.seconds, **facts}
            run.log(line)
            scalars.write(line)

        while progress.share(settings) < 1:
            learner.round()
            log("round", {})
            share = progress.share(settings)
            due = int(share * settings.evaluations)
            if due > progress.evaluations:
                progress.evaluations = due
                log("evaluation", evaluate(learner, evaluator))
            minutes = (progress.seconds - saved) / 60
            if share >= 1 or minutes >= settings.checkpoint_minutes:
                run.save_checkpoint(progress.rounds, learner.save)
                learner.export(evaluator)
                for name, arrays in learner.further_arrays().items():
                    evaluator.export_as(name, arrays, learner.facts())
                saved = progress.seconds
            report(learner)


def evaluate(learner: Learner, evaluator: Evaluator) -> dict[str, Any]:
    """Measure the network by games."""
    start, settings, progress = time.process_time(), learner.settings, learner.progress
    learner.export(evaluator, progress.rounds)
    agent = learner.agent_spec(f"{evaluator.run_name}@{progress.rounds}")
    opponents = settings.opponents.split()
    found = evaluator.evaluate(progress.rounds, agent, opponents, settings.evaluation_games)
    found = {**found, **learner.judged(evaluator)}
    progress.evaluation_seconds += time.process_time() - start
    return dict(found)
