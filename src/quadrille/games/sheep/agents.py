"""Players that only Sheep has: the program of a contest team, with all its parameters.

The page of the game says where the numbers come from and what was unclear in their source.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from quadrille.agents.search_agent import SearchAgent, check_at_least
from quadrille.core.agents.agent import agent
from quadrille.core.agents.fields import Range
from quadrille.core.agents.presets import default_values
from quadrille.core.game import Game

Splits = Literal["one", "all", "random"]

NATIVE_SPLITS = {"all": 0, "random": -1, "one": -2}


@agent("sheep-hybrid")
@dataclass(frozen=True)
class SheepHybrid(SearchAgent):
    """The contest team's program: minimax whose leaves are judged by short tree searches.

    It takes hidden numbers to be the mean, rounded. Fields that are none have the values that the
    team chose for the game: its presets 1 to 4.
    """

    search = "SheepHybrid"

    depth: Annotated[int | None, Range(1, 3)] = None
    """How many moves minimax looks ahead."""
    sims: Annotated[int | None, Range(20, 300, log=True)] = None
    """Simulations for each leaf of minimax."""
    mcts_depth: Annotated[int | None, Range(4, 20)] = None
    """How many moves the tree of simulations looks ahead."""
    c: Annotated[float, Range(0.1, 4, log=True)] = 1.414
    """How much simulations explore."""
    splits: Splits | int = "one"
    """Numbers of sheep that minimax tries: the one that the split rule gives, all, one at random,
    or so many spread evenly."""
    mcts_splits: Splits | int = "one"
    """The same for simulations."""
    stop_on_pass: bool = True
    """Whether minimax judges a position at once if the mover has to pass."""
    area_exponent: Annotated[float | None, Range(1, 3)] = None
    """The power to which areas count, beside the rank."""
    area_share: Annotated[float | None, Range(0.001, 0.1, log=True)] = None
    """How much they count."""
    start_radius: Annotated[int, Range(1, 5)] = 3
    """How far around a start cell free cells and opponents count."""
    room_weight: Annotated[float, Range(0, 6)] = 2.0
    """The weight of free cells less opponents around a start cell."""
    length_weight: Annotated[float, Range(-2, 4)] = 1.0
    """The weight of the eight lengths that sheep could slide from a start cell."""
    length_power: Annotated[float, Range(0.5, 3)] = 1.5
    """The power to which each of these lengths counts."""
    near: Annotated[int | None, Range(0, 6)] = None
    """A start closer than this to an opponent is too close."""
    far: Annotated[int | None, Range(3, 10)] = None
    """A start is far from all opponents if none is within this distance."""
    near_cost: Annotated[float, Range(0, 40)] = 13.0
    """What a start too close to an opponent costs."""
    far_gain: Annotated[float, Range(0, 20)] = 5.0
    """What a start far from all opponents gains."""
    split_radius: Annotated[int, Range(1, 5)] = 2
    """How far around both ends of a slide free cells count for the split."""
    area_weight: Annotated[float, Range(0, 1)] = 0.45
    """The weight of connected free cells in the split."""
    area_power: Annotated[float, Range(0.5, 3)] = 1.5
    """The power to which each of these counts."""
    obstacle_weight: Annotated[float, Range(0, 1)] = 0.28
    """The weight of the number of obstacles in the split."""
    height_weight: Annotated[float, Range(0, 1)] = 0.27
    """The weight of their heights."""
    heights: Literal["text", "example"] = "text"
    """Whether higher obstacles at the end of a slide send fewer sheep there, as the team's text
    says, or more, as its example does."""
    rounding: Literal["nearest", "down"] = "nearest"
    """How a split becomes a whole number."""
    rollout: Literal["depth", "end"] = "end"
    """Whether a simulation ends after ``mcts_depth`` moves, or with the game, as the team's text
    says; its tree has no more than ``mcts_depth`` moves in either case."""
    opponents: Literal["min", "max"] = "min"
    """What simulations let the others do with the mover's value."""
    ordering: Literal["mover", "same", "none"] = "mover"
    """Which moves minimax tries first: the mover's best, always the own best, or any."""
    time: float | None = None
    """Seconds after which the best move found so far is played; none for no limit."""

    def __post_init__(self) -> None:
        check_at_least(self, depth=1, sims=1, mcts_depth=0, c=0, time=0)
        check_at_least(self, start_radius=0, split_radius=0, area_exponent=0)
        check_at_least(self, length_power=0, area_power=0, area_share=0)
        for name in ("splits", "mcts_splits"):
            value = getattr(self, name)
            if value not in get_args(Splits) and not (isinstance(value, int) and value >= 1):
                raise ValueError(f"expected {name} one, all, random or a number, got {value!r}")
        for name, most in {
            "depth": 8,
            "sims": 1_000_000,
            "area_exponent": 8,
            "area_power": 8,
        }.items():
            if (getattr(self, name) or 0) > most:
                raise ValueError(f"expected {name} of at most {most}, got {getattr(self, name)!r}")
        if self.length_power > 8:
            raise ValueError(f"expected length_power of at most 8, got {self.length_power!r}")

    def settings(self, game: Game) -> dict[str, Any]:
        """The settings of the native search for a game."""
        chosen = super().settings(game)
        made = default_values(SheepHybrid, str(_made_for(game.options)))
        splits = {
            name: NATIVE_SPLITS.get(chosen[name], chosen[name])
            for name in ("splits", "mcts_splits")
        }
        return {**made, **chosen, **splits}


def _made_for(options: Any) -> int:
    """The number of the team's agent that fits a game best."""
    if options["teams"] or options["game"] == 4:
        return 4
    if options["hidden"] or options["game"] == 3:
        return 3
    return 2 if (options["size"] or (15 if options["game"] == 2 else 12)) >= 15 else 1
