"""A gamer of Pillars as a Mesa agent."""

from typing import Any, Protocol

from mesa.discrete_space import CellAgent

from quadrille.arena.play.table import Table
from quadrille.games.pillars._core import State
from quadrille.interop.mesa.facts import to_centre
from quadrille.interop.mesa.messages import messages


class GamerModel(Protocol):
    """What a gamer asks of the model that it belongs to."""

    table: Table
    agents: Any

    @property
    def state(self) -> State: ...
    def act(self) -> str: ...


class Gamer(CellAgent):
    """One gamer, standing on a cell of the model's grid; ``cell.pillar`` is the pillar below it.

    The rules move it: setting ``cell`` by hand changes the grid and not the game.
    """

    model: GamerModel

    def __init__(self, model: GamerModel, player: int, cell: Any) -> None:
        super().__init__(model)
        self.player = player
        """The player of the rules, counted from 0: RED's gamers, then BLUE's."""
        self.cell = cell

    @property
    def name(self) -> str:
        """``R1``, ``B3``."""
        return self.model.state.name_of(self.player)

    @property
    def side(self) -> int:
        """0 for RED's gamers, 1 for BLUE's."""
        return self.model.state.side(self.player)

    @property
    def team(self) -> str:
        """``RED`` or ``BLUE``."""
        return self.model.state.team(self.player)

    @property
    def behaviour(self) -> str:
        """The spec of the agent that decides for it; ``human`` for a person."""
        return str(self.model.table.agents[self.player])

    @property
    def height(self) -> int:
        """Of the pillar it stands on."""
        return int(self.cell.pillar)

    @property
    def distance(self) -> int:
        """How many steps it is from the centre, whatever the heights."""
        return to_centre(self.model.state, self.player)

    @property
    def initiative(self) -> int:
        """Its place in its team's order of this round, from 0."""
        return self.model.state.order(self.side).index(self.player)

    @property
    def said(self) -> str:
        """What it last said to its team; nothing if it has not spoken."""
        own = [each for each in messages(self.model.table, self.team) if each.gamer == self.name]
        return own[-1].text if own else ""

    def allies(self) -> Any:
        """An AgentSet of the other gamers of its team."""
        return self.model.agents.select(lambda other: other is not self and other.side == self.side)

    def foes(self) -> Any:
        """An AgentSet of the gamers of the other team."""
        return self.model.agents.select(lambda other: other.side != self.side)

    def act(self) -> str:
        """Spend a card, when it is this gamer's turn; the move in the notation of the game."""
        turn = self.model.state.actor()
        if turn != self.player and turn >= 0:
            raise ValueError(f"expected {self.model.state.name_of(turn)} to act, got {self.name}")
        return self.model.act()

    def __repr__(self) -> str:
        return f"Gamer({self.name} at {self.cell.coordinate}, height {self.height})"
