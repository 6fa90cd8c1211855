"""The columns of data tables, the same for a model and for a batch of games."""

from collections.abc import Callable, Mapping
from itertools import product

from quadrille.games.pillars._core import State
from quadrille.games.pillars.actions import distance

TEAMS = ("RED", "BLUE")
DRAW = "draw"

Fact = bool | int | float | str | None


def rounds_played(state: State) -> int:
    """The last round in which somebody has acted."""
    is_fresh = not state.is_over() and state.action_number() == 1
    return state.round() - is_fresh


def winner(state: State) -> str | None:
    """``RED``, ``BLUE`` or ``draw``; None while the game goes on."""
    if not state.is_over():
        return None
    return TEAMS[state.winner()] if state.winner() >= 0 else DRAW


def is_frozen(state: State) -> bool:
    """Whether the game is a draw because no gamer could act any more."""
    return winner(state) == DRAW and state.is_frozen()


def is_capped(state: State) -> bool:
    """Whether the game is a draw because its rounds were over."""
    return winner(state) == DRAW and not state.is_frozen()


def pillars(state: State) -> list[int]:
    """The heights of all pillars but the centre."""
    cells = product(range(state.size()), repeat=2)
    return [state.height_at(*cell) for cell in cells if cell != state.centre()]


def team(state: State, side: int) -> range:
    """The players of a team."""
    return range(side * state.gamers(), (side + 1) * state.gamers())


def heights(state: State, side: int) -> list[int]:
    """How high the gamers of a team stand."""
    return [state.height_at(*state.position(player)) for player in team(state, side)]


def to_centre(state: State, player: int) -> int:
    """How many steps a gamer is from the centre, whatever the heights."""
    return distance(state.position(player), state.centre())


def mean(values: list[int]) -> float:
    """Their mean."""
    return sum(values) / len(values)


def discarded(state: State, side: int) -> int:
    """How many cards a team has spent since it last shuffled."""
    cards = state.discards(side)
    return cards.moves + cards.builds


def _of_team(name: str, side: int) -> dict[str, Callable[[State], Fact]]:
    return {
        f"{name}_height": lambda state: mean(heights(state, side)),
        f"{name}_highest": lambda state: max(heights(state, side)),
        f"{name}_distance": lambda state: min(to_centre(state, one) for one in team(state, side)),
        f"{name}_hand": lambda state: state.hand_size(side),
        f"{name}_draw": lambda state: state.pile_size(side),
        f"{name}_discards": lambda state: discarded(state, side),
    }


FACTS: Mapping[str, Callable[[State], Fact]] = {
    "round": rounds_played,
    "winner": winner,
    "frozen": is_frozen,
    "capped": is_capped,
    "mean_pillar": lambda state: mean(pillars(state)),
    "highest_pillar": lambda state: max(pillars(state)),
    **_of_team("red", 0),
    **_of_team("blue", 1),
}
"""The columns, by name."""
