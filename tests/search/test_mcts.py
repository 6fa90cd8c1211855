"""Monte-Carlo tree search: proofs, chance, hidden information, teams, limits, threads, reuse."""

import resource
import threading
import time
from typing import Any

import pytest

import quadrille
from oracles import minimax
from quadrille import Rng
from quadrille.search.native import make_search
from search.common import late_position
from search.games import Ends

HIGH_CARD = "examples/high_card.py:HighCard"


def search(state: Any, seed: int = 1, **settings: Any) -> quadrille.Decision:
    """The decision of a fresh search."""
    decision: quadrille.Decision = mcts(state, **settings).search(state, Rng(seed))
    return decision


def mcts(state: Any, **settings: Any) -> Any:
    """A fresh search."""
    return make_search("Mcts", type(state), settings)


# --- proofs --------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"squares": True}, {"torus": True}])
@pytest.mark.parametrize("seed", range(6))
def test_proofs_in_quarto_agree_with_minimax(options: dict[str, bool], seed: int) -> None:
    state = late_position("quarto", seed, 8, **options)
    decision = search(state, sims=200_000, formula="uct", settle=False)
    best, _ = minimax.solve(state, {})
    side = state.side(state.player())
    assert decision.exact or best == 0, "that nothing wins takes longest to prove"
    assert decision.value is not None
    assert decision.value[0] == best or not decision.exact
    after = minimax.after(state, decision.move)
    assert minimax.solve(after, {})[0] == best, "the move does not hold the value"
    for stats in decision.moves:
        if stats.exact:
            value = minimax.solve(minimax.after(state, stats.move), {})[0]
            assert stats.value == (value if side == 0 else -value)


@pytest.mark.parametrize("formula", ["uct", "puct"])
@pytest.mark.parametrize("seed", range(4))
def test_proofs_in_connect_four_agree_with_minimax(formula: str, seed: int) -> None:
    state = late_position("connect_four", seed, 9)
    decision = search(state, sims=200_000, formula=formula, settle=False)
    best = minimax.solve(state, {})[0]
    assert decision.exact or best == 0
    assert decision.value is not None
    assert decision.value[0] == pytest.approx(best, abs=0 if decision.exact else 0.1)


def test_a_win_in_three_moves_is_proven_and_found() -> None:
    game = quadrille.game("connect_four")
    state = game.new()
    for move in ("4", "4", "3", "3"):  # two in a row with both ends free
        state.play(move)
    decision = search(state, sims=50_000)
    assert decision.exact
    assert decision.value == (1.0, -1.0)
    assert str(decision.move) in ("2", "5")
    assert decision.nodes is not None
    assert decision.nodes < 50_000, "a proven win ends the search"


def test_without_proving_nothing_is_exact() -> None:
    state = late_position("connect_four", 1, 6)
    decision = search(state, sims=3000, prove=False)
    assert not decision.exact
    assert not any(stats.exact for stats in decision.moves)


# --- chance, sides, hidden information ----------------------------------------------------------


def ends(text: str) -> Any:
    return quadrille.game(Ends).parse(text)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"leaf": "evaluate"},
        {"leaf": "guided"},
        {"leaf": "guided", "margin": 0.5},
        {"horizon": 2},
        {"mix": 0.5},
        {"formula": "puct"},
        {"fpu": 0.2},
        {"formula": "history"},
        {"formula": "history", "bias": 4.0, "fpu": 0.1},
        {"widen": 1.0},
        {"expand": 5},
    ],
)
@pytest.mark.parametrize("dice", [False, True])
def test_every_variant_finds_the_best_move_of_a_small_game(
    settings: dict[str, Any], dice: bool
) -> None:
    options = "dice=true " if dice else ""
    state = ends(f"{options}5,1,3,1,6,2 0,0 0 {2 if dice else 1}")
    values = minimax.move_values(state, 99, minimax.against_root)
    best = max(values, key=lambda move: values[move])
    assert abs(values["left"] - values["right"]) > 0.2, "a clear case"
    assert str(search(state, sims=3000, **settings).move) == best


def test_values_with_chance_approach_the_expectation() -> None:
    state = ends("dice=true 4,3,5 0,2 0 1")
    values = minimax.move_values(state, 99, minimax.against_root)
    decision = search(state, sims=6000, c=1.0, settle=False)
    for stats in decision.moves:
        if stats.visits is not None and stats.visits > 2000:
            assert stats.value == pytest.approx(values[str(stats.move)], abs=0.1)


