"""Large networks: the same in torch, in files and in onnxruntime; the same searches and games."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from numpy.typing import NDArray
from onnx.reference import ReferenceEvaluator

import quadrille
from quadrille import BadModel, Rng
from quadrille.agents.models import fitting_network
from quadrille.core.install import install_hint
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.learn.export import model_bytes
from quadrille.learn.networks import as_tensors
from quadrille.search.model_file import ModelFile, digest, parse_model
from quadrille.search.native import make_search
from quadrille.search.network import Network, evaluate
from quadrille.search.onnx_graph import graph_message, model_message
from quadrille.search.onnx_runtime import outside_network
from quadrille.search.samples import Samples, SelfPlay

from .networks import PROVENANCE, random_model, random_network

GAME = quadrille.game("connect_four")
LAYERS = "conv:8x2-16"
TIC_TAC_TOE = "examples/tic_tac_toe.py:TicTacToe"
PLANES = [
    ("connect_four", "planes", {}),
    ("quarto", "relational", {}),
    ("pillars", "planes", {}),
    ("carcassonne", "planes", {}),
    ("sheep", "planes", {"game": 3}),  # four sides, hidden numbers
    (TIC_TAC_TOE, "planes", {}),
]


@pytest.fixture(scope="module")
def model() -> ModelFile:
    return parse_model(random_model(GAME, "planes", layers=LAYERS))


@pytest.mark.parametrize("name, encoding, options", PLANES)
def test_torch_onnx_and_onnxruntime_agree(name: str, encoding: str, options: Any) -> None:
    game = quadrille.game(name, **options)
    network = random_network(game, encoding, LAYERS)
    samples = Samples(game, 10_000)
    samples.selfplay(None, SelfPlay(sims=4), 1, seed=3)
    batch = samples.all(encoding, over_moves=False)
    with torch.no_grad():
        values, logits = (found.numpy() for found in network(as_tensors(batch)))
    data = model_bytes(game, encoding, network.arrays(), PROVENANCE)
    whole = onnx.load_from_string(data)
    onnx.checker.check_model(whole, full_check=True)
    planes = batch["dense"].reshape(-1, *game.encoding(encoding).shape)[:8]
    reference: Any = ReferenceEvaluator(whole).run(None, {"inputs": planes})
    assert np.allclose(reference[0], values[:8], atol=1e-5)
    assert np.allclose(reference[1], logits[:8], atol=1e-4)
    found = parse_model(data)
    assert found.is_large and found.unfit(game) == ""
    assert found.network.is_outside and found.network.values == values.shape[1]
    for row in range(0, len(samples), 5):
        state: Any = samples[row][0]
        said, chances = evaluate(found.network, state)
        side = state.side(state.player())
        assert said[side] == pytest.approx(float(values[row, 0]), abs=1e-5)
        chosen = logits[row][[state.action(move) for move in chances]]
        expected = np.exp(chosen - chosen.max())
        assert np.allclose(list(chances.values()), expected / expected.sum(), atol=1e-5)


# --- searches ------------------------------------------------------------------------------


def small_twice() -> tuple[Network, Network]:
    """A small network, evaluated natively and by onnxruntime."""
    found = parse_model(random_model(GAME, "discs"))
    return found.network, outside_network(found.arrays, (84,), "discs", 1)


def test_a_small_network_searches_alike_by_both_routes() -> None:
    native, outside = small_twice()
    state: Any = GAME.parse("......./......./......./...o.../...x.../.oxxo..")
    for settings in ({"root": "formula"}, {"root": "halving"}, {"look": True, "c": 3.0}):
        found = []
        for network in (native, outside):
            more = {"formula": "puct", "leaf": "net", "network": network, "sims": 200}
            search = make_search("Mcts", type(state), {**more, "settle": False, **settings})
            found.append(search.search(state, Rng(1)))
        visits = [[(str(one.move), one.visits) for one in each.moves] for each in found]
        assert visits[0] == visits[1] and sum(count or 0 for _, count in visits[0]) > 100
        assert found[0].value == pytest.approx(found[1].value, abs=1e-4)


@pytest.mark.parametrize("batch", [1, 8])
def test_the_batched_route_answered_by_onnxruntime(model: ModelFile, batch: int) -> None:
    """Leaf by leaf it is the search itself; in batches it comes to as many simulations."""
    state: Any = GAME.new()
    network = model.network
    settings = {"c": 1.5, "fpu": 0.2, "sims": 120, "settle": False}
    inside = make_search(
        "Mcts", type(state), {**settings, "formula": "puct", "leaf": "net", "network": network}
    )
    decision = inside.search(state, Rng(1))
    batched = make_search("BatchMcts", type(state), settings)
    batched.start(state, Rng(1))
    while batched.simulations < 120 and (waiting := batched.collect(batch)) > 0:
        priors, values = np.zeros((waiting, 7), np.float32), np.zeros((waiting, 2))
        for row, leaf in enumerate(batched.leaves()):
            values[row], chances = evaluate(network, leaf)
            for move, chance in chances.items():
                priors[row, leaf.action(move)] = chance
        batched.apply(priors, values)
    if batch == 1:
        assert batched.tree_text(9) == inside.tree_text(9)
        assert batched.result().move == decision.move
    else:
        assert 120 <= batched.simulations < 120 + batch


def test_hidden_facts_stay_hidden() -> None:
    """Another deal of what the player cannot see changes nothing."""
    game = quadrille.game("pillars")
    network = parse_model(random_model(game, "planes", layers=LAYERS)).network
    state: Any = game.new(3)
    rng = Rng(5)
    for _ in range(12):
        state.play(state.random_move(rng)) if state.player() >= 0 else state.play_chance()
    while state.player() < 0:
        state.play_chance()
    settings = {"formula": "puct", "leaf": "net", "network": network, "sims": 40, "c": 1.5}
    decisions = []
    for world in (state, state.redeal(state.player(), Rng(9))):
        found = make_search("Mcts", type(state), settings).search(world, Rng(1))
        decisions.append([(str(one.move), one.visits, one.value) for one in found.moves])
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize("fields", ["sims=0", "sims=30", "time=0.02", "sims=40,threads=2"])
def test_the_agent_plays(tmp_path: Path, fields: str) -> None:
    path = tmp_path / "large.onnx"
    path.write_bytes(random_model(GAME, "planes", layers=LAYERS))
    match = quadrille.match("connect_four", [f"model:{path},{fields}", "random"], games=2)
    assert [each.games for each in match.agents] == [2, 2]


def test_what_the_network_may_not_answer() -> None:
    state: Any = GAME.new()

    def network(*answer: Any) -> Network:
        facts: Any = {"encoding": "discs", "version": 1, "inputs": 84, "values": 1, "actions": 7}
        return Network.outside(lambda _: answer, **facts)

    def floats(*shape: int, value: float = 0.0) -> NDArray[np.float32]:
        return np.full(shape, value, np.float32)

    good = floats(1, 1, value=0.5), floats(1, 7)
    assert evaluate(network(*good), state)[0] == [0.5, -0.5]
    for answer, words in [
        ((floats(1, 1, value=2), floats(1, 7)), "no number in range"),
        ((floats(1, 1, value=np.nan), floats(1, 7)), "no number in range"),
        ((floats(1, 1), floats(1, 7, value=np.inf)), "no number in range"),
        ((floats(1, 1), floats(1, 6)), r"float32 \[1, 7\]"),
        ((floats(2, 1), floats(1, 7)), r"float32 \[1, 1\]"),
        ((np.zeros((1, 1)), floats(1, 7)), "float32"),
        ((floats(1, 1),), "values and logits"),
    ]:
        with pytest.raises(ValueError, match=words):
            evaluate(network(*answer), state)


def test_an_error_of_the_network_ends_a_search_in_any_thread() -> None:
    def fail(_: Any) -> Any:
        raise RuntimeError("no memory")

    network = Network.outside(fail, encoding="discs", version=1, inputs=84, values=1, actions=7)
    state: Any = GAME.new()
    more: Any = {"formula": "puct", "leaf": "net", "network": network, "sims": 100}
    for threads in (1, 3):
        for parallel in ("tree", "root"):
            settings = {**more, "threads": threads, "parallel": parallel}
            with pytest.raises(RuntimeError, match="no memory"):
                make_search("Mcts", type(state), settings).search(state, Rng(1))
    with pytest.raises(RuntimeError, match="no memory"):
        Samples(GAME, 100).selfplay(network, SelfPlay(sims=4), 5)


def test_a_policy_over_too_few_actions_is_refused() -> None:
    arrays = random_network(GAME, "discs").arrays()
    arrays["policy.weight"], arrays["policy.bias"] = (
        arrays["policy.weight"][:, :5].copy(),
        arrays["policy.bias"][:5],
    )
    network = parse_model(model_bytes(GAME, "discs", arrays, PROVENANCE)).network
    with pytest.raises(ValueError, match="another number of actions"):
        evaluate(network, GAME.new())


# --- self-play -----------------------------------------------------------------------------


def played(network: Network, games: int, first: int = 0, **settings: Any) -> list[Any]:
    samples = Samples(GAME, 10_000)
    samples.selfplay(network, SelfPlay(sims=12, **settings), games, seed=4, first=first)
    rows = (samples[row] for row in range(len(samples)))
    return [
        (state.text(), [str(move) for move in policy], values) for state, policy, values in rows
    ]


def test_self_play_fills_its_batches_and_repeats_itself() -> None:
    """The sizes of the batches are the numbers of games that are still going on."""
    sizes: list[int] = []
    inner = parse_model(random_model(GAME, "planes", layers=LAYERS))
    run = _runner(inner)

    def evaluate_rows(rows: NDArray[np.float32]) -> Any:
        sizes.append(len(rows))
        return run(rows)

    facts: Any = {"encoding": "planes", "version": 1, "inputs": 126, "values": 1, "actions": 7}
    network = Network.outside(evaluate_rows, **facts)
    first = played(network, 10, together=6)
    assert sizes[0] == 6 and max(sizes) == 6
    assert np.mean(sizes) > 3.5, "as long as there are games to begin, batches are full"
    counts = list(sizes)
    assert played(network, 10, together=6) == first
    assert sizes[len(counts) :] == counts
    assert played(inner.network, 10, together=10) == first
    assert played(inner.network, 4) + played(inner.network, 6, first=4) == first


def _runner(found: ModelFile) -> Any:
    """What evaluates the network, rows to answers."""
    whole = onnx.load_from_string(model_message(graph_message("g", found.arrays, found.shape), {}))
    session = onnxruntime.InferenceSession(
        whole.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return lambda rows: session.run(None, {"inputs": rows.reshape(-1, *found.shape)})


def test_self_play_by_both_routes() -> None:
    """A small network plays the same games inside the search and outside of it."""
    native, outside = small_twice()
    for root in ("formula", "halving"):
        one, other = played(native, 3, root=root), played(outside, 3, root=root)
        assert [text for text, _, _ in one] == [text for text, _, _ in other]
        for (_, policy, values), (_, same, same_values) in zip(one, other, strict=True):
            assert policy == pytest.approx(same, abs=1e-4) and values == same_values


@pytest.mark.parametrize("name, encoding, options", [PLANES[4], PLANES[5]])
def test_self_play_of_many_sides_and_of_python_games(
    name: str, encoding: str, options: Any
) -> None:
    game = quadrille.game(name, **options)
    network = parse_model(random_model(game, encoding, layers="conv:4x1-8")).network
    samples = Samples(game, 10_000)
    report = samples.selfplay(network, SelfPlay(sims=3, together=3), 3, seed=2)
    assert report.games == 3 and report.positions == len(samples) > 9


# --- training ------------------------------------------------------------------------------

SMALL = AlphaZeroSettings(
    layers="conv:8x1-16",
    sims=6,
    games=24,
    round_games=8,
    together=4,
    warmup=50,
    reuse=4,
    batch=32,
    evaluations=0,
    seed=4,
)


def test_a_checkpoint_of_a_large_network_goes_on_bit_for_bit(tmp_path: Path) -> None:
    def rounds(learner: AlphaZero) -> dict[str, Any]:
        for _ in range(2):
            learner.play()
            learner.train()
        return learner.network.state_dict()

    learner = AlphaZero(GAME, "planes", SMALL)
    rounds(learner)
    assert learner.progress.steps > 10
    learner.save(tmp_path)
    again = AlphaZero(GAME, "planes", SMALL)
    again.load(tmp_path)
    one, other = rounds(learner), rounds(again)
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_large_network_learns() -> None:
    learner = AlphaZero(GAME, "planes", SMALL)
    learner.samples.selfplay(None, SelfPlay(sims=16), 20, seed=1)
    losses = []
    for _ in range(6):
        learner.progress.owed = 30 * SMALL.batch
        learner.train()
        losses.append(learner.progress.policy_loss + learner.progress.value_loss)
    assert losses[-1] < 0.8 * losses[0]


# --- files ---------------------------------------------------------------------------------


def test_without_onnxruntime_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.onnx"
    path.write_bytes(random_model(GAME, "planes", seed=5, layers=LAYERS))
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    hint = install_hint("models")
    with pytest.raises(BadModel) as caught:
        fitting_network(str(path), GAME)
    assert hint in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(ValueError) as refused:
        AlphaZero(GAME, "planes", SMALL)
    assert hint in str(refused.value)
    path.write_bytes(random_model(GAME, "planes", seed=5))  # a small one needs nothing
    assert evaluate(fitting_network(str(path), GAME), GAME.new())[0]


@pytest.mark.parametrize(
    "change, words",
    [
        ({"body.stem.weight": (8, 2, 3, 3)}, "expected an array 'body.stem.weight'"),
        ({"body.blocks.1.second.weight": (8, 8, 1, 1)}, "'body.blocks.1.second.weight'"),
        ({"body.blocks.1.second.bias": None}, "no array 'body.blocks.1.second.bias'"),
        ({"body.blocks.3.first.weight": (8, 8, 3, 3)}, "'body.blocks.3.first.weight'"),
        ({"body.squeeze.bias": (2, 4)}, "'body.squeeze.bias'"),
        ({"trunk.0.weight": (7, 16)}, "'trunk.0.weight'"),
        ({"policy.weight": None, "policy.bias": None}, "no array 'policy.bias'"),
        ({"extra": (3,)}, "'extra'"),
    ],
)
def test_weights_that_do_not_fit_never_reach_onnxruntime(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], words: str
) -> None:
    arrays: Any = dict(parse_model(random_model(GAME, "planes", layers=LAYERS)).arrays)
    for name, shape in change.items():
        if shape is None:
            del arrays[name]
        else:
            arrays[name] = np.zeros(shape, np.float32)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ValueError, match=words):
        outside_network(arrays, (3, 6, 7), "planes", 1)


def test_a_foreign_graph_is_not_run(model: ModelFile) -> None:
    """Of a file, only the weights count: its nodes may be anything."""
    data = random_model(GAME, "planes", layers=LAYERS)
    changed = onnx.load_from_string(data)
    texts = {entry.key: entry.value for entry in changed.metadata_props}
    for node in changed.graph.node:
        node.op_type = "Identity" if node.op_type == "Relu" else node.op_type
    texts["digest"] = digest(changed.graph.SerializeToString(), texts)
    found = parse_model(model_message(changed.graph.SerializeToString(), texts))
    state = GAME.parse("......./......./......./......./o....../xxx.o..")
    assert evaluate(found.network, state) == evaluate(model.network, state)


def test_a_model_with_planes_of_another_shape() -> None:
    found = parse_model(random_model(GAME, "planes", layers=LAYERS))
    for shape in ((3, 7, 6), (126,), ()):
        turned = ModelFile(**{**vars(found), "shape": shape})
        assert turned.unfit(GAME) == (
            f"it reads inputs of the shape {list(shape)}, the encoding 'planes' is [3, 6, 7]"
        )
