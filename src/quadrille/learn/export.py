"""Model files: a network as ONNX, with the game, the inputs and the provenance inside.

The graph is built by hand rather than traced: it is a dozen nodes, and any runtime runs it. What
searches of ours need of a file is read by ``search/model_file.py``, without ONNX.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from quadrille.core.game import Game
from quadrille.core.version import VERSION
from quadrille.learn.files import write_atomically
from quadrille.search.model_file import FORMAT, digest
from quadrille.search.weights import UNIT, in_units

OPSET = 17
IR_VERSION = 8  # that of the opset; newer ones are refused by older runtimes

Arrays = Mapping[str, NDArray[np.float32]]


def export(
    path: Path, game: Game, encoding: str, arrays: Arrays, provenance: Mapping[str, Any]
) -> None:
    """Write a network for a game to a file, which is there whole or not at all."""
    write_atomically(path, model_bytes(game, encoding, arrays, provenance))


def model_bytes(game: Game, encoding: str, arrays: Arrays, provenance: Mapping[str, Any]) -> bytes:
    """The model file of a network."""
    graph = _graph(game.name, arrays)
    model = helper.make_model(
        graph,
        producer_name="quadrille",
        producer_version=VERSION,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    texts = {
        "format": FORMAT,
        "game": game.name,
        "options": json.dumps(dict(game.options)),
        "encoding": encoding,
        "version": str(game.encoding(encoding).version),
        "provenance": json.dumps(dict(provenance), allow_nan=False),
    }
    texts["digest"] = digest(model.graph.SerializeToString(deterministic=True), texts)
    for key, value in texts.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))


def _graph(name: str, arrays: Arrays) -> onnx.GraphProto:
    """The network as nodes: ``inputs`` [N, I] to ``value`` [N, V] and ``policy``.

    The policy is the logits of all actions [N, A]; or, where the network scores moves, those of M
    moves [M], of which ``move_inputs`` [M, F] says what they are and ``move_rows`` [M] to which of
    the N positions they belong.
    """
    nodes: list[onnx.NodeProto] = []

    def node(kind: str, *inputs: str, out: str) -> str:
        nodes.append(helper.make_node(kind, list(inputs), [out]))
        return out

    def dense(hidden: str, layer: str, bias: str, out: str) -> str:
        return node("Add", node("MatMul", hidden, layer, out=f"{out}.product"), bias, out=out)

    unit = helper.make_tensor("trunk.0.unit", TensorProto.FLOAT, [], [UNIT])
    nodes.append(helper.make_node("Constant", [], ["trunk.0.unit"], value=unit))
    first = helper.make_node("Cast", ["trunk.0.weight"], ["trunk.0.float"], to=TensorProto.FLOAT)
    nodes.append(first)
    node("Mul", "trunk.0.float", "trunk.0.unit", out="trunk.0.scaled")
    hidden, index = "inputs", 0
    while f"trunk.{index}.weight" in arrays:
        weights = "trunk.0.scaled" if index == 0 else f"trunk.{index}.weight"
        names = (weights, f"trunk.{index}.bias", f"trunk.{index}.sum")
        hidden = node("Relu", dense(hidden, *names), out=f"trunk.{index}")
        index += 1
    node("Tanh", dense(hidden, "value.weight", "value.bias", "value.sum"), out="value")
    floats, rows, width = TensorProto.FLOAT, "N", arrays["trunk.0.weight"].shape[0]
    inputs = [helper.make_tensor_value_info("inputs", floats, [rows, width])]
    outputs = [helper.make_tensor_value_info("value", floats, [rows, len(arrays["value.bias"])])]
    if "moves.embed" in arrays:
        _score_moves(node, dense, hidden)
        described = ["M", arrays["moves.embed"].shape[0]]
        inputs.append(helper.make_tensor_value_info("move_inputs", floats, described))
        inputs.append(helper.make_tensor_value_info("move_rows", TensorProto.INT64, ["M"]))
        outputs.append(helper.make_tensor_value_info("policy", floats, ["M"]))
    else:
        dense(hidden, "policy.weight", "policy.bias", "policy")
        actions = len(arrays["policy.bias"])
        outputs.append(helper.make_tensor_value_info("policy", floats, [rows, actions]))
    tensors = [numpy_helper.from_array(_stored(key, array), key) for key, array in arrays.items()]
    return helper.make_graph(nodes, name, inputs, outputs, tensors)


def _stored(name: str, array: NDArray[np.float32]) -> NDArray[Any]:
    """An array as it stands in the file: the large one in half of its size."""
    if name == "trunk.0.weight":
        return in_units(array)
    return np.ascontiguousarray(array, np.float32)


def _score_moves(node: Any, dense: Any, hidden: str) -> None:
    """Append the nodes of the policy over moves."""
    context = dense(hidden, "moves.trunk", "moves.bias", "moves.context")
    gathered = node("Gather", context, "move_rows", out="moves.gathered")
    embedded = node("MatMul", "move_inputs", "moves.embed", out="moves.embedded")
    layer = node("Relu", node("Add", gathered, embedded, out="moves.sum"), out="moves.layer")
    score = node("MatMul", layer, "moves.out", out="moves.score")
    skipped = node("MatMul", "move_inputs", "moves.skip", out="moves.skipped")
    node("Add", score, skipped, out="policy")
