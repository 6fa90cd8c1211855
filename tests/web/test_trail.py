"""What just happened: the whole last turn of the opponents is marked in the picture."""

from typing import Any

import pytest

import quadrille
from games.picture_steps import elements, with_class
from quadrille.core.drawing import draw
from quadrille.core.package import MadeMove
from quadrille.core.records.record import Played
from quadrille.web.line import last_turn, look

from .pages import PERSON, RANDOM, Site


def turn(players: list[int], *mine: int) -> list[int]:
    """The plies that are marked after moves of these players; -1 is chance."""
    return last_turn([Played(player, "move") for player in players], mine)


def test_the_last_turn_is_all_since_ones_own_move() -> None:
    assert turn([0, 1, 1], 0) == [1, 2]
    assert turn([0, 1, 2, 3], 0) == [1, 2, 3]
    assert turn([-1, 0, 0, -1, 1, 1, -1], 0) == [4, 5], "chance is left out"
    assert turn([0, 1, 0, 0], 0) == [2, 3], "nobody has answered yet"
    assert turn([0, 1, 1]) == [1, 2] and turn([0, 1, 2]) == [2], "for spectators the last turn"
    assert turn([0, -1, 0]) == [2], "turns of a lone player are apart"
    assert turn([1, 2], 0) == [0, 1] and turn([], 0) == []
    assert len(turn([0, *[1, 2] * 30], 0)) == 16


def played(name: str, moves: str, seed: int = 3, **options: object) -> str:
    """The picture for player 0 after these moves; ``?`` is a random one, and chance is drawn."""
    state = quadrille.game(name, **options).new(seed)
    states, made, rng = [state.copy()], list[Played](), quadrille.Rng(seed)
    for text in moves.split():
        while state.player() < 0:
            drawn = state.random_move(rng)
            made.append(Played(-1, str(drawn)))
            state.play(drawn)
            states.append(state.copy())
        move = str(state.random_move(rng)) if text == "?" else text
        made.append(Played(state.player(), move))
        state.play(move)
        states.append(state.copy())
    return str(look(states, made, len(made), moves=False, player=None, mine={0})["svg"])


def test_quarto_marks_the_placement_and_the_gift() -> None:
    picture = played("quarto", "give:TLSH b2 give:tlsh")
    (frame,) = with_class(picture, "laid")
    assert float(frame.get("x", 0)) == 48 + 98 + 2.5
    assert "panel last" in [each.get("class") for each in with_class(picture, "panel")]


def test_sheep_marks_the_slides_of_all_opponents() -> None:
    picture = played("sheep", " ".join("?" * 8))
    assert [len(with_class(picture, f"of-{player}")) for player in range(4)] == [0, 1, 1, 1]


def test_pillars_marks_a_round() -> None:
    picture = played("pillars", " ".join("?" * 6))
    for view in ("raised", "flat"):
        trail = with_class(picture, "trail")[0]
        (group,) = [each for each in trail.iter() if each.get("class") == view]
        notes = [each.text for each in group.iter() if each.get("class") == "note"]
        steps = [each for each in group.iter() if "step" in each.get("class", "")]
        assert len(notes) + len(steps) / 2 == 4, "the fifth is marked by the picture itself"


def test_carcassonne_marks_the_tile_and_the_figure() -> None:
    state: Any = quadrille.game("carcassonne").new(seed=3)
    rng, made = quadrille.Rng(3), list[MadeMove]()
    while len(made) < 8 or str(made[-1].move) == "none" or state.last_cell():
        move = state.random_move(rng)
        if state.player() >= 0:
            made.append(MadeMove(state.copy(), state.player(), move))
        state.play(move)
    assert "@" in str(made[-2].move)
    plain = state.svg(last_move=made[-1].move)
    assert with_class(plain, "last") == [], "the picture alone knows the tile no more"
    whole = plain.replace("</svg>", draw.trail(state, made[-2:]) + "</svg>")
    kinds = [each.tag.rpartition("}")[2] for each in with_class(whole, "last")]
    assert kinds == ["rect", "circle"]


