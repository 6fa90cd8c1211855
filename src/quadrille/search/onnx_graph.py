"""Networks as ONNX, written without the package ``onnx``: a graph is a dozen nodes and the weights.

The graph follows from the names and shapes of the weights (``search/weights.py``): ``inputs`` [N,
I], or [N, planes, height, width] where the network begins with convolutions, to ``value`` [N, V]
and ``policy``. The policy is the logits of all actions [N, A]; or, where the network scores moves,
those of M moves [M], of which ``move_inputs`` [M, F] says what they are and ``move_rows`` [M] to
which of the N positions they belong. A network that only judges positions has no policy.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.version import VERSION
from quadrille.search import onnx_fields as onnx
from quadrille.search.protobuf import Fields, message
from quadrille.search.weights import UNIT, Arrays, in_units

OPSET = 17
IR_VERSION = 8  # that of the opset; newer ones are refused by older runtimes


def model_message(graph: bytes, texts: Mapping[str, str]) -> bytes:
    """The model of a graph, with texts beside it."""
    entries: Fields = [
        (onnx.METADATA, message([(onnx.KEY, key), (onnx.VALUE, value)]))
        for key, value in texts.items()
    ]
    return message(
        [
            (onnx.IR_VERSION, IR_VERSION),
            (onnx.PRODUCER, "quadrille"),
            (onnx.PRODUCER_VERSION, VERSION),
            (onnx.GRAPH, graph),
            (onnx.OPSETS, message([(onnx.DOMAIN, ""), (onnx.OPSET_VERSION, OPSET)])),
            *entries,
        ]
    )


def graph_message(name: str, arrays: Arrays, shape: Sequence[int]) -> bytes:
    """The graph of a network that reads inputs of a shape."""
    graph = _Graph(arrays)
    hidden = graph.body("inputs") if "body.stem.weight" in arrays else "inputs"
    hidden = graph.trunk(hidden)
    graph.node("Tanh", graph.dense(hidden, "value", "value.sum"), out="value")
    infos = [
        _info(onnx.INPUT, "inputs", onnx.FLOAT, ["N", *shape]),
        _info(onnx.OUTPUT, "value", onnx.FLOAT, ["N", len(arrays["value.bias"])]),
    ]
    if "moves.embed" in arrays:
        graph.score_moves(hidden)
        described = ["M", arrays["moves.embed"].shape[0]]
        infos += [
            _info(onnx.INPUT, "move_inputs", onnx.FLOAT, described),
            _info(onnx.INPUT, "move_rows", onnx.INT64, ["M"]),
            _info(onnx.OUTPUT, "policy", onnx.FLOAT, ["M"]),
        ]
    elif "policy.bias" in arrays:
        graph.dense(hidden, "policy", "policy")
        infos.append(_info(onnx.OUTPUT, "policy", onnx.FLOAT, ["N", len(arrays["policy.bias"])]))
    tensors: Fields = [(onnx.INITIALIZER, _tensor(key, array)) for key, array in arrays.items()]
    return message([*graph.nodes, (onnx.GRAPH_NAME, name), *tensors, *infos])


class _Graph:
    """The nodes of a network, each after those that it needs."""

    def __init__(self, arrays: Arrays) -> None:
        self.nodes: Fields = []
        self._arrays = arrays

    def node(self, kind: str, *inputs: str, out: str, **attributes: Any) -> str:
        """Append a node; what it is called."""
        fields: Fields = [(onnx.FROM, name) for name in inputs]
        fields += [(onnx.TO, out), (onnx.KIND, kind)]
        fields += [(onnx.ATTRIBUTE, _attribute(*each)) for each in attributes.items()]
        self.nodes.append((onnx.NODE, message(fields)))
        return out

    def dense(self, hidden: str, layer: str, out: str, weight: str = "", bias: str = "") -> str:
        """A dense layer."""
        product = self.node("MatMul", hidden, weight or f"{layer}.weight", out=f"{out}.product")
        return self.node("Add", product, bias or f"{layer}.bias", out=out)

    def trunk(self, hidden: str) -> str:
        """The dense layers, the first of which is stored in units."""
        self.node("Constant", out="trunk.0.unit", value_float=UNIT)
        self.node("Cast", "trunk.0.weight", out="trunk.0.float", to=onnx.FLOAT)
        self.node("Mul", "trunk.0.float", "trunk.0.unit", out="trunk.0.scaled")
        index = 0
        while f"trunk.{index}.weight" in self._arrays:
            weight = "trunk.0.scaled" if index == 0 else ""
            sums = self.dense(hidden, f"trunk.{index}", f"trunk.{index}.sum", weight)
            hidden = self._activated(sums, f"trunk.{index}")
            index += 1
        return hidden

    def _activated(self, sums: str, out: str) -> str:
        if "trunk.steepness" not in self._arrays:
            return self.node("Relu", sums, out=out)
        steep = self.node("Mul", sums, "trunk.steepness", out=f"{out}.steep")
        return self.node("Sigmoid", steep, out=out)

    def body(self, hidden: str) -> str:
        """The residual convolutions, flattened."""
        hidden = self._convolution(hidden, "body.stem")
        index = 0
        while (block := f"body.blocks.{index}") and f"{block}.first.weight" in self._arrays:
            inside = self._convolution(hidden, f"{block}.first")
            hidden = self._convolution(inside, f"{block}.second", added=hidden)
            index += 1
        return self.node("Flatten", self._convolution(hidden, "body.squeeze"), out="body")

    def _convolution(self, hidden: str, layer: str, added: str = "") -> str:
        side = self._arrays[f"{layer}.weight"].shape[-1]
        names = (hidden, f"{layer}.weight", f"{layer}.bias")
        kernel = {"kernel_shape": [side, side], "pads": [side // 2] * 4}
        sums = self.node("Conv", *names, out=f"{layer}.sum", **kernel)
        if added:
            sums = self.node("Add", sums, added, out=f"{layer}.added")
        return self.node("Relu", sums, out=layer)

    def score_moves(self, hidden: str) -> None:
        """The policy over moves."""
        context = self.dense(hidden, "", "moves.context", "moves.trunk", "moves.bias")
        gathered = self.node("Gather", context, "move_rows", out="moves.gathered")
        embedded = self.node("MatMul", "move_inputs", "moves.embed", out="moves.embedded")
        sums = self.node("Add", gathered, embedded, out="moves.sum")
        layer = self.node("Relu", sums, out="moves.layer")
        score = self.node("MatMul", layer, "moves.out", out="moves.score")
        skipped = self.node("MatMul", "move_inputs", "moves.skip", out="moves.skipped")
        self.node("Add", score, skipped, out="policy")


def _attribute(name: str, value: float | int | list[int]) -> bytes:
    held: Fields
    if isinstance(value, list):
        held = [(onnx.INTS, each) for each in value]
    else:
        held = [(onnx.FLOAT_VALUE if isinstance(value, float) else onnx.INT_VALUE, value)]
    return message(
        [(onnx.ATTRIBUTE_NAME, name), *held, (onnx.TYPE, onnx.ATTRIBUTE_KINDS[type(value)])]
    )


def _info(field: int, name: str, element: int, shape: Sequence[int | str]) -> tuple[int, bytes]:
    """What is known of an input or an output; extents that vary have names."""
    dims: Fields = [
        (onnx.DIM, message([(onnx.DIM_VALUE if isinstance(each, int) else onnx.DIM_NAME, each)]))
        for each in shape
    ]
    tensor = message([(onnx.ELEMENT, element), (onnx.SHAPE, message(dims))])
    return field, message(
        [(onnx.INFO_NAME, name), (onnx.INFO_TYPE, message([(onnx.TENSOR_TYPE, tensor)]))]
    )


def _tensor(name: str, array: NDArray[np.float32]) -> bytes:
    """An array as it stands in the file: the first dense layer in half of its size."""
    in_file: NDArray[Any] = np.ascontiguousarray(array, "<f4")
    kind = onnx.FLOAT
    if name == "trunk.0.weight":
        in_file, kind = in_units(array).astype("<i2"), onnx.INT16
    dims: Fields = [(onnx.DIMS, extent) for extent in array.shape]
    return message(
        [*dims, (onnx.DATA_TYPE, kind), (onnx.NAME, name), (onnx.RAW_DATA, in_file.tobytes())]
    )
