"""What a newcomer tries first in Python."""

import inspect
import re
from dataclasses import dataclass
from typing import Any

import pytest

import quadrille
from quadrille import Agent, BadSpec, Decision, Move, Rng, State
from quadrille.core.agents.registry import agent_names
from quadrille.testing import check_game

GAMES = quadrille.game_names()


class Subtract(State):
    """Take one to three of a heap; who takes the last one wins."""

    name, title, summary = "subtract", "Subtract", "A heap."

    def __init__(self, heap: int = 7, mover: int = 0) -> None:
        self.heap, self.mover = heap, mover

    @staticmethod
    def create(options: dict[str, Any], rng: Rng) -> "Subtract":
        return Subtract()

    @staticmethod
    def parse(options: dict[str, Any], text: str) -> "Subtract":
        found = re.fullmatch(r"([0-7]) ([01])", text)
        if not found:
            raise quadrille.BadPosition(f"expected a heap and a player, got {text!r}")
        return Subtract(int(found[1]), int(found[2]))

    def text(self) -> str:
        return f"{self.heap} {self.mover}"

    def player(self) -> int:
        return self.mover if self.heap else quadrille.NOBODY

    def legal_moves(self) -> list[Move]:
        return [Move(each, f"take {each}") for each in range(1, min(self.heap, 3) + 1)]

    def _play(self, move: int) -> None:
        self.heap -= int(move)
        self.mover = 1 - self.mover

    def scores(self) -> list[float]:
        return [float(not self.heap and self.mover != player) for player in (0, 1)]

    def num_actions(self) -> int:
        return 4

    def max_plies(self) -> int:
        return 7


def all_agents() -> list[tuple[str, str]]:
    """Every agent that needs no person, program or file, with a game that it can play."""
    found = []
    for name in agent_names():
        if name in ("human", "program"):
            continue
        for game in GAMES:
            if name in agent_names(game):
                rules = quadrille.game(game)
                if not quadrille.agent(name, rules).unfit(rules):
                    found.append((name, game))
                    break
    return found


def late_state(rules: quadrille.Game) -> Any:
    """A position near the end of a game, where even a solver is quick."""
    states = list(quadrille.play(rules, ["random"] * rules.new().num_players(), 1).replay())
    return [state for state in states[:-1] if state.player() >= 0][-4:][0]


@pytest.mark.parametrize(("name", "game"), all_agents())
def test_every_agent_chooses_in_a_state(name: str, game: str) -> None:
    rules = quadrille.game(game)
    state = late_state(rules)
    quick = {"sims": 20} if name == "mcts" else {}
    decision = quadrille.agent(name, rules, **quick).choose(state)
    assert isinstance(decision, Decision) and state.is_legal(decision.move)
    assert decision.move == quadrille.agent(name, rules, **quick).choose(state).move


def test_an_agent_chooses_from_the_view_of_whoever_moves() -> None:
    seen = []

    @dataclass(frozen=True)
    class Spy(Agent):
        def choose(self, state: Any, rng: Rng) -> Any:
            seen.append(state.text())
            return state.legal_moves()[0]

    state = quadrille.game("sheep", game=3).new(3)
    for _ in range(6):
        state.play(state.legal_moves()[0])
    spy: Agent = Spy()
    assert state.is_legal(spy.choose(state).move)
    assert seen == [state.view(state.player()).text()] != [state.text()]
    assert list(inspect.signature(Spy.choose).parameters) == ["self", "state", "rng"]


def test_where_nobody_can_choose() -> None:
    agent = quadrille.agent("random")
    with pytest.raises(ValueError, match="a player is to move, but chance is to move"):
        agent.choose(quadrille.game("carcassonne").new())
    over = quadrille.game(Subtract).parse("0 1")
    with pytest.raises(ValueError, match="a player is to move, but the game is over"):
        agent.choose(over)
    with pytest.raises(ValueError, match="agent 'alphabeta' cannot play sheep: it needs two sides"):
        quadrille.agent("alphabeta").choose(quadrille.game("sheep").new())

    @dataclass(frozen=True)
    class Empty(Agent):
        pass

    with pytest.raises(NotImplementedError, match="neither choose"):
        Empty().choose(quadrille.game("quarto").new())


def test_fields_by_name() -> None:
    assert quadrille.agent("mcts", sims=500) == quadrille.agent("mcts:sims=500")
    assert quadrille.agent("mcts:c=2", sims=500) == quadrille.agent("mcts:sims=500,c=2")
    with pytest.raises(BadSpec, match=r"'simz'.*did you mean 'sims'"):
        quadrille.agent("mcts", simz=500)
    with pytest.raises(BadSpec, match="field 'sims' twice"):
        quadrille.agent("mcts:sims=100", sims=500)
    with pytest.raises(BadSpec):
        quadrille.agent("mcts", sims=0)


@pytest.mark.parametrize("game", [*GAMES, Subtract])
def test_every_state_is_a_state(game: Any) -> None:
    state = quadrille.game(game).new()
    assert isinstance(state, State) and isinstance(state.view(0), State)
    assert not isinstance(3, State) and not isinstance(state.text(), State)


@pytest.mark.parametrize("game", [*GAMES, Subtract])
def test_a_bare_number_is_no_move(game: Any) -> None:
    state = quadrille.game(game).new()
    with pytest.raises(TypeError, match="expected a Move of this game or its text, got 3"):
        state.play(3)


def test_a_class_can_be_checked() -> None:
    seen: list[int] = []
    check_game(Subtract, games=3, progress=seen.append)
    assert seen == [0, 1, 2]
