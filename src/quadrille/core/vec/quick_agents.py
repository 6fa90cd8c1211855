"""Actions that an agent chooses for every game of a batched environment."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.core.agents.agent import Agent, Limits
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.registry import spec_name
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.errors import IllegalMove
from quadrille.core.game import Game

NATIVE = {"greedy": "_Greedy", "oneply": "_OnePly"}
"""The methods of a native environment that stand for agents."""


def fill_actions(
    game: Game, native: Any, agent: Agent | str, out: NDArray[np.int64], slots: Iterable[int]
) -> None:
    """Write what the agent would play in some games of a native environment, or in more."""
    player: Any = find_agent(agent, game) if isinstance(agent, str) else agent
    if not isinstance(player, Agent):
        raise ValueError(f"expected an agent or its spec, got {player!r}")
    if reason := player.unfit(game):
        raise ValueError(f"agent {str(player)!r} cannot play {game.name}: {reason}")
    fill = getattr(native, NATIVE.get(spec_name(type(player)), ""), None)
    if fill is not None:
        fill(player.settings(game), out)  # type: ignore[attr-defined]
        return
    for slot in slots:
        out[slot] = _choose(game, native, player, slot)


def _choose(game: Game, native: Any, player: Agent, slot: int) -> int:
    """The agent's action in one game, with the random numbers of its slot."""
    state = game.parse(native.text(slot))
    rng = native.sampler(slot)
    mover = state.player()
    session = player.open(game, mover, rng)
    try:
        move = Decision.of(session.choose(state.view(mover), Limits())).move
    finally:
        session.close()
    exact = state.parse_move(move if isinstance(move, str) else state.move_text(move))
    if not state.is_legal(exact):
        raise IllegalMove(f"illegal move {str(exact)!r} for player {mover} in {state.text()!r}")
    native.set_sampler(slot, rng)
    return int(state.action(exact))
