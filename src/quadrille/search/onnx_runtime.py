"""Large networks, which onnxruntime evaluates: the extra ``models``.

It is given a graph that is written here from the weights of a model file (``onnx_graph.py``), never
the file itself: nothing of a file from elsewhere is run.
"""

import importlib.util
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.install import install_hint
from quadrille.search._core import Network
from quadrille.search.onnx_graph import graph_message, model_message
from quadrille.search.weights import Arrays, check_shapes

MISSING = f"large networks need onnxruntime: {install_hint('models')}"
Evaluate = Callable[[NDArray[np.float32]], tuple[Any, Any]]
QUIET = 4
"""The level of log messages: none but those of a crash."""


def is_installed() -> bool:
    """Whether large networks can be evaluated here."""
    return importlib.util.find_spec("onnxruntime") is not None


def outside_network(arrays: Arrays, shape: Sequence[int], encoding: str, version: int) -> Network:
    """A network with a policy over actions, for searches, evaluated by onnxruntime.

    ValueError if onnxruntime is missing or the weights do not fit together.
    """
    return Network.outside(
        evaluator(arrays, shape),
        encoding=encoding,
        version=version,
        inputs=prod(shape),
        values=len(arrays["value.bias"]),
        actions=len(arrays["policy.bias"]),
    )


def evaluator(arrays: Arrays, shape: Sequence[int]) -> Evaluate:
    """What such a network does: inputs of N positions to values [N, V] and logits [N, A].

    One thread: several would make less of batches this small, and other games want theirs.
    """
    check_shapes(arrays, shape)
    session = _session(model_message(graph_message("network", arrays, shape), {}))

    def evaluate(rows: NDArray[np.float32]) -> tuple[Any, Any]:
        value, policy = session.run(["value", "policy"], {"inputs": rows.reshape(-1, *shape)})
        return value, policy

    return evaluate


def _session(model: bytes) -> Any:
    if not is_installed():
        raise ValueError(MISSING)
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = QUIET
    try:
        return onnxruntime.InferenceSession(model, settings, providers=["CPUExecutionProvider"])
    except Exception as error:  # of many kinds, all its own
        reason = " ".join(str(error).split())
        raise ValueError(f"onnxruntime refuses the network: {reason:.120}") from None
