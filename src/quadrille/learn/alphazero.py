"""AlphaZero (Silver et al. 2018): a network learns to predict what a search with it finds out.

Rounds alternate between self-play, where tree search with the newest network plays games against
itself, and training, where the network learns the moves that searches preferred and how the games
ended. Where we differ: the network is small and evaluated inside the native search
(search/network.hpp), so that one core plays hundreds of games a second, unless ``layers`` ask for a
large one; every position is seen about ten times; and the newest network plays, unless ``gate``
asks it to beat its predecessor first.

Equal settings give equal networks, bit for bit, with a budget of games. Random numbers are keyed by
seed and round, so that nothing of a generator has to be kept.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.export import model_bytes
from quadrille.learn.files import write_json
from quadrille.learn.networks import (
    Arrays,
    Layers,
    NetworkShape,
    PolicyValueNetwork,
    as_tensors,
    policy_loss,
    value_loss,
)
from quadrille.learn.runs import Run
from quadrille.learn.scalars import scalars_in
from quadrille.learn.selfplay import SelfPlayers, SelfPlayJob
from quadrille.search import onnx_runtime
from quadrille.search.samples import Samples, SelfPlay

MAX_TOGETHER = 1024
"""Games that are played at the same time; each has a thread."""

# --- settings ------------------------------------------------------------------------------


@dataclass(frozen=True)
class AlphaZeroSettings(SelfPlay):
    """What a run does; the fields of self-play (search/samples.py) are among them."""

    layers: str = "256-32"
    """The widths of the network's layers, the first one sparse; or ``conv:64x4`` for a large
    network, with 4 residual blocks of 64 planes before a dense layer."""
    head: int = 32
    """The width of the layer that scores moves, where the game describes them."""

    games: int | None = None
    """Games of self-play in the whole run; none for as many as the minutes allow."""
    minutes: float | None = None
    """CPU minutes of self-play and training in the whole run; none for what the games take."""
    seed: int = 0
    """Of all random numbers."""
    threads: int = 1
    """How many threads play."""

    round_games: int = 512
    """Games of self-play in a round."""
    capacity: int = 400_000
    """How many of the newest positions are learned from."""
    warmup: int = 10_000
    """How many positions there must be before training begins."""
    reuse: float = 10.0
    """How often every position is seen in training."""
    batch: int = 1024
    """Positions in a step of training."""
    rate: float = 5e-3
    """The learning rate of Adam at the beginning."""
    final_rate: float = 2e-4
    """The learning rate at the end, to which it falls exponentially."""
    value_weight: float = 1.0
    """How much the value's error counts beside the policy's."""
    symmetries: bool = True
    """Whether positions are learned from in any of their symmetric forms."""

    opponents: str = "oneply mcts:sims=500"
    """The agents, separated by spaces, against which the network is evaluated now and then."""
    evaluations: int = 6
    """How often in the whole run; 0 for never."""
    evaluation_games: int = 100
    """Games against each opponent."""
    evaluation_sims: int = 64
    """Simulations of the network's search in these games, 0 for the network alone."""
    gate: bool = False
    """Whether a network plays on only after it has beaten the one before, by a sequential test."""
    checkpoint_minutes: float = 2.0
    """CPU minutes between two checkpoints; 0 for one after every round."""

    def __post_init__(self) -> None:
        least: dict[str, float] = {
            **dict.fromkeys(("games", "threads", "round_games", "batch", "head"), 1),
            **dict.fromkeys(("minutes", "warmup", "reuse", "value_weight", "evaluations"), 0),
            **dict.fromkeys(("evaluation_games", "capacity", "considered"), 1),
            **dict.fromkeys(("evaluation_sims", "checkpoint_minutes", "seed"), 0),
        }
        for name, bound in least.items():
            value = getattr(self, name)
            if value is not None and not bound <= value <= 10**12:  # nor is NaN
                raise ValueError(f"expected {name} of at least {bound:g}, got {value!r}")
        for name in ("margin", "rollouts"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        if not 0 < self.final_rate <= self.rate <= 1:
            raise ValueError(f"expected 0 < final_rate <= rate <= 1, got {self.final_rate!r}")
        if not 1 <= self.together <= MAX_TOGETHER:
            raise ValueError(f"expected together from 1 to {MAX_TOGETHER}, got {self.together!r}")
        Layers.parse(self.layers)

    @property
    def selfplay(self) -> SelfPlay:
        """The settings of self-play alone."""
        return SelfPlay(**{field.name: getattr(self, field.name) for field in fields(SelfPlay)})

    def shape_for(self, game: Game, encoding: str) -> NetworkShape:
        """The network's shape for a game; ValueError if it cannot read the encoding."""
        return NetworkShape.of(game, encoding, Layers.parse(self.layers), self.head)


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
    """CPU seconds."""
    training_seconds: float = 0.0
    evaluation_seconds: float = 0.0
    evaluations: int = 0
    policy_loss: float = 0.0
    """The mean of the last round."""
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

    def share(self, settings: AlphaZeroSettings) -> float:
        """How much of the run is done, from 0 to 1."""
        games = 0.0 if settings.games is None else self.games / settings.games
        minutes = 0.0 if not settings.minutes else self.seconds / 60 / settings.minutes
        return min(1.0, max(games, minutes))


# --- learning ------------------------------------------------------------------------------


class AlphaZero:
    """A network being trained, with all that is needed to go on."""

    def __init__(self, game: Game, encoding: str, settings: AlphaZeroSettings) -> None:
        torch.set_num_threads(1)  # more collapse on a busy machine, and sums would differ
        self.game, self.encoding, self.settings = game, encoding, settings
        self.network = PolicyValueNetwork(settings.shape_for(game, encoding), settings.seed)
        if self.network.shape.planes and not onnx_runtime.is_installed():
            raise ValueError(onnx_runtime.MISSING)
        self.optimiser = torch.optim.Adam(self.network.parameters(), settings.rate, fused=True)
        self.samples = Samples(game, settings.capacity)
        self.progress = TrainingProgress()
        self.player: Arrays | None = None
        """The weights that play, where they are not the newest ones (``gate``)."""
        self.players = self.find_players()
        """Who plays the games."""

    def find_players(self, workers: int = 1, on: str = "here") -> SelfPlayers:
        """Who plays the games: processes here, or a cluster. It does not change the games."""
        settings = self.settings
        job = SelfPlayJob(self.game, settings.selfplay, settings.seed, settings.threads)
        return SelfPlayers(job, workers, on)

    def play(self) -> None:
        """Self-play of one round."""
        settings, progress = self.settings, self.progress
        start, before = time.process_time(), self.samples.total
        arrays = self.network.arrays() if self.player is None else self.player
        model = model_bytes(self.game, self.encoding, arrays, {})
        elsewhere = self.players.play(model, progress.games, settings.round_games, self.samples)
        self.count_round(start, before)
        progress.selfplay_seconds += elsewhere

    def count_round(self, start: float, before: int) -> None:
        """Take note of new positions; ``start`` and ``before`` are CPU time and positions then."""
        settings, progress = self.settings, self.progress
        progress.games += settings.round_games
        new = self.samples.total - before
        progress.positions += new
        progress.owed += settings.reuse * new
        if len(self.samples) < settings.warmup:
            progress.owed = 0
        progress.selfplay_seconds += time.process_time() - start

    def train(self) -> None:
        """Training of one round."""
        settings, progress = self.settings, self.progress
        start = time.process_time()
        rate = settings.rate * (settings.final_rate / settings.rate) ** progress.share(settings)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        numbers = Rng.keyed(settings.seed, Stream.sample, progress.rounds)
        policy_sum = value_sum = 0.0
        steps = int(progress.owed // settings.batch)
        for _ in range(steps):
            batch = as_tensors(
                self.samples.batch(
                    settings.batch,
                    numbers,
                    self.encoding,
                    over_moves=self.network.shape.move_inputs > 0,
                    symmetries=settings.symmetries,
                )
            )
            values, logits = self.network(batch)
            policy, value = policy_loss(logits, batch), value_loss(values, batch)
            self.optimiser.zero_grad(set_to_none=True)
            torch.autograd.backward(policy + settings.value_weight * value)
            self.optimiser.step()
            policy_sum += policy.item()
            value_sum += value.item()
        progress.owed -= steps * settings.batch
        progress.steps += steps
        if steps:
            progress.policy_loss, progress.value_loss = policy_sum / steps, value_sum / steps
        progress.rounds += 1
        progress.training_seconds += time.process_time() - start

    # --- checkpoints -----------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "player": None
                if self.player is None
                else {name: torch.from_numpy(array) for name, array in self.player.items()},
            },
            folder / "network.pt",
        )
        self.samples.save(folder / "samples.bin")
        write_json(folder / "progress.json", asdict(self.progress))

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        found = torch.load(folder / "network.pt", weights_only=True)
        self.network.load_state_dict(found["network"])
        self.optimiser.load_state_dict(found["optimiser"])
        player = found["player"]
        self.player = None if player is None else {name: t.numpy() for name, t in player.items()}
        self.samples.load(folder / "samples.bin")
        self.progress = TrainingProgress(
            **json.loads((folder / "progress.json").read_text("utf-8"))
        )


