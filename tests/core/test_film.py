"""Films: every position of a game in one file, and each seen when its time has come."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import quadrille
from quadrille import BadRecord, Record
from quadrille.core.drawing import draw
from quadrille.core.drawing.film import PREFIX, REST, film, pictures, slim
from quadrille.core.drawing.film_tracks import Pool, tracks_of

SVG = "{http://www.w3.org/2000/svg}"


def played(name: str, **options: Any) -> Record:
    """A random game."""
    game = quadrille.game(name, **options)
    return quadrille.play(game, ["random"] * game.new(0).num_players(), seed=4)


def drawn(element: ElementTree.Element, seen: dict[str, bool]) -> list[object]:
    """All that is drawn in an element, in order, without what is not seen."""
    found: list[object] = []
    for each in element:
        class_ = each.get("class", "")
        if class_.startswith(PREFIX):
            found += drawn(each, seen) if seen[class_] else []
        elif each.tag.removeprefix(SVG) not in ("style", "defs", "title"):
            found += [(each.tag, sorted(each.items()), each.text), drawn(each, seen)]
    return found


def seen_at(moving: str, part: float) -> dict[str, bool]:
    """By class, whether it is seen when so much of the film has passed."""
    seen = {}
    for name, body in re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]*\{[^}]*\})*)\}", moving):
        steps = re.findall(r"([\d.e-]+)%\{visibility:(\w+)\}", body)
        seen[name] = [state for at, state in steps if float(at) <= 100 * part][-1] == "visible"
    return seen


@pytest.mark.parametrize(
    ("name", "options", "kilobytes"),
    [
        ("quarto", {}, 300),
        ("connect_four", {}, 300),
        ("sheep", {"size": 8, "cells": 24}, 500),
        ("pillars", {"rounds": 8}, 500),
        ("carcassonne", {}, 2000),
    ],
)
def test_a_film_shows_every_position_in_its_time(
    name: str, options: dict[str, Any], kilobytes: int
) -> None:
    record = played(name, **options)
    moving = film(record, seconds=2)
    root = ElementTree.fromstring(moving)
    wanted = [slim(picture) for _, picture in pictures(record, most=1000)]
    assert len(wanted) == len(record.moves) + 1
    assert len(moving) < 1000 * kilobytes
    total = 2 * len(wanted) + REST
    assert f"animation:{total:g}s step-end infinite" in moving
    for position in {0, 1, *range(2, len(wanted), 1 + len(wanted) // 12), len(wanted) - 1}:
        shown = drawn(root, seen_at(moving, 2 * (position + 0.5) / total))
        assert shown == drawn(ElementTree.fromstring(wanted[position]), {})


def test_a_film_without_motion_is_the_last_position() -> None:
    record = played("quarto")
    moving = film(record)
    still = moving[: moving.index("@media (prefers-reduced-motion:no-preference)")]
    hidden = re.findall(rf"\.({PREFIX}\d+)[,{{]", still)
    seen = {name: name not in hidden for name in seen_at(moving, 0)}
    *_, (_, last) = pictures(record, most=1000)
    wanted = drawn(ElementTree.fromstring(slim(last)), {})
    assert drawn(ElementTree.fromstring(moving), seen) == wanted
    assert hidden and "animation" not in still


def test_a_film_needs_nothing_but_itself() -> None:
    moving = film(played("quarto"))
    names = {each.get("id") for each in ElementTree.fromstring(moving).iter()}
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', moving)) <= names
    assert "<script" not in moving and "data-spot" not in moving
    assert "http" not in moving.replace("http://www.w3.org/2000/svg", "")


def test_a_film_for_a_player_has_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("sheep", hidden=True, players=2, size=6, cells=12, sheep=4)
    assert film(record) != film(record, player=0) != film(record, player=1)
    marked: list[str] = []

    def draw_svg(state: Any, player: int, **wishes: Any) -> str:
        marked.append(str(wishes["last_move"]))
        return str(state.view(player).text())

    monkeypatch.setattr(draw, "svg", draw_svg)
    views = [text for _, text in pictures(record, most=1000, player=0)]
    assert views == [state.view(0).text() for state in record.replay()]
    others = [text for text, each in zip(marked[1:], record.moves, strict=True) if each.player == 1]
    slides = [text for text in others if "-" in text]
    assert slides and all(text.endswith(":?") for text in slides)


def test_a_long_game_is_shortened() -> None:
    record = played("connect_four")
    plies = [ply for ply, _ in pictures(record, most=5)]
    assert len(plies) == 5 and plies[0] == 0 and plies[-1] == len(record.moves)


def test_a_game_without_moves_is_a_picture() -> None:
    state = quadrille.game("quarto").new()
    data = played("quarto").to_dict() | {"moves": []}
    data["result"] = {"ended": "unfinished", "outcome": None, "scores": list(state.scores())}
    record = Record.from_json(json.dumps(data))
    assert "animation" not in film(record)


def test_bad_wishes_are_refused() -> None:
    record = played("quarto")
    for seconds in (0, -1, float("nan"), 1e6):
        with pytest.raises(ValueError, match="expected seconds"):
            film(record, seconds=seconds)
    with pytest.raises(ValueError):
        film(record, player=2)
    wrong = Record.from_json(record.to_json().replace('"move": "give', '"move": "gave'))
    with pytest.raises(BadRecord):
        film(wrong)


def test_what_comes_back_is_not_written_again() -> None:
    pool = Pool()
    frames = [
        pool.frame(f"<svg><rect/>{middle}<g class='a'>{inner}</g></svg>")
        for middle, inner in (("<a/>", "<b/>"), ("", "<b/><c/>"), ("<a/>", "<b/>"))
    ]
    tracks = tracks_of([(i, frame.children) for i, frame in enumerate(frames)], pool)
    assert [track.when for track in tracks] == [(0, 1, 2), (0, 2), (0, 1, 2)]
    assert [track.changes for track in tracks] == [False, False, True]


def test_an_id_that_changes_its_meaning_gets_another_name() -> None:
    pool = Pool()
    texts = []
    for radius in (1, 2, 1):
        frame = pool.frame(f'<svg><defs><circle id="o" r="{radius}"/></defs><use href="#o"/></svg>')
        texts.append("".join(map(pool.text, (*frame.definitions, *frame.children))))
    assert texts[0] == texts[2] == '<circle id="o" r="1"/><use href="#o"/>'
    assert texts[1] == '<circle id="o-2" r="2"/><use href="#o-2"/>'
