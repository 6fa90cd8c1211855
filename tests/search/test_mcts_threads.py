"""Several threads on one tree: nothing is lost, proofs hold, and the tree can be kept."""

import re
from typing import Any, NamedTuple

import pytest

import quadrille
from oracles import minimax
from quadrille import Rng
from quadrille.search.native import make_search
from search.common import late_position


def shared(state: Any, **settings: Any) -> Any:
    """A search whose threads share a tree."""
    settings = {"threads": 4, "parallel": "tree", "settle": False, **settings}
    return make_search("Mcts", type(state), settings)


class Line(NamedTuple):
    """A node in the text of a tree."""

    depth: int
    visits: int
    sum: float


def lines_of(tree: str) -> list[Line]:
    """The nodes of a tree's text, parents before their children."""
    found = re.findall(r"^( *)\S+ (\d+) (\S+)", tree, re.MULTILINE)
    return [Line(len(indent) // 2, int(visits), float(total)) for indent, visits, total in found]


@pytest.mark.parametrize("game", ["connect_four", "quarto", "carcassonne"])
@pytest.mark.parametrize("settings", [{}, {"formula": "puct"}, {"expand": 3, "widen": 1.0}])
def test_every_simulation_is_counted_at_every_node(game: str, settings: dict[str, Any]) -> None:
    state = quadrille.game(game).new(1)
    while state.player() < 0:
        state.play_chance()
    searching = shared(state, sims=4000, prove=False, **settings)
    decision = searching.search(state, Rng(1))
    assert decision.nodes == 4000
    judged_at_root = int(settings.get("formula") == "puct")
    assert sum(stats.visits for stats in decision.moves) == 4000 - judged_at_root
    nodes = lines_of(searching.tree_text(30))
    assert len(nodes) > 100
    below = [0] * len(nodes)
    parents: list[int] = []
    for index, node in enumerate(nodes):
        assert abs(node.sum) <= node.visits, "a value from -1 to 1 for each visit"
        del parents[node.depth :]
        if parents:
            below[parents[-1]] += node.visits
        parents.append(index)
    for node, children in zip(nodes, below, strict=True):
        assert children <= node.visits


def test_values_of_the_root_add_up() -> None:
    """A mover's mean is what its moves are worth, weighted by how often each was tried."""
    state = quadrille.game("connect_four").new()
    searching = shared(state, sims=20_000, prove=False)
    searching.search(state, Rng(1))
    nodes = lines_of(searching.tree_text(2))
    first = [node for node in nodes if node.depth == 0]
    replies = [node for node in nodes if node.depth == 1]
    # What a move is worth is the reverse of what the replies to it are, its first visits apart.
    difference = sum(node.sum for node in first) + sum(node.sum for node in replies)
    tried = sum(node.visits for node in first) - sum(node.visits for node in replies)
    assert abs(difference) <= tried < 100


@pytest.mark.parametrize("sims", [1, 2, 5, 63, 1000])
def test_few_simulations_are_shared_exactly(sims: int) -> None:
    state = quadrille.game("connect_four").new()
    assert shared(state, sims=sims).search(state, Rng(1)).nodes == sims


@pytest.mark.parametrize("seed", range(4))
def test_proofs_agree_with_minimax(seed: int) -> None:
    state = late_position("connect_four", seed, 9)
    decision = shared(state, sims=200_000).search(state, Rng(1))
    best = minimax.solve(state, {})[0]
    assert decision.exact or best == 0
    assert decision.value is not None
    assert decision.value[0] == pytest.approx(best, abs=0 if decision.exact else 0.1)


def test_a_search_continues_when_its_tree_is_full() -> None:
    state = quadrille.game("connect_four").new()
    searching = shared(state, sims=20_000, nodes=5000)
    assert searching.search(state, Rng(1)).nodes == 20_000
    assert searching.size <= 5000


def test_the_subtree_of_the_played_moves_is_kept() -> None:
    """It is the same as before, whichever threads made its nodes."""
    state = quadrille.game("connect_four").new()
    searching = shared(state, sims=200_000)
    decision = searching.search(state, Rng(1))
    subtree = searching.tree_text(20, 2)
    for depth, move in enumerate(decision.pv[:2]):
        start = re.search(rf"^{'  ' * depth}{move} .*\n", subtree, re.MULTILINE)
        assert start is not None
        subtree = subtree[start.end() :]
        end = re.search(rf"^ {{0,{2 * depth}}}\S", subtree, re.MULTILINE)
        subtree = subtree[: end.start()] if end else subtree
        searching.saw(move)
        state.play(move)
    kept = "".join(line[4:] for line in subtree.splitlines(keepends=True))
    assert kept and searching.tree_text(18, 2) == kept
    assert searching.search(state, Rng(2)).move in state.legal_moves()
