"""``examples/own_learner.py``: a learner of one's own on ``VecEnv``, and its player."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import quadrille
from support.places import EXAMPLES

sys.path.insert(0, str(EXAMPLES))

import own_learner
from own_learner import Policy, actor_critic_loss, learn, load


@pytest.mark.parametrize(
    "name, encoding",
    [("quarto", "flat"), ("connect_four", "planes"), ("carcassonne", "candidates")],
)
def test_it_learns_and_plays(
    name: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_learner, "ENVS", 3)
    game, file = quadrille.game(name), tmp_path / "own.pt"
    learn(game, encoding, str(file), minutes=0.01)
    own = f"{EXAMPLES}/own_learner.py:OwnPolicy:file={file}"
    assert quadrille.play(game, [own, "random"], seed=1).result.ended == "finished"
    state = game.new(seed=2)
    while state.player() == quadrille.CHANCE:
        state.play_chance()
    decision = quadrille.agent(own, game).choose(state)
    assert decision.move in state.legal_moves() and sum(decision.value or ()) == 0


def test_who_wins_is_praised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two finished games: the choice that won becomes likelier, the other rarer."""
    torch.manual_seed(1)
    policy = Policy("flat", [2], actions=2, width=8)
    seen, masks = torch.eye(2), torch.ones(2, 2, dtype=torch.bool)
    chosen, sides = torch.tensor([[0], [0]]), np.array([1, 1])
    rewards = np.array([[-1, 1], [1, -1]], np.float32)  # by side; side 1 has moved in both
    over: Any = np.array([True, True])
    now: Any = quadrille.VecEnv(quadrille.game("connect_four"), 2, encoding="planes").reset()
    now = now._replace(observations=seen.numpy(), masks=masks.numpy())
    optimiser = torch.optim.SGD(policy.parameters(), lr=0.1)
    before = policy(seen, masks)[0].softmax(1)[:, 0]
    monkeypatch.setattr(own_learner, "ENVS", 2)
    for _ in range(50):
        loss = actor_critic_loss(policy, [(seen, masks, chosen, sides, rewards, over)], now)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    after = policy(seen, masks)[0].softmax(1)[:, 0]
    assert after[0] > before[0] and after[1] < before[1]


def test_a_row_beyond_the_legal_moves_is_never_chosen(tmp_path: Path) -> None:
    policy = Policy("candidates", [5, 3], actions=9, width=8)
    masks = torch.zeros(2, 9, dtype=torch.bool)
    masks[0, [1, 4]] = masks[1, 2] = True
    logits, values = policy(torch.ones(2, 5, 3), masks)
    assert logits.isfinite().sum(1).tolist() == [2, 1] and values.shape == (2,)
    file = str(tmp_path / "own.pt")
    torch.save({"made_by": policy.made_by, "weights": policy.state_dict()}, file)
    again, _ = load(file)(torch.ones(2, 5, 3), masks)
    assert torch.equal(again, logits)
