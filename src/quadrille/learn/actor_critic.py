"""Actor-critic (Sutton and Barto 2018, section 13.5): a network learns from its own games which
moves do better than it thought.

The actor says how likely every move is, the critic what the position is worth. Games are played
against oneself with moves drawn by these chances. When some games are over, every move is made
likelier or less likely by its advantage, the return less what the critic had said, and the critic
learns the return:

    loss = sum over t of  -log chance(a_t | s_t) * (R_t - V(s_t))  +  0.1 * (R_t - V(s_t))^2

A student team designed such a network for Sheep and never trained it. Theirs reads the map and the
numbers of sheep, has two layers with a ReLU, and splits: the critic is a layer with a ReLU and a
tanh; the actor has a head with a softmax for each part of a move (column, row, number,
direction), whose logarithms are added up (``heads``). Without ``heads`` the actor scores legal
moves as all our networks do. Where we differ: the chances are those among legal moves (``mask``),
and entropy may be rewarded, so that play stays varied.

Equal settings give equal networks, bit for bit, with a budget of games. Random numbers are keyed by
seed and round, so that nothing of a generator has to be kept.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from quadrille.core.game import Game
from quadrille.learn.dqn_settings import layer_widths
from quadrille.learn.experience import LearnedTurn
from quadrille.learn.files import write_json
from quadrille.learn.loop import Learner, TrainingProgress, set_rate
from quadrille.learn.networks import (
    Arrays,
    Dense,
    Layers,
    NetworkShape,
    PolicyValueNetwork,
    sum_rows,
)
from quadrille.learn.q_network import ILLEGAL, PositionEncoder, Positions, chosen_values
from quadrille.learn.settings import RunSettings, check_rates
from quadrille.learn.vec_games import GameOver, VecGames
from quadrille.search.weights import rounded

GATE = 1024.0
"""More than what any head says of a part of a move (``ActorCriticNetwork.arrays``)."""

# --- settings ------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActorCriticSettings(RunSettings):
    """What a run does."""

    layers: str = "256-128"
    """The widths of the layers that actor and critic share, each followed by a ReLU."""
    critic: int = 64
    """The width of the critic's own layer."""
    heads: str = ""
    """The sizes of the actor's heads, as in "12-12-15-8", one for each part of a move in the order
    in which the encoding describes them; empty for one score for each legal move or action."""
    head: int = 32
    """The width of the layer that scores moves, where these are described; not with heads."""
    mask: bool = True
    """Whether chances are those among the legal moves; otherwise they are what the heads say, and
    moves that cannot be played have a share of them. Games are played by legal moves anyway."""

    discount: float = 1.0
    """How much the return of a side's next move counts in that of its move."""
    critic_weight: float = 0.1
    """How much the critic's error counts beside the actor's."""
    entropy: float = 0.0
    """How much the entropy of the chances is rewarded."""

    envs: int = 64
    """Games at a time."""
    round_games: int = 512
    """Games in a round."""
    batch: int = 16
    """Games that are over before a step of training, which learns from all of their moves."""
    rate: float = 1e-3
    """The learning rate of Adam at the beginning."""
    final_rate: float = 1e-4
    """The learning rate at the end, to which it falls exponentially."""

    opponents: str = "random greedy"
    """The agents, separated by spaces, against which the network is evaluated now and then."""
    evaluation_sims: int = 0
    """Simulations of the network's search in these games, 0 for the network alone."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_at_least(1, "critic", "head", "envs", "round_games", "batch")
        self.check_at_least(0, "critic_weight", "entropy")
        if not 0 <= self.discount <= 1:
            raise ValueError(f"expected discount from 0 to 1, got {self.discount!r}")
        if self.envs > 4096:
            raise ValueError(f"expected envs of at most 4096, got {self.envs!r}")
        if not self.mask and not self.heads:
            raise ValueError("expected mask=true without heads: other moves have no score")
        check_rates(self.rate, self.final_rate)
        layer_widths(self.layers)
        self.head_sizes  # noqa: B018  # refuses what are no sizes

    @property
    def head_sizes(self) -> tuple[int, ...]:
        """The sizes of the heads, if there are such."""
        parts = self.heads.split("-") if self.heads else []
        if not all(part.isascii() and part.isdigit() and 0 < int(part) < 10**5 for part in parts):
            raise ValueError(f"expected heads such as '12-12-15-8', got {self.heads!r}")
        return tuple(map(int, parts))

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if the network cannot read an encoding of a game."""
        self.network_for(game, encoding)

    def network_for(self, game: Game, encoding: str) -> "ActorCriticNetwork":
        """The untrained network for a game; ValueError if it cannot read the encoding."""
        shape = NetworkShape.of(game, encoding, Layers(layer_widths(self.layers)), self.head)
        sizes = self.head_sizes
        if sizes and sum(sizes) != shape.move_inputs:
            raise ValueError(
                f"expected heads for the {shape.move_inputs} inputs that describe a move beside "
                f"{encoding!r}, got {self.heads!r}"
            )
        return ActorCriticNetwork(shape, self.seed, self.critic, sizes, mask=self.mask)


