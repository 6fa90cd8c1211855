"""Ghosts of moves: what each game shows of a move that is not made yet."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import quadrille
from games.picture_steps import elements
from quadrille import BadMoveText, IllegalMove
from quadrille.core.drawing import draw

SLIDES = "players=2 size=6 cells=12 sheep=4 ##A1.##/#..A3.#/#...B4#/##..##/######/###### 1"
CLIMB = "00000a/00000/03*00/02A000/00000 1:{}:m0b0 1:m0b0:m1b1:m0b0 1.1"


def texts(ghost: str) -> list[str]:
    """All words in a ghost."""
    return [each.text for each in ElementTree.fromstring(ghost).iter() if each.text]


def used(ghost: str) -> list[str]:
    """The definitions that a ghost shows, without how all ids begin."""
    return re.findall(r'href="#quadrille-[a-z_]+-([^"]+)"', ghost)


def test_quarto_shows_the_piece_on_its_square_and_in_the_hand() -> None:
    state = quadrille.game("quarto").parse("..../..../..../.... TlSh")
    assert used(state.ghost("b3")) == ["TlSh"]
    assert state.ghost("b3") != state.ghost("b2")
    state.play("b3")
    assert used(state.ghost("give:tLsH")) == ["tLsH"]


def test_connect_four_shows_the_disc_where_it_lands() -> None:
    state = quadrille.game("connect_four").new()
    lowest = state.ghost("4")
    state.play("4")
    assert used(lowest) == ["disc-0"] and used(state.ghost("4")) == ["disc-1"]
    heights = [float(re.findall(r'cy="([\d.]+)"', each)[0]) for each in (lowest, state.ghost("4"))]
    assert heights[0] - heights[1] == 72


def test_carcassonne_shows_the_turned_tile_and_the_figure() -> None:
    state = quadrille.game("carcassonne").new(seed=3)
    while state.player() == quadrille.CHANCE:
        state.play_chance()
    tile = state.hand()
    for move in state.legal_moves():
        turned = str(move).partition("@")[2]
        assert used(state.ghost(move)) == [f"{tile}-{turned}"]
    state.play(state.legal_moves()[0])
    claims = {str(move): used(state.ghost(move)) for move in state.legal_moves()}
    assert claims.pop("none") == []
    assert claims
    for move, shown in claims.items():
        assert shown == [f"meeple-0{'-lying' if 'field' in move else ''}"]


def test_carcassonne_shows_the_abbot_who_goes() -> None:
    game = quadrille.game("carcassonne", abbot=True, inns=True)
    kinds: dict[str, str] = {}
    for seed in range(8):
        state, rng = game.new(seed), quadrille.Rng(seed)
        while not state.is_over():
            for move in state.legal_moves():
                first = str(move).partition(":")[0]
                if first in ("recall", "big", "abbot") and first not in kinds:
                    kinds[first] = state.ghost(move)
            state.play(state.random_move(rng))
    assert len(kinds) == 3
    assert used(kinds["recall"]) == [] and kinds["recall"].count("<circle") == 2
    assert used(kinds["abbot"])[0].startswith("abbot-")
    assert used(kinds["big"])[0].startswith("big-")


def test_sheep_shows_who_arrives_and_who_stays() -> None:
    state = quadrille.game("sheep").parse(SLIDES)
    two = next(str(move) for move in state.legal_moves() if str(move).endswith(":2"))
    one = two.replace(":2", ":1")
    assert texts(state.ghost(two)) == ["2", "1 stays"]
    assert texts(state.ghost(one)) == ["1", "2 stay"]
    fresh = quadrille.game("sheep").new(seed=1)
    assert texts(fresh.ghost(fresh.legal_moves()[0])) == ["16"]


def test_sheep_shows_the_own_numbers_where_others_are_hidden() -> None:
    game = quadrille.game("sheep", hidden=True, players=2, size=6, cells=12, sheep=4)
    state, rng = game.new(seed=2), quadrille.Rng(2)
    checked = 0
    while not state.is_over():
        view = state.view(state.player())
        for move in view.legal_moves():
            assert view.ghost(move) == state.ghost(move)
            assert "?" not in "".join(texts(view.ghost(move)))
            checked += 1
        state.play(state.random_move(rng))
    assert checked > 10


def test_pillars_shows_steps_builds_and_passes_from_the_side_and_from_above() -> None:
    game = quadrille.game("pillars", gamers=1)
    mover, builder = game.parse(CLIMB.format("m1b0:m0b1")), game.parse(CLIMB.format("m0b1:m1b0"))
    assert used(mover.ghost("move up")) == ["gamer-0", "gamer-0"]
    assert texts(mover.ghost("move up")) == ["R1", "R1"]
    assert used(builder.ghost("build b3")) == ["pillar-5-4", "top-5-4"]
    assert texts(builder.ghost("build b3")) == ["4", "4"]
    for passed in (mover.ghost("pass move"), builder.ghost("pass build")):
        assert texts(passed) == ["first", "first"]


def test_pillars_shows_the_card_that_is_spent() -> None:
    state, rng = quadrille.game("pillars").new(seed=3), quadrille.Rng(3)
    moves: set[str] = set()
    while not {"pass move", "pass build"} <= moves:
        state.play(state.random_move(rng))
        moves = {str(move) for move in state.legal_moves()}
    assert state.ghost("pass move") != state.ghost("pass build")


@pytest.mark.parametrize("name", quadrille.game_names())
def test_a_ghost_is_of_a_legal_move(name: str) -> None:
    state: Any = quadrille.game(name).new(seed=1)
    while state.player() == quadrille.CHANCE:
        state.play_chance()
    move = state.legal_moves()[0]
    assert state.ghost(move) == state.ghost(str(move)) == draw.ghost(state, move)
    rng = quadrille.Rng(1)
    while not state.is_over():
        state.play(state.random_move(rng))
    with pytest.raises(IllegalMove, match="illegal move"):
        state.ghost(move)
    with pytest.raises(BadMoveText):
        state.ghost("nothing like a move")


def test_a_picture_with_its_ghost_is_a_picture() -> None:
    state = quadrille.game("quarto").new()
    picture = state.svg()
    whole = picture.replace("</svg>", state.ghost("give:TLSH") + "</svg>")
    ghost = elements(whole)[len(elements(picture))]
    assert (ghost.get("class"), ghost.get("pointer-events")) == ("ghost", "none")
