"""What a person points at on the map: areas of features, and what is said about them."""

import re

import pytest

import quadrille
from quadrille.core.drawing.draw import has_parts, parts
from quadrille.games.carcassonne.drawing.areas import (
    city_area,
    field_area,
    moved,
    outline,
    polygon,
)
from quadrille.games.carcassonne.drawing.art_tiles import Curve, Point, tiles
from quadrille.games.carcassonne.drawing.stands import farms, places, segment_names

GAME = quadrille.game("carcassonne")


def holds(outline: Curve, point: Point) -> bool:
    """Whether a point is within a polygon."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd


@pytest.mark.parametrize("kind", tiles())
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_figures_stand_in_the_area_of_their_segment(kind: str, rotation: int) -> None:
    numbers = segment_names(kind, rotation)
    areas = {
        name: [city_area(kind, rotation, number)]
        if name.startswith("city")
        else list(field_area(kind, rotation, number))
        for name, number in numbers.items()
        if not name.startswith("road")
    }
    stands = {**places(kind, rotation), **farms(kind, rotation)}
    assert set(numbers) <= set(stands)
    for name, area in areas.items():
        assert area, name
        for other, own in areas.items():
            found = any(holds(each, stands[name][:2]) for each in own)
            assert found == (name == other), (kind, rotation, name, other)


def notes(text: str) -> list[str]:
    """What is said about the features of a position, each in a line."""
    return [" | ".join([each["title"], *each["lines"]]) for each in parts(GAME.parse(text))[1]]


def test_what_is_said_about_features() -> None:
    state = GAME.new(1)
    text = state.text()
    found = notes(text)
    assert (
        "City of 1 tile | Nobody's | 1 point now | Completed: at least 4 points | 1 open end"
        in (found)
    )
    assert (
        "Road of 1 tile | Nobody's | 1 point now | Completed: at least 2 points | 2 open ends"
        in (found)
    )


def test_whose_features_are() -> None:
    state, rng = GAME.new(3), quadrille.Rng(2)
    while not any(len(region.owners) == 1 for region in state.regions()):
        state.play(state.random_move(rng))
    fragment, found = parts(state)
    owned = [each for each in found if any("Owner: Player" in line for line in each["lines"])]
    assert len(owned) == sum(len(region.owners) == 1 for region in state.regions())
    assert len(re.findall("data-part=", fragment)) == len(found) == len(state.regions())
    assert "data-plane" in fragment


def test_paths_are_closed_and_moved() -> None:
    square = ((0, 0), (50, 0), (50, 50), (0, 50))
    right = moved(square, (50, 0))
    assert polygon(right) == "M50 0L100 0L100 50L50 50Z"
    assert outline([square, right]) == "M0 0L50 0M50 50L0 50L0 0M50 0L100 0L100 50L50 50"


def test_games_without_parts() -> None:
    state = quadrille.game("quarto").new()
    assert not has_parts(state) and parts(state) == ("", [])
