"""Proximal policy optimisation (Schulman et al. 2017) with masked actions, by sb3-contrib.

Boards are environments of Gymnasium: one game each, played by the network against sparring partners
or alone. With an encoding of the cursor, ``cursor:SCHEME``, a decision is one of its small actions;
with one of the game, a whole move. After a round of decisions on every board the network learns
from them, several times over, and they are forgotten.

The network is the one of all our runs (``networks.py``), so that its model file, its agent and its
card are the same. The critic's values are expected rewards, not outcomes: in the model file they
stand as tanh of them.

Equal settings give equal networks with a budget of games, as long as a run is not interrupted: the
games in progress are not kept in a checkpoint, others start in their place.
"""

import json
import shutil
import time
import weakref
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import Tensor

from quadrille.core.game import Game
from quadrille.interop.gymnasium import CursorEnv, GameEnv
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.export import export
from quadrille.learn.files import write_json
from quadrille.learn.loop import Learner, TrainingProgress, rate_at
from quadrille.learn.networks import Arrays, Layers, NetworkShape, PolicyValueNetwork
from quadrille.learn.ppo_settings import SELF, PpoSettings
from quadrille.search.model_file import ModelFile

Board = CursorEnv | GameEnv


def make_board(game: Game, encoding: str, settings: PpoSettings) -> Board:
    """One board; the learner takes every seat in turn."""
    others = ["random" if each == SELF else each for each in settings.partners]
    seats = game.new().num_sides() - 1
    others = others * seats if len(others) == 1 else others
    if game.package.control_of(encoding) is None:
        return GameEnv(game, opponents=others, side=None, encoding=encoding)
    return CursorEnv(
        scheme=encoding.partition(":")[2],
        rewards=settings.rewards,
        opponents=others,
        side=None,
        legal_mask=settings.legal_mask,
        max_decisions=settings.max_decisions,
        window=int(game.options["board"]),
        small_city=game.options["small_city"],
        meeples=game.options["meeples"],
    )


class Trunk(BaseFeaturesExtractor):
    """The network up to its heads, as the policy of sb3-contrib wants it."""

    def __init__(self, space: gymnasium.spaces.Box, network: PolicyValueNetwork) -> None:
        super().__init__(space, network.shape.layers.dense[-1])
        self.network = network

    def forward(self, observations: Tensor) -> Tensor:
        return self.network.hidden({"dense": observations.flatten(1)})