def test_margin_values_a_guided_game_by_how_clearly_it_is_won() -> None:
    def value(points: int, margin: float) -> float:
        text = f"E:0,-1@180/D:0,0@0/V:1,0@0 3U {points}+0+0+0,0+0+0+0 0:place:V"
        state = quadrille.game("carcassonne").parse(text)
        found = search(state, sims=50, leaf="guided", margin=margin).value
        assert found is not None
        return found[0]

    assert value(20, 0) == value(60, 0) == 1
    assert 0.3 < value(20, 1) < value(20, 0.5) < 1
    assert value(20, 1) < value(60, 1) < 1


@pytest.mark.parametrize("players", [3, 4])
def test_each_of_many_sides_maximises_its_own_value(players: int) -> None:
    zeros = ",".join("0" * players)
    state = ends(f"players={players} 6,2,5,2,4,3 {zeros} 0 1")
    values = minimax.move_values(state, 99, minimax.own_value)
    decision = search(state, sims=4000)
    assert decision.value is not None
    assert len(decision.value) == players
    assert sum(decision.value) == pytest.approx(0)
    best = max(values.values())
    assert values[str(decision.move)] == best


def test_partners_share_their_value() -> None:
    state = ends("players=4 partners=true 6,2,5,3,4,6 0,0,0,0 0 1")
    values = minimax.move_values(state, 99, minimax.against_root)
    decision = search(state, sims=4000)
    assert decision.value is not None
    assert len(decision.value) == 2
    assert values[str(decision.move)] == max(values.values())


def test_a_single_player_maximises_points() -> None:
    state = ends("players=1 dice=true 6,2,5,3,4,6 0 0 3")
    assert str(search(ends("players=1 dice=true 6,2 0 0 3"), sims=500).move) == "left"
    assert search(state, sims=200).value is not None


def high_card(*cards: str, players: int = 2) -> Any:
    """Everybody has a card, the first player decides."""
    state = quadrille.game(HIGH_CARD, players=players).new()
    for card in cards:
        state.play(f"deal:{card}")
    return state


def test_hidden_cards_are_guessed_by_their_odds() -> None:
    assert str(search(high_card("4", "2"), sims=1500).move) == "keep"
    assert str(search(high_card("1", "2"), sims=1500).move) == "swap"


def test_the_others_know_their_own_cards() -> None:
    """With a 3 against one who keeps a 4 and swaps a 1 or 2 for one of the other two cards.

    Who keeps the 3 wins only if that draws the lower of them: 1/3 wins, 2/3 losses.
    """
    decision = search(high_card("3", "1"), sims=4000, settle=False)
    keep = next(stats for stats in decision.moves if str(stats.move) == "keep")
    assert keep.value == pytest.approx(-1 / 3, abs=0.08)


def test_a_search_is_the_same_whatever_is_hidden() -> None:
    one, other = high_card("3", "1"), high_card("3", "4")
    assert one.view(0) == other.view(0)
    assert without_seconds(search(one, sims=300)) == without_seconds(search(other, sims=300))


def without_seconds(decision: quadrille.Decision) -> dict[str, Any]:
    return {**decision.to_dict(), "seconds": None}


# --- limits and reproducibility ----------------------------------------------------------------


def test_equal_seeds_give_equal_trees_and_others_do_not() -> None:
    state = quadrille.game("connect_four").new()
    trees = []
    for seed in (1, 1, 2):
        one = mcts(state, sims=2000)
        one.search(state, Rng(seed))
        trees.append(one.tree_text(20))
    assert trees[0] == trees[1] != trees[2]


def test_root_parallel_searches_are_reproducible() -> None:
    state = quadrille.game("connect_four").new()
    settings: dict[str, Any] = {"sims": 2001, "threads": 3, "parallel": "root", "settle": False}
    one, other = search(state, **settings), search(state, **settings)
    assert without_seconds(one) == without_seconds(other)
    assert one.nodes == 2001


@pytest.mark.parametrize("position", ["", "......./......./..o.o../..xox../.oxxo../xxxoo.."])
def test_root_parallel_searches_that_end_early_are_reproducible(position: str) -> None:
    game = quadrille.game("connect_four")
    state = game.parse(position) if position else game.new()
    found = [search(state, sims=6000, threads=3, parallel="root") for _ in range(6)]
    assert len({str(without_seconds(one)) for one in found}) == 1