# --- the loop ------------------------------------------------------------------------------


def train(
    run: Run,
    learner: AlphaZero,
    evaluator: Evaluator,
    report: Callable[[AlphaZero], None] = lambda _: None,
) -> None:
    """Take a run to its end, from its last checkpoint if it has one."""
    settings, progress = learner.settings, learner.progress
    if (last := run.last_checkpoint()) is None:
        evaluator.export(learner.network.arrays(), {}, 0)  # as a control
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
            learner.play()
            learner.train()
            log("round", {})
            share = progress.share(settings)
            due = int(share * settings.evaluations)
            if due > progress.evaluations:
                progress.evaluations = due
                log("evaluation", evaluate(learner, evaluator))
            minutes = (progress.seconds - saved) / 60
            if share >= 1 or minutes >= settings.checkpoint_minutes:
                run.save_checkpoint(progress.rounds, learner.save)
                evaluator.export(learner.network.arrays(), progress.facts())
                saved = progress.seconds
            report(learner)


def evaluate(learner: AlphaZero, evaluator: Evaluator) -> dict[str, Any]:
    """Measure the network by games; if it must, let it play on only if it beats the one before."""
    start, settings, progress = time.process_time(), learner.settings, learner.progress
    rounds, sims = progress.rounds, settings.evaluation_sims
    evaluator.export(learner.network.arrays(), progress.facts(), rounds)
    opponents = settings.opponents.split()
    found = evaluator.evaluate(rounds, opponents, settings.evaluation_games, sims)
    if settings.gate:
        verdict = "better"
        if learner.player is not None:
            verdict = evaluator.challenge(rounds, sims, learner.player)
        if verdict == "better":
            learner.player = learner.network.arrays()
        found = {**found, "gate": verdict}
    progress.evaluation_seconds += time.process_time() - start
    return dict(found)
