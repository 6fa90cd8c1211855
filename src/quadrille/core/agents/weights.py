"""Weights of a static evaluation, by the names of its features, as the field of an agent.

In a spec each is a field of its own, ``greedy:weights.height=3,weights.reach=0.2``; features that
are not named keep the game's own weights.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

from quadrille.core.agents.fields import Field, Range, fields_of
from quadrille.core.game import Game
from quadrille.core.suggest import unknown

MAX_WEIGHT = 1e6


class Weights(Mapping[str, float]):
    """Weights by name, in the order of the names; never changed."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._weights = {
            name: _checked(name, (weights or {})[name]) for name in sorted(weights or {})
        }

    def __getitem__(self, name: str) -> float:
        return self._weights[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __repr__(self) -> str:
        return f"Weights({self._weights!r})"

    def problem(self, game: Game) -> str:
        """Which of the names is no feature of a game, in a line; empty if all are."""
        known = game.new().feature_names()
        wrong = next((name for name in self if name not in known), None)
        return "" if wrong is None else unknown("weight", wrong, known)

    def complete(self, game: Game) -> list[float]:
        """The weights of all features of a game in their order, its own where none is given."""
        return list({**own_weights(game), **self}.values())


def own_weights(game: Game) -> dict[str, float]:
    """The weights of a game's own static evaluation, by the names of the features."""
    state = game.new()
    texts = (f"{weight:.6g}" for weight in state.weights())  # 0.04, rather than the float32 near it
    return dict(zip(state.feature_names(), map(float, texts), strict=True))


def fields_in(cls: type, game: Game | None) -> dict[str, Field]:
    """The parameters of an agent in a game by name: every weight of the evaluation is one."""
    found: dict[str, Field] = {}
    for name, field in fields_of(cls).items():
        if field.annotation is not Weights:
            found[name] = field
        elif game is None:
            found[f"{name}.NAME"] = replace(
                field, name=f"{name}.NAME", annotation=float, default=None
            )
        else:
            found |= _weight_fields(field, game)
    return found


def _weight_fields(field: Field, game: Game) -> dict[str, Field]:
    own = own_weights(game)
    largest = max(map(abs, own.values()), default=0.0) or 1.0
    found = {}
    for key, weight in own.items():
        name = f"{field.name}.{key}"
        # On both sides of what it is, wide enough to change its sign.
        reach = 2 * abs(weight) or largest
        found[name] = Field(
            name, float, weight, f"The weight of {key}.", Range(weight - reach, weight + reach)
        )
    return found


def _checked(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"expected a number for weight {name!r}, got {value!r}")
    if not isfinite(value) or abs(value) > MAX_WEIGHT:
        raise ValueError(
            f"expected weight {name!r} from {-MAX_WEIGHT:g} to {MAX_WEIGHT:g}, got {value!r}"
        )
    return float(value)
