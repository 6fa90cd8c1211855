"""How players, moves and results are put into words for people, who count players from 1."""

from collections.abc import Sequence
from typing import Any

from quadrille import CHANCE
from quadrille.core.records.record import Played, Result


def who(player: int, specs: Sequence[str]) -> str:
    """A player and what plays there."""
    return "chance" if player == CHANCE else f"player {player + 1} ({specs[player]})"


def moved(player: int, specs: Sequence[str], move: str) -> str:
    """A move in words."""
    if player == CHANCE:
        return f"chance draws {move.removeprefix('draw ')}"
    return f"{who(player, specs)} plays {move}"


def turn_text(played: Played, specs: Sequence[str]) -> str:
    """A turn of a record in words."""
    if played.lost and not played.move:
        return f"{who(played.player, specs)} loses the turn: {played.lost}"
    drawn = f", drawn at random: {played.lost}" if played.lost else ""
    return moved(played.player, specs, played.move) + drawn


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def result_text(result: Result, specs: Sequence[str], sides: Sequence[int]) -> str:
    """Who won; ``sides`` has the side of each player."""
    scores = _scores(result, specs)
    if result.outcome is None:
        reason = f": {result.note}" if result.note else ""
        return f"unfinished{reason}{scores}"
    return f"{_how(result, specs)}{_winners(result.outcome, specs, sides)}{scores}"


def in_columns(texts: Sequence[str], width: int) -> str:
    """Short texts side by side, reading along the lines."""
    cell = max((len(text) for text in texts), default=0) + 2
    per_line = max(1, (width - 2) // cell)
    lines = [texts[i : i + per_line] for i in range(0, len(texts), per_line)]
    return "\n".join("  " + "".join(text.ljust(cell) for text in line).rstrip() for line in lines)


def sides_of(state: Any) -> list[int]:
    """The side of each player."""
    return [state.side(player) for player in range(state.num_players())]


def _how(result: Result, specs: Sequence[str]) -> str:
    """How the game ended, if not by its rules."""
    if result.ended == "adjudicated":
        return f"stopped, {result.note}: "
    if result.ended == "agreed":
        return "by agreement: "
    if result.by is None:
        return ""
    name = who(result.by, specs)
    return f"{name} resigns: " if result.ended == "resigned" else f"{name} {result.note}: "


def _winners(outcome: Sequence[float], specs: Sequence[str], sides: Sequence[int]) -> str:
    if len(outcome) == 1:
        return "the game is over"
    best = max(outcome)
    if best == min(outcome):
        return "draw"
    names = [who(player, specs) for player, side in enumerate(sides) if outcome[side] == best]
    if len(names) == 1:
        return f"{names[0]} wins"
    return f"{', '.join(names[:-1])} and {names[-1]} win"


def _scores(result: Result, specs: Sequence[str]) -> str:
    """The points, where they say more than who won."""
    if len(specs) == 2 and set(result.scores) <= {0.0, 1.0}:
        return ""
    if len(specs) == 1:
        return f", score {result.scores[0]:g}"
    points = ", ".join(f"player {i} {score:g}" for i, score in enumerate(result.scores, 1))
    return f" (scores: {points})"
