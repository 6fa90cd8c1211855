"""Deep Q-learning: it learns, goes on bit for bit, and says the same when exported."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import quadrille
from learn.random_opponent import losses_against_random
from quadrille.learn.dqn import Dqn
from quadrille.learn.dqn_settings import DqnSettings
from quadrille.learn.experience import Experience
from quadrille.learn.presets import changed
from quadrille.learn.q_network import ConvQNetwork, highest
from quadrille.search.network import make_network, outputs

QUARTO = quadrille.game("quarto")
TIC_TAC_TOE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"
SMALL = DqnSettings(
    games=10_000, layers="16-8", envs=8, batch=32, round_games=12, target_every=5, seed=3
)
VARIANTS: dict[str, tuple[str, DqnSettings]] = {
    "plies": ("onehot", SMALL),
    "moves": ("look", replace(SMALL, scores="moves", head=8, steps=2, double=True)),
    "joint": (
        "flat100",
        replace(SMALL, action="joint", agents="two", buffers="own", mask_target=False),
    ),
    "conv": (
        "normalized",
        replace(SMALL, network="conv", image="1x4x4", filters="3-2", action="joint"),
    ),
    "two networks": ("flat", replace(SMALL, agents="networks", replay="weighted")),
    "sigmoid": ("onehot", replace(SMALL, activation="sigmoid")),
    "once": ("onehot", replace(SMALL, replay="none", duelling=True, rewards="threes=-0.1")),
    "sparring": ("onehot", replace(SMALL, sparring_share=0.5, train_every=30, rewards="safe=0.1")),
}


def made(name: str) -> Dqn:
    encoding, settings = VARIANTS[name]
    return Dqn(QUARTO, encoding, settings)


def position(plies: int, seed: int = 1) -> Any:
    """A position after random moves."""
    rng = quadrille.Rng(seed)
    while True:
        state = QUARTO.new()
        for _ in range(plies):
            if not state.is_over():
                state.play(state.random_move(rng))
        if not state.is_over():
            return state


def same(first: Dqn, second: Dqn) -> bool:
    """Whether all that goes on is equal, bit for bit."""
    pairs = zip([*first.networks, *first.targets], [*second.networks, *second.targets], strict=True)
    for one, other in pairs:
        mine, theirs = one.state_dict(), other.state_dict()
        if not all(torch.equal(mine[name], theirs[name]) for name in mine):
            return False
    games = [[state.text() for state in each.games.states] for each in (first, second)]
    totals = [[memory.total for memory in each.memories] for each in (first, second)]
    counts = [(each.progress.games, each.progress.steps) for each in (first, second)]
    return all(one == other for one, other in (games, totals, counts))


def test_tic_tac_toe_is_learned_in_seconds() -> None:
    """The network alone does not lose against random moves."""
    settings = DqnSettings(
        games=5000,
        layers="128-64",
        envs=32,
        train_every=12,
        batch=256,
        capacity=20_000,
        rate=3e-3,
        final_rate=2e-4,
        target_every=40,
        epsilon_every=100,
        final_epsilon=0.7,
        round_games=400,
        seed=1,
    )
    learner = Dqn(quadrille.game(f"{TIC_TAC_TOE}:TicTacToe"), "planes", settings)

    def losses(games: int) -> int:
        network = make_network(learner.network.arrays(), learner.encoding, learner.version)

        def choose(state: Any) -> Any:
            q = outputs(network, state)
            return max(state.legal_moves(), key=lambda move: q[state.action(move)])

        return losses_against_random(learner.game, choose, games)

    assert losses(100) > 10
    while losses(200) > 0:
        assert learner.progress.share(settings) < 1, "it still loses after all games"
        learner.round()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_checkpoint_goes_on_as_if_nothing_had_happened(name: str, tmp_path: Path) -> None:
    learner = made(name)
    for _ in range(2):
        learner.round()
    learner.save(tmp_path)
    learner.round()
    again = made(name)
    again.load(tmp_path)
    assert not same(learner, again)
    again.round()
    assert same(learner, again)
    assert learner.progress.steps > 20


def test_equal_settings_give_equal_networks() -> None:
    learners = [made("plies"), made("plies")]
    for learner in learners:
        learner.round()
    assert same(*learners)
    other = Dqn(QUARTO, "onehot", replace(SMALL, seed=4))
    other.round()
    assert not same(learners[0], other)


@pytest.mark.parametrize("name", VARIANTS)
def test_an_exported_network_says_what_the_trained_one_does(name: str) -> None:
    learner = made(name)
    learner.round()
    learner.network.load_state_dict(learner.network.state_dict())
    network = make_network(learner.network.arrays(), learner.encoding, learner.version)
    for plies in (0, 5, 10):
        state = position(plies)
        found = learner.network.values(learner.encoder.encode([state]))[0][0].detach().numpy()
        legal = state.legal_moves()
        trained = found[: len(legal)] if learner.settings.scores == "moves" else found
        # The first layer is rounded to multiples of 2^-12 in a file.
        assert np.allclose(outputs(network, state), trained, atol=5e-3)


def test_the_layers_of_a_convolutional_network() -> None:
    """Convolution, ReLU, convolution, ReLU, joined with the rest, two hidden layers, an output."""
    learner = Dqn(
        QUARTO,
        "normalized",
        replace(SMALL, network="conv", image="1x4x4", filters="5-6", layers="20-10"),
    )
    network = learner.network
    assert isinstance(network, ConvQNetwork)
    shapes = {name: tuple(array.shape) for name, array in network.state_dict().items()}
    assert shapes == {
        "convolutions.0.weight": (5, 1, 3, 3),
        "convolutions.0.bias": (5,),
        "convolutions.1.weight": (6, 5, 3, 3),
        "convolutions.1.bias": (6,),
        "trunk.0.weight": (6 * 16 + 17, 20),
        "trunk.0.bias": (20,),
        "trunk.1.weight": (20, 10),
        "trunk.1.bias": (10,),
        "policy.weight": (10, 32),
        "policy.bias": (32,),
        "value.weight": (10, 1),
        "value.bias": (1,),
    }
    rows = torch.from_numpy(QUARTO.encode_many([position(9)], "normalized"))
    state = network.state_dict()
    planes = rows[:, :16].reshape(1, 1, 4, 4)
    for index in (0, 1):
        weight, bias = (state[f"convolutions.{index}.{part}"] for part in ("weight", "bias"))
        planes = torch.relu(torch.nn.functional.conv2d(planes, weight, bias, padding="same"))
    hidden = torch.cat([planes.flatten(1), rows[:, 16:]], 1)
    for index in (0, 1):
        hidden = torch.relu(hidden @ state[f"trunk.{index}.weight"] + state[f"trunk.{index}.bias"])
    by_hand = hidden @ state["policy.weight"] + state["policy.bias"]
    found = network.values(learner.encoder.encode([position(9)]))[0]
    assert torch.allclose(found, by_hand, atol=1e-5) and by_hand.min() < 0  # no last activation


@pytest.mark.parametrize("mask", [True, False])
def test_targets_look_at_legal_actions_only_if_masked(mask: bool) -> None:
    learner = Dqn(QUARTO, "onehot", replace(SMALL, mask_target=mask, discount=0.5))
    following = position(7)
    positions = learner.encoder.encode([following])
    with torch.no_grad():
        q = learner.targets[0].values(positions)[0]
        illegal = int((~positions.legal[0]).nonzero()[0])
        learner.targets[0].policy.bias[illegal] += 10 - float(q[0, illegal])
        q = learner.targets[0].values(positions)[0]
    lesson = Experience(following, 0, 0, 0.25, -0.5, following)
    goal = learner.goals([lesson], [0])
    best = highest(q, positions.legal) if mask else torch.tensor([10.0])
    assert torch.allclose(goal, 0.25 - 0.5 * best, atol=1e-5)


def test_double_targets_take_the_networks_choice() -> None:
    learner = Dqn(QUARTO, "onehot", replace(SMALL, double=True))
    following = position(7)
    positions = learner.encoder.encode([following])
    worst = int(
        learner.targets[0].values(positions)[0].masked_fill(~positions.legal, 1e9)[0].argmin()
    )
    with torch.no_grad():
        learner.networks[0].policy.bias[worst] += 100
    goal = learner.goals([Experience(following, 0, 0, 0.0, 1.0, following)], [0])
    assert goal.item() == pytest.approx(
        learner.targets[0].values(positions)[0][0, worst].item(), abs=1e-6
    )


def test_no_training_before_the_memory_holds_a_batch() -> None:
    learner = Dqn(QUARTO, "onehot", replace(SMALL, batch=10_000, round_games=5))
    learner.round()
    assert learner.progress.steps == 0 and learner.progress.games >= 5
    per_game = Dqn(QUARTO, "onehot", replace(SMALL, batch=1, agents="two", buffers="own"))
    per_game.round()
    # Each of both agents trains once after each game.
    assert per_game.progress.steps == 2 * per_game.progress.games


def test_epsilon_falls_with_games() -> None:
    settings = replace(SMALL, epsilon=0.8, epsilon_decay=0.5, epsilon_every=10, final_epsilon=0.15)
    learner = Dqn(QUARTO, "onehot", settings)
    found = []
    for games in (0, 9, 10, 20, 30):
        learner.progress.games = games
        found.append(learner.epsilon)
    assert found == [0.8, 0.8, 0.4, 0.2, 0.15]


def test_two_networks_are_both_saved() -> None:
    learner = made("two networks")
    assert set(learner.further_arrays()) == {"second"}
    first, second = learner.network.arrays(), learner.further_arrays()["second"]
    assert not np.array_equal(first["policy.weight"], second["policy.weight"])
    assert made("plies").further_arrays() == {}


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"discount": "2"}, "expected discount from 0 to 1"),
        ({"image": "4x4"}, "expected image such as '1x4x4'"),
        ({"scores": "moves", "action": "joint"}, "expected scores=actions with action=joint"),
        ({"scores": "moves", "mask_target": "false"}, "expected mask_target with scores=moves"),
        ({"capacity": "10"}, "expected capacity of at least batch"),
        ({"replay": "some"}, "uniform"),
        ({"batch": "0"}, "expected batch of at least 1"),
        ({"network": "conv", "activation": "sigmoid"}, "expected activation=relu with"),
    ],
)
def test_refusals(changes: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        changed(SMALL, changes)


@pytest.mark.parametrize(
    "game, encoding, settings, message",
    [
        ("quarto", "onehot", replace(SMALL, rewards="tall=1"), "unknown measure 'tall'"),
        ("quarto", "onehot", replace(SMALL, rewards="safe=x"), "expected rewards such as"),
        ("quarto", "onehot", replace(SMALL, scores="moves"), "encoding that describes moves"),
        ("quarto", "look", replace(SMALL, network="conv", image="1x4x4"), "not sparse"),
        ("quarto", "flat", replace(SMALL, network="conv"), "expected image=CxHxW"),
        ("connect_four", "discs", replace(SMALL, action="joint"), "turns have two moves"),
        ("sheep", "net", SMALL, "expected a game of 2 sides"),
    ],
)
def test_what_does_not_fit_the_game(
    game: str, encoding: str, settings: DqnSettings, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Dqn(quadrille.game(game), encoding, settings)
