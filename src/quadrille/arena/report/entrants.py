"""The specs of entrants that have names."""

from collections.abc import Iterable, Mapping, Sequence

from quadrille.arena.report.data import Entrant
from quadrille.arena.store import SeriesRow


def meanings(series: Iterable[SeriesRow]) -> dict[str, list[str]]:
    """What agents are called, and the specs of each: one, unless series differ in it."""
    found: dict[str, dict[str, None]] = {}
    for each in series:
        if each.plan is not None:
            for name, spec in zip(each.plan.labels, each.plan.agents, strict=True):
                found.setdefault(name, {})[spec] = None
    return {name: list(specs) for name, specs in found.items()}


def entrants(names: Mapping[str, Sequence[str]]) -> tuple[Entrant, ...]:
    """Those that are called otherwise than by their specs."""
    return tuple(
        Entrant(name, spec) for name, specs in names.items() for spec in specs if spec != name
    )
