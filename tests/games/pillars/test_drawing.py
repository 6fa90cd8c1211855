"""Pictures of Pillars: what is clicked, what stays hidden, and that heights are told right."""

import re
from itertools import pairwise
from typing import Any

import pytest

import quadrille
from games.picture_steps import Step, elements, spots, steps_of, with_class
from quadrille import Rng
from quadrille.games.pillars.drawing.draw import click_path
from quadrille.games.pillars.drawing.panel import LEFT, WIDTH
from quadrille.games.pillars.drawing.state import STEPS, cell_name, cell_of
from support.scale import LONG

VARIANTS: list[dict[str, Any]] = [
    {"rounds": 30},
    {"rounds": 30, "gamers": 1, "height": 4},
    {"rounds": 20, "size": 7, "gamers": 4, "build": "adjacent"},
    {"rounds": 30, "moves": 2, "builds": 5, "open_hands": False},
    {"rounds": 20, "gamers": 5, "moves": 6, "builds": 6, "open_hands": False},
    {"rounds": 40, "size": 15, "height": 10, "gamers": 5},
]
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=str)
HIDDEN = [options for options in VARIANTS if "open_hands" in options]
LIMIT = 120_000
"""The bytes that a picture may have."""
VIEWS = ("raised", "flat")
CHIP, ROW_SCALE = 40, 0.66
"""The height of a name in the order of play of many gamers, the scale of one of few."""
WON = "gamers=1 00000a/00000/00*A00/00000/00000 1:m0b0:m0b1:m1b0 1:m0b0:m1b1:m0b0 -"
FROZEN = (
    "height=4 gamers=1 moves=1 33330a/33333/33*33/33333/33330A 1:m0b0:m0b0:m1b0 1:m0b0:m0b0:m1b0 -"
)


def steps(options: dict[str, Any], seed: int = 1, count: int = 40) -> list[Step]:
    """Positions of a random game: its first eight, its last, some between."""
    return steps_of(quadrille.game("pillars", **options), seed, 8, count)


def last_words(picture: str) -> str:
    return "".join(each.text or "" for each in with_class(picture, "last-words"))


def cells(state: Any) -> list[tuple[int, int]]:
    return [(x, y) for y in range(state.size()) for x in range(state.size())]


