"""The inputs of Sheep, against what the page of the game says of them."""

from collections import Counter
from typing import Any

import pytest

import quadrille
from support.positions import random_positions

VARIANTS: list[dict[str, Any]] = [{}, {"game": 4}, {"players": 2}, {"players": 3}]
FIRST_PLAYER = 3 + 4 + 1
PER_PLAYER = 326
FEW = (1, 2, 3, 4, 5, 7, 9, 13, 17, 25)

Cell = tuple[int, int]


def interval(number: float, bounds: tuple[float, ...]) -> int:
    return sum(number >= bound for bound in bounds)


def kings_moves(cells: set[Cell]) -> set[Cell]:
    steps = (-1, 0, 1)
    return {(x + dx, y + dy) for x, y in cells for dx in steps for dy in steps} - cells


def sides(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


class Field:
    """A position with nothing hidden, worked out cell by cell."""

    def __init__(self, state: Any) -> None:
        self.players = state.num_players()
        self.sheep = {(flock.x, flock.y): flock.sheep for flock in state.flocks()}
        self.owner = {(flock.x, flock.y): flock.player for flock in state.flocks()}
        size = range(state.size())
        walls = {(x, y) for x in size for y in size if state.is_wall(x, y)}
        self.free = {(x, y) for x in size for y in size} - walls - set(self.sheep)
        self.first: dict[Cell, set[int]] = {cell: set() for cell in self.free}
        self.step: dict[Cell, int] = {}
        self._spread()

    def _spread(self) -> None:
        """All that can set out walk like kings, step by step."""
        fronts = [
            {cell for cell, owner in self.owner.items() if owner == player and self.sheep[cell] > 1}
            for player in range(self.players)
        ]
        number = 0
        while any(fronts):
            number += 1
            fronts = [kings_moves(front) & self.free - set(self.step) for front in fronts]
            for player, front in enumerate(fronts):
                for cell in front:
                    self.first[cell].add(player)
            self.step |= dict.fromkeys(set().union(*fronts), number)

    def alone(self, player: int) -> set[Cell]:
        return {cell for cell, first in self.first.items() if first == {player}}

    def pocket(self, cell: Cell, player: int) -> int:
        """How many cells that only the player comes to first are within four steps."""
        reached, alone = {cell}, self.alone(player)
        for _ in range(4):
            reached = reached | kings_moves(reached) & alone
        return len(reached) - 1


def cells_by_hand(field: Field, player: int) -> Counter[int]:
    """The inputs of a player's cells, counted from where the player's begin."""
    found: Counter[int] = Counter()
    for cell, owner in field.owner.items():
        if owner != player:
            continue
        own = sum(field.owner.get(side) == player for side in sides(cell))
        free = sum(side in field.free for side in sides(cell))
        found[70 + 5 * own + free] += 1
        if field.sheep[cell] > 1:
            spare = interval(field.sheep[cell] - 1, (2, 3, 5, 9))
            ways = len(kings_moves({cell}) & field.free)
            found[7 * spare + interval(ways, (1, 2, 3, 4, 5, 7))] += 1
            found[35 + 7 * spare + interval(field.pocket(cell, player), (1, 2, 3, 5, 9, 17))] += 1
    return found


def room_by_hand(field: Field, player: int) -> Counter[int]:
    """The inputs of the free cells that a player comes to first."""
    alone = field.alone(player)
    shared = {cell for cell, first in field.first.items() if player in first} - alone
    numbers = []
    for step in (1, 2, 3, 4):
        at_step = {cell for cell, number in field.step.items() if min(number, 4) == step}
        numbers += [len(alone & at_step), len(shared & at_step)]
    touches = [sum(field.owner.get(side) == player for side in sides(cell)) for cell in alone]
    numbers += [sum(number > 0 for number in touches), sum(number > 1 for number in touches)]
    return Counter(95 + 11 * i + interval(number, FEW) for i, number in enumerate(numbers))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_cells_and_room_of_every_player(options: dict[str, Any]) -> None:
    for state in random_positions(quadrille.game("sheep", **options), 2):
        field = Field(state)
        for viewer in range(field.players):
            inputs = Counter(map(int, state.inputs("net", viewer)))
            for seat in range(field.players):
                player = (viewer + seat) % field.players
                first = FIRST_PLAYER + PER_PLAYER * seat
                told = Counter({n - first: inputs[n] for n in inputs if 0 <= n - first < 205})
                assert told == cells_by_hand(field, player) + room_by_hand(field, player)


def test_leads_and_ranks_are_those_of_the_scores() -> None:
    bounds = (-15.0, -8.0, -4.0, -2.0, -0.5, 0.5, 2.0, 4.0, 8.0, 15.0)
    for state in random_positions(quadrille.game("sheep"), 2):
        scores = state.scores()
        for viewer in range(4):
            inputs = set(map(int, state.inputs("net", viewer)))
            first = FIRST_PLAYER + 4 * PER_PLAYER
            for seat in (1, 2, 3):
                lead = scores[viewer] - scores[(viewer + seat) % 4]
                assert first + 22 * (seat - 1) + interval(lead, bounds) in inputs
            better = sum(score > scores[viewer] for score in scores)
            assert first + 66 + better in inputs


def test_inputs_are_the_same_from_every_side_of_the_grid() -> None:
    rng = quadrille.Rng(4)
    for state in random_positions(quadrille.game("sheep"), 2):
        symmetry = rng.below(8)
        image = state.image(symmetry)
        assert sorted(state.inputs("net", 0)) == sorted(image.inputs("net", 0))
        for move in state.legal_moves():
            there = image.move_inputs("net", state.image_of(move, symmetry))
            assert sorted(state.move_inputs("net", move)) == sorted(there)


@pytest.mark.parametrize(
    "options", [{"game": 3}, {"players": 3, "hidden": True, "size": 9}], ids=str
)
def test_hidden_numbers_are_their_owners_average(options: dict[str, Any]) -> None:
    """``average`` has the viewer's numbers, of others flock / cells rounded, and counts players
    from the viewer's seat on; ``vector`` has 0 for them and counts from the first player on."""
    game = quadrille.game("sheep", **options)
    for state in random_positions(game, 2):
        size, flocks, players = state.size(), state.flocks(), state.num_players()
        for viewer in range(players):
            seen = {(flock.x, flock.y): flock.sheep for flock in state.view(viewer).flocks()}
            cells = Counter(flock.player for flock in flocks)
            hidden = {flock.player for flock in flocks if not seen[flock.x, flock.y]}
            field = [-1.0 * state.is_wall(x, y) for x in range(size) for y in range(size)]
            told, average, owners, seats = [0.0] * size**2, [0.0] * size**2, [*field], [*field]
            for flock in flocks:
                at = flock.x * size + flock.y
                owners[at] = flock.player + 1
                seats[at] = (flock.player - viewer) % players + 1
                told[at] = average[at] = seen[flock.x, flock.y] or 0
                if flock.player in hidden:
                    average[at] = int(state.flock() / cells[flock.player] + 0.5)
            assert state.encode("vector", viewer).tolist() == owners + told
            assert state.encode("average", viewer).tolist() == seats + average


@pytest.mark.parametrize("name", ["vector", "average"])
def test_moves_by_their_parts(name: str) -> None:
    """Column, row, number of sheep, direction; of a start the cell only, of a pass nothing."""
    game = quadrille.game("sheep", game=3)
    assert game.encoding(name).move_inputs == 12 + 12 + 15 + 8
    kinds = set()
    for state in random_positions(game, 3):
        for move in state.legal_moves():
            expected = []
            if move.kind != "pass":
                x, y = move.target if move.kind == "start" else move.origin
                expected += [x, 12 + y]
            if move.kind == "slide":
                direction = (1, 2, 3, 4, 6, 7, 8, 9).index(move.direction)
                expected += [24 + move.sheep - 1, 39 + direction]
            assert state.move_inputs(name, move).tolist() == expected
            kinds.add(move.kind)
    assert kinds == {"start", "slide", "pass"}
