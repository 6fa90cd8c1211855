"""Fits chances and leads to games that were played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille.arena.calibration.chances import Calibration
from quadrille.arena.calibration.facts import CHANCE, LEAD, Feature, rows_of
from quadrille.arena.calibration.sample import GamePosition
from quadrille.arena.calibration.tenths import lead_tenths, tenths
from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.core.version import VERSION

STEPS = 60
RIDGE = 1e-3
"""How much weights are drawn towards 0, for each position."""

Array = NDArray[np.floating[Any]]


def calibrate(game: str, samples: Sequence[GamePosition], *, points: bool) -> Calibration:
    """What the positions of games teach about one game."""
    if not samples:
        raise ValueError(f"expected positions of finished games of {game}, got none")
    sides = sorted({len(each.won) for each in samples})
    chance = _fit_chance(samples)
    lead = _fit_lead(samples) if points else {}
    return Calibration(game, tuple(sides), chance, lead)


def held_out(game: Game, samples: Sequence[GamePosition], command: str) -> Calibration:
    """What half of the games teach, held against the others; with how it was made.

    Chance says which game belongs to which half: in a series seats rotate from game to game.
    """
    halves: tuple[list[GamePosition], list[GamePosition]] = [], []
    for each in samples:
        halves[Rng.keyed(each.game, Stream.plain).below(2)].append(each)
    if samples and not all(halves):
        raise ValueError(
            f"expected positions of more games, got those of {_counts(samples)['games']}"
        )
    found = calibrate(game.name, halves[0], points=game.package.points)
    checked = {
        **_counts(halves[1]),
        "chances": [each.to_dict() for each in tenths(found, halves[1])],
        "leads": [each.to_dict() for each in lead_tenths(found, halves[1])],
    }
    origin = {
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "version": VERSION,
        "fitted": _counts(halves[0]),
        "checked": checked,
    }
    return replace(found, origin=origin)


def _counts(samples: Sequence[GamePosition]) -> dict[str, int]:
    return {"games": len({each.game for each in samples}), "positions": len(samples)}


def _fit_chance(samples: Sequence[GamePosition]) -> dict[str, float]:
    """Multinomial logistic regression by Newton's method, one set of weights for all sides."""
    rows, owner, scale = _table(samples, CHANCE)
    won = np.concatenate([each.won for each in samples])
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        powers = np.exp(np.clip(rows @ weights, -50, 50))
        chance = powers / np.bincount(owner, powers)[owner]
        slope = rows.T @ (won - chance) - RIDGE * len(samples) * weights
        mean = np.zeros((len(samples), rows.shape[1]))
        np.add.at(mean, owner, chance[:, None] * rows)
        bend = (rows * chance[:, None]).T @ rows - mean.T @ mean
        bend += RIDGE * len(samples) * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    return _named(weights, scale, CHANCE)


def _fit_lead(samples: Sequence[GamePosition]) -> dict[str, float]:
    """Least squares for the points of every side at the end, less the mean of all sides."""
    rows, owner, scale = _table(samples, LEAD)
    sizes = np.bincount(owner)
    points = np.concatenate([each.points for each in samples])
    wanted = points - (np.bincount(owner, points) / sizes)[owner]
    bend = rows.T @ rows + RIDGE * len(samples) * np.eye(rows.shape[1])
    return _named(np.linalg.solve(bend, rows.T @ wanted), scale, LEAD)


def _table(
    samples: Sequence[GamePosition], features: Mapping[str, Feature]
) -> tuple[Array, NDArray[np.intp], Array]:
    """The features of all sides of all positions less their mean in the position, divided by their
    spread; the position of each row; and the spreads."""
    rows = np.array([row for each in samples for row in rows_of(each.facts, features)])
    owner = np.repeat(np.arange(len(samples)), [len(each.won) for each in samples])
    sums = np.zeros((len(samples), rows.shape[1]))
    np.add.at(sums, owner, rows)
    rows -= (sums / np.bincount(owner)[:, None])[owner]
    scale = rows.std(axis=0)
    scale[scale < 1e-12] = np.inf  # a feature that never differs has no weight
    return rows / scale, owner, scale


def _named(weights: Array, scale: Array, features: Mapping[str, Feature]) -> dict[str, float]:
    pairs: dict[str, Any] = dict(zip(features, weights / scale, strict=True))
    return {name: float(weight) for name, weight in pairs.items() if weight}
