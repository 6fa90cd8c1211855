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
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.export import model_bytes
from quadrille.learn.files import write_json
from quadrille.learn.loop import Learner, TrainingProgress, set_rate
from quadrille.learn.networks import (
    Arrays,
    Layers,
    NetworkShape,
    PolicyValueNetwork,
    as_tensors,
    policy_loss,
    value_loss,
)
from quadrille.learn.selfplay import SelfPlayers, SelfPlayJob
from quadrille.learn.settings import RunSettings, check_rates
from quadrille.search import onnx_runtime
from quadrille.search.samples import Samples, SelfPlay

MAX_TOGETHER = 1024
"""Games that are played at the same time; each has a thread."""

# --- settings ------------------------------------------------------------------------------


@dataclass(frozen=True)
class AlphaZeroSettings(SelfPlay, RunSettings):
    """What a run does; the fields of self-play (search/samples.py) are among them."""

    layers: str = "256-32"
    """The widths of the network's layers, the first one sparse; or ``conv:64x4`` for a large
    network, with 4 residual blocks of 64 planes before a dense layer."""
    head: int = 32
    """The width of the layer that scores moves, where the game describes them."""

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

    gate: bool = False
    """Whether a network plays on only after it has beaten the one before, by a sequential test."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_at_least(1, "threads", "round_games", "batch", "head", "capacity", "considered")
        self.check_at_least(0, "warmup", "reuse", "value_weight")
        for name in ("margin", "rollouts"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        check_rates(self.rate, self.final_rate)
        if not 1 <= self.together <= MAX_TOGETHER:
            raise ValueError(f"expected together from 1 to {MAX_TOGETHER}, got {self.together!r}")
        Layers.parse(self.layers)

    @property
    def selfplay(self) -> SelfPlay:
        """The settings of self-play alone."""
        return SelfPlay(**{field.name: getattr(self, field.name) for field in fields(SelfPlay)})

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if the network cannot read an encoding of a game."""
        self.shape_for(game, encoding)

    def shape_for(self, game: Game, encoding: str) -> NetworkShape:
        """The network's shape for a game; ValueError if it cannot read the encoding."""
        return NetworkShape.of(game, encoding, Layers.parse(self.layers), self.head)


# --- learning ------------------------------------------------------------------------------


class AlphaZero(Learner):
    """A network being trained, with all that is needed to go on."""

    settings: AlphaZeroSettings

    def __init__(self, game: Game, encoding: str, settings: AlphaZeroSettings) -> None:
        torch.set_num_threads(1)  # more collapse on a busy machine, and sums would differ
        self.game, self.encoding, self.settings = game, encoding, settings
        self._network = PolicyValueNetwork(settings.shape_for(game, encoding), settings.seed)
        if self.network.shape.planes and not onnx_runtime.is_installed():
            raise ValueError(onnx_runtime.MISSING)
        self.optimiser = torch.optim.Adam(self.network.parameters(), settings.rate, fused=True)
        self.samples = Samples(game, settings.capacity)
        self.progress = TrainingProgress()
        self.player: Arrays | None = None
        """The weights that play, where they are not the newest ones (``gate``)."""
        self.players = self.find_players()
        """Who plays the games."""

    @contextmanager
    def playing(self, workers: int, on: str) -> Iterator[None]:
        """Within the context, games are played by others."""
        with closing(self.find_players(workers, on)) as self.players:
            yield

    def find_players(self, workers: int = 1, on: str = "here") -> SelfPlayers:
        """Who plays the games: processes here, or a cluster. It does not change the games."""
        settings = self.settings
        job = SelfPlayJob(self.game, settings.selfplay, settings.seed, settings.threads)
        return SelfPlayers(job, workers, on)

    @property
    def network(self) -> PolicyValueNetwork:
        """The network."""
        return self._network

    def round(self) -> None:
        """Self-play, then training."""
        self.play()
        self.train()

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
        set_rate(self.optimiser, settings.rate, settings.final_rate, progress.share(settings))
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

    def judged(self, evaluator: Evaluator) -> dict[str, Any]:
        """If it must, let the network play on only if it beats the one before."""
        if not self.settings.gate:
            return {}
        verdict = "better"
        if self.player is not None:
            sims = self.settings.evaluation_sims
            verdict = evaluator.challenge(self.progress.rounds, sims, self.player)
        if verdict == "better":
            self.player = self.network.arrays()
        return {"gate": verdict}

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
