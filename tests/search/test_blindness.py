"""No search sees future draws or what is hidden from its player.

Two states that differ only in future draws, or in hidden information, must give identical
decisions for the same seed, by every agent.
"""

from typing import Any

import pytest

import quadrille
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.registry import agent_names
from quadrille.core.agents.spec import agent_type
from search.games import Ends

HIGH_CARD = quadrille.game("examples/high_card.py:HighCard", players=2)
DICE = quadrille.game(Ends, dice=True)
CARCASSONNE = quadrille.game("carcassonne")
SHEEP = quadrille.game("sheep", game=3, size=8, cells=24, sheep=5)
SMALL = {"sims": 40, "nodes": 300, "depth": 2, "horizon": 0}
"""Limits that keep slow games quick, for agents that have such fields."""


def players(game: quadrille.Game) -> list[str]:
    """Every agent that can play a game, with small limits."""
    found = []
    for name in agent_names(game.name):
        limits = [
            f"{field}={SMALL[field]}" for field in fields_of(agent_type(name)) if field in SMALL
        ]
        spec = f"{name}:{','.join(limits)}" if limits else name
        if name not in ("human", "program") and not quadrille.agent(spec, game).unfit(game):
            found.append(spec)
    return found


def decision(game: quadrille.Game, spec: str, state: Any) -> dict[str, Any]:
    """What an agent decides for the player to move, without a time limit."""
    seat = state.player()
    session = quadrille.agent(spec, game).open(game, seat, quadrille.Rng(9))
    answer = session.choose(state.view(seat), quadrille.Limits())
    session.close()
    return {**quadrille.Decision.of(answer).to_dict(), "seconds": None}


@pytest.mark.parametrize("spec", players(DICE))
def test_future_draws_change_nothing(spec: str) -> None:
    states = [DICE.parse("dice=true 5,1,3,1,6,2 0,0 0 2", seed=seed) for seed in (1, 2)]
    draws: list[list[str]] = []
    for state in states:
        twin = state.copy()
        draws.append([])
        while not twin.is_over():
            chance = twin.player() == quadrille.CHANCE
            if chance:
                draws[-1].append(str(twin.play_chance()))
            else:
                twin.play("left")
    assert draws[0] != draws[1], "the two have different futures"
    assert decision(DICE, spec, states[0]) == decision(DICE, spec, states[1])


MIDDLE = (
    "E:1,-2@180+0:city:s/B:0,-1@0+0:monastery/V:1,-1@180/A:2,-1@90/D:0,0@0/K:2,0@90/"
    "U:-1,1@0+0:road:n/N:0,1@90+1:field:nnw 1A,3B,1C,3D,4E,2F,1G,2H,2I,3J,2K,3L,2M,2N,2O,3P,1Q,"
    "3R,2S,1T,7U,8V,4W,1X 0+0+0+0,0+0+0+0 1:place:H"
)
LATE = (
    "E:1,-2@180+0:city:s/B:0,-1@0+0:monastery/V:1,-1@180/A:2,-1@90/D:0,0@0/K:2,0@90/"
    "U:-1,1@0+0:road:n/N:0,1@90+1:field:nnw 1A,1E,1U,1V 0+0+0+0,0+0+0+0 1:place:H"
)


@pytest.mark.parametrize(
    "spec", [*players(CARCASSONNE), "mcts:sims=200", "expectimax:depth=4,nodes=2000"]
)
@pytest.mark.parametrize("text", [MIDDLE, LATE], ids=["middle", "late"])
def test_future_tiles_change_nothing(spec: str, text: str) -> None:
    futures = []
    decisions = []
    for seed in (1, 2, 3, 4):
        state = CARCASSONNE.parse(text, seed=seed)
        twin = state.copy()
        draws = []
        rng = quadrille.Rng(5)
        while not twin.is_over():
            if twin.player() == quadrille.CHANCE:
                draws.append(str(twin.play_chance()))
            else:
                twin.play(twin.random_move(rng))
        futures.append(draws)
        decisions.append(decision(CARCASSONNE, spec, state))
        state.play(state.legal_moves()[0])
        decisions[-1]["claim"] = decision(CARCASSONNE, spec, state)
    assert len({tuple(draws) for draws in futures}) > 1, "they have different futures"
    assert all(found == decisions[0] for found in decisions)


@pytest.mark.parametrize("spec", players(HIGH_CARD))
@pytest.mark.parametrize("own", ["2", "3"])
def test_hidden_cards_change_nothing(spec: str, own: str) -> None:
    found = []
    for hidden in ("1", "4"):
        state = HIGH_CARD.new(seed=int(hidden))
        state.play(f"deal:{own}")
        state.play(f"deal:{hidden}")
        found.append(decision(HIGH_CARD, spec, state))
    assert found[0] == found[1]


@pytest.mark.parametrize("spec", [*players(SHEEP), "mcts:sims=300"])
def test_hidden_sheep_change_nothing(spec: str) -> None:
    """States that one player cannot tell apart, at several points of a game."""
    state, rng = SHEEP.new(seed=4), quadrille.Rng(1)
    compared = 0
    while not state.is_over():
        seat = state.player()
        other = state.redeal(seat, rng)
        if other.text() != state.text() and len(state.legal_moves()) > 1 and compared < 3:
            compared += 1
            assert decision(SHEEP, spec, state) == decision(SHEEP, spec, other)
            assert state.view(seat).svg() == other.view(seat).svg() == state.svg(player=seat)
            assert state.view(seat).board() == other.view(seat).board()
        state.play(state.random_move(rng))
    assert compared == 3


def test_the_true_state_is_no_better_than_the_view() -> None:
    """A search that is given the true state reduces it to the mover's view by itself."""
    from quadrille.search.native import make_search

    found = []
    for hidden in ("1", "4"):
        state = HIGH_CARD.new()
        state.play("deal:2")
        state.play(f"deal:{hidden}")
        for name in ("Mcts", "OnePly", "Greedy", "MaxN", "Expectimax"):
            search = make_search(
                name, type(state), {"deals": 3} if name != "Mcts" else {"sims": 50}
            )
            answer = search.search(state, quadrille.Rng(4))
            found.append((name, {**answer.to_dict(), "seconds": None}))
    half = len(found) // 2
    assert found[:half] == found[half:]
