"""What can be asked about in a picture: pastures, what they score, and which flocks can move."""

from collections.abc import Iterator, Sequence

from quadrille.core.drawing.svg import element, player_name
from quadrille.core.package import Part
from quadrille.games.sheep.drawing.field import CELL, path_round
from quadrille.games.sheep.drawing.state import (
    DIRECTIONS,
    Flock,
    SheepPosition,
    cell_name,
    count_text,
)


def pastures(state: SheepPosition) -> Iterator[Part]:
    """Every pasture, with a ring round each of its flocks that can move."""
    exponent = float(state.options()["exponent"])
    flocks = {(each.x, each.y): each for each in state.flocks()}
    for player in range(state.num_players()):
        for region in state.regions(player):
            able = [flocks[cell] for cell in region if _can_move(state, flocks[cell])]
            rings = (
                element("circle", cx=CELL * (each.x + 0.5), cy=CELL * (each.y + 0.5), r=27)
                for each in able
            )
            cells = f"{len(region)} cell{'s' * (len(region) > 1)}"
            yield Part(
                element("path", d=path_round(frozenset(region), 3.5, 12)) + "".join(rings),
                f"{player_name(player)}: pasture of {cells}",
                (f"{len(region) ** exponent:.1f} points", _movable(able)),
            )


def _can_move(state: SheepPosition, flock: Flock) -> bool:
    """Whether some of its sheep can slide, as far as that is known."""
    more = flock.sheep is None or flock.sheep > 1
    return more and any(state.landing(flock.x, flock.y, direction) for direction in DIRECTIONS)


def _movable(flocks: Sequence[Flock]) -> str:
    if not flocks:
        return "No flock here can move."
    names = [f"{cell_name((each.x, each.y))} ({count_text(each.sheep)} sheep)" for each in flocks]
    return f"Can move: {', '.join(names)}."