class TrunkPolicy(MaskableActorCriticPolicy):
    """A policy that is one of our networks and nothing else."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        network: Any = self.features_extractor.network
        self.action_net, self.value_net = network.policy, network.value
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class BoardTally(BaseCallback):
    """Counts what happens on the boards."""

    def __init__(self) -> None:
        super().__init__()
        self.reset()

    def reset(self) -> None:
        """Count from 0."""
        self.games = self.turns = self.capped = self.decisions = 0
        self.score = self.reward = 0.0

    def _on_step(self) -> bool:
        self.reward += float(self.locals["rewards"].sum())
        for info, over in zip(self.locals["infos"], self.locals["dones"], strict=True):
            self.decisions += 1
            self.capped += info.get("capped", False)
            self.turns += info.get("capped", False) or info.get("event") in ("ended", "claimed")
            if over:
                self.games += 1
                self.score += float(info["scores"][info["player"]])
        return True

    def facts(self) -> dict[str, float]:
        """What the metrics say of it, all of it means."""
        games, turns = max(self.games, 1), max(self.turns, 1)
        return {
            "training_score": round(self.score / games, 2),
            "training_reward": round(self.reward / games, 4),
            "decisions_per_turn": round(self.decisions / turns, 2),
            "capped_share": round(self.capped / turns, 5),
        }


class Ppo(Learner):
    """A network being trained, with its boards."""

    settings: PpoSettings

    def __init__(self, game: Game, encoding: str, settings: PpoSettings) -> None:
        torch.set_num_threads(1)  # more collapse on a busy machine, and sums would differ
        settings.check_fits(game, encoding)
        self.game, self.encoding, self.settings = game, encoding, settings
        self.progress = TrainingProgress()
        self.tally = BoardTally()
        self.snapshots: list[Arrays] = []
        """Older states of the network, the newest one last."""
        self.boards = [make_board(game, encoding, settings) for _ in range(settings.envs)]
        inputs = game.encoding(encoding).size
        layers = Layers.parse(settings.layers)
        actions = int(self.boards[0].action_space.n)  # type: ignore[attr-defined]
        shape = NetworkShape(inputs, layers, actions=actions)
        self._network = PolicyValueNetwork(shape, settings.seed)
        self._ppo = self._make()

    def _make(self) -> Any:
        settings, boards = self.settings, self.boards
        return MaskablePPO(
            TrunkPolicy,
            DummyVecEnv([lambda board=board: board for board in boards]),  # type: ignore[misc]
            learning_rate=lambda _: self.rate,
            n_steps=settings.horizon,
            batch_size=settings.batch,
            n_epochs=settings.epochs,
            gamma=settings.discount,
            gae_lambda=settings.trace,
            clip_range=settings.clip,
            ent_coef=settings.entropy,
            vf_coef=settings.value_weight,
            policy_kwargs={
                "net_arch": [],
                "ortho_init": False,
                "features_extractor_class": Trunk,
                "features_extractor_kwargs": {"network": self._network},
            },
            device="cpu",
        )

    @property
    def network(self) -> PolicyValueNetwork:
        """The network."""
        return self._network

    @property
    def rate(self) -> float:
        """The learning rate now."""
        settings = self.settings
        return rate_at(settings.rate, settings.final_rate, self.progress.share(settings))

    def begin_with(self, model: ModelFile) -> None:
        """Take over weights, also of a model that reads fewer schemes: new inputs begin without
        any effect."""
        mine, theirs = self.encoding.split("+"), model.encoding.split("+")
        if theirs != mine[: len(theirs)] or not self.game.package.control_of(self.encoding):
            super().begin_with(model)
            return
        arrays = dict(model.arrays)
        first = arrays["trunk.0.weight"]
        wide = np.zeros((self.network.shape.inputs, first.shape[1]), np.float32)
        wide[: len(first)] = first
        self.network.load_arrays({**arrays, "trunk.0.weight": wide})

    # --- playing and training --------------------------------------------------------------

    def round(self) -> None:
        """Play so many decisions on every board, and learn from them."""
        settings, progress, ppo = self.settings, self.progress, self._ppo
        start = time.process_time()
        set_random_seed((settings.seed * 1_000_003 + progress.rounds) % 2**32)
        if ppo._last_obs is None:
            ppo.env.seed((settings.seed * 65_537 + progress.rounds * 1_009) % 2**31)
            ppo._setup_learn(10**12, self.tally)
        if SELF in settings.partners:
            self._seat_snapshots()
        games = self.tally.games
        ppo.collect_rollouts(ppo.env, self.tally, ppo.rollout_buffer, settings.horizon)
        middle = time.process_time()
        ppo.train()
        progress.games += self.tally.games - games
        progress.positions += settings.envs * settings.horizon
        progress.steps += settings.epochs * settings.envs * settings.horizon // settings.batch
        logged = ppo.logger.name_to_value
        progress.policy_loss = float(logged["train/policy_gradient_loss"])
        progress.value_loss = float(logged["train/value_loss"])
        progress.rounds += 1
        progress.selfplay_seconds += middle - start
        progress.training_seconds += time.process_time() - middle

    def _seat_snapshots(self) -> None:
        """Let snapshots sit down on the boards, from their next games on."""
        settings, rounds = self.settings, self.progress.rounds
        if rounds % settings.snapshot_every == 0 or not self.snapshots:
            self.snapshots.append(self.network.arrays())
            del self.snapshots[: -settings.snapshots]
            self._write_snapshots()
        rng = np.random.default_rng([settings.seed, rounds])
        seats = self.game.new().num_sides() - 1
        names = settings.partners * (seats if len(settings.partners) == 1 else 1)
        for board in self.boards:
            latest = rng.random() < settings.latest_share
            chosen = -1 if latest else int(rng.integers(len(self.snapshots)))
            path = self._snapshot_path(chosen % len(self.snapshots))
            spec = f"model:{path},sims=0"
            board.set_opponents([spec if each == SELF else each for each in names])

    def _write_snapshots(self) -> None:
        settings = {"settings": asdict(self.settings)}
        for index, arrays in enumerate(self.snapshots):
            path = Path(self._snapshot_path(index))
            export(path, self.game, self.encoding, arrays, settings)

    def _snapshot_path(self, index: int) -> str:
        return f"{self._folder}/{index}.onnx"

    @cached_property
    def _folder(self) -> str:
        """Where snapshots lie for the agents that play them; it goes with the learner."""
        made = mkdtemp(prefix="quadrille-")
        weakref.finalize(self, shutil.rmtree, made, ignore_errors=True)
        return made

    def judged(self, evaluator: Evaluator) -> dict[str, Any]:
        """What happened on the boards since the last evaluation."""
        found = self.tally.facts()
        self.tally.reset()
        return found

    # --- checkpoints -----------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimiser": self._ppo.policy.optimizer.state_dict(),
                "snapshots": [
                    {name: torch.from_numpy(array) for name, array in arrays.items()}
                    for arrays in self.snapshots
                ],
            },
            folder / "network.pt",
        )
        write_json(folder / "progress.json", asdict(self.progress))

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        found: Mapping[str, Any] = torch.load(folder / "network.pt", weights_only=True)
        self.network.load_state_dict(found["network"])
        self._ppo.policy.optimizer.load_state_dict(found["optimiser"])
        self.snapshots = [
            {name: array.numpy() for name, array in arrays.items()} for arrays in found["snapshots"]
        ]
        if self.snapshots:
            self._write_snapshots()
        self.progress = TrainingProgress(
            **json.loads((folder / "progress.json").read_text("utf-8"))
        )