def test_a_search_continues_when_its_tree_is_full() -> None:
    state = quadrille.game("connect_four").new()
    one = mcts(state, sims=30_000, nodes=1000, settle=False)
    decision = one.search(state, Rng(1))
    assert one.size <= 1000
    assert decision.nodes == 30_000
    assert str(decision.move) == "4"
    small = mcts(state, sims=30_000, memory=0.1, settle=False)
    small.search(state, Rng(1))
    assert small.bytes <= 100_000


def test_a_million_nodes_take_less_than_150_megabytes() -> None:
    state = quadrille.game("connect_four").new()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    one = mcts(state, sims=1_000_000, nodes=1_000_000, settle=False)
    one.search(state, Rng(1))
    assert one.size > 990_000
    assert one.bytes / one.size <= 64
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 150_000, "kilobytes"


def test_settling_saves_simulations_and_keeps_the_choice() -> None:
    state = quadrille.game("connect_four").new()
    for seed in range(5):
        whole = search(state, seed, sims=5000, settle=False)
        early = search(state, seed, sims=5000)
        assert early.move == whole.move
        assert early.nodes is not None
        assert early.nodes < 5000 == whole.nodes


def test_the_time_limit_is_used() -> None:
    state = quadrille.game("quarto").new()
    start, cpu = time.perf_counter(), time.process_time()
    mcts(state, sims=0, settle=False).search(state, Rng(1), 0.2)
    assert time.perf_counter() - start > 0.19
    assert time.process_time() - cpu < 1.0  # which a busy machine does not change


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_request_is_obeyed(threads: int) -> None:
    state = quadrille.game("quarto").new()
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    cpu = time.process_time()
    decision = mcts(state, sims=0, threads=threads, settle=False).search(state, Rng(1), None, stop)
    assert stop.is_set() and time.process_time() - cpu < 2
    assert decision.move in state.legal_moves()


def test_progress_is_reported_and_its_errors_end_the_search() -> None:
    state = quadrille.game("quarto").new()
    heard: list[quadrille.Decision] = []
    mcts(state, sims=0, settle=False).search(state, Rng(1), 0.5, None, heard.append)
    assert heard
    assert all(one.move in state.legal_moves() for one in heard)

    def fail(_: quadrille.Decision) -> None:
        raise RuntimeError("enough")

    for threads in (1, 2):
        searching = mcts(state, sims=0, settle=False, threads=threads)
        with pytest.raises(RuntimeError, match="enough"):
            searching.search(state, Rng(1), 20, None, fail)


# --- from move to move ---------------------------------------------------------------------------


def test_the_subtree_of_the_played_moves_is_kept() -> None:
    state = quadrille.game("connect_four").new()
    one = mcts(state, sims=3000, settle=False)
    decision = one.search(state, Rng(1))
    reply = decision.pv[1]
    tree = one.tree_text(20)
    for move in (decision.move, reply):
        one.saw(move)
        state.play(move)
    lines = tree.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{decision.move} "))
    start = next(i for i in range(start, len(lines)) if lines[i].startswith(f"  {reply} "))
    below = [line[4:] for line in lines[start + 1 :]]
    end = next((i for i, line in enumerate(lines[start + 1 :]) if line[:4] != "    "), len(below))
    assert one.tree_text(18) == "".join(f"{line}\n" for line in below[:end])
    visits = sum(stats.visits for stats in one.search(state, Rng(2)).moves)
    assert visits > 3000, "old and new ones"


def test_another_position_starts_a_fresh_tree() -> None:
    game = quadrille.game("connect_four")
    one = mcts(game.new(), sims=500, settle=False)
    one.search(game.new(), Rng(1))
    state = game.new()
    state.play("1")
    again = one.search(state, Rng(7))
    assert without_seconds(again) == without_seconds(search(state, 7, sims=500, settle=False))


def test_a_move_that_the_tree_does_not_know_does_no_harm() -> None:
    state = quadrille.game("quarto").new()
    one = mcts(state, sims=10)
    one.saw(state.legal_moves()[0])
    one.search(state, Rng(1))
    state.play("give:TLSH")
    place = state.legal_moves()[0]
    one.saw(place)  # it is not even to place
    assert one.search(state, Rng(1)).move in state.legal_moves()


@pytest.mark.parametrize("game", ["connect_four", "quarto", HIGH_CARD])
def test_whole_games_with_kept_trees(game: str) -> None:
    rules = quadrille.game(game)
    agents = ["mcts:sims=60", *["mcts:sims=40,threads=2,parallel=root"] * 3]
    record = quadrille.play(rules, agents[: rules.new().num_players()], seed=3)
    assert list(record.replay())[-1].is_over()
