"""What an agent would do in a position, and why."""

import time
from dataclasses import replace

from quadrille.core._core import Rng, Stream
from quadrille.core.agents.agent import Agent, AgentFailed, Limits
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.errors import IllegalMove
from quadrille.core.game import Game
from quadrille.core.load import place_of_error
from quadrille.core.state import CHANCE, State


def analyse(
    game: Game, state: State, agent: Agent | str, *, seed: int = 0, limits: Limits | None = None
) -> Decision:
    """Ask an agent for a decision in a position, for whoever moves there.

    Its session is opened for this one question: it is shown what the player to move may know, and
    knows nothing of how the position came about. AgentFailed if it has no legal answer.
    """
    mover = state.player()
    if mover == CHANCE or state.is_over():
        who = "chance is to move" if mover == CHANCE else "the game is over"
        raise ValueError(f"expected a position where a player moves; {who} in {state.text()!r}")
    if not state.legal_moves():
        raise ValueError(
            f"expected a position that shows what player {mover} knows, got what another one sees: "
            f"{state.text()!r}"
        )
    player = find_agent(agent, game) if isinstance(agent, str) else agent
    if reason := player.unfit(game):
        raise ValueError(f"agent {str(player)!r} cannot play {game.name}: {reason}")
    view = state.view(mover)
    start = time.perf_counter()
    session = player.open(game, mover, Rng.keyed(seed, Stream.agent, mover))
    try:
        decision = Decision.of(session.choose(view.copy(), limits or Limits()))
        checked = _checked(view, decision)
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split()) + place_of_error(error)
        raise AgentFailed(mover, str(player), 1, reason) from error
    finally:
        session.close()
    spent = time.perf_counter() - start
    return checked if checked.seconds is not None else replace(checked, seconds=spent)


def _checked(view: State, decision: Decision) -> Decision:
    """The decision with a move of the game itself, or the error of an illegal one."""
    move = decision.move
    if move is None:
        raise TypeError("expected a Move of this game or its text, got None")
    exact = view.parse_move(move if isinstance(move, str) else view.move_text(move))
    if not view.is_legal(exact):  # which says more than to play it on a view that may hide things
        mover = view.player()
        raise IllegalMove(f"illegal move {str(exact)!r} for player {mover} in {view.text()!r}")
    return replace(decision, move=exact)
