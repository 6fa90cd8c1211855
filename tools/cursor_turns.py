"""How well a cursor agent handles its tiles: ``python tools/cursor_turns.py MODEL [GAMES]``.

Plays games against random players, in every seat by turns, and counts the turns in which the agent
placed its tile within the decisions that it has; the others were ended by a random placement.
"""

import sys
from dataclasses import dataclass, field
from typing import Any

import quadrille
from quadrille.agents.models import find_model
from quadrille.core.game import game as find_game
from quadrille.games.carcassonne.cursor.player import CursorPlayer


@dataclass(frozen=True)
class CountedAgent(quadrille.Agent):
    """The agent of a model, whose sessions can be asked afterwards."""

    spec: str = ""
    sessions: list[CursorPlayer] = field(default_factory=list, compare=False)

    def open(self, game: quadrille.Game, seat: int, rng: quadrille.Rng) -> Any:
        session = quadrille.agent(self.spec).open(game, seat, rng)
        if not isinstance(session, CursorPlayer):
            raise SystemExit(f"expected a model that was trained for the cursor, got {self.spec!r}")
        self.sessions.append(session)
        return session

    def __str__(self) -> str:
        return self.spec


def main(model: str, games: int) -> None:
    """Play and print."""
    file = find_model(model).file
    rules = find_game(file.game, **file.options)
    players = rules.new().num_players()
    agent = CountedAgent(f"model:{model}")
    mine, others = [], []
    for seed in range(games):
        seat = seed % players
        seats: list[Any] = ["random"] * players
        seats[seat] = agent
        scores = list(quadrille.play(rules, seats, seed=seed).result.scores or ())
        mine.append(scores.pop(seat))
        others += scores
    turns = sum(each.turns for each in agent.sessions)
    capped = sum(each.capped for each in agent.sessions)
    print(f"games      {games}")
    print(f"turns      {turns:,}")
    print(f"placed     {1 - capped / turns:.3%} within the limit of decisions")
    print(f"score      {sum(mine) / len(mine):.1f}")
    if others:
        print(f"random     {sum(others) / len(others):.1f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
