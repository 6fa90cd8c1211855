"""Sheep in a terminal: four characters for every cell, walls as blocks."""

from collections.abc import Iterator

from quadrille.core.drawing.svg import player_name
from quadrille.games.sheep.drawing.state import (
    LETTERS,
    OWNERS,
    SheepPosition,
    announcement,
    count_text,
    holding,
    own_score,
)

WALL, FREE, START = "████", " ·  ", " o  "


def board(state: SheepPosition) -> str:
    """The position in plain text: the field and the players."""
    moves = [str(move) for move in state.legal_moves()]
    lines = [announcement(state, moves), "", *_field(state), "", *_players(state)]
    if state.phase() == "start":
        lines += ["", "o  where a flock may start"]
    return "\n".join(line.rstrip() for line in lines)


def _field(state: SheepPosition) -> Iterator[str]:
    size = state.size()
    flocks = {(flock.x, flock.y): flock for flock in state.flocks()}
    starts = set(state.start_cells()) if state.phase() == "start" else set()
    letters = "    " + "".join(f" {letter}  " for letter in LETTERS[:size])
    yield letters
    for y in range(size):
        row = ""
        for x in range(size):
            if state.is_wall(x, y):
                row += WALL
            elif flock := flocks.get((x, y)):
                mark = "!" if flock.known else ""
                row += f" {OWNERS[flock.player] + count_text(flock.sheep) + mark:<3}"
            else:
                row += START if (x, y) in starts else FREE
        yield f"{y + 1:>3} {row} {y + 1}"
    yield letters


def _players(state: SheepPosition) -> Iterator[str]:
    """A line for every player: score, land, sheep that can go; points at the end."""
    points = state.contest_points() if state.phase() == "over" else []
    for player, score in enumerate(state.scores()):
        held = holding(state, player)
        if not held.areas:
            yield f"{OWNERS[player]} {player_name(player)}: not on the field yet"
            continue
        parts = [f"{score:.1f} points", f"{sum(held.areas)} cells"]
        if len(held.areas) > 1:
            parts[-1] += f" ({' + '.join(map(str, held.areas))})"
        if state.has_teams():
            partner = player_name((player + 2) % 4, inside=True)
            parts[0] += f" with {partner} (alone {own_score(state, player):.1f})"
        if points:
            parts.append(f"contest points {points[player]:.3g}")
        else:
            most = "" if held.certain else "at most "
            parts.append(f"{most}{held.movable} sheep can move")
        yield f"{OWNERS[player]} {player_name(player)}: {', '.join(parts)}"
