"""What searches ask of Sheep, and how the default search plays."""

from typing import Any

import pytest

import quadrille
from oracles.sheep_field import DIRECTIONS
from quadrille import Rng
from search.common import search


def main_numbers(extra: int) -> set[int]:
    """The numbers of sheep that a pruned search considers when so many may go."""
    if extra <= 4:
        return set(range(1, extra + 1))
    quarters = {round(extra * part / 4 + 1e-9) for part in (1, 2, 3)}
    return {1, extra} | quarters


@pytest.mark.parametrize("options", [{}, {"game": 2}, {"game": 4}, {"players": 2, "sheep": 64}])
def test_main_moves_are_all_slides_with_few_numbers(options: dict[str, Any]) -> None:
    game = quadrille.game("sheep", **options)
    for seed in range(6):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over():
            expected = [
                move
                for move in state.legal_moves()
                if move.kind != "slide" or move.sheep in main_numbers(state.sheep(*move.origin) - 1)
            ]
            assert state.main_moves() == expected
            state.play(state.random_move(rng))


def ways_out(state: Any, x: int, y: int) -> set[int]:
    """Directions in which a flock on a cell could slide."""
    return {key for key in DIRECTIONS if state.landing(x, y, key) is not None}


def rollout_numbers(state: Any, move: Any) -> range:
    """The numbers of sheep that a rollout may send on a slide."""
    extra = state.sheep(*move.origin) - 1
    dx, dy = DIRECTIONS[move.direction]
    is_step = move.target == (move.origin[0] + dx, move.origin[1] + dy)
    here = len(ways_out(state, *move.origin)) - is_step
    there = len(ways_out(state, *move.target))
    if there == 0:
        return range(1, 2)
    if here == 0:
        return range(extra, extra + 1)
    share = max(int(extra * there / (here + there) + 0.5), 1)
    slack = (extra + 3) // 8
    return range(max(share - slack, 1), min(share + slack, extra) + 1)


@pytest.mark.parametrize("options", [{}, {"game": 2}, {"game": 3}, {"players": 2, "sheep": 64}])
def test_rollouts_lock_up_no_sheep_in_dead_ends(options: dict[str, Any]) -> None:
    game = quadrille.game("sheep", **options)
    for seed in range(6):
        state, rng = game.new(seed), Rng(seed)
        seen: set[str] = set()
        while not state.is_over():
            for _ in range(8):
                move = state.rollout_move(rng)
                assert state.is_legal(move)
                seen.add(move.kind)
                assert move.kind != "slide" or move.sheep in rollout_numbers(state, move)
            state.play(move)
        assert seen >= {"start", "slide"}
        with pytest.raises(ValueError, match="the game is over"):
            state.rollout_move(rng)


def test_rollouts_choose_flocks_and_ways_by_their_weights() -> None:
    """Flocks that are large and nearly locked up move sooner, to room beside own cells."""
    state = quadrille.game("sheep").parse(
        "######D4C1D1#C1C2/######..D4#.#/######..D1C9C3./#####.#D6##A2A3/#####.##A7.A2#/#####...A2###/"
        "#..#...#####/...B2....####/..B3.....####/..#B4...#####/B4...#.######/.B3#...###### 1"
    )
    rng = Rng(5)
    mover = state.player()
    flocks = [f for f in state.flocks() if f.player == mover and f.sheep > 1]
    weights: dict[tuple[Any, int], float] = {}
    for flock in flocks:
        ways = ways_out(state, flock.x, flock.y)
        landings = {way: state.landing(flock.x, flock.y, way) for way in ways}
        liking = {way: attraction(state, *cell) for way, cell in landings.items()}
        for way in ways:
            urgency = (flock.sheep + 1) / len(ways)
            chance = liking[way] / sum(liking.values())
            weights[(flock.x, flock.y), way] = urgency * chance
    assert len(set(weights.values())) > 3
    draws = 20000
    found: dict[tuple[Any, int], int] = {}
    for _ in range(draws):
        move = state.rollout_move(rng)
        key = (move.origin, move.direction)
        found[key] = found.get(key, 0) + 1
    for key, weight in weights.items():
        chance = weight / sum(weights.values())
        error = (draws * chance * (1 - chance)) ** 0.5
        assert abs(found.get(key, 0) - draws * chance) < 5 * error
    assert sum(found.values()) == draws


