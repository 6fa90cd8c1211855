"""How many different maps there are: an estimate from random games.

Every sequence of draws and places leads to a map, and a map can be laid in many orders. A random
sequence stands for as many as the product of its choices (Knuth 1975); divided by the number of
orders in which its own map could have been laid, it stands for so many maps. The number of orders
is estimated likewise: lay the tiles of the map again, from the first on, each beside another.
Figures and points are left out.
"""

from math import log

from quadrille.core._core import Rng
from quadrille.core.game import Game, game
from quadrille.core.sizes import log_mean
from quadrille.core.state import CHANCE

Cell = tuple[int, int]
ORDERS = 20
"""Of which the number of orders of a map is estimated."""


def estimate_maps(games: int = 100, seed: int = 0, rules: Game | None = None) -> dict[int, float]:
    """The decimal logarithm of the number of maps, by their number of tiles."""
    rules = rules or game("carcassonne", farmers=False)
    rng = Rng(seed)
    found: dict[int, list[float]] = {}
    for number in range(games):
        for tiles, logarithm in _one_game(rules, seed + number, rng).items():
            found.setdefault(tiles, []).append(logarithm)
    return {
        # A game that has ended before stands for no map of that size.
        tiles: (log_mean(logs) + log(len(logs) / games)) / log(10)
        for tiles, logs in sorted(found.items())
    }


def _one_game(rules: Game, seed: int, rng: Rng) -> dict[int, float]:
    """For each number of tiles, the logarithm of the maps that this game stands for."""
    state = rules.new(seed=seed)
    sequences = 0.0
    cells: list[Cell] = [(tile.x, tile.y) for tile in state.tiles()]
    found = {}
    while not state.is_over():
        if state.player() == CHANCE:
            kinds = state.chance_moves()
            sequences += log(len(kinds))
            state.play(kinds[rng.below(len(kinds))][0])
            continue
        sequences += log(len(state.legal_moves()))
        state.play(state.random_move(rng))
        cells.append(state.last_cell())
        found[len(cells)] = sequences - _log_orders(cells, rng)
        state.play("none")
    return found


def _log_orders(cells: list[Cell], rng: Rng) -> float:
    """The logarithm of the number of orders in which tiles can be laid, the first one given."""
    return log_mean([_one_order(cells, rng) for _ in range(ORDERS)])


def _one_order(cells: list[Cell], rng: Rng) -> float:
    """The logarithm of the product of the choices along a random order."""
    left = set(cells[1:])
    waiting: list[Cell] = []
    total, last = 0.0, cells[0]
    while left or waiting:
        x, y = last
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell in left:
                left.remove(cell)
                waiting.append(cell)
        total += log(len(waiting))
        index = rng.below(len(waiting))
        waiting[index], waiting[-1] = waiting[-1], waiting[index]
        last = waiting.pop()
    return total