# --- the network ---------------------------------------------------------------------------


class ActorCriticNetwork(PolicyValueNetwork):
    """Layers that actor and critic share, the critic with a layer of its own, and the actor."""

    def __init__(
        self,
        shape: NetworkShape,
        seed: int,
        critic: int,
        heads: Sequence[int] = (),
        *,
        mask: bool = True,
    ) -> None:
        self.heads, self.mask = list(heads), mask
        # One output for each part of a move is the same layer as one for each action.
        own = replace(shape, actions=shape.move_inputs, move_inputs=0) if heads else shape
        super().__init__(own, seed)
        generator = torch.Generator().manual_seed(seed + 1)
        self.critic = Dense(shape.layers.dense[-1], critic, generator)
        self.value = Dense(critic, shape.values, generator, gain=0.3)

    def judge(self, positions: Positions) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances [B, K] and the values [B, V], the mover's own first."""
        hidden = self.hidden(positions.batch)
        values = torch.tanh(self.value(torch.relu(self.critic(hidden))))
        logits, legal = self.head(hidden, positions.batch), positions.legal
        if self.heads or self.shape.move_inputs:
            if self.heads:
                logits = self._of_moves(logits, positions.batch)
            logits = torch.full(legal.shape, ILLEGAL).masked_scatter(legal, logits)
        logits = logits.masked_fill(~legal, ILLEGAL)
        return functional.log_softmax(logits, 1) if self.mask else logits, values

    def _of_moves(self, outputs: Tensor, batch: dict[str, Tensor]) -> Tensor:
        """What the heads [B, parts] say of every legal move [M]: the sum over its parts."""
        found = [functional.log_softmax(each, 1) for each in torch.split(outputs, self.heads, 1)]
        offsets = batch["move_offsets"].long()
        rows = batch["move_rows"].long().repeat_interleave(offsets.diff())
        places = rows * outputs.shape[1] + batch["move_indices"]
        return sum_rows(torch.cat(found, 1).reshape(-1, 1), places, offsets)[:, 0]

    # --- files -----------------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """The weights of a network of the native kind that says the same.

        The critic's layer is one more of the trunk, beside what the layer before it said, which is
        not negative and passes a ReLU unchanged. A head's output is a unit of the layer that scores
        moves: GATE lets it through if the part is one of the move's and is taken off again. What a
        softmax takes off all outputs of a head is left out: it changes nothing where all legal
        moves have the same kinds of parts.
        """
        own = {name: each.detach() for name, each in self.state_dict().items()}
        weight, bias = own.pop("critic.weight"), own.pop("critic.bias")
        shared, width = weight.shape
        last = f"trunk.{len(self.trunk)}"
        own[f"{last}.weight"] = torch.cat([torch.eye(shared), weight], 1)
        own[f"{last}.bias"] = torch.cat([torch.zeros(shared), bias])
        own["value.weight"] = functional.pad(own["value.weight"], (0, 0, shared, 0))
        for name in {"policy.weight", "moves.trunk"} & own.keys():
            own[name] = functional.pad(own[name], (0, 0, 0, width))
        if self.heads:
            own["moves.trunk"], bias = own.pop("policy.weight"), own.pop("policy.bias")
            own["moves.bias"] = bias - GATE
            own["moves.embed"] = 2 * GATE * torch.eye(len(bias))
            own["moves.out"] = torch.ones(len(bias))
            own["moves.skip"] = torch.full((len(bias),), -GATE)
        return rounded({name: each.numpy() for name, each in own.items()})

    def load_arrays(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Take over weights; ValueError if they are those of another network."""
        if {name: each.shape for name, each in arrays.items()} != {
            name: each.shape for name, each in self.arrays().items()
        }:
            raise ValueError("expected weights of the same shape, got those of another network")
        given = {name: torch.from_numpy(each.copy()) for name, each in arrays.items()}
        last, shared = f"trunk.{len(self.trunk)}", self.critic.weight.shape[0]
        given["critic.weight"] = given.pop(f"{last}.weight")[:, shared:]
        given["critic.bias"] = given.pop(f"{last}.bias")[shared:]
        given["value.weight"] = given["value.weight"][shared:]
        if self.heads:
            given["policy.weight"] = given["moves.trunk"]
            given["policy.bias"] = given["moves.bias"] + GATE
            given = {name: each for name, each in given.items() if not name.startswith("moves.")}
        for name in {"policy.weight", "moves.trunk"} & given.keys():
            given[name] = given[name][:shared]
        self.load_state_dict(given)


# --- learning ------------------------------------------------------------------------------


def returns_of(
    turns: Sequence[LearnedTurn], outcome: Sequence[float], discount: float
) -> list[float]:
    """The return of every action of a game: the outcome for its side, discounted for each further
    action of that side."""
    following: dict[int, float] = {}
    found = []
    for turn in reversed(turns):
        after = following.get(turn.side)
        following[turn.side] = outcome[turn.side] if after is None else discount * after
        found.append(following[turn.side])
    return found[::-1]


