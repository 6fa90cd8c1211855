"""What only Carcassonne has: its queries, and what is said to those who ask wrongly."""

from typing import Any

import pytest

import quadrille
from games.carcassonne.samples import STEPS, every_variant, patterns, sample
from oracles.carcassonne_tiles import kinds, pattern, rotations

HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw", "mid")
SPOTS = [
    *(f"{kind}:{edge}" for kind in ("city", "road") for edge in "nesw"),
    *(f"field:{half}" for half in HALVES),
    "monastery",
]
CLAIMS = ["abbot:monastery", "abbot:garden", *SPOTS, *(f"big:{s}" for s in SPOTS)]


# --- queries ---------------------------------------------------------------------------------


@every_variant
def test_tiles_and_figures_are_those_of_the_text(options: dict[str, Any]) -> None:
    for state in sample(options):
        board, bag, points, turn = state.text().split(" ")[-4:]
        shown = {(f.x, f.y): f for f in state.figures()}
        words = []
        for tile in state.tiles():
            word = f"{tile.kind}:{tile.x},{tile.y}@{tile.rotation}"
            if figure := shown.pop((tile.x, tile.y), None):
                prefix = "" if figure.figure == "meeple" else f"{figure.figure}:"
                word += f"+{figure.player}:{prefix}{figure.spot}"
            words.append(word)
        assert "/".join(words) == board.replace("-", "", board == "-")
        assert not shown
        counts = ",".join(f"{count}{kind}" for kind, count in state.remaining().items())
        assert sorted(counts.split(",")) == sorted(bag.replace("-", "").split(","))
        kinds_of_points = ("city", "road", "monastery", "garden")
        assert points == ",".join(
            "+".join(str(each[kind]) for kind in kinds_of_points) for each in state.points()
        )
        _, _, step = turn.partition(":")
        assert state.hand() == (step.removeprefix("place:") if step.startswith("place") else "")
        cell = state.last_cell()
        assert step.startswith("meeple") == (cell is not None)
        assert cell is None or step == f"meeple:{cell[0]},{cell[1]}"


@every_variant
def test_fits_and_may_claim_are_legality(options: dict[str, Any]) -> None:
    for state in sample(options, 40):
        legal = set(map(str, state.legal_moves()))
        cells = [*state.open_cells(), *((t.x, t.y) for t in state.tiles()), (50, 50), (32, 0)]
        for x, y in cells:
            for rotation in (0, 90, 180, 270):
                fits = f"{x},{y}@{alike(state, rotation)}" in legal
                assert state.fits((x, y), rotation) is fits, (state.text(), x, y, rotation)
        for claim in CLAIMS:
            assert state.may_claim(claim) is (claim in legal), (state.text(), claim)


def alike(state: Any, rotation: int) -> int:
    """The rotation that moves are written with, of those that look the same."""
    if not state.hand():
        return rotation
    options = state.options()
    kind = kinds(options["river"], options["inns"], options["abbot"])[state.hand()]
    wanted = pattern(kind, rotation)
    return next(
        r
        for r in rotations(kind)
        if pattern(kind, r).edges == wanted.edges
        and set(pattern(kind, r).segments) == set(wanted.segments)
    )


@every_variant
def test_nothing_gets_lost(options: dict[str, Any]) -> None:
    total = sum(
        kind.copies
        for kind in kinds(*(options.get(o, False) for o in ("river", "inns", "abbot"))).values()
    )
    for state in sample(options):
        out = len(state.tiles()) + bool(state.hand())
        discarded = total - out - sum(state.remaining().values())
        assert discarded >= 0 and (discarded < 9 or "board" in options)
        for player, supply in enumerate(state.meeples()):
            mine = [f.figure for f in state.figures() if f.player == player]
            assert mine.count("meeple") + supply.meeple == state.options()["meeples"]
            assert mine.count("big") + supply.big == state.options()["inns"]
            assert mine.count("abbot") + supply.abbot == state.options()["abbot"]


