"""Drawings of Sheep: click paths, hidden numbers, and a field drawn as it is."""

import re
from typing import Any

import pytest

import quadrille
from games.picture_steps import Step, spots, steps_of, with_class
from quadrille import Rng
from quadrille.games.sheep.drawing.draw import click_path
from quadrille.games.sheep.drawing.field import path_round

VARIANTS: list[dict[str, Any]] = [
    {},
    {"game": 2},
    {"game": 3},
    {"game": 4},
    {"game": 4, "hidden": True},
    {"size": 6, "cells": 20, "sheep": 4, "players": 2},
    {"size": 20, "cells": 220, "sheep": 64, "players": 3},
]
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=str)
HIDDEN = [options for options in VARIANTS if options.get("game") == 3 or "hidden" in options]
LIMIT = 120_000
"""The most bytes that a drawing of a numbered game may take."""
EMPTY = "######/######/######/######"
MUST_PASS = f"players=2 size=6 cells=8 sheep=2 A1A1B2.../##..##/{EMPTY} 1"
OVER = f"players=2 size=6 cells=8 sheep=2 A1A1B1B1../##..##/{EMPTY} -"


def steps(options: dict[str, Any], seed: int = 1, count: int = 12) -> list[Step]:
    """Positions of a random game: its first four, its last, some between."""
    return steps_of(quadrille.game("sheep", **options), seed, 4, count)


def shown_counts(picture: str) -> list[tuple[int, str]]:
    """Of every flock in the picture: the player, and the number on the wool."""
    found = []
    for group in with_class(picture, "flock"):
        owner = int(group.get("class", "").split("player-")[1][0])
        numbers = [each.text for each in group.iter() if "count" in each.get("class", "").split()]
        assert len(numbers) == 1
        found.append((owner, numbers[0] or ""))
    return found


