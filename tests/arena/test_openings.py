"""Random moves with which the games of a series begin."""

import pytest

import quadrille
from quadrille import Record
from quadrille.arena.openings import draw_opening
from quadrille.arena.plan import Plan


@pytest.mark.parametrize("name", quadrille.game_names())
def test_all_seats_meet_the_same_ones(name: str) -> None:
    game = quadrille.game(name)
    sides = game.new().num_sides()
    found: list[Record] = []
    agents = ["oneply", *["random"] * (sides - 1)]
    quadrille.match(game, agents, games=2 * sides, seed=3, on_record=found.append, opening=5)
    starts = [record.start for record in found]
    first, second = starts[:sides], starts[sides:]
    assert len(set(first)) == len(set(second)) == 1 and first != second
    assert first[0] != game.new(0).text()
    for record in found:
        assert list(record.replay())[-1].is_over()


def test_games_of_agents_that_never_vary_differ() -> None:
    game = quadrille.game("connect_four")
    agents = ["alphabeta:depth=2", "alphabeta:depth=3"]
    assert quadrille.match(game, agents, games=20).distinct <= 2
    assert quadrille.match(game, agents, games=20, opening=4).distinct >= 18


def test_the_seed_decides_and_no_opening_ends_the_game() -> None:
    game = quadrille.game("connect_four")
    texts = [draw_opening(game, seed, 12) for seed in range(40)]
    assert texts == [draw_opening(game, seed, 12) for seed in range(40)]
    assert len(set(texts)) > 35
    for text in texts:
        state = game.parse(text)
        assert not state.is_over() and 42 - text.count(".") == 12
    with pytest.raises(ValueError, match="connect_four is over after 100"):
        draw_opening(game, 0, 100)


def test_plans_of_stores_from_before_have_none() -> None:
    plan = Plan.of(quadrille.game("quarto"), ["random", "random"])
    facts = plan.to_dict()
    del facts["opening"]
    assert Plan.from_dict(facts) == plan and plan.opening == 0