@every_variant
def test_every_click_of_every_move_has_one_spot(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        if state.player() < 0:
            assert spots(state.svg()) == []
            continue
        view = state.view(state.player())
        present = spots(view.svg())
        assert len(present) == len(set(present))
        wanted = {spot for move in view.legal_moves() for spot in view.click_path(move)}
        assert set(present) == wanted
        other = state.view((state.player() + state.gamers()) % (2 * state.gamers()))
        assert set(spots(other.svg())) == {
            spot for move in other.legal_moves() for spot in other.click_path(move)
        }


def test_click_paths_are_a_card_and_where_it_goes() -> None:
    state = next(step.state for step in steps({}) if step.state.player() >= 0)
    x, y = state.position(state.player())
    for direction, (right, up) in STEPS.items():
        if 0 <= x + right < 5 and 0 <= y + up < 5:
            path = ("move", cell_name((x + right, y + up)))
            assert click_path(state, f"move {direction}") == path
    assert click_path(state, "build c4") == ("build", "c4")
    assert click_path(state, "pass move") == ("move", "initiative")
    assert click_path(state, "pass build") == ("build", "initiative")
    assert click_path(state, "draw move") == ("draw move",)


@every_variant
def test_highlights_are_a_wish_but_clicks_stay(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        plain = state.svg(legal=False)
        assert spots(plain) == spots(state.svg())
        assert not with_class(plain, "legal")


@every_variant
def test_steps_and_builds_are_marked_where_they_are_legal(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        moves = [] if state.player() < 0 else [str(move).split()[0] for move in state.legal_moves()]
        picture = state.svg()
        assert len(with_class(picture, "step-mark")) == moves.count("move")
        assert len(with_class(picture, "build-mark")) == moves.count("build")


@every_variant
def test_every_cell_tells_its_height_and_who_stands_there(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options, count=15):
        found = {}
        for group in with_class(state.svg(), "cell"):
            words = {each.get("class"): each.text for each in group.iter() if each.text}
            name, _, _ = (words[None] or "").partition(":")
            found[name] = words.get("number") or words.get("small"), words.get("name")
        wanted = {}
        for cell in cells(state):
            player = state.gamer_at(*cell)
            who = state.name_of(player) if player >= 0 else None
            wanted[cell_name(cell)] = str(state.height_at(*cell)), who
        assert found == wanted


@pytest.mark.parametrize("options", HIDDEN, ids=str)
def test_hidden_hands_are_neither_in_the_picture_nor_on_the_board(options: dict[str, Any]) -> None:
    hidden, rng = 0, Rng(1)
    for state, before, move in steps(options):
        for viewer in (0, state.gamers()):
            view = state.view(viewer)
            picture, board = view.svg(last_move=move), view.board()
            # Nothing differs if the others hold other cards, or if their draw comes unseen.
            told = before and before.seen(move, viewer)
            for _ in range(3):
                other = state.redeal(viewer, rng).view(viewer)
                assert other.svg(last_move=told) == picture
                assert other.board() == board
            side = 1 - viewer // state.gamers()
            if view.hand(side) is None:
                known = view.known_cards(side)
                backs = state.hand_size(side) - known.moves - known.builds
                hidden += backs
                shown = re.findall(rf'"#quadrille-pillars-back-{side}" class="card-face"', picture)
                assert len(shown) == backs + (state.pile_size(side) > 0)
    assert hidden > 50


@every_variant
def test_last_moves_are_drawn_where_they_happened(options: dict[str, Any]) -> None:
    for state, before, move in steps(options, count=150 if LONG else 40):
        if move is None:
            assert not with_class(state.svg(), "track")
            continue
        kind, _, what = str(move).partition(" ")
        picture = state.svg(last_move=move)
        views = 2  # seen from the side, and from above
        assert len(with_class(picture, "step")) == 2 * views * (kind == "move")
        assert len(with_class(picture, "built")) == 2 * (kind == "build")
        assert [each.text for each in with_class(picture, "note")] == views * {
            "build": ["+1"],
            "pass": ["pass"],
        }.get(kind, [])
        assert len(with_class(picture, "drawn")) == (kind == "draw")
        who = before.name_of(before.actor())
        if kind == "move":
            way = [cell_name(each.position(before.actor())) for each in (before, state)]
            assert last_words(picture) == f"Last: {who} stepped from {way[0]} to {way[1]}"
        elif kind == "build":
            assert last_words(picture).startswith(f"Last: {who} built {what} up to ")
        elif kind == "pass":
            assert last_words(picture) == f"Last: {who} took the initiative ({what.upper()})"
        else:
            assert last_words(picture) == f"Last: {before.team(before.actor())} drew a card"


@every_variant
def test_pictures_are_small(options: dict[str, Any]) -> None:
    for state, _, move in steps(options, count=15):
        assert len(state.svg(last_move=move).encode()) < LIMIT


@every_variant
def test_orders_show_who_has_acted(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        over = state.is_over()
        acted = 0 if over else state.action_number() - 1
        picture, board = state.svg(), state.board()
        assert len(with_class(picture, "acted")) == acted
        assert len(with_class(picture, "here")) == (not over)
        assert len(re.findall(r"\([RB]\d\)", board)) == acted
        assert re.findall(r">(..)<", board) == ([] if over else [state.name_of(state.actor())])
        differs = any(state.order(side) != state.next_order(side) for side in (0, 1))
        assert ("\nNext: " in board) == differs
        assert ("Next round: the same" in picture) == (not over and not differs)


@every_variant
def test_boards_tell_the_field(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options):
        size, lines = state.size(), state.board().splitlines()
        rows = lines[3 : 3 + size]
        assert [int(row[:2]) for row in rows] == list(range(size, 0, -1))
        for row in rows:
            y = int(row[:2]) - 1
            for x in range(size):
                player = state.gamer_at(x, y)
                star = "*" * ((x, y) == state.centre())
                who = state.name_of(player) if player >= 0 else ""
                cell = row[3 + 5 * x : 8 + 5 * x].strip()
                assert cell == f"{state.height_at(x, y)}{star}{who}"
        for side, team in enumerate(("RED", "BLUE")):
            hand = state.hand(side)
            line = next(line for line in lines if line.startswith(team) and "hand:" in line)
            words = line.partition("hand: ")[2].partition(";")[0]
            counts = dict(reversed(part.split()) for part in words.split(", ") if part != "none")
            assert int(counts.get("MOVE", 0)) == hand.moves
            assert int(counts.get("BUILD", 0)) == hand.builds


def test_it_is_said_how_a_game_ended() -> None:
    won = quadrille.game("pillars").parse(WON)
    assert won.board().startswith("Game over: RED wins, R1 stands on the summit\n")
    assert "RED wins" in won.svg()
    frozen = quadrille.game("pillars").parse(FROZEN)
    assert frozen.board().startswith("Game over: draw: frozen")
    assert "Draw: frozen" in frozen.svg()
    capped = steps({"rounds": 1})[-1].state
    assert capped.board().startswith("Game over: draw: round limit, after 1 round\n")
    assert "Draw: round limit" in capped.svg()


@every_variant
def test_pictures_are_described(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options, count=10):
        description = next(each for each in elements(state.svg()) if each.tag.endswith("desc"))
        for player in range(2 * state.gamers()):
            place = cell_name(state.position(player))
            assert f"{state.name_of(player)} on {place}, " in (description.text or "")


def test_columns_of_the_largest_grid() -> None:
    """After z comes aa, as in moves; the board and the picture name them so."""
    game = quadrille.game("pillars", size=31, gamers=1)
    state = game.new(1)
    assert (cell_name((25, 0)), cell_name((26, 16)), cell_name((30, 30))) == ("z1", "aa17", "ae31")
    for cell in ((0, 0), (25, 30), (26, 8), (30, 30)):
        assert cell_of(cell_name(cell)) == cell
        assert state.parse_move(f"build {cell_name(cell)}").cell == cell
    for wrong in ("build af1", "build ae32", "build aaa1", "build 1", "build aa"):
        with pytest.raises(quadrille.BadMoveText):
            state.parse_move(wrong)
    assert state.board().splitlines()[2].split()[-2:] == ["ad", "ae"]
    assert ">ae</text>" in state.svg() and ">31</text>" in state.svg()


@every_variant
def test_both_views_show_every_pillar(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options, count=8):
        picture = state.svg()
        raised = sum(state.height_at(*cell) > 0 for cell in cells(state))
        shown = [sum(c in each.get("class", "") for each in elements(picture)) for c in VIEWS]
        assert shown == [raised, raised]
        assert len(with_class(picture, "lift")) == raised


@every_variant
def test_nothing_in_the_order_of_play_overlaps_or_leaves_its_box(options: dict[str, Any]) -> None:
    for state, _, _ in steps(options, count=15):
        row = order_row(state.svg())
        assert len(row) == 2 * state.gamers()
        places = sorted(row)
        assert places[0][0] >= LEFT and places[-1][1] <= LEFT + WIDTH
        for (_, end), (start, _) in pairwise(places):
            assert start >= end


def order_row(picture: str) -> list[tuple[float, float]]:
    """Where every gamer of the order of this round begins and ends, from the left."""
    found: list[tuple[float, float]] = []
    for each in elements(picture):
        class_ = each.get("class", "").split()
        chip = re.fullmatch(r"side-box-[01]", class_[0]) if class_ else None
        if chip and float(each.get("height", 0)) == CHIP:
            x, wide = float(each.get("x", 0)), float(each.get("width", 0))
            found.append((x, x + wide))
        elif class_[:1] == ["gamer"]:
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", each.get("transform", ""))]
            if numbers[2:] == [ROW_SCALE]:
                found.append((numbers[0] - 25 * ROW_SCALE, numbers[0] + 25 * ROW_SCALE))
    return found


def test_cards_below_others_have_no_word_that_is_cut_off() -> None:
    state = next(
        step.state for step in steps({"moves": 6, "builds": 6}) if step.state.player() >= 0
    )
    picture = state.svg()
    cards = re.findall(r'href="#quadrille-pillars-card-(\w+)(-below)?" class="card-face"', picture)
    whole = [kind for kind, below in cards if not below]
    assert len(whole) == len(set(whole)) or len(whole) <= 4, "one of each kind and team"
    assert len(cards) > len(whole)


def test_there_is_no_initiative_after_the_end() -> None:
    over = quadrille.game("pillars").parse(WON)
    assert "Take the initiative" not in over.svg()
    assert "Take the initiative" in quadrille.game("pillars").new().svg()