@every_variant
def test_every_click_but_the_number_has_one_spot(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        if state.is_over():
            assert spots(state.svg()) == []
            continue
        view = state.view(state.player())
        present = spots(view.svg())
        assert len(present) == len(set(present))
        wanted = {spot for move in view.legal_moves() for spot in view.click_path(move)[:2]}
        assert set(present) == wanted


def test_click_paths_follow_the_notation() -> None:
    state = quadrille.game("sheep").new()
    assert click_path(state, "c4") == ("c4",)
    assert click_path(state, "c4-h12:15") == ("c4", "h12", "15")
    assert click_path(state, "c4-h4:?") == ("c4", "h4", "?")
    assert click_path(state, "pass") == ("pass",)


@every_variant
def test_highlights_are_a_wish_but_clicks_stay(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        plain = state.svg(legal=False)
        assert spots(plain) == spots(state.svg())
        assert not with_class(plain, "legal")


@every_variant
def test_flocks_show_their_numbers(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        assert shown_counts(state.svg()) == [(f.player, str(f.sheep)) for f in state.flocks()]


@pytest.mark.parametrize("options", HIDDEN, ids=str)
def test_hidden_numbers_are_neither_in_the_picture_nor_on_the_board(
    options: dict[str, Any],
) -> None:
    hidden, rng = 0, Rng(1)
    for state, before, move in steps(options):
        for viewer in range(state.num_players()):
            view = state.view(viewer)
            picture, board = view.svg(last_move=move), view.board()
            flocks = [(f.player, "?" if f.sheep is None else str(f.sheep)) for f in view.flocks()]
            assert shown_counts(picture) == flocks
            written = re.findall(r"([ABCD])(\d+|\?)", "\n".join(_rows(board)))
            assert [("ABCD".index(owner), number) for owner, number in written] == flocks
            hidden += sum(number == "?" for _, number in flocks)
            # Nothing differs if others hold other numbers, or if the last move comes without its.
            other = state.redeal(viewer, rng).view(viewer)
            told = before and before.seen(move, viewer)
            assert other.svg(last_move=told) == picture
            assert other.board() == board
    assert hidden > 100


def test_marks_of_known_numbers_are_drawn() -> None:
    marked = 0
    for state, _, _ in steps({"game": 3}, seed=3, count=40):
        known = sum(flock.known for flock in state.flocks())
        assert len(with_class(state.svg(), "seen")) == known
        assert sum(row.count("!") for row in _rows(state.board())) == known
        marked += known
    assert marked


@every_variant
def test_last_moves_are_drawn(options: dict[str, Any]) -> None:
    for state, _, move in steps(options):
        tracks = [each.tag for each in with_class(state.svg(last_move=move), "track")]
        kinds = {"slide": ["path"] * 2, "start": ["circle"] * 2}
        wanted = kinds.get(move.kind, []) if move is not None else []
        assert [tag.rpartition("}")[2] for tag in tracks] == wanted


@every_variant
def test_the_last_slide_is_told_with_its_number_where_none_is_hidden(
    options: dict[str, Any],
) -> None:
    for state, _, move in steps(options):
        if move is not None and move.kind == "slide":
            told = re.search(r"Last move: (\d+ sheep from )?\w+ to \w+<", state.svg(last_move=move))
            assert told
            assert bool(told[1]) == (not state.hides_counts())


def test_sheep_on_large_fields_have_larger_numbers_and_no_tags() -> None:
    for options, is_large in ((VARIANTS[-1], True), (VARIANTS[0], False)):
        picture = steps(options)[-1].state.svg()
        assert bool(with_class(picture, "large")) == is_large
        fronts = len(re.findall(r'href="#quadrille-sheep-sheep-\d" class="sheep"', picture))
        assert (fronts == len(with_class(picture, "count"))) == (not is_large)


@pytest.mark.parametrize("game", [1, 2, 3, 4])
def test_pictures_are_small(game: int) -> None:
    for state, _, move in steps({"game": game}):
        assert len(state.svg(last_move=move).encode()) < LIMIT


@every_variant
def test_regions_have_one_border_each(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        regions = [len(state.regions(player)) for player in range(state.num_players())]
        assert len(with_class(state.svg(), "border")) == sum(regions)


def test_cells_that_touch_at_a_corner_are_apart_or_joined() -> None:
    touching = {(0, 0), (1, 1)}
    assert path_round(touching, 0, 10).count("M") == 2
    assert path_round(touching, 0, 10, joined=True).count("M") == 1
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert path_round(ring, 3, 10).count("M") == 2
    assert path_round({(0, 0), (1, 0)}, 3, 10).count("Q") == 4


def _rows(board: str) -> list[str]:
    """The lines of the field, without row numbers."""
    rows = [line for line in board.splitlines() if re.match(r" *\d+ ", line)]
    return [re.sub(r" \d+$", "", row[4:]) for row in rows]


@every_variant
def test_boards_tell_the_field(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        size = state.size()
        rows = _rows(state.board())
        assert [len(row) for row in rows] == [4 * size] * size
        cells = [[row[4 * x : 4 * x + 4].strip() for x in range(size)] for row in rows]
        names = {"████": "#", "·": ".", "o": "."}
        text = "/".join("".join(names.get(cell, cell) for cell in row) for row in cells)
        assert text == state.text().split(" ")[-2]


def test_it_is_said_who_must_pass_and_how_the_game_ended() -> None:
    game = quadrille.game("sheep")
    stuck, over = game.parse(MUST_PASS), game.parse(OVER)
    assert stuck.board().startswith("Player 1 must pass\n")
    assert "Player 1 must pass" in stuck.svg()
    assert spots(stuck.svg()) == ["pass"]
    assert over.board().startswith("Game over: players 1 and 2 tie\n")
    assert "Game over" in over.svg()
    assert "contest points 4" in over.board()


def test_partners_win_together() -> None:
    state = steps({"game": 4})[-1].state
    assert re.match("Game over: players (1 and 3|2 and 4) win\n", state.board())
    assert len(re.findall("Partners", state.svg())) == 2
