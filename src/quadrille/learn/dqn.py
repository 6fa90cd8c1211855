"""Deep Q-learning (Mnih et al. 2015) for games of two sides.

A network says what every action is worth to the player to move. Games are played against oneself,
mostly by the highest of these values; experiences go into a replay memory, batches of which train
the network towards reward + discount * the highest value of the next state, as a target network
says it, which is a copy from some games ago. Where we differ: many games are played at a time, and
what a game has taught is stored when it is over.

In games of two sides the next state is often the opponent's: what is good there is bad here, and
``bootstrap=negamax`` counts it so. The settings also say what others have done, down to what does
not work.

Equal settings give equal networks, bit for bit, with a budget of games. Random numbers are keyed by
seed and round, so that nothing of a generator has to be kept.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from quadrille.core.encoding import Encoding
from quadrille.core.game import Game
from quadrille.learn.dqn_settings import DqnSettings, layer_widths
from quadrille.learn.experience import Experience, Lessons
from quadrille.learn.files import write_json
from quadrille.learn.loop import Learner, TrainingProgress, set_rate
from quadrille.learn.networks import Arrays, NetworkShape
from quadrille.learn.q_network import (
    ConvQNetwork,
    PositionEncoder,
    QNetwork,
    chosen_values,
    highest,
    shape_of,
)
from quadrille.learn.replay_memory import ReplayMemory
from quadrille.learn.vec_games import GameOver, VecGames
from quadrille.search.turns import TurnActions


def make_q_network(
    shape: NetworkShape, settings: DqnSettings, encoding: Encoding, seed: int
) -> QNetwork:
    """A network as the settings want it."""
    if settings.network == "dense":
        return QNetwork(shape, seed, duelling=settings.duelling)
    if encoding.sparse:
        raise ValueError(f"expected an encoding that is not sparse, got {encoding.name!r}")
    image = settings.image_shape or encoding.shape
    if len(image) != 3:
        raise ValueError(f"expected image=CxHxW for the encoding {encoding.name!r}")
    return ConvQNetwork(
        shape,
        seed,
        image=(image[0], image[1], image[2]),
        filters=layer_widths(settings.filters),
        duelling=settings.duelling,
    )


class Dqn(Learner):
    """One or two Q-networks being trained, with all that is needed to go on."""

    settings: DqnSettings

    def __init__(self, game: Game, encoding: str, settings: DqnSettings) -> None:
        torch.set_num_threads(1)  # more collapse on a busy machine, and sums would differ
        first = game.new()
        if first.num_sides() != 2:
            raise ValueError(f"expected a game of 2 sides, {game.name} has {first.num_sides()}")
        rewards = settings.intermediate_rewards(game)
        self.game, self.encoding, self.settings = game, encoding, settings
        self.version = game.encoding(encoding).version
        turns = TurnActions.of(game) if settings.action == "joint" else None
        over_moves = settings.scores == "moves"
        actions = first.num_actions() if turns is None else turns.count
        shape = shape_of(
            game,
            encoding,
            settings.widths,
            settings.head,
            over_moves=over_moves,
            actions=actions,
            sigmoid=settings.activation == "sigmoid",
        )
        seeds = [settings.seed + index for index in range(settings.num_networks)]
        self.networks = [make_q_network(shape, settings, game.encoding(encoding), s) for s in seeds]
        self.targets = [make_q_network(shape, settings, game.encoding(encoding), s) for s in seeds]
        self.optimisers = [
            torch.optim.Adam(each.parameters(), settings.rate, fused=True) for each in self.networks
        ]
        self.memories = [
            ReplayMemory(settings.capacity, settings.sampling, settings.reward_weight)
            for _ in range(settings.num_memories)
        ]
        self.encoder = PositionEncoder(game, encoding, over_moves=over_moves, turns=turns)
        self.lessons = Lessons(
            settings.push,
            settings.bootstrap,
            settings.discount,
            settings.steps,
            settings.reward_scale,
        )
        self.games = VecGames(
            game,
            settings.envs,
            settings.seed,
            turns=turns,
            sparring=settings.sparring,
            sparring_slots=round(settings.envs * settings.sparring_share),
            rewards=rewards,
        )
        self.symmetries = first.num_symmetries() if settings.symmetries else 1
        self.progress = TrainingProgress()
        self._rng = np.random.default_rng(0)
        self._losses: list[tuple[float, float]] = []

    @property
    def network(self) -> QNetwork:
        """The network, or the first of two."""
        return self.networks[0]

    def facts(self) -> dict[str, Any]:
        """What is added to the provenance of its model."""
        kind = "joint values" if self.settings.action == "joint" else "values"
        return {**super().facts(), "policy": kind}

    def further_arrays(self) -> dict[str, Arrays]:
        """The weights of the second network, if there is one."""
        return {"second": self.networks[1].arrays()} if len(self.networks) == 2 else {}

    # --- playing ---------------------------------------------------------------------------

    def round(self) -> None:
        """Play and train until so many more games are over."""
        settings, progress = self.settings, self.progress
        self._rng = np.random.default_rng([settings.seed, progress.rounds])
        self._losses = []
        for optimiser in self.optimisers:
            set_rate(optimiser, settings.rate, settings.final_rate, progress.share(settings))
        end = progress.games + settings.round_games
        while progress.games < end:
            start = time.process_time()
            over = self.games.play(self.choose())
            self._store(over)
            middle = time.process_time()
            self._train_after(over)
            progress.selfplay_seconds += middle - start
            progress.training_seconds += time.process_time() - middle
        if self._losses:
            progress.policy_loss, progress.value_loss = np.mean(self._losses, 0).tolist()
        progress.rounds += 1

    def choose(self) -> dict[int, int]:
        """An action for every game that waits for one: the best by the network, or any."""
        slots = self.games.waiting()
        found: dict[int, int] = {}
        for index, network in enumerate(self.networks):
            mine = [each for each in slots if self._network_of(self.games.side(each)) == index]
            if not mine:
                continue
            states = [self.games.states[slot] for slot in mine]
            positions = self.encoder.encode(states)
            with torch.no_grad():
                q = network.values(positions)[0]
            noise = torch.from_numpy(self._rng.random(q.shape, np.float32))
            anything = torch.from_numpy(self._rng.random(len(mine))) < self.epsilon
            wishes = torch.where(anything[:, None], noise, q)
            columns = wishes.masked_fill(~positions.legal, -1e9).argmax(1)
            found |= zip(mine, self.encoder.actions(states, columns.tolist()), strict=True)
        return found

    @property
    def epsilon(self) -> float:
        """How often any action is chosen."""
        settings = self.settings
        times = self.progress.games // settings.epsilon_every
        falling = settings.epsilon * settings.epsilon_decay**times
        return max(settings.final_epsilon, falling)

    def _network_of(self, side: int) -> int:
        return side if len(self.networks) == 2 else 0

    def _memory_of(self, side: int) -> int:
        return side if len(self.memories) == 2 else 0

    def _store(self, over: Sequence[GameOver]) -> None:
        """Remember what games have taught."""
        settings, progress = self.settings, self.progress
        for each in over:
            lessons = self.lessons.of_game(each.turns, each.outcome)
            for index, memory in enumerate(self.memories):
                memory.add([one for one in lessons if self._memory_of(one.side) == index])
            progress.positions += len(lessons)
            before = progress.games // settings.target_every
            progress.games += 1
            if progress.games // settings.target_every > before:
                for target, network in zip(self.targets, self.networks, strict=True):
                    target.load_state_dict(network.state_dict())

    # --- training --------------------------------------------------------------------------

    def _train_after(self, over: Sequence[GameOver]) -> None:
        """Train as often as is due after a move in every game."""
        settings, progress = self.settings, self.progress
        if settings.replay == "none":
            for each in over:
                lessons = self.lessons.of_game(each.turns, each.outcome)
                for agent in range(settings.num_agents):
                    own = [one for one in lessons if settings.num_agents == 1 or one.side == agent]
                    if own:
                        self.learn(own, agent % len(self.networks))
            return
        if settings.train_every == 0:
            progress.owed += len(over)
        else:
            progress.owed += len(self.games) / settings.train_every
        while progress.owed >= 1:
            progress.owed -= 1
            for agent in range(settings.num_agents):
                memory = self.memories[agent % len(self.memories)]
                if len(memory) >= max(settings.batch, settings.warmup):
                    drawn = memory.draw(settings.batch, self._rng)
                    self.learn(drawn, agent % len(self.networks))

    def learn(self, experiences: Sequence[Experience], index: int = 0) -> None:
        """A step of training of one network."""
        settings, network = self.settings, self.networks[index]
        spins = self._rng.integers(self.symmetries, size=len(experiences)).tolist()
        seen = [
            self.encoder.image(one.state, one.action, spin) if spin else (one.state, one.action)
            for one, spin in zip(experiences, spins, strict=True)
        ]
        states = [state for state, _ in seen]
        positions = self.encoder.encode(states)
        q, value = network.values(positions)
        columns = self.encoder.columns(states, [action for _, action in seen])
        chosen = chosen_values(q, columns)
        goal = self.goals(experiences, spins, index)
        error = functional.smooth_l1_loss if settings.loss == "huber" else functional.mse_loss
        loss = error(chosen, goal)
        value_error = functional.mse_loss(value, highest(q.detach(), positions.legal).clamp(-1, 1))
        self.optimisers[index].zero_grad(set_to_none=True)
        torch.autograd.backward(loss + value_error)
        self.optimisers[index].step()
        self._losses.append((loss.item(), value_error.item()))
        self.progress.steps += 1

    def goals(
        self, experiences: Sequence[Experience], spins: Sequence[int], index: int = 0
    ) -> Tensor:
        """What the Q values of experiences should be [B]."""
        goal = torch.tensor([one.reward for one in experiences])
        rows, following = [], []
        for row, (one, spin) in enumerate(zip(experiences, spins, strict=True)):
            if one.next is not None:
                rows.append(row)
                following.append(one.next.image(spin) if spin else one.next)
        if not rows:
            return goal
        positions = self.encoder.encode(following)
        legal = positions.legal if self.settings.mask_target else None
        with torch.no_grad():
            q = self.targets[index].values(positions)[0]
            if self.settings.double:  # van Hasselt et al. 2016
                own = self.networks[index].values(positions)[0]
                if legal is not None:
                    own = own.masked_fill(~legal, -1e9)
                best = chosen_values(q, own.argmax(1))
            else:
                best = highest(q, legal)
        factors = torch.tensor([experiences[row].factor for row in rows])
        goal[rows] += factors * best
        return goal

    # --- checkpoints -----------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        torch.save(
            {name: [each.state_dict() for each in found] for name, found in self._parts().items()},
            folder / "network.pt",
        )
        for index, memory in enumerate(self.memories):
            memory.save(folder / f"memory-{index}.json")
        self.games.save(folder / "games.json")
        write_json(folder / "progress.json", asdict(self.progress))

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        found = torch.load(folder / "network.pt", weights_only=True)
        for name, loaded in self._parts().items():
            for each, state in zip(loaded, found[name], strict=True):
                each.load_state_dict(state)
        for index, memory in enumerate(self.memories):
            memory.load(folder / f"memory-{index}.json", self.game)
        self.games.load(folder / "games.json")
        self.progress = TrainingProgress(
            **json.loads((folder / "progress.json").read_text("utf-8"))
        )

    def _parts(self) -> dict[str, Sequence[Any]]:
        """What has a state of torch."""
        return {
            "networks": self.networks,
            "targets": self.targets,
            "optimisers": self.optimisers,
        }
