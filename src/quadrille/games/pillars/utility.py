"""The utility player of the original program, with weights for more than it looked at."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, agent
from quadrille.core.agents.fields import Range
from quadrille.core.agents.presets import default_values
from quadrille.games.pillars._core import Move, State
from quadrille.games.pillars.actions import (
    STEPS,
    actions,
    any_pass,
    distance,
    inside,
    one_of,
    target,
)

Weight = Annotated[float | None, Range(-2, 10)]
NEAR = ("height", "climbable", "level")
"""Features that count for the team, and against it for the other."""


@agent("pillars-utility")
@dataclass(frozen=True)
class PillarsUtility(Agent):
    """Tries every step and every build, and takes what looks best.

    Fields that are none have the values of the original program (``preset=original``).
    """

    default_preset: ClassVar[str] = "original"
    """Whose values fields have that are none."""

    height: Weight = None
    """The weight of the team's heights."""
    climbable: Weight = None
    """The weight of cells that the team can climb."""
    level: Weight = None
    """The weight of cells as high as a gamer of the team that can be built on."""
    blocked: Weight = None
    """The weight, against, of cells next to the team that cannot be entered."""
    foe_height: Weight = None
    """The weight, against, of the other team's heights."""
    foe_climbable: Weight = None
    """The weight, against, of cells that the other team can climb."""
    foe_level: Weight = None
    """The weight, against, of cells that the other team can build on."""
    foe_blocked: Weight = None
    """The weight of cells that the other team cannot enter."""
    distance: Weight = None
    """The weight, against, of the gamer's distance to the centre."""
    rising: Weight = None
    """By how much that grows with each step of the gamer's height."""
    climb: Weight = None
    """The weight, against, of the actions that the team's best gamer needs to reach the centre."""
    foe_climb: Weight = None
    """The weight of the same of the other team."""
    support: Weight = None
    """The weight, against, of the actions that the team's gamers need on average."""
    foe_support: Weight = None
    """The weight of the same of the other team."""
    builds: Literal["adjacent", "anywhere"] | None = None
    """Whether it tries to build on the cells next to the gamer only, as the original did, or on all
    that the rules allow."""
    trial: Literal["stale", "refreshed"] | None = None
    """Whether a step that is tried leaves the gamer's height as it was, as in the original, so that
    to climb counts for nothing, or not."""
    insist: bool | None = None
    """Whether it passes when the card for the best action is missing, as the original did, or takes
    the best that cards allow, a pass included."""
    least: float = -10.0
    """It passes when even the best is worth less, if it insists."""

    def choose(self, state: Any, rng: Rng) -> Move:
        """The best action, or a pass."""
        insist = self._value("insist")
        legal = self.actions(state)
        passes = [move for move in state.legal_moves() if move.kind == "pass"]
        anywhere = self._value("builds") == "anywhere"
        tried = imaginable(state, anywhere=anywhere) if insist else legal + passes
        worth = {move: self.utility(state, move) for move in tried}
        most = max(worth.values(), default=self.least - 1)
        best = [move for move, value in worth.items() if value == most]
        if not best or (insist and most < self.least):
            return any_pass(state, rng)
        chosen = one_of(best, rng)
        return chosen if chosen in legal + passes else any_pass(state, rng)

    def actions(self, state: Any) -> list[Move]:
        """The steps and builds that it looks at and that cards in hand allow."""
        if self._value("builds") == "adjacent":
            return actions(state)
        return [move for move in state.legal_moves() if move.kind != "pass"]

    def utility(self, state: Any, move: Move) -> float:
        """What the position after an action is worth to the gamer to act."""
        player = state.player()
        names = state.feature_names()
        own, foe = state.imagined_features(move)
        if state.side(player) == 1:
            own, foe = foe, own
        mine = dict(zip(names, own, strict=True))
        others = dict(zip(names, foe, strict=True))
        here = state.position(player)
        there = target(move, here) if move.kind == "move" else here
        if there != here and self._value("trial") == "stale":
            mine |= stale_features(state, there)
        height = state.height_at(*there)
        weight = self._value
        return float(
            sum(weight(name) * mine[name] for name in NEAR)
            - sum(weight(f"foe_{name}") * others[name] for name in NEAR)
            - weight("blocked") * mine["blocked"]
            + weight("foe_blocked") * others["blocked"]
            - (weight("distance") + weight("rising") * height) * distance(there, state.centre())
            + weight("climb") * mine["reach"]
            - weight("foe_climb") * others["reach"]
            + weight("support") * mine["support"]
            - weight("foe_support") * others["support"]
        )

    @cached_property
    def _values(self) -> dict[str, Any]:
        usual = default_values(type(self), self.default_preset)
        own = {name: getattr(self, name) for name in usual}
        return {name: usual[name] if value is None else value for name, value in own.items()}

    def _value(self, name: str) -> Any:
        return self._values[name]


def imaginable(state: State, *, anywhere: bool = False) -> list[Move]:
    """Every step, and every build next to the gamer or anywhere, whether or not there is a card."""
    x, y = here = state.position(state.player())
    mine = state.height_at(*here)
    found = []
    for name, (dx, dy) in STEPS.items():
        cell = x + dx, y + dy
        if not inside(state, cell) or state.gamer_at(*cell) >= 0:
            continue
        if abs(state.height_at(*cell) - mine) <= 1:
            found.append(state.parse_move(f"move {name}"))
        if can_grow(state, cell) and not anywhere:
            found.append(state.parse_move(f"build {name}"))
    if anywhere and state.options()["build"] == "anywhere":
        every = [(x, y) for y in range(state.size()) for x in range(state.size())]
        free = [cell for cell in every if state.gamer_at(*cell) < 0 and can_grow(state, cell)]
        found += [state.parse_move(f"build {chr(97 + x)}{y + 1}") for x, y in free]
    return found


def can_grow(state: State, cell: tuple[int, int]) -> bool:
    """Whether a free cell can be built on."""
    return cell != state.centre() and state.height_at(*cell) < state.height() - 1


def stale_features(state: State, there: tuple[int, int]) -> dict[str, float]:
    """Features of the acting gamer's team, had it moved to a cell without its height changing."""
    actor = state.player()
    team = [p for p in range(state.num_players()) if state.side(p) == state.side(actor)]
    where = {player: state.position(player) for player in range(state.num_players())}
    heights = {player: state.height_at(*where[player]) for player in team}
    where[actor] = there
    taken = set(where.values())
    seen: dict[str, set[tuple[int, int]]] = {"climbable": set(), "level": set(), "blocked": set()}
    for player in team:
        x, y = where[player]
        for dx, dy in STEPS.values():
            cell = x + dx, y + dy
            if not inside(state, cell):
                continue
            rise = state.height_at(*cell) - heights[player]
            if cell in taken or abs(rise) > 1:
                seen["blocked"].add(cell)
            elif rise == 1:
                seen["climbable"].add(cell)
            if rise == 0 and cell not in taken and can_grow(state, cell):
                seen["level"].add(cell)
    counts = {name: float(len(cells)) for name, cells in seen.items()}
    return {"height": float(sum(heights.values())), **counts}
