"""The standings of a contest by name, since seats may change from game to game."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from quadrille.arena.network.server import ContestGame


@dataclass(frozen=True)
class ContestStanding:
    """One team or agent, over all games that count."""

    name: str
    games: int
    """An agent in two seats of a game is counted for both."""
    mean_points: float
    mean_score: float
    lost_turns: int

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def standings(games: Iterable[ContestGame]) -> list[ContestStanding]:
    """All who played, the best mean points first; games that were stopped do not count."""
    found: dict[str, list[tuple[float, float, int]]] = {}
    for game in games:
        if game.stopped:
            continue
        facts = zip(game.points, game.record.result.scores, game.lost_turns, strict=True)
        for name, (points, score, lost) in zip(game.record.players, facts, strict=True):
            found.setdefault(name, []).append((points, score, len(lost)))
    table = [_standing(name, played) for name, played in found.items()]
    return sorted(table, key=lambda each: (-each.mean_points, -each.mean_score, each.name))


def _standing(name: str, played: list[tuple[float, float, int]]) -> ContestStanding:
    points, scores, lost = zip(*played, strict=True)
    return ContestStanding(name, len(played), _mean(points), _mean(scores), sum(lost))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)