class ActorCritic(Learner):
    """A network being trained, with all that is needed to go on."""

    settings: ActorCriticSettings

    def __init__(self, game: Game, encoding: str, settings: ActorCriticSettings) -> None:
        torch.set_num_threads(1)  # more collapse on a busy machine, and sums would differ
        self.game, self.encoding, self.settings = game, encoding, settings
        self._network = settings.network_for(game, encoding)
        self.optimiser = torch.optim.Adam(self.network.parameters(), settings.rate, fused=True)
        over_moves = bool(settings.heads) or self.network.shape.move_inputs > 0
        self.encoder = PositionEncoder(game, encoding, over_moves=over_moves, turns=None)
        self.games = VecGames(game, settings.envs, settings.seed)
        self.progress = TrainingProgress()
        self._rng = np.random.default_rng(0)

    @property
    def network(self) -> ActorCriticNetwork:
        """The network."""
        return self._network

    def round(self) -> None:
        """Play and train until so many more games are over."""
        settings, progress = self.settings, self.progress
        self._rng = np.random.default_rng([settings.seed, progress.rounds])
        set_rate(self.optimiser, settings.rate, settings.final_rate, progress.share(settings))
        end, losses = progress.games + settings.round_games, []
        while progress.games < end:
            start = time.process_time()
            over: list[GameOver] = []
            while len(over) < settings.batch:
                over += self.games.play(self.choose())
            middle = time.process_time()
            losses.append(self.learn(over))
            progress.games += len(over)
            progress.selfplay_seconds += middle - start
            progress.training_seconds += time.process_time() - middle
        progress.policy_loss, progress.value_loss = np.mean(losses, 0).tolist()
        progress.rounds += 1

    def choose(self) -> dict[int, int]:
        """An action for every game, drawn by the chances that the actor gives."""
        slots = self.games.waiting()
        states = [self.games.states[slot] for slot in slots]
        positions = self.encoder.encode(states)
        with torch.no_grad():
            chances = self.network.judge(positions)[0]
        # The highest of Gumbel noise and logarithms is a draw by the chances themselves.
        noise = torch.from_numpy(self._rng.gumbel(size=chances.shape).astype(np.float32))
        columns = (chances + noise).masked_fill(~positions.legal, 2 * ILLEGAL).argmax(1)
        return dict(zip(slots, self.encoder.actions(states, columns.tolist()), strict=True))

    def learn(self, over: Sequence[GameOver]) -> tuple[float, float]:
        """A step of training on finished games; the losses of actor and critic a move."""
        settings, progress = self.settings, self.progress
        turns = [turn for each in over for turn in each.turns]
        actor, critic, entropy = self.losses(over)
        loss = actor + settings.critic_weight * critic - settings.entropy * entropy
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss / len(over))
        self.optimiser.step()
        progress.steps += 1
        progress.positions += len(turns)
        return actor.item() / len(turns), critic.item() / len(turns)

    def losses(self, over: Sequence[GameOver]) -> tuple[Tensor, Tensor, Tensor]:
        """The losses of actor and critic, and the entropy, summed over all moves of some games.

        With more than two sides the critic's loss has a term for each: searches ask what a position
        is worth to all of them.
        """
        turns = [turn for each in over for turn in each.turns]
        states = [turn.state for turn in turns]
        positions = self.encoder.encode(states)
        chances, values = self.network.judge(positions)
        columns = self.encoder.columns(states, [turn.action for turn in turns])
        goals = torch.tensor(
            [row for each in over for row in self._goals(each)], dtype=torch.float32
        )
        advantages = (goals - values)[:, 0].detach()
        actor = -(chosen_values(chances, columns) * advantages).sum()
        critic = (goals - values).square().sum()
        normal = functional.log_softmax(chances, 1)
        return actor, critic, -(normal.exp() * normal).sum()

    def _goals(self, over: GameOver) -> list[list[float]]:
        """What the critic should have said at every move of a game: the return first, then how the
        game ended for the sides after the mover's, where there are more than two."""
        returns = returns_of(over.turns, over.outcome, self.settings.discount)
        sides = len(over.outcome)
        others = range(1, sides if sides > 2 else 1)
        return [
            [own, *(over.outcome[(turn.side + i) % sides] for i in others)]
            for turn, own in zip(over.turns, returns, strict=True)
        ]

    # --- checkpoints -----------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write all that is needed to go on."""
        parts = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save(parts, folder / "network.pt")
        self.games.save(folder / "games.json")
        write_json(folder / "progress.json", asdict(self.progress))

    def load(self, folder: Path) -> None:
        """Go on from a checkpoint."""
        found = torch.load(folder / "network.pt", weights_only=True)
        self.network.load_state_dict(found["network"])
        self.optimiser.load_state_dict(found["optimiser"])
        self.games.load(folder / "games.json")
        self.progress = TrainingProgress(
            **json.loads((folder / "progress.json").read_text("utf-8"))
        )