@pytest.mark.parametrize("name", quadrille.game_names())
def test_trails_take_no_clicks_and_are_part_of_the_picture(name: str) -> None:
    picture = played(name, " ".join("?" * 7))
    for each in with_class(picture, "trail"):
        assert each.get("pointer-events") == "none"
        assert all(part.get("data-spot") is None for part in each.iter())


def test_a_viewer_sees_the_trail_of_what_it_may_know(server: Site) -> None:
    room = server.begin("sheep", PERSON, *[RANDOM] * 3, options={"hidden": True}, seed=2)
    with server.page() as page:
        page.join(room["id"], room["key"])
        page.play(page.turn())
        scene = page.turn()
        picture = scene["scene"]["svg"]
        assert [len(with_class(picture, f"of-{player}")) for player in range(4)] == [0, 1, 1, 1]
        page.play(scene)
        told = page.turn()["played"]
        assert any("some sheep" in move["words"] for move in told if move["player"])


def gains_of(name: str, position: str, *moves: str, **options: object) -> list[dict[str, Any]]:
    """The points that player 0 is shown after moves from a position."""
    state: Any = quadrille.game(name, **options).parse(position)
    states, made = [state.copy()], list[Played]()
    for move in moves:
        made.append(Played(state.player(), move))
        state.play(move)
        states.append(state.copy())
    found = look(states, made, len(made), moves=False, player=None, mine={0})["gains"]
    assert isinstance(found, list)
    return found


def test_carcassonne_tells_what_a_completed_city_gave() -> None:
    game = quadrille.game("carcassonne")
    for seed in range(20):
        state, rng = game.new(seed), quadrille.Rng(seed)
        while not state.is_over():
            before, move = state.copy(), state.random_move(rng)
            state.play(move)
            points = [sum(each.values()) for each in state.points()]
            old = [sum(each.values()) for each in before.points()]
            if before.player() < 0 or points == old or state.is_over():
                continue
            made = [MadeMove(before, before.player(), move)]
            found = draw.gains(state, made)
            sums = [sum(each.points for each in found if each.player == p) for p in (0, 1)]
            assert [new - was for new, was in zip(points, old, strict=True)] == sums
            assert all(each.words in ("city", "road", "monastery") for each in found)
            assert all(16 < each.x < 916 and 16 < each.y < 864 for each in found), "on the map"
            return
    raise AssertionError("nobody got points")


def test_sheep_tells_what_each_slide_added() -> None:
    text = "players=2 size=6 cells=12 sheep=4 ##A1.##/#..A3.#/#...B4#/##..##/######/###### 1"
    state = quadrille.game("sheep").parse(text)
    slide = str(state.legal_moves()[0])
    (gain,) = gains_of("sheep", text, slide)
    before, mover = state.scores(), state.player()
    state.play(slide)
    assert (gain["ply"], gain["player"]) == (0, mover) and gain["text"].startswith("+")
    assert float(gain["text"]) == round(state.scores()[mover] - before[mover], 1)


@pytest.mark.parametrize("name", quadrille.game_names())
def test_what_moves_is_in_the_picture_once(name: str) -> None:
    state: Any = quadrille.game(name).new(seed=2)
    rng, made, moved = quadrille.Rng(2), list[MadeMove](), 0
    while not state.is_over() and state.player() != quadrille.NOBODY:
        move = state.random_move(rng)
        if state.player() >= 0:
            made.append(MadeMove(state.copy(), state.player(), move))
        state.play(move)
        found = draw.motions(state, made[-1:])
        pieces = [each.get("data-piece") for each in elements(state.svg()) if found]
        assert all(pieces.count(each.piece) == 1 and (each.dx or each.dy) for each in found)
        moved += len(found)
        if moved > 12:
            return
    assert moved > 3


def test_a_disc_falls_and_a_piece_comes_from_the_hand() -> None:
    state = quadrille.game("connect_four").new()
    made = [MadeMove(state.copy(), 0, "4")]
    state.play("4")
    assert draw.motions(state, made) == [(0, "4-0", 0, -6 * 72)]
    state = quadrille.game("quarto").parse("..../..../..../.... TlSh")
    made = [MadeMove(state.copy(), state.player(), "a1")]
    state.play("a1")
    (motion,) = draw.motions(state, made)
    assert motion.piece == "a1" and motion.dx > 300 and motion.dy < 0
