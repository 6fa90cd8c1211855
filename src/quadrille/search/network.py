"""Small networks that searches evaluate natively."""

from typing import Any

from quadrille.core.state import State
from quadrille.search import _core
from quadrille.search._core import Network
from quadrille.search.weights import Arrays, rounded

__all__ = ["Network", "evaluate", "make_network", "outputs"]


def make_network(arrays: Arrays, encoding: str, version: int) -> Network:
    """A network for searches, from its weights and the encoding that it reads."""
    return Network(rounded(arrays), encoding, version)


def evaluate(network: Network, state: State) -> tuple[list[float], dict[Any, float]]:
    """The values per side of a position, and the chances of its legal moves."""
    values, moves, chances = _judge(network, state).evaluate(state)
    return values, dict(zip(moves, chances, strict=bool(chances)))


def outputs(network: Network, state: State) -> list[float]:
    """What the last layer says of every action, or of every legal move if moves are scored."""
    found: list[float] = _judge(network, state).outputs(state)
    return found


def _judge(network: Network, state: State) -> Any:
    kind = getattr(type(state), "_NetworkJudge", None) or _core._NetworkJudge
    return kind(network, state)