@every_variant
def test_cells_and_regions_cover_the_map(options: dict[str, Any]) -> None:
    for state in sample(options, 40):
        lying = patterns(state)
        size = state.options()["board"]
        low, high = (-(size // 2), size - 1 - size // 2) if size else (-999, 999)
        near = {(x + dx, y + dy) for x, y in lying for dx, dy in STEPS} - set(lying)
        inside = {cell for cell in near if all(low <= number <= high for number in cell)}
        if lying:
            assert state.open_cells() == sorted(inside, key=lambda cell: (cell[1], cell[0]))
        assert set(state.dead_cells()) <= set(state.open_cells())
        if state.is_over():
            assert state.dead_cells() == state.open_cells()
        spots = [spot for region in state.regions() for spot in region.spots]
        expected = {
            (cell, segment.spot)
            for cell, tile in lying.items()
            for segment in tile.segments
            if segment.kind != "field" or state.options()["farmers"]
        }
        assert len(spots) == len(set(spots)) and set(spots) == expected
        for region in state.regions():
            assert region.kind == region.spots[0][1].partition(":")[0]
            assert set(region.cells) == {cell for cell, _ in region.spots}
            most = max(region.strength)
            owners = [p for p, s in enumerate(region.strength) if s == most > 0]
            assert region.owners == owners
            assert region.complete == (region.kind != "field" and region.open == 0)
        # A figure that stands counts in the region of its spot.
        where = {spot: region for region in state.regions() for spot in region.spots}
        for figure in state.figures():
            assert where[(figure.x, figure.y), figure.spot].strength[figure.player] > 0


@every_variant
def test_breakdown_and_points_add_up(options: dict[str, Any]) -> None:
    for state in sample(options):
        breakdown, points = state.breakdown(), state.points()
        assert [sum(parts.values()) for parts in breakdown] == state.scores()
        names = ["city", "road", "monastery", "garden"]
        for parts, scored in zip(breakdown, points, strict=True):
            assert set(scored) == set(names)
            assert set(parts) == {*names, *(f"unfinished {name}" for name in names), "farm"}
            # What is completed but not yet scored is counted under its own name.
            assert all(parts[name] >= scored[name] for name in names)
            if not state.last_cell():
                assert all(parts[name] == scored[name] for name in names)


def test_dead_cells_by_hand() -> None:
    game = quadrille.game("carcassonne")
    state = game.parse("D:0,0@0 1B 0+0+0+0,0+0+0+0 0:draw")
    assert state.dead_cells() == [(-1, 0), (1, 0), (0, 1)]
    drawn = game.parse("D:0,0@0 1B 0+0+0+0,0+0+0+0 0:place:E")
    assert drawn.dead_cells() == [(-1, 0), (1, 0)], "the tile in hand may still fill a cell"


def test_things_show_what_they_are() -> None:
    state = quadrille.game("carcassonne").parse(
        "E:0,-1@180+0:city:s/D:0,0@0 1B 0+0+0+0,0+0+0+0 1:draw"
    )
    assert repr(state.tiles()[0]) == "<Tile E:0,-1@180>"
    assert repr(state.figures()[0]) == "<Figure meeple of player 0 on city:s at 0,-1>"
    assert repr(state.meeples()[0]) == "<Supply 6+0+0>"
    assert repr(state.regions()[0]) == "<Region city of 1 tiles worth 1>"
    for thing, name in ((state.tiles()[0], "x"), (state.regions()[0], "value")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 3)


# --- bad arguments ---------------------------------------------------------------------------


@pytest.fixture
def placing() -> Any:
    return quadrille.game("carcassonne").parse("D:0,0@0 1B 0+0+0+0,0+0+0+0 0:place:E")


@pytest.mark.parametrize("rotation", [45, -90, 360, 1, 2**31 - 1])
def test_a_rotation_that_is_none(placing: Any, rotation: int) -> None:
    with pytest.raises(
        ValueError, match=f"^expected a rotation of 0, 90, 180 or 270, got {rotation}$"
    ):
        placing.fits((0, 1), rotation)


@pytest.mark.parametrize("x", [32, -32, 64, 127, -128, 256, 2**31 - 1, -(2**31)])
def test_a_cell_far_away_is_not_taken_for_another(placing: Any, x: int) -> None:
    assert placing.fits((0, 1), 180)
    assert not placing.fits((x, 1), 180) and not placing.fits((0, x), 180)
    if abs(x) + 1 < 2**31:
        assert not placing.fits((0, x + 1), 180)


@pytest.mark.parametrize(
    "cell, rotation",
    [(None, 0), ("0,1", 0), ((0,), 0), ((0, 1, 2), 0), ((0.0, 1.0), 0), ((2**40, 0), 0)]
    + [((0, 1), rotation) for rotation in ("90", 90.0, None, 2**40)],
)
def test_arguments_of_wrong_types(placing: Any, cell: Any, rotation: Any) -> None:
    with pytest.raises(TypeError):
        placing.fits(cell, rotation)


@pytest.mark.parametrize(
    "spot",
    [
        "",
        "city:q",
        "city",
        "garden",
        "big:garden",
        "abbot:city:n",
        "City:n",
        "city:n\n",
        "big:big:city:n",
        "x" * 500,
    ],
)
def test_a_spot_that_is_none(placing: Any, spot: str) -> None:
    with pytest.raises(quadrille.BadMoveText) as caught:
        placing.may_claim(spot)
    assert "\n" not in str(caught.value)
    for wrong in (None, 3, b"city:n"):
        with pytest.raises(TypeError):
            placing.may_claim(wrong)


def test_numbers_out_of_range(placing: Any) -> None:
    for action in (-1, placing.num_actions(), 2**31 - 1):
        with pytest.raises(ValueError, match=f"^expected an action from 0 to .*, got {action}$"):
            placing.move(action)
    for player in (-1, 2, 6):
        with pytest.raises(ValueError, match=f"^expected a player from 0 to 1, got {player}$"):
            placing.encode("facts", player)
    with pytest.raises(
        ValueError, match=r"^expected an encoding of: planes, facts, candidates, net; got"
    ):
        placing.encode("plane")
    with pytest.raises(ValueError, match=r"^expected 9 weights, got 2$"):
        placing.evaluate([1, 2])
