"""What only Carcassonne has: queries, encodings, action indices, the static evaluation."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import quadrille
from oracles.carcassonne_line import straight_line
from oracles.carcassonne_tiles import Pattern, kinds, pattern, rotations
from quadrille import CHANCE, Rng

VARIANTS: list[dict[str, Any]] = [
    {},
    {"farmers": False},
    {"board": 6, "players": 3},
    {"start_tile": False},
    {"players": 1, "inns": True},
    {"river": True, "inns": True, "abbot": True, "players": 4, "meeples": 3},
]
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=str)
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw", "mid")
SPOTS = [
    *(f"{kind}:{edge}" for kind in ("city", "road") for edge in "nesw"),
    *(f"field:{half}" for half in HALVES),
    "monastery",
]
CLAIMS = ["none", "recall", "abbot:monastery", "abbot:garden", *SPOTS, *(f"big:{s}" for s in SPOTS)]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""To the neighbours across the edges n, e, s and w."""


def random_states(options: dict[str, Any], games: int, seed: int = 1) -> list[Any]:
    """Every position of some random games."""
    rng = Rng(seed)
    states = []
    for _ in range(games):
        state = quadrille.game("carcassonne", **options).new()
        while not state.is_over():
            states.append(state.copy())
            state.play(state.random_move(rng))
        states.append(state)
    return states


def long_map(tiles: int, **options: Any) -> Any:
    """So many tiles in a line to the north."""
    state = quadrille.game("carcassonne", **options).new()
    for move in straight_line(options)[1][: 3 * tiles]:
        state.play(move)
    return state