def attraction(state: Any, x: int, y: int) -> int:
    """How much a rollout likes to land on a cell."""
    beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    inside = [(i, j) for i, j in beside if 0 <= i < state.size() and 0 <= j < state.size()]
    own = sum(bool(state.owner(*cell) == state.player()) for cell in inside)
    return 1 + len(ways_out(state, x, y)) + 2 * min(own, 2)


def test_the_policy_of_rollouts_needs_a_game_that_has_one() -> None:
    with pytest.raises(quadrille.BadOption, match="rollout_move"):
        search("Mcts", quadrille.game("connect_four").new(1), sims=10, leaf="policy")
    state = slides(6)
    assert visited(state, sims=400, leaf="policy") != visited(state, sims=400, leaf="rollout")


def visited(state: Any, **settings: Any) -> dict[str, int]:
    decision = search("Mcts", state, settle=False, **settings)
    return {str(stats.move): stats.visits for stats in decision.moves if stats.visits}


def slides(seed: int) -> Any:
    """A position in which the first player slides for the first time."""
    state, rng = quadrille.game("sheep").new(seed), Rng(seed)
    for _ in range(4):
        state.play(state.random_move(rng))
    return state


@pytest.mark.parametrize("formula", ["uct", "history"])
def test_pruned_moves_are_not_searched(formula: str) -> None:
    state = slides(1)
    main = {str(move) for move in state.main_moves()}
    assert len(main) < len(state.legal_moves())
    assert set(visited(state, sims=2000, formula=formula, prune=True)) == main
    assert len(visited(state, sims=2000, formula=formula)) > len(main)


def test_history_returns_to_good_moves_before_all_are_tried() -> None:
    state = slides(2)
    moves = len(state.legal_moves())
    tried = visited(state, sims=moves, formula="history", c=0.5)
    assert len(tried) < 0.8 * moves
    assert len(visited(state, sims=moves, formula="uct", c=0.5)) >= moves - 1


def test_the_bias_is_what_history_counts() -> None:
    state = slides(3)
    none, some, much = (
        visited(state, sims=400, formula="history", bias=bias) for bias in (0.0, 1.0, 20.0)
    )
    assert none != some != much


def test_the_old_default_is_still_there() -> None:
    state = slides(4)
    game = quadrille.game("sheep")
    old = quadrille.agent("mcts:sims=200,c=0.75,formula=uct,leaf=rollout,prune=false")
    new = quadrille.agent("mcts:sims=200")
    assert old.settings(game)["formula"] == "uct"  # type: ignore[attr-defined]
    assert new.settings(game)["formula"] == "history"  # type: ignore[attr-defined]
    assert new.settings(game)["leaf"] == "policy"  # type: ignore[attr-defined]
    for agent in (old, new):
        decision = agent.choose(state)
        assert decision.move in state.legal_moves()


def test_what_a_pruned_search_proves_is_true() -> None:
    """Where moves are left out, a node is not lost because all its children are."""
    game = quadrille.game("sheep", size=6, cells=8, sheep=7, players=2)
    proven = 0
    for seed in range(300):
        state, rng = game.new(seed), Rng(seed)
        for _ in range(2):
            state.play(state.random_move(rng))
        if len(state.main_moves()) == len(state.legal_moves()):
            continue
        decision = search("Mcts", state, sims=5000, formula="history", prune=True, settle=False)
        if decision.exact:
            proven += 1
            assert decision.value[state.player()] == 1, state.text()
            assert decision.value == search("Solver", state).value, state.text()
    assert proven >= 5
