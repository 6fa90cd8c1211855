"""What can be asked about in a picture: every feature, whose it is and what it is worth."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from quadrille.core.drawing.svg import element, player_name, player_names
from quadrille.core.package import Part
from quadrille.games.carcassonne.drawing.areas import (
    city_area,
    field_area,
    line,
    moved,
    outline,
    polygon,
    road_line,
)
from quadrille.games.carcassonne.drawing.art_tiles import Curve
from quadrille.games.carcassonne.drawing.stands import places, segment_names

Cell = tuple[int, int]
ORDER = ("field", "city", "road", "monastery", "garden")
"""What lies above what."""
ROUND = 25
"""How far from its middle a monastery or a garden reaches."""


class Feature(Protocol):
    """A city, a road, a field, a monastery or a garden."""

    @property
    def kind(self) -> str: ...
    @property
    def cells(self) -> Sequence[Cell]: ...
    @property
    def spots(self) -> Sequence[tuple[Cell, str]]: ...
    @property
    def open(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def pennants(self) -> int: ...
    @property
    def special(self) -> bool: ...
    @property
    def strength(self) -> Sequence[int]: ...
    @property
    def owners(self) -> Sequence[int]: ...
    @property
    def completed_cities(self) -> int: ...
    @property
    def value(self) -> int: ...


def features(state: Any) -> Iterator[Part]:
    """Every feature on the map."""
    kinds = {(tile.x, tile.y): (tile.kind, tile.rotation) for tile in state.tiles()}
    for each in sorted(state.regions(), key=lambda region: ORDER.index(region.kind)):
        yield Part(_shape(each, kinds), _title(each), list(_lines(each)))


def _shape(feature: Feature, kinds: dict[Cell, tuple[str, int]]) -> str:
    """All its segments in one path, and the border of a city."""
    lines: list[str] = []
    areas: list[Curve] = []
    for cell, spot in feature.spots:
        kind, rotation = kinds[cell]
        middle = (100.0 * cell[0], -100.0 * cell[1])
        index = segment_names(kind, rotation).get(spot, 0)
        if feature.kind == "city":
            areas.append(moved(city_area(kind, rotation, index), middle))
        elif feature.kind == "road":
            lines.append(line(road_line(kind, rotation, index), middle))
        elif feature.kind == "field":
            areas += [moved(each, middle) for each in field_area(kind, rotation, index)]
        else:
            x, y, _ = places(kind, rotation)[spot]
            corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            square = tuple((x + ROUND * across, y + ROUND * down) for across, down in corners)
            areas.append(moved(square, middle))
    if lines:
        return element("path", d="".join(lines), class_="line")
    filled = element("path", d="".join(map(polygon, areas)), class_="plain")
    border = "" if feature.kind == "field" else element("path", d=outline(areas), class_="border")
    return filled + border


def _title(feature: Feature) -> str:
    tiles = f"{len(feature.cells)} tile{'s' * (len(feature.cells) > 1)}"
    if feature.kind in ("monastery", "garden"):
        return feature.kind.capitalize()
    special = {"city": " with a cathedral", "road": " with an inn"}.get(feature.kind, "")
    return f"{feature.kind.capitalize()} of {tiles}{special if feature.special else ''}"


def _lines(feature: Feature) -> Iterator[str]:
    """Whose it is, what it is worth now and completed, and how much of it is open."""
    yield _whose(feature)
    shields = f", {feature.pennants} coat{'s' * (feature.pennants > 1)} of arms"
    if feature.kind == "field":
        count = feature.completed_cities
        cities = "1 completed city" if count == 1 else f"{count} completed cities"
        yield f"{_points(feature.value)} at the end: it borders {cities}"
    elif feature.complete:
        yield "Completed" + (shields if feature.pennants else "")
    else:
        yield f"{_points(feature.value)} now" + (shields if feature.pennants else "")
        yield f"Completed: {_completed(feature)}"
        yield _open(feature)


def _whose(feature: Feature) -> str:
    if not feature.owners:
        return "Nobody's" if not feature.complete else "Scored, or nobody's"
    owners = list(feature.owners)
    names = player_name(owners[0]) if len(owners) == 1 else player_names(owners)
    counts = [count for count in feature.strength if count]
    if len(counts) < 2:
        return f"Owner: {names}"
    figures = ", ".join(
        f"{player_name(player)} {count}" for player, count in enumerate(feature.strength) if count
    )
    return f"Owner{'s' * (len(owners) > 1)}: {names} (figures: {figures})"


def _completed(feature: Feature) -> str:
    """What it will give at least, with one more tile than now."""
    tiles = len(feature.cells) + 1
    if feature.kind == "road":
        return f"at least {_points(tiles * (2 if feature.special else 1))}"
    if feature.kind == "city":
        return f"at least {_points((tiles + feature.pennants) * (3 if feature.special else 2))}"
    return _points(9)


def _open(feature: Feature) -> str:
    if feature.kind in ("city", "road"):
        return f"{feature.open} open end{'s' * (feature.open != 1)}"
    return f"{feature.open} tile{'s' * (feature.open != 1)} around it missing"


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"
