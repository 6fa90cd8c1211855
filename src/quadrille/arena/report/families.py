"""Agents that differ in one number: steps of training, or one field of a search.

A number that follows a letter at once is part of a name: ``bot1`` and ``bot2`` are no family.
"""

import re
from collections.abc import Mapping

from quadrille.arena.report.data import Estimate, Family
from quadrille.arena.report.scale import needs_log

NUMBER = re.compile(r"(?<![^\W_])(?<!\.)\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\d.]*\d)")
MARK = "\N{HORIZONTAL ELLIPSIS}"
"""Stands for the number that differs."""
MIN_MEMBERS = 2
"""Agents of a family."""


def families(ratings: Mapping[str, Estimate]) -> tuple[Family, ...]:
    """The families among agents that compare; the largest first."""
    found: dict[tuple[str, str], dict[float, str]] = {}
    for agent in ratings:
        for number in NUMBER.finditer(agent):
            around = agent[: number.start()], agent[number.end() :]
            found.setdefault(around, {}).setdefault(float(number.group()), agent)
    made = []
    for (before, after), agents in found.items():
        if len(agents) >= MIN_MEMBERS:
            members = tuple(
                (number, agent, ratings[agent]) for number, agent in sorted(agents.items())
            )
            log = needs_log(list(agents))
            made.append(Family(before + MARK + after, _name(before), members, log))
    return tuple(sorted(made, key=lambda each: (-len(each.members), each.name)))


def _name(before: str) -> str:
    """What stands before the number: ``sims`` of ``mcts:sims=``, ``step`` of ``run/step-``."""
    words = re.findall(r"[^\W\d_]+(?:_[^\W\d_]+)*", before)
    return words[-1] if words else "number"
