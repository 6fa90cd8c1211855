"""Positions, moves and results as the JSON that the page gets; it contains no rules."""

from collections.abc import Sequence
from typing import Any

from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.drawing import draw
from quadrille.core.drawing.draw import (
    boxes,
    click_path,
    colours,
    gains,
    prompts,
    roles,
    teams,
    trail,
    words,
)
from quadrille.core.drawing.svg import named, player_name
from quadrille.core.package import MadeMove, SideBox
from quadrille.core.records.record import Played, Result
from quadrille.core.state import CHANCE, State
from quadrille.web.scale import ValueScale, after_move

MAX_MOVES = 5_000
"""Legal moves that are sent; a person could not choose among more."""


def scene(
    state: State, ply: int, *, made: Sequence[MadeMove] = (), moves: bool, whole: bool
) -> dict[str, Any]:
    """A position that a viewer may see, which may be a view; with its legal moves if wanted.

    ``made`` are the moves that are marked; ``whole`` says that nothing is hidden in the position,
    so that its text may be copied.
    """
    mover = state.player()
    picture = state.svg(last_move=made[-1].move if made else None, legal=moves)
    return {
        "ply": ply,
        "player": mover,
        "headline": headline(state),
        "svg": f"{picture.removesuffix('</svg>')}{trail(state, made)}</svg>",
        "boxes": [side_box(each) for each in boxes(state, made[-1].move if made else None)],
        "moves": legal_moves(state) if moves else [],
        "prompts": list(prompts(state)) if moves and mover >= 0 else [],
        "text": state.text() if whole else None,
        "scores": scores(state),
        "gains": [],
        "motions": [],
        "board": state.board(),
        "asks": draw.has_parts(state),
    }


def new_points(
    state: State, plies: Sequence[int], made: Sequence[MadeMove]
) -> list[dict[str, Any]]:
    """The points that the moves made at some plies brought, which led to a state."""
    return [
        {
            "ply": plies[each.move],
            "player": each.player,
            "text": f"+{round(each.points, 1):g} {each.words}".strip(),
            "x": round(each.x, 1),
            "y": round(each.y, 1),
        }
        for each in gains(state, made)
    ]


def side_box(box: SideBox) -> dict[str, Any]:
    """What is beside the board; what an item does not have is left out."""
    items = [{k: v for k, v in each._asdict().items() if v} for each in box.items]
    return {"title": box.title, "tiles": box.tiles, "items": items}


def motions(state: State, plies: Sequence[int], made: Sequence[MadeMove]) -> list[dict[str, Any]]:
    """What the moves made at some plies put where it lies in the picture of a state."""
    return [
        {
            "ply": plies[each.move],
            "player": made[each.move].player,
            "piece": each.piece,
            "dx": round(each.dx, 1),
            "dy": round(each.dy, 1),
        }
        for each in draw.motions(state, made)
    ]


def headline(state: State) -> str:
    """Whose turn it is, for people."""
    if state.is_over():
        return result_text(Result.of(state), state)
    mover = state.player()
    return "A draw by chance" if mover == CHANCE else f"{player_name(mover)} to move"


def players(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """The players with their names, sides and teams, and what they are in the picture."""
    in_picture, of_side, painted = roles(state), teams(state), colours(state)
    return [
        {
            "index": player,
            "name": name,
            "side": state.side(player),
            "team": of_side[state.side(player)],
            "plays": in_picture[player],
            "colour": painted[player],
        }
        for player, name in enumerate(names)
    ]


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


def played(
    ply: int, each: Played, seen: str | None = None, before: State | None = None
) -> dict[str, Any]:
    """A move that was made; ``seen`` is its text as the viewer saw it, ``before`` the position in
    which it was made as far as the viewer may know it."""
    text = each.move if seen is None else seen
    found = {"ply": ply, "player": each.player, "text": text}
    if before is not None and text:
        found["words"] = words(before, text)
    return {**found, **{k: v for k, v in (("lost", each.lost), ("say", each.say)) if v}}


def result(found: Result, state: State, names: Sequence[str]) -> dict[str, Any] | None:
    """How a game between players of these names ended; None while it goes on."""
    if found.outcome is None:
        return None
    with named(names):
        text = result_text(found, state)
    return {
        "ended": found.ended,
        "outcome": list(found.outcome),
        "scores": list(found.scores),
        "by": found.by,
        "note": found.note,
        "text": text,
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
        return "Draw by agreement" if found.ended == "agreed" else "Draw"
    first = found.outcome.count(best) == 1
    if first and (team := teams(state)[found.outcome.index(best)]):
        return f"{team} {'win' if ' and ' in team else 'wins'}{ended}"
    names = " and ".join(map(player_name, winners))
    if not first:
        return f"{names} share the first place{ended}"
    return f"{names} {'wins' if len(winners) == 1 else 'win'}{ended}"


# --- analysis ------------------------------------------------------------------------------


def analysis(
    decision: Decision,
    state: State,
    ply: int,
    agent: str,
    scale: ValueScale,
    *,
    done: bool,
    seconds: float,
) -> dict[str, Any]:
    """What an agent thinks of a position, the best moves first."""
    values = decision.value
    stats = order(decision) or [
        MoveStats(
            decision.move,
            value=None if values is None else values[state.side(state.player())],
            exact=decision.exact,
        )
    ]
    shown = None if values is None else scale.shown(state, values, exact=decision.exact)
    return {
        "ply": ply,
        "player": state.player(),
        "agent": agent,
        "value": None if shown is None else shown["chance"],
        "leads": None if shown is None else shown["leads"],
        "percent": shown is not None and shown["percent"],
        "moves": [verdict(each, state, values, scale) for each in stats],
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


def verdict(
    each: MoveStats, state: State, values: Sequence[float] | None, scale: ValueScale
) -> dict[str, Any]:
    """What is known of one move in a position of these values."""
    value = lead = None
    if each.value is not None:
        side = state.side(state.player())
        then = after_move(state, values, each.value)
        value = round(scale.chances(state, then, exact=each.exact)[side], 4)
        leads = scale.leads(state, then)
        lead = None if leads is None else leads[side]
    return {
        "move": str(each.move),
        "path": list(click_path(state, str(each.move))),
        "value": value,
        "lead": lead,
        "visits": each.visits,
        "exact": each.exact,
        "prior": each.prior,
    }
