"""The game Pillars as a Mesa model, played by our rules and our agents."""

from typing import Any, cast

import mesa
import numpy as np
from mesa.discrete_space import OrthogonalVonNeumannGrid

from quadrille.arena.play.table import Table
from quadrille.core.records.record import Record
from quadrille.core.state import CHANCE
from quadrille.games.pillars._core import State
from quadrille.interop.mesa.facts import FACTS, rounds_played
from quadrille.interop.mesa.gamer import Gamer
from quadrille.interop.mesa.messages import COUNTS, Message, messages
from quadrille.interop.mesa.settings import Team, rules_of, seats, seed_of


class PillarsModel(mesa.Model):
    """A game in progress: equal seeds give the same game as ``quadrille.play`` does.

    A step is a round. ``steps`` counts the rounds that are over, the last of which may be cut short
    by the end of the game. After each the ``datacollector`` adds a row, the first one numbered 0.
    Mesa's own random numbers (``random``, ``rng``) come from the same seed; the game needs none of
    them.
    """

    def __init__(
        self,
        *,
        gamers: int = 3,
        height: int = 5,
        size: int = 5,
        build: str = "anywhere",
        moves: int = 0,
        builds: int = 0,
        open_hands: bool = True,
        rounds: int = 1000,
        red: Team = "pillars-reactive",
        blue: Team = "pillars-reactive",
        seed: Any = None,
        rng: Any = None,
    ) -> None:
        """Set up a game: the options of Pillars, an agent for each team, and a seed.

        A team is one spec for all its gamers, or a list with one for each; ``human`` is a person,
        whose moves are given to ``play``. Give ``seed`` or ``rng``, or neither for a new game.
        """
        rules = rules_of(
            {
                "gamers": gamers,
                "height": height,
                "size": size,
                "build": build,
                "moves": moves,
                "builds": builds,
                "open_hands": open_hands,
                "rounds": rounds,
            }
        )
        self.seed = seed_of(seed, rng)
        """What the start, all chance and the agents' choices come from."""
        super().__init__(rng=self.seed)
        # Mesa's step counts and then calls ours; what it must not count is refused before.
        self._counted_step = self.step
        self.step = self._checked_step  # type: ignore[method-assign]
        self.table = Table(rules, seats(rules, red, blue), self.seed, people=True)
        """The game itself."""
        self.grid: Any = OrthogonalVonNeumannGrid(
            (self.state.size(), self.state.size()), capacity=1, random=self.random
        )
        """Cell (0, 0) is a1; the layer ``pillar`` has the heights, [x, y]."""
        self.grid.create_property_layer("pillar", default_value=0, dtype=int)
        self.by_player = tuple(
            Gamer(self, player, self.grid[self.state.position(player)])
            for player in range(self.state.num_players())
        )
        """RED's gamers, then BLUE's."""
        self.datacollector = mesa.DataCollector(
            model_reporters={
                **{name: _reporter(name) for name in FACTS},
                **{name: _counter(name) for name in COUNTS},
            },
            agent_reporters={
                "team": "team",
                "gamer_height": "height",  # Mesa's tables have the model's parameter ``height`` too
                "distance": "distance",
                "initiative": "initiative",
                "said": "said",
            },
        )
        self._draw_cards()
        self._show()

    # --- playing ---------------------------------------------------------------------------

    def step(self) -> None:
        """Play the rest of the round, up to a person's turn or the end of the game.

        ValueError if it is a person's turn already. After the end nothing happens.
        """
        self.steps = before = self._rounds_over()  # Mesa has counted the call
        while self.running and self.steps == before and self.awaits() is None:
            self.act()

    def act(self) -> str:
        """Let the gamer whose turn it is act, and return its move; not a person's."""
        self._refuse_end()
        self._refuse_person()
        try:
            move = str(self.table.step().move)
            self._go_on()
        except BaseException:
            self.close()
            raise
        return move

    def run_model(self) -> None:
        """Play to the end, or to the next turn of a person."""
        while self.running and self.awaits() is None:
            self.step()

    def play(self, move: str) -> None:
        """Play the move of the person whose turn it is, in the notation of the game."""
        self._refuse_end()
        if self.awaits() is None:
            turn = self.by_player[self.state.actor()]
            raise ValueError(f"expected a person's turn, got that of {turn.name}: call act()")
        self.table.play(move)
        self._go_on()

    def close(self) -> None:
        """Close the agents of a game that is given up; a finished game does so by itself."""
        self.running = False
        self.table.close()

    # --- asking ----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position; agents and people are shown ``state.view(player)``."""
        return cast(State, self.table.state)

    def awaits(self) -> Gamer | None:
        """The gamer for whom a person must act now."""
        actor = self.state.actor()
        return self.by_player[actor] if self.running and actor in self.table.people else None

    def legal(self) -> list[str]:
        """What the gamer whose turn it is may do, in the notation of the game."""
        return [str(move) for move in self.state.legal_moves()]

    def by_initiative(self) -> Any:
        """An AgentSet of the gamers in the order in which they act in this round."""
        return self.agents.sort(lambda gamer: (gamer.initiative, gamer.side), ascending=True)

    def winner(self) -> str | None:
        """``RED``, ``BLUE`` or ``draw``; None while the game goes on."""
        return cast(str | None, FACTS["winner"](self.state))

    def last_move(self) -> str | None:
        """What the last gamer did."""
        acted = (played.move for played in reversed(self.table.played) if played.player != CHANCE)
        return next(acted, None)

    def messages(self, team: str | None = None) -> list[Message]:
        """What gamers have said to their teams so far; of one team, ``RED`` or ``BLUE``, or all."""
        return messages(self.table, team)

    def record(self) -> Record:
        """The game so far, as ``quadrille.play`` returns it."""
        return self.table.record()

    # --- private ---------------------------------------------------------------------------

    def _checked_step(self) -> None:
        self._refuse_person()
        if self.running:
            self._counted_step()

    def _rounds_over(self) -> int:
        """How many rounds are over, one that the end of the game has cut short included."""
        state = self.state
        return rounds_played(state) - (not state.is_over() and state.action_number() > 1)

    def _go_on(self) -> None:
        """After an action: show it; at the end of a round add a row; then draw for the next."""
        self._show()
        over = self._rounds_over()
        if over > self.steps:
            self._collect(over - 1)
            self.steps = over
        if self.table.is_over():
            self.close()
        self._draw_cards()

    def _collect(self, number: int) -> None:
        """Add a row with this number: Mesa's batch_run takes the one below ``steps`` for the last.

        Mesa numbers rows by ``steps``, from 3.4 on by ``time``.
        """
        clocks = {name: getattr(self, name) for name in ("steps", "time") if hasattr(self, name)}
        for name in clocks:
            setattr(self, name, number)
        self.datacollector.collect(self)
        for name, value in clocks.items():
            setattr(self, name, value)

    def _draw_cards(self) -> None:
        while self.state.player() == CHANCE:
            self.table.step()

    def _show(self) -> None:
        """Update the grid to the position."""
        state, size = self.state, range(self.state.size())
        heights = np.array([[state.height_at(x, y) for y in size] for x in size])
        self.grid.pillar.set_cells(heights)
        for gamer in self.by_player:
            if gamer.cell.coordinate != (here := state.position(gamer.player)):
                gamer.cell = self.grid[here]

    def _refuse_person(self) -> None:
        if person := self.awaits():
            raise ValueError(f"{person.name} waits for a person: call play(move)")

    def _refuse_end(self) -> None:
        if not self.running:
            text = self.state.text()
            raise ValueError(f"the game is over or closed: {text!r}")


def _reporter(name: str) -> Any:
    return lambda model: FACTS[name](model.state)


def _counter(name: str) -> Any:
    return lambda model: COUNTS[name](model.table)
