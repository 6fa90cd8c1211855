"""What batches of leaves gain in a search with a large network: simulations in a CPU second.

    python tools/batch_speed.py MODEL

The search that plays asks for one leaf after the other; in the others the caller answers batches of
leaves (``_BatchMcts``), by the same network.
"""

import sys
import time
from typing import Any

import numpy as np

from quadrille import Rng, game
from quadrille.agents.models import find_model
from quadrille.search.model_file import ModelFile
from quadrille.search.native import make_search
from quadrille.search.onnx_runtime import evaluator

SIMULATIONS = 3000
REPEATS = 3
SETTINGS: dict[str, Any] = {"c": 1.5, "fpu": 0.2, "look": True, "settle": False}


def one_by_one(model: ModelFile, state: Any) -> None:
    """The search that plays."""
    more = {"formula": "puct", "leaf": "net", "network": model.network, "sims": SIMULATIONS}
    make_search("Mcts", type(state), {**SETTINGS, **more}).search(state, Rng(1))


def in_batches(model: ModelFile, state: Any, size: int) -> None:
    """The search whose leaves wait for their answers together; two sides."""
    evaluate = evaluator(model.arrays, model.shape)
    search = make_search("BatchMcts", type(state), SETTINGS)
    search.start(state, Rng(1))
    rows = np.zeros((size, *model.shape), np.float32)
    while search.simulations < SIMULATIONS:
        waiting = search.collect(size)
        if not waiting:
            continue
        search.encode(model.encoding, rows)
        values, logits = evaluate(rows[:waiting])
        chances = np.exp(logits - logits.max(1, keepdims=True))
        sides = np.array([state.side(player) for player in search.players()])
        first = np.where(sides == 0, values[:, 0], -values[:, 0]).astype(float)
        search.apply(chances, np.stack([first, -first], axis=1))


def main() -> None:
    """Print a line for each size of batches, the best of a few times."""
    model = find_model(sys.argv[1]).file
    state = game(model.game, **model.options).new()
    one_by_one(model, state)
    for size in (None, 1, 4, 8, 16, 32):
        best = 0.0
        for _ in range(REPEATS):
            start = time.process_time()
            one_by_one(model, state) if size is None else in_batches(model, state, size)
            best = max(best, SIMULATIONS / (time.process_time() - start))
        name = "the search that plays" if size is None else f"batches of {size}"
        print(f"{name}: {best:,.0f} simulations in a CPU second")


if __name__ == "__main__":
    main()
