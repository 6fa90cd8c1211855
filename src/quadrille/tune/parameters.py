"""What is tuned: fields of an agent, each with the values among which to look.

``c=0.2..3`` is a range of numbers, whole ones where the field takes these; ``sims=50..800,log``
looks at ratios rather than differences; ``leaf=rollout|guided`` are choices. ``c`` alone is the
range that the field itself names, or all its choices.
"""

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, log
from typing import Any, Literal

from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)

from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import Field, value_text
from quadrille.core.agents.weights import Weights, fields_in
from quadrille.core.errors import BadSpec
from quadrille.core.game import Game
from quadrille.core.suggest import unknown

DIGITS = 4
"""Significant digits of numbers that are tried, so that specs stay readable."""

Choice = str | int | float | bool | None


@dataclass(frozen=True)
class Parameter:
    """A field and the values among which to look: a range, or choices."""

    name: str
    """Of the field, such as ``c`` or ``weights.height``."""
    low: float = 0.0
    high: float = 0.0
    log: bool = False
    whole: bool = False
    """Whether only whole numbers count."""
    choices: tuple[Choice, ...] = ()
    """In the place of a range."""

    def __post_init__(self) -> None:
        if self.choices:
            return
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high):
            raise BadSpec(f"expected a range LOW..HIGH for {self.name!r}, got {self.range_text}")
        if self.log and self.low <= 0:
            raise BadSpec(f"expected a range above 0 for {self.name!r},log, got {self.range_text}")

    @classmethod
    def parse(cls, text: str, agent: type, game: Game) -> "Parameter":
        """The parameter of a text such as ``c=0.2..3``; BadSpec if it is none."""
        name, equals, values = (part.strip() for part in text.partition("="))
        known = fields_in(agent, game)
        if name not in known:
            raise BadSpec(unknown("field to tune", name, known))
        if not equals:
            return cls._usual(known[name])
        values, comma, scale = (part.strip() for part in values.partition(","))
        low, dots, high = values.partition("..")
        if (comma and scale != "log") or not values:
            raise BadSpec(f"expected {name}=LOW..HIGH, perhaps with ,log; got {text!r}")
        if not dots:
            choices = tuple(known[name].parse(each.strip()) for each in values.split("|"))
            if len(set(choices)) < 2 or comma:
                raise BadSpec(f"expected {name}=LOW..HIGH or {name}=A|B|C, got {text!r}")
            return cls(name, choices=choices)
        kinds = _kinds(known[name])
        if not kinds & {int, float}:
            raise BadSpec(f"the field {name!r} takes no numbers: expected {name}=A|B|C")
        whole = int in kinds
        try:
            return cls(name, float(low), float(high), bool(comma), whole)
        except ValueError as error:
            reason = error if isinstance(error, BadSpec) else f"expected two numbers in {text!r}"
            raise BadSpec(str(reason)) from None

    @classmethod
    def _usual(cls, field: Field) -> "Parameter":
        """Where to look if nothing is said."""
        for kind in (field.annotation, *typing.get_args(field.annotation)):
            if typing.get_origin(kind) is Literal:
                return cls(field.name, choices=typing.get_args(kind))
        kinds = _kinds(field)
        if bool in kinds:
            return cls(field.name, choices=(False, True))
        if field.range is None:
            raise BadSpec(f"the field {field.name!r} names no range itself: {field.name}=LOW..HIGH")
        found = field.range
        return cls(field.name, found.low, found.high, found.log, int in kinds)

    @property
    def range_text(self) -> str:
        """As it is typed."""
        if self.choices:
            return "|".join(value_text(each) for each in self.choices)
        return f"{self.low:g}..{self.high:g}{',log' if self.log else ''}"

    def __str__(self) -> str:
        return f"{self.name}={self.range_text}"

    @cached_property
    def distribution(self) -> BaseDistribution:
        """For Optuna."""
        if self.choices:
            return CategoricalDistribution(self.choices)
        if self.whole:
            return IntDistribution(round(self.low), round(self.high), log=self.log)
        return FloatDistribution(self.low, self.high, log=self.log)

    def rounded(self, value: Any) -> Any:
        """A value as it is tried."""
        return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value

    def inside(self, value: Any) -> Any:
        """The nearest value among which to look."""
        if self.choices:
            return value if value in self.choices else self.choices[0]
        middle = (self.low + self.high) / 2
        number = min(max(middle if value is None else float(value), self.low), self.high)
        return round(number) if self.whole else number

    def place(self, value: Any) -> float:
        """Where a value lies in the range, from 0 to 1; choices lie at their numbers."""
        if self.choices:
            return float(self.choices.index(value))
        low, high, number = self.low, self.high, float(value)
        if self.log:
            low, high, number = log(low), log(high), log(max(number, 1e-300))
        return (number - low) / (high - low)


def parse_parameters(texts: Sequence[str], agent: Agent, game: Game) -> tuple[Parameter, ...]:
    """The parameters of texts, each field once; BadSpec if something is wrong."""
    found = [Parameter.parse(text, type(agent), game) for text in texts]
    if not found:
        raise BadSpec("expected a field to tune, such as --param c=0.2..3")
    for each in found:
        if sum(other.name == each.name for other in found) > 1:
            raise BadSpec(f"field {each.name!r} twice")
    return tuple(found)


def with_values(agent: Agent, values: Mapping[str, Any]) -> Agent:
    """The agent with other values of fields; ValueError if it refuses them."""
    plain: dict[str, Any] = {}
    for name, value in values.items():
        group, dot, key = name.partition(".")
        if dot:
            plain[group] = Weights({**plain.get(group, getattr(agent, group)), key: value})
        else:
            plain[name] = value
    changed: Agent = replace(agent, **plain)
    return changed


def value_in(agent: Agent, name: str, game: Game) -> Any:
    """The value that a field of an agent has, or that the game recommends for it."""
    field = fields_in(type(agent), game)[name]
    group, dot, key = name.partition(".")
    if dot:
        return getattr(agent, group).get(key, field.default)
    value = getattr(agent, name)
    if value is not None:
        return value
    advised = getattr(agent, "settings", None)
    return None if advised is None else advised(game).get(name)


def _kinds(field: Field) -> set[Any]:
    kind = field.annotation
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return set(typing.get_args(kind))
    return {kind}