def sample(options: dict[str, Any], count: int = 60) -> list[Any]:
    """Positions of all steps of the game, from beginning to end."""
    states = random_states(options, 2)
    return [*states[:: len(states) // count], states[-1]]


def patterns(state: Any) -> dict[tuple[int, int], Pattern]:
    """The tiles as they lie, from the tables."""
    options = state.options()
    known = kinds(options["river"], options["inns"], options["abbot"])
    return {(t.x, t.y): pattern(known[t.kind], t.rotation) for t in state.tiles()}


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
        ValueError, match=r"^expected an encoding of: planes, facts, candidates; got"
    ):
        placing.encode("plane")
    with pytest.raises(ValueError, match=r"^expected 9 weights, got 2$"):
        placing.evaluate([1, 2])


# --- encodings -------------------------------------------------------------------------------

WINDOW = 31
PLANES = 47
KINDS = [
    name
    for kind in kinds(True, True, False)
    for name in (kind, f"{kind}g")
    if name in kinds(True, True, True) or name == kind
]
"""All kinds there are, in order: those without and with a garden."""


def corner_of(state: Any) -> tuple[int, int]:
    """The cell at the north-west corner of the window."""
    xs = [tile.x for tile in state.tiles()] or [0]
    ys = [tile.y for tile in state.tiles()] or [0]
    return (min(xs) + max(xs)) // 2 - WINDOW // 2, (min(ys) + max(ys)) // 2 + WINDOW // 2


def planes_by_hand(state: Any, player: int) -> Any:
    """The planes of the page of the game, from the queries and the tile tables."""
    planes = np.zeros((PLANES, WINDOW, WINDOW), np.float32)
    left, top = corner_of(state)
    lying = patterns(state)

    def put(plane: int, cell: tuple[int, int], value: float = 1) -> None:
        column, row = cell[0] - left, top - cell[1]
        if 0 <= column < WINDOW and 0 <= row < WINDOW:
            planes[plane, row, column] = value

    for cell, tile in lying.items():
        put(0, cell)
        for edge, letter in enumerate(tile.edges):
            if letter != "F":
                put(4 + 4 * "CRW".index(letter) + edge, cell)
        for segment in tile.segments:
            if segment.kind in ("city", "road"):
                for number, pair in enumerate(combinations(range(4), 2)):
                    if set(pair) <= segment.ports:
                        put(16 + number, cell)
            signs = [segment.kind == "monastery", segment.kind == "garden", segment.pennants > 0]
            for number, sign in enumerate([*signs, segment.inn, segment.cathedral]):
                if sign:
                    put(22 + number, cell)
    if state.last_cell():
        put(2, state.last_cell())
    for figure in state.figures():
        kind = figure.spot.partition(":")[0].replace("garden", "monastery")
        plane = 27 + ("city", "road", "field", "monastery").index(kind)
        strength = 2 if figure.figure == "big" else 1
        put(plane + (0 if figure.player == player else 4), (figure.x, figure.y), strength)
    strengths = {spot: region.strength for region in state.regions() for spot in region.spots}
    for x, y in state.open_cells():
        put(1, (x, y))
        for edge, (dx, dy) in enumerate(STEPS):
            near = lying.get((x + dx, y + dy))
            back = (edge + 2) % 4
            if near is None or near.edges[back] not in "CR":
                continue
            joined = near.segment_at("city", back) or near.segment_at("road", back)
            assert joined is not None
            found = strengths[(x + dx, y + dy), joined.spot]
            put(35 + edge, (x, y), found[player])
            put(39 + edge, (x, y), max([0, *found[:player], *found[player + 1 :]]))
    if state.hand():
        for move in state.legal_moves():
            place, _, rotation = str(move).partition("@")
            x, y = map(int, place.split(","))
            put(43 + int(rotation) // 90, (x, y))
    planes[3] = 1 - np.maximum(planes[0], planes[1])
    return planes


def facts_by_hand(state: Any, player: int) -> list[float]:
    """What the map does not show."""
    left, top = corner_of(state)
    options = state.options()
    counts = kinds(options["river"], options["inns"], options["abbot"])
    total = sum(kind.copies for kind in counts.values())
    remaining = state.remaining()
    mover = state.text().split(" ")[-1].partition(":")[0]
    outside = [
        tile
        for tile in state.tiles()
        if not (left <= tile.x < left + WINDOW and top - WINDOW < tile.y <= top)
    ]
    last = [t.kind for t in state.tiles() if (t.x, t.y) == state.last_cell()]
    found = [
        float(bool(state.hand())),
        float(state.last_cell() is not None),
        float(mover == str(player)),
        sum(remaining.values()) / total,
        len(outside) / total,
        *(float(kind in (state.hand(), *last)) for kind in KINDS),
        *(remaining.get(k, 0) / counts[k].copies if k in counts else 0.0 for k in KINDS),
    ]
    for i in range(state.num_players()):
        other = (player + i) % state.num_players()
        supply = state.meeples()[other]
        found += [sum(state.points()[other].values()) / 100, state.scores()[other] / 100]
        found += [supply.meeple / options["meeples"], supply.big, supply.abbot]
        found.append(float(mover == str(other)))
    return found


@every_variant
def test_encodings_say_what_their_tables_say(options: dict[str, Any]) -> None:
    for state in sample(options, 40):
        for player in range(state.num_players()):
            np.testing.assert_array_equal(
                state.encode("planes", player), planes_by_hand(state, player)
            )
            facts = facts_by_hand(state, player)
            if state.is_over():
                continue  # whose turn it would be is not told
            np.testing.assert_allclose(state.encode("facts", player), facts, rtol=1e-6)


@every_variant
def test_encodings_do_not_remember_the_order_of_play(options: dict[str, Any]) -> None:
    for state in sample(options, 30):
        read = quadrille.game("carcassonne").parse(state.text())
        for encoding in state.encodings():
            for player in range(state.num_players()):
                np.testing.assert_array_equal(
                    state.encode(encoding.name, player), read.encode(encoding.name, player)
                )
        np.testing.assert_array_equal(state.features(), read.features())


def test_what_is_beyond_the_window_is_left_out_and_counted() -> None:
    state = long_map(60)
    planes, facts = state.encode("planes", 0), state.encode("facts", 0)
    assert len(state.tiles()) == 61
    assert planes[0].sum() == WINDOW, "a line through the whole window"
    assert facts[4] == pytest.approx(30 / 72)
    np.testing.assert_array_equal(planes, planes_by_hand(state, 0))
    np.testing.assert_allclose(facts, facts_by_hand(state, 0), rtol=1e-6)
    state.play(state.random_move(Rng(1)))
    inside = state.encode("planes", 0)[43:47].sum()
    assert 0 < inside < len(state.legal_moves())
    for encoding in state.encodings():
        assert np.isfinite(state.encode(encoding.name, 1)).all()


@every_variant
def test_candidates_describe_the_legal_moves_in_order(options: dict[str, Any]) -> None:
    for state in sample(options, 40):
        names = state.candidate_names()
        features = state.feature_names()
        assert len(set(names)) == len(names) == 14 + 2 * len(features)
        moves = state.legal_moves()
        around = {(tile.x, tile.y) for tile in state.tiles()}
        for player in range(state.num_players()):
            rows = state.encode("candidates", player)
            assert rows.shape == (state.max_moves(), len(names))
            assert not rows[len(moves) :].any(), "zeros below"
            for move, row in zip(moves, rows, strict=False):
                after = state.copy()
                after.play(move)
                change = after.features() - state.features()
                expected = candidate_by_hand(str(move), around)
                gained = [
                    sum(points.values())
                    for points in (after.points()[player], state.points()[player])
                ]
                expected["points"] = gained[0] - gained[1]
                for number, name in enumerate(features):
                    expected[f"my_{name}"] = change[player, number]
                    expected[f"their_{name}"] = change[:, number].sum() - change[player, number]
                found = dict(zip(names, map(float, row), strict=True))
                wanted = {name: expected.get(name, 0.0) for name in names}
                assert found == pytest.approx(wanted, abs=1e-3), (state.text(), str(move))


def candidate_by_hand(move: str, tiles: set[tuple[int, int]]) -> dict[str, float]:
    """What a move is, by the names of the columns."""
    if "@" in move:
        x, y = map(int, move.partition("@")[0].split(","))
        edges = sum((x + dx, y + dy) in tiles for dx, dy in STEPS)
        ring = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return {"place": 1, "edges": edges / 4, "around": sum(c in tiles for c in ring) / 8}
    if move in ("none", "recall"):
        return {move: 1}
    figure = next((name for name in ("big", "abbot") if move.startswith(name)), "meeple")
    kind = move.removeprefix(f"{figure}:").partition(":")[0]
    return {figure: 1, f"on_{kind}": 1}


# --- the dense action index ------------------------------------------------------------------


def check_actions(state: Any) -> None:
    moves = state.legal_moves()
    actions = [state.action(move) for move in moves]
    assert len(set(actions)) == len(actions)
    assert all(0 <= action < state.num_actions() for action in actions)
    assert [state.move(action) for action in actions] == moves


@every_variant
def test_legal_moves_have_actions_of_their_own(options: dict[str, Any]) -> None:
    for state in random_states(options, 2):
        check_actions(state)


@pytest.mark.parametrize("options", [{}, {"river": True, "inns": True, "abbot": True}], ids=str)
def test_long_maps_have_actions_too(options: dict[str, Any]) -> None:
    state = quadrille.game("carcassonne", **options).new()
    for number, move in enumerate(straight_line(options)[1]):
        check_actions(state)
        if number % 50 == 1:
            legal = {str(move) for move in state.legal_moves()}
            moves = [state.move(action) for action in range(state.num_actions())]
            assert {str(move) for move in moves if state.is_legal(move)} == legal
        state.play(move)


# --- the static evaluation -------------------------------------------------------------------


@every_variant
def test_evaluation_sums_to_zero(options: dict[str, Any]) -> None:
    for state in sample(options):
        values = state.evaluate()
        assert len(values) == state.num_players()
        assert sum(values) == pytest.approx(0, abs=1e-6)
        assert all(-1 <= value <= 1 for value in values)


@every_variant
def test_evaluation_in_the_meeple_step_is_that_of_the_best_claim(options: dict[str, Any]) -> None:
    seen = 0
    for state in random_states(options, 1):
        if not state.last_cell():
            continue
        after = []
        for move in state.legal_moves():
            twin = state.copy()
            twin.play(move)
            after.append(twin.outcome() if twin.is_over() else twin.evaluate())
        best = max(values[state.player()] for values in after)
        found = state.evaluate()
        assert found[state.player()] == pytest.approx(best, abs=1e-9)
        assert any(found == pytest.approx(values, abs=1e-9) for values in after)
        seen += 1
    assert seen >= (10 if "board" in options else 60)


def value_after(text: str, *moves: str) -> float:
    """What a position is worth to player 0 after these moves."""
    state = quadrille.game("carcassonne").parse(text)
    for move in moves:
        state.play(move)
    value: float = state.evaluate()[0]
    return value


BAG = "2A,3B,1C,2D,3E,2F,1G,3H,2I,3J,3K,3L,2M,3N,2O,3P,1Q,3R,2S,1T,8U,7V,4W,1X"
OWN_CITY = f"E:0,-1@180+0:city:s/D:0,0@0/V:1,0@0 {BAG} 0+0+0+0,0+0+0+0 0:place:E"
OTHERS_CITY = OWN_CITY.replace("+0:city", "+1:city")


def test_closing_an_own_city_is_better_than_not() -> None:
    closed = value_after(OWN_CITY, "0,-2@0", "none")
    places = quadrille.game("carcassonne").parse(OWN_CITY).legal_moves()
    others = [str(place) for place in places if str(place) != "0,-2@0"]
    assert len(others) > 8
    for place in others:
        assert closed > value_after(OWN_CITY, place, "none"), place
    # Closing another's city helps the other.
    assert value_after(OTHERS_CITY, "0,-2@0", "none") < value_after(OTHERS_CITY, "1,1@0", "none")


def test_evaluation_prefers_what_is_better() -> None:
    start = f"B:0,-1@0/D:0,0@0/V:1,0@0 {BAG} 0+0+0+0,0+0+0+0 0:draw"
    assert value_after(start) == pytest.approx(0)
    # Points, whatever they are for, and a figure on something that gives points.
    for points in ("4+0+0+0", "0+4+0+0", "0+0+4+0"):
        assert value_after(start.replace("0+0+0+0,", f"{points},")) > 0
        assert value_after(start.replace(",0+0+0+0", f",{points}")) < 0
    # What is good for one player is as bad for the other.
    mine = start.replace("B:0,-1@0", "B:0,-1@0+0:monastery")
    assert value_after(mine) == pytest.approx(-value_after(mine.replace("+0:", "+1:")), abs=1e-6)
    assert value_after(mine) != 0
    many = start.replace("0+0+0+0,", "40+0+0+0,")
    assert value_after(many) > value_after(start.replace("0+0+0+0,", "10+0+0+0,"))


def test_a_monastery_is_worth_claiming() -> None:
    early = f"D:0,0@0 {BAG} 0+0+0+0,0+0+0+0 0:place:B"
    late = early.replace(BAG, "1C,1X")
    for text in (early, late):
        claimed = value_after(text, "0,-1@0", "monastery")
        assert claimed > value_after(text, "0,-1@0", "none"), text
    # The figure will be missed, but hardly at the end; there the score decides.
    over = early.replace(BAG, "-")
    assert value_after(over, "0,-1@0", "monastery") > value_after(over, "0,-1@0", "none")


def test_every_figure_left_in_hand_counts() -> None:
    names = quadrille.game("carcassonne").new().feature_names()
    state = quadrille.game("carcassonne", meeples=3).new()
    hand = names.index("hand")
    before = state.features()[0, hand]
    for move in ("E", "0,-1@180", "city:s"):
        state.play(move)
    assert state.features()[0, hand] < before
    assert state.player() == CHANCE
