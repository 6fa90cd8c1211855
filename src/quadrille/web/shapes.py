"""Positions, moves and results as the JSON that the page gets; it contains no rules."""

from collections.abc import Sequence
from typing import Any

from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.drawing.draw import click_path
from quadrille.core.records.record import Played, Result
from quadrille.core.state import CHANCE, State

MAX_MOVES = 5_000
"""Legal moves that are sent; a person could not choose among more."""


def scene(state: State, ply: int, *, last: Any | None, moves: bool, whole: bool) -> dict[str, Any]:
    """A position that a viewer may see, which may be a view; with its legal moves if wanted.

    ``whole`` says that nothing is hidden in it, so that its text may be copied.
    """
    mover = state.player()
    return {
        "ply": ply,
        "player": mover,
        "headline": headline(state),
        "svg": state.svg(last_move=last, legal=moves),
        "moves": legal_moves(state) if moves else [],
        "text": state.text() if whole else None,
        "scores": scores(state),
        "board": state.board(),
    }


def headline(state: State) -> str:
    """Whose turn it is, for people."""
    if state.is_over():
        return result_text(Result.of(state), state)
    mover = state.player()
    return "A draw by chance" if mover == CHANCE else f"Player {mover + 1} to move"


def scores(state: State) -> list[float]:
    """Points by player, where they say more than who won."""
    found = [float(each) for each in state.scores()]
    if state.is_over() or any(each not in (0.0, 1.0) for each in found):
        return found
    return found if any(found) else []


def legal_moves(state: State) -> list[dict[str, Any]]:
    """The legal moves with their click paths; at a chance node, the outcomes with their weights."""
    if state.player() == CHANCE:
        drawn = [(state.move_text(move), weight) for move, weight in state.chance_moves()]
        return [
            {"text": text, "path": [text], "weight": weight} for text, weight in drawn[:MAX_MOVES]
        ]
    moves = list(state.legal_moves())[:MAX_MOVES]
    return [{"text": str(move), "path": list(click_path(state, move))} for move in moves]


def played(ply: int, each: Played, seen: str | None = None) -> dict[str, Any]:
    """A move that was made; ``seen`` is its text as the viewer saw it."""
    found = {"ply": ply, "player": each.player, "text": each.move if seen is None else seen}
    return {**found, **{k: v for k, v in (("lost", each.lost), ("say", each.say)) if v}}


def result(found: Result, state: State) -> dict[str, Any] | None:
    """How a game ended; None while it goes on."""
    if found.outcome is None:
        return None
    return {
        "ended": found.ended,
        "outcome": list(found.outcome),
        "scores": list(found.scores),
        "by": found.by,
        "note": found.note,
        "text": result_text(found, state),
    }


def result_text(found: Result, state: State) -> str:
    """Who won, in a sentence."""
    if found.outcome is None:
        return "Unfinished"
    best = max(found.outcome)
    winners = [
        player for player in range(state.num_players()) if found.outcome[state.side(player)] == best
    ]
    ended = {"resigned": " by resignation", "forfeited": " by forfeit"}.get(found.ended, "")
    if state.num_sides() == 1:
        return f"The game is over: {found.scores[0]:g} points"
    if found.outcome.count(best) == len(found.outcome):
        return "Draw"
    names = " and ".join(f"Player {player + 1}" for player in winners)
    if found.outcome.count(best) > 1:
        return f"{names} share the first place{ended}"
    return f"{names} {'wins' if len(winners) == 1 else 'win'}{ended}"


# --- analysis ------------------------------------------------------------------------------


def chance(value: float) -> float:
    """A value from -1 to 1 as a chance to win from 0 to 1."""
    return min(max((value + 1) / 2, 0.0), 1.0)


def analysis(
    decision: Decision, state: State, ply: int, agent: str, *, done: bool, seconds: float
) -> dict[str, Any]:
    """What an agent thinks of a position, the best moves first."""
    side = state.side(state.player())
    values = decision.value
    moves = [verdict(each, state) for each in order(decision)]
    if not moves:
        value = None if values is None else chance(values[side])
        moves = [_verdict(state, decision.move, value, None, decision.exact, None)]
    return {
        "ply": ply,
        "player": state.player(),
        "agent": agent,
        "value": None if values is None else [chance(value) for value in values],
        "moves": moves,
        "pv": [str(move) for move in decision.pv],
        "nodes": decision.nodes,
        "depth": decision.depth,
        "exact": decision.exact,
        "seconds": round(decision.seconds if decision.seconds is not None else seconds, 3),
        "done": done,
    }


def order(decision: Decision) -> Sequence[MoveStats]:
    """The chosen move first, then the others as a search trusts them."""
    chosen = str(decision.move)

    def key(each: MoveStats) -> tuple[bool, bool, float, float]:
        value = -2.0 if each.value is None else each.value
        proven = each.exact and value == max(value, 0.0)
        return str(each.move) != chosen, not proven, -(each.visits or 0), -value

    return sorted(decision.moves, key=key)


def verdict(each: MoveStats, state: State) -> dict[str, Any]:
    """What is known of one move."""
    value = None if each.value is None else chance(each.value)
    return _verdict(state, each.move, value, each.visits, each.exact, each.prior)


def _verdict(
    state: State,
    move: Any,
    value: float | None,
    visits: int | None,
    exact: bool,
    prior: float | None,
) -> dict[str, Any]:
    return {
        "move": str(move),
        "path": list(click_path(state, str(move))),
        "value": value,
        "visits": visits,
        "exact": exact,
        "prior": prior,
    }
