"""A learner of your own in PyTorch: it plays itself in ``quadrille.VecEnv``, then in the arena.

    python examples/own_learner.py quarto relational quarto.pt
    quadrille match quarto examples/own_learner.py:OwnPolicy:file=quarto.pt random --games 100
    quadrille play quarto --seat human --seat examples/own_learner.py:OwnPolicy:file=quarto.pt
    python examples/own_learner.py carcassonne candidates carcassonne.pt

It is an advantage actor-critic (Mnih et al. 2016) for games of two sides, and takes two CPU minutes
(a number after the file changes that). Replace any part of it. It needs PyTorch: the extra
``train`` brings it.
"""

import sys
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import quadrille
from quadrille import Agent, Decision, Rng, State

ENVS, STEPS = 128, 16
"""Games side by side, and moves of each between two updates."""


class Policy(nn.Module):
    """A logit for every choice, and a value for the player to move.

    A choice is an action, or, with the encoding ``candidates`` [M, F], a row: the k-th describes
    the k-th legal move, and rows are scored one by one. That suits games with very many moves.
    """

    def __init__(self, encoding: str, shape: list[int], actions: int, width: int = 256) -> None:
        super().__init__()
        self.made_by = {"encoding": encoding, "shape": shape, "actions": actions, "width": width}
        self.encoding = encoding
        self.by_row = encoding == "candidates"
        inputs = shape[1] if self.by_row else int(np.prod(shape))
        self.trunk = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.choice = nn.Linear(width, 1 if self.by_row else actions)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [N, choices], -inf for what is not legal, and values [N] from -1 to 1."""
        if self.by_row:
            moves = masks.sum(1, keepdim=True)  # [N, 1]
            there = torch.arange(int(moves.max())) < moves
            hidden = self.trunk(seen[:, : there.shape[1]])  # [N, M, width]
            logits = self.choice(hidden).squeeze(2)
            hidden = (hidden * there.unsqueeze(2)).sum(1) / moves
        else:
            there, hidden = masks, self.trunk(seen.flatten(1))
            logits = self.choice(hidden)
        return logits.masked_fill(~there, -torch.inf), self.value(hidden).squeeze(1).tanh()


def learn(game: quadrille.Game, encoding: str, file: str, minutes: float) -> None:
    """Play against itself, learn from how the games end, and write the policy to a file."""
    torch.manual_seed(1)
    env = quadrille.VecEnv(game, ENVS, seed=1, encoding=encoding)
    now = env.reset()  # every row is a game as its player to move sees it
    policy = Policy(encoding, list(now.observations.shape[1:]), env.num_actions)
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
    end, updates, games = time.process_time() + 60 * minutes, 0, 0
    while time.process_time() < end:
        past = []
        for _ in range(STEPS):
            before = now
            seen, masks = torch.from_numpy(before.observations), torch.from_numpy(before.masks)
            with torch.no_grad():
                logits, _ = policy(seen, masks)
            chosen = logits.softmax(1).multinomial(1)  # [N, 1]
            actions = chosen.squeeze(1).numpy()
            if policy.by_row:
                first, legal = env.legal_actions()  # in the order of the rows
                actions = legal[first[:-1] + actions]
            now = env.step(actions)
            past.append((seen, masks, chosen, before.sides, now.rewards, now.terminated))
        loss = actor_critic_loss(policy, past, now)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()
        updates, games = updates + 1, games + sum(int(over.sum()) for *_, over in past)
        if updates % 100 == 0:
            print(f"{updates} updates, {games} games, {end - time.process_time():.0f} s left")
    torch.save({"made_by": policy.made_by, "weights": policy.state_dict()}, file)


def actor_critic_loss(policy: Policy, past: list[tuple[Any, ...]], now: quadrille.Step) -> Tensor:
    """What the moves of each game have led to, compared with what was expected."""
    with torch.no_grad():
        _, values = policy(torch.from_numpy(now.observations), torch.from_numpy(now.masks))
    mine = np.where(now.sides == 0, 1, -1) * values.numpy()
    returns = np.stack([mine, -mine], axis=1)  # by side [N, 2]; what one wins the other loses
    losses = []
    for seen, masks, chosen, sides, rewards, over in reversed(past):
        returns = rewards + np.where(over[:, None], 0, returns)
        gained = torch.from_numpy(returns[np.arange(ENVS), sides]).float()  # for who moved
        logits, expected = policy(seen, masks)
        logs = logits.log_softmax(1)
        entropy = -(logs.exp() * logs.masked_fill(logs.isinf(), 0)).sum(1)
        better = gained - expected
        actor = -logs.gather(1, chosen).squeeze(1) * better.detach() - 0.01 * entropy
        losses.append((actor + 0.5 * better**2).mean())
    return torch.stack(losses).mean()


@lru_cache
def load(file: str) -> Policy:
    """The policy in a file."""
    kept = torch.load(file, weights_only=True)
    policy = Policy(**kept["made_by"])
    policy.load_state_dict(kept["weights"])
    return policy


@dataclass(frozen=True)
class OwnPolicy(Agent):
    """Plays what the learned policy likes best."""

    file: str = "own.pt"
    """Where the policy is."""

    def choose(self, state: State, rng: Rng) -> Decision:
        """Look at the position as its player sees it, and take the most likely legal move."""
        policy = load(self.file)
        player, moves = state.player(), state.legal_moves()
        seen = torch.from_numpy(state.encode(policy.encoding, player))
        mask = torch.zeros(state.num_actions(), dtype=torch.bool)
        mask[[state.action(move) for move in moves]] = True
        with torch.no_grad():
            logits, value = policy(seen.unsqueeze(0), mask.unsqueeze(0))
        best = int(logits.argmax())
        own = float(value) if state.side(player) == 0 else -float(value)
        return Decision(moves[best] if policy.by_row else state.move(best), value=(own, -own))


if __name__ == "__main__":
    name, encoding, file = sys.argv[1:4]
    learn(quadrille.game(name), encoding, file, float(sys.argv[4]) if sys.argv[4:] else 2.0)
