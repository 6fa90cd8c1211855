"""``quadrille perft``: counting move sequences, the classic test of rules."""

import time
from typing import Annotated

from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    Seed,
    count_option,
    find_game,
    find_state,
    print_json,
)

MAX_DEPTH = 1000


def perft(
    game: GameName,
    depth: Annotated[int, count_option("--depth", "-d", help="Number of moves.")],
    position: Position = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Count the sequences of exactly N moves; every outcome of chance is one."""
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"expected --depth from 0 to {MAX_DEPTH}, got {depth}")
    state = find_state(find_game(game, option), position, seed)
    start = time.perf_counter()
    nodes = state._perft(depth)
    seconds = time.perf_counter() - start
    if json:
        answer = {"game": game, "position": state.text(), "depth": depth}
        print_json({**answer, "nodes": nodes, "seconds": seconds})
    else:
        print(nodes)
