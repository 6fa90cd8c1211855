"""OpenSpiel's games played by our agents, our arena and our page."""

import pickle
from collections import Counter
from typing import Any

import pytest

import quadrille
from quadrille import BadOption, BadPosition, BadSpec, IllegalMove, Rng
from quadrille.core.game import recorded_game
from quadrille.testing import check_game

OPEN = ["tic_tac_toe", "breakthrough(rows=5,columns=4)", "pig(winscore=10)", "connect_four"]
HIDDEN = ["kuhn_poker", "kuhn_poker(players=3)", "liars_dice"]
REVEALING = ["leduc_poker", "goofspiel(num_cards=4)", "matrix_rps", "phantom_ttt"]
"""In which one's own move shows what was hidden."""


def game(text: str, **options: Any) -> quadrille.Game:
    return quadrille.game(f"openspiel:{text}", **options)


@pytest.mark.parametrize("text", OPEN + HIDDEN)
def test_games_keep_the_contract(text: str) -> None:
    check_game(game(text), games=3)


@pytest.mark.parametrize("text", OPEN + HIDDEN + REVEALING)
def test_our_agents_play(text: str) -> None:
    rules = game(text)
    players = rules.new().num_players()
    record = quadrille.play(rules, ["mcts:sims=8", *["random"] * (players - 1)], seed=3)
    assert record.result.ended == "finished"
    assert abs(sum(record.result.outcome or ())) < 1e-9
    *_, last = record.replay()
    assert last.is_over() and last.scores() == list(record.result.scores)
    assert quadrille.Record.from_json(record.to_json()) == record


def test_a_search_finds_a_win() -> None:
    state = game("tic_tac_toe").new()
    for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"):
        state.play(move)
    assert str(quadrille.agent("alphabeta:depth=3").choose(state).move) == "x(0,2)"


def test_the_arena_plays_in_several_processes() -> None:
    result = quadrille.match("openspiel:tic_tac_toe", ["oneply", "random"], games=8, workers=2)
    assert result.agents[0].points > result.agents[1].points


def test_parameters_are_options() -> None:
    rules = game("breakthrough", rows=5, columns=4)
    assert rules.new().text() == "columns=4 rows=5 -"
    assert rules.new().num_actions() == game("breakthrough(rows=5,columns=4)").new().num_actions()
    assert rules == pickle.loads(pickle.dumps(rules))
    state = rules.new()
    state.play(state.legal_moves()[0])
    assert rules.parse(state.text()) == state == pickle.loads(pickle.dumps(state))
    assert recorded_game("openspiel:breakthrough", {"rows": 5, "columns": 4}) == rules


def test_chance_has_its_own_weights() -> None:
    rules = game("leduc_poker")
    drawn = Counter(str(rules.new(seed).play_chance()) for seed in range(300))
    assert len(drawn) == 6 and min(drawn.values()) > 25
    assert [weight for _, weight in rules.new().chance_moves()] == [1] * 6


def test_views_tell_nothing_hidden() -> None:
    """Two deals that differ in the other's card give the same view, and redeals give all deals."""
    rules = game("kuhn_poker", players=3)
    views = {rules.parse(f"2,{other},{third}").view(0).text() for other, third in ((0, 1), (3, 1))}
    assert views == {"players=3 2,0,1 @0"}
    view = rules.parse("2,3,1").view(0)
    rng = Rng(1)
    deals = Counter(view.redeal(0, rng).text() for _ in range(300))
    cards = {tuple(map(int, deal.removeprefix("players=3 ").split(","))) for deal in deals}
    assert cards == {(2, a, b) for a in (0, 1, 3) for b in (0, 1, 3) if a != b}
    assert min(deals.values()) > 25


def test_hidden_cards_that_were_seen_later_are_believed() -> None:
    """In Leduc poker the public card cannot be in anybody's hand."""
    rules = game("leduc_poker")
    state = rules.parse("0,2,1,1,1")
    for seed in range(40):
        first, other, _, _, public = map(int, state.redeal(0, Rng(seed)).text().split(","))
        assert (first, public) == (0, 1) and other in (2, 3, 4, 5)


def test_people_see_the_position_and_type_moves() -> None:
    state = game("kuhn_poker").parse("2,0")
    assert state.board() and "2" in state.view(0).board() and "<svg" in state.svg(player=0)
    assert [str(move) for move in state.legal_moves()] == ["Pass", "Bet"]
    assert game("kuhn_poker").new().board() == "Nothing has happened yet."


@pytest.mark.parametrize(
    "text, reason",
    [
        ("brakthrough", "did you mean 'breakthrough'"),
        ("negotiation", "hides its chance"),
        ("mfg_crowd_modelling", "is a mean field game"),
        ("breakthrough(stones=3)", "OpenSpiel does not load"),
        ("", "unknown game of OpenSpiel ''"),
    ],
)
def test_games_that_cannot_be_played(text: str, reason: str) -> None:
    with pytest.raises(BadSpec, match=reason) as caught:
        game(text)
    assert "\n" not in str(caught.value)


def test_wrong_input_is_refused() -> None:
    rules = game("tic_tac_toe")
    for text in ("9", "0,0", "0,a", "0,", "", "0 @7", "0,4 @0", "-1", "x=1 0"):
        with pytest.raises(BadPosition):
            rules.parse(text)
    with pytest.raises(BadOption, match="OpenSpiel makes no game"):
        game("breakthrough", rows=1)
    with pytest.raises(IllegalMove):
        state = rules.parse("4")
        state.play(quadrille.Move(4, "o(1,1)"))
    with pytest.raises(BadSpec, match="module 'nothing' does not load"):
        quadrille.game("nothing:chess")
