"""Small networks inside searches: what they compute, what they are refused, what they are asked."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import quadrille
from quadrille import Rng
from quadrille.search.native import make_search
from quadrille.search.network import Network, evaluate, make_network
from quadrille.search.weights import rounded

Arrays = dict[str, NDArray[np.float32]]


def random_arrays(
    inputs: int, layers: tuple[int, ...], values: int, actions: int, seed: int = 1
) -> Arrays:
    rng = np.random.default_rng(seed)

    def layer(name: str, rows: int, columns: int) -> Arrays:
        return {
            f"{name}.weight": rng.normal(0, 0.3, (rows, columns)).astype(np.float32),
            f"{name}.bias": rng.normal(0, 0.1, columns).astype(np.float32),
        }

    arrays: Arrays = {}
    for i, (rows, columns) in enumerate(zip((inputs, *layers), layers, strict=False)):
        arrays |= layer(f"trunk.{i}", rows, columns)
    arrays |= layer("value", layers[-1], values)
    if actions:
        arrays |= layer("policy", layers[-1], actions)
    return arrays


def forward(arrays: Arrays, x: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What the network is defined to be, in double precision: values and logits."""
    t = x.astype(float)
    for i in range(sum(name.startswith("trunk.") for name in arrays) // 2):
        t = t @ arrays[f"trunk.{i}.weight"] + arrays[f"trunk.{i}.bias"]
        if "trunk.steepness" in arrays:
            t = 1 / (1 + np.exp(-arrays["trunk.steepness"] * t))
        else:
            t = np.maximum(t, 0)
    logits = t @ arrays["policy.weight"] + arrays["policy.bias"]
    return np.tanh(t @ arrays["value.weight"] + arrays["value.bias"]), logits


def connect_four_network(layers: tuple[int, ...] = (64, 16), seed: int = 1) -> Network:
    return make_network(random_arrays(84, layers, 1, 7, seed), "discs", 1)


def random_states(count: int) -> list[Any]:
    states: list[Any] = []
    rng = Rng(7)
    while len(states) < count:
        state = quadrille.game("connect_four").new()
        for _ in range(rng.below(30)):
            if not state.is_over():
                state.play(state.random_move(rng))
        if not state.is_over():
            states.append(state)
    return states


@pytest.mark.parametrize("steepness", [None, 1.0, 50.0])
@pytest.mark.parametrize("layers", [(5,), (64, 16), (256, 32), (48, 40, 24)])
def test_values_and_chances_are_as_defined(
    layers: tuple[int, ...], steepness: float | None
) -> None:
    arrays = rounded(random_arrays(84, layers, 1, 7))
    if steepness is not None:
        arrays["trunk.steepness"] = np.array([steepness], np.float32)
    network = make_network(arrays, "discs", 1)
    assert list(network.layers) == list(layers)
    for state in random_states(40):
        values, chances = evaluate(network, state)
        expected, logits = forward(arrays, state.encode("discs"))
        assert values[state.player()] == pytest.approx(expected[0], abs=1e-5)
        assert sum(values) == 0
        legal = [state.action(move) for move in state.legal_moves()]
        odds = np.exp(logits[legal] - logits[legal].max())
        assert list(chances.values()) == pytest.approx(list(odds / odds.sum()), abs=1e-5)


def test_dense_encodings_are_read_too() -> None:
    """The planes hold the discs, in another order, and who is to move."""
    arrays = rounded(random_arrays(126, (32, 16), 1, 7))
    network = make_network(arrays, "planes", 1)
    for state in random_states(10):
        values, _ = evaluate(network, state)
        expected, _ = forward(arrays, state.encode("planes").ravel())
        assert values[state.player()] == pytest.approx(expected[0], abs=1e-5)


def test_sums_are_exact_wherever_the_search_began() -> None:
    """First-layer sums that were changed along the way equal those that were made afresh."""
    network = connect_four_network()
    game = quadrille.game("connect_four")
    state_type: Any = game.state_type
    judge = state_type._NetworkJudge(network, game.new())
    for state in random_states(200):
        assert judge.evaluate(state)[0] == evaluate(network, state)[0]


def test_a_search_evaluates_each_leaf_once_by_the_network() -> None:
    """The same search by the batched route, answered by the network alone, has the same tree."""
    network = connect_four_network()
    state = random_states(3)[2]
    settings = {"c": 1.5, "fpu": 0.2, "sims": 300, "settle": False}
    native = make_search(
        "Mcts", type(state), {**settings, "formula": "puct", "leaf": "net", "network": network}
    )
    decision = native.search(state, Rng(1))
    batched = make_search("BatchMcts", type(state), settings)
    batched.start(state, Rng(1))
    while batched.simulations < 300 and batched.collect(1) > 0:
        (leaf,) = batched.leaves()
        values, chances = evaluate(network, leaf)
        priors = np.zeros((1, 7), np.float32)
        for move, chance in chances.items():
            priors[0, leaf.action(move)] = chance
        batched.apply(priors, np.array([values]))
    assert batched.tree_text(9) == native.tree_text(9)
    assert batched.result().move == decision.move


def test_a_win_in_one_move_is_seen_at_every_new_node() -> None:
    """With four simulations only, a search that looks avoids what loses at once."""
    game = quadrille.game("connect_four")
    threatened = game.parse("......./......./......./......./o....../xxx.o..")
    assert str(threatened.player()) == "1"
    network = connect_four_network()
    settings = {"formula": "puct", "leaf": "net", "network": network, "sims": 30, "settle": False}
    found = make_search("Mcts", game.state_type, {**settings, "look": True})
    proven = {str(stats.move): stats for stats in found.search(threatened, Rng(1)).moves}
    losing = [move for move in proven if move != "4" and (proven[move].visits or 0) > 0]
    assert losing
    assert all(proven[move].exact and proven[move].value == -1 for move in losing)


def test_what_does_not_fit_is_refused() -> None:
    arrays = random_arrays(84, (64, 16), 1, 7)
    for name, shape, words in [
        ("trunk.1.weight", (63, 16), "fit together"),
        ("value.weight", (15, 1), "a value that fits"),
        ("policy.bias", (6,), "a bias for each"),
        ("other", (1,), "no other arrays"),
        ("trunk.steepness", (1,), "one steepness above 0"),
        ("trunk.steepness", (2,), "one steepness above 0"),
    ]:
        with pytest.raises(ValueError, match=words):
            make_network({**arrays, name: np.zeros(shape, np.float32)}, "discs", 1)
    with pytest.raises(ValueError, match=r"no array 'value\.bias'"):
        make_network({k: v for k, v in arrays.items() if k != "value.bias"}, "discs", 1)


@pytest.mark.parametrize(
    ("arrays", "encoding", "version", "words"),
    [
        (random_arrays(84, (8,), 1, 7), "discs", 2, "another version or size"),
        (random_arrays(83, (8,), 1, 7), "discs", 1, "another version or size"),
        (random_arrays(84, (8,), 1, 7), "lines", 1, "which this game does not have"),
        (random_arrays(84, (8,), 3, 7), "discs", 1, "another number of sides"),
    ],
)
def test_networks_of_other_games_are_refused(
    arrays: Arrays, encoding: str, version: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        evaluate(make_network(arrays, encoding, version), quadrille.game("connect_four").new())


def test_a_leaf_cannot_be_judged_by_a_missing_network() -> None:
    state = quadrille.game("connect_four").new()
    with pytest.raises(ValueError, match="leaf=net needs a network"):
        make_search("Mcts", type(state), {"leaf": "net"}).search(state, Rng(1))


def static_arrays(scale: float) -> Arrays:
    """A network that counts discs in the centre column: what it says is known beforehand."""
    arrays = {name: np.zeros_like(array) for name, array in random_arrays(84, (8, 8), 1, 0).items()}
    for row in range(6):
        arrays["trunk.0.weight"][6 * 3 + row, 0] = 1  # own discs in column 4
        arrays["trunk.0.weight"][42 + 6 * 3 + row, 1] = 1  # the other's
    arrays["trunk.1.weight"][0, 0] = arrays["trunk.1.weight"][1, 1] = 1
    arrays["value.weight"][0, 0], arrays["value.weight"][1, 0] = scale, -scale
    return arrays


@pytest.mark.parametrize("name", ["Greedy", "AlphaBeta", "Expectimax", "MaxN", "Paranoid", "Teams"])
def test_every_search_takes_a_network_for_its_evaluation(name: str) -> None:
    """One that likes the centre column takes it; one that shuns it leaves it."""
    state = quadrille.game("connect_four").new()
    more = {} if name == "Greedy" else {"depth": 1}
    chosen = {}
    for scale in (0.25, -0.25):
        network = make_network(static_arrays(scale), "discs", 1)
        searching = make_search(name, type(state), {**more, "network": network})
        decision = searching.search(state, Rng(1))
        chosen[scale] = str(decision.move)
        expected = np.tanh(0.25) if scale > 0 else 0
        assert decision.value[0] == pytest.approx(expected, abs=1e-4)
    assert chosen[0.25] == "4" != chosen[-0.25]


@pytest.mark.parametrize("game", ["sheep", "pillars"])
def test_networks_play_games_with_hidden_facts(game: str) -> None:
    """And know only what their player sees: another deal of the hidden facts changes nothing."""
    rules = quadrille.game(game, **({"hidden": True} if game == "sheep" else {}))
    state: Any = rules.new(3)
    rng = Rng(5)
    for _ in range(12):
        state.play(state.random_move(rng)) if state.player() >= 0 else state.play_chance()
    while state.player() < 0:
        state.play_chance()
    encoding = rules.encoding("net")
    sides = state.num_sides()
    arrays = random_arrays(encoding.size, (16, 8), 1 if sides == 2 else sides, 0)
    network = make_network(with_moves(arrays, encoding.move_inputs), "net", encoding.version)
    settings = {"formula": "puct", "leaf": "net", "network": network, "sims": 60, "c": 1.5}
    decisions = []
    for world in (state, state.redeal(state.player(), Rng(9))):
        found = make_search("Mcts", type(state), settings).search(world, Rng(1))
        decisions.append([(str(one.move), one.visits, one.value) for one in found.moves])
    assert decisions[0] == decisions[1]
    assert sum(visits or 0 for _, visits, _ in decisions[0]) >= 59


def with_moves(arrays: Arrays, move_inputs: int, head: int = 8) -> Arrays:
    """The arrays with a policy over moves."""
    rng = np.random.default_rng(2)
    trunk = arrays["value.weight"].shape[0]
    shapes = {
        "embed": (move_inputs, head),
        "trunk": (trunk, head),
        "bias": (head,),
        "out": (head,),
        "skip": (move_inputs,),
    }
    made = {f"moves.{name}": rng.normal(0, 0.3, shape) for name, shape in shapes.items()}
    return {**arrays, **{name: array.astype(np.float32) for name, array in made.items()}}


def test_a_policy_over_moves_is_as_defined() -> None:
    game = quadrille.game("quarto")
    encoding = game.encoding("look")
    arrays = rounded(
        with_moves(random_arrays(encoding.size, (24, 16), 1, 0), encoding.move_inputs, head=12)
    )
    network = make_network(arrays, "look", encoding.version)
    rng = Rng(4)
    state: Any = game.new()
    for _ in range(13):
        state.play(state.random_move(rng))
        values, chances = evaluate(network, state)
        t = state.encode("look").astype(float)
        for layer in ("trunk.0", "trunk.1"):
            t = np.maximum(t @ arrays[f"{layer}.weight"] + arrays[f"{layer}.bias"], 0)
        expected = np.tanh(t @ arrays["value.weight"] + arrays["value.bias"])[0]
        assert values[state.player()] == pytest.approx(expected, abs=1e-5)
        logits = []
        for move in state.legal_moves():
            described = state.move_inputs("look", move)
            hidden = arrays["moves.bias"] + t @ arrays["moves.trunk"]
            hidden = np.maximum(hidden + arrays["moves.embed"][described].sum(0), 0)
            logits.append(arrays["moves.skip"][described].sum() + hidden @ arrays["moves.out"])
        odds = np.exp(np.array(logits) - max(logits))
        assert list(chances.values()) == pytest.approx(list(odds / odds.sum()), abs=1e-5)
