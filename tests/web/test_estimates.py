"""What the page calls a chance, and what it only calls a value."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import quadrille
from quadrille.arena.calibration import read_chances

from .browser import Windows, visitor
from .pages import Page, Site
from .process import Serving

SIGN = "[+\N{MINUS SIGN}]?"


def analysed(page: Page, **more: Any) -> dict[str, Any]:
    """The analysis of the first position of the line that is open."""
    page.send("analyse", ply=0, seconds=0.1, **more)
    while not (found := page.wait("analysis")["analysis"])["done"]:
        pass
    return dict(found)


def test_chances_are_calibrated(server: Site) -> None:
    game = quadrille.game("connect_four")
    calibration = read_chances(game)
    assert calibration is not None
    with server.page() as page:
        page.send("open", game="connect_four", position="......./" * 5 + "...x...")
        page.wait("scene")
        found = analysed(page)
        other = analysed(page, spec="alphabeta:depth=3")
    assert found["percent"] and sum(found["value"]) == pytest.approx(1, abs=1e-3)
    assert found["leads"] is None and found["moves"][0]["lead"] is None
    best = found["moves"][0]
    assert 0.02 < best["value"] < 0.98
    assert best["value"] == pytest.approx(found["value"][1], abs=0.15)
    assert not other["percent"]


def test_leads_are_expected_where_points_matter(server: Site) -> None:
    with server.page() as page:
        page.send("open", game="sheep", options={"players": 2}, seed=3)
        page.wait("scene")
        found = analysed(page)
        assert found["leads"] is not None and found["leads"][0] == -found["leads"][1]
        page.send("open", game="sheep", options={"players": 4}, seed=3)
        page.wait("scene")
        found = analysed(page)
        assert len(found["leads"]) == 4 and sum(found["value"]) == pytest.approx(1, abs=1e-3)
        assert all(each["lead"] is not None for each in found["moves"] if each["visits"])


def test_the_end_of_a_review_has_the_real_lead(server: Site) -> None:
    game = quadrille.game("sheep", players=2, size=6, cells=12, sheep=4)
    state, rng, moves = game.new(2), quadrille.Rng(3), list[str]()
    while not state.is_over():
        moves.append(state.move_text(state.random_move(rng)))
        state.play(moves[-1])
    scores = state.scores()
    with server.page() as page:
        options = {"players": 2, "size": 6, "cells": 12, "sheep": 4}
        page.send("open", game="sheep", options=options, seed=2, branch=moves, **{"from": 0})
        page.wait("scene")
        page.send("review", seconds=0.05)
        last = page.wait("review")
    assert last["ply"] == len(moves) and last["percent"]
    assert last["leads"][0] == pytest.approx(scores[0] - scores[1], abs=0.06)


@pytest.mark.xdist_group("browser")
def test_points_come_before_percent(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/analyse/sheep?players=2&seed=3")
        chance = person.page.locator(".chances .chance").first
        expect(chance).to_have_text(re.compile(rf"Player 1{SIGN}\d+ points[<>]? ?\d+ %"))
        bar = person.page.locator(".evaluation-bar")
        expect(bar).to_have_attribute("aria-label", re.compile(r"Chances to win: .* points, .* %"))
        row = person.page.locator(".best-moves tbody tr").first
        expect(row.locator(".lead")).to_have_text(re.compile(rf"^{SIGN}\d+$"))
        person.open("/analyse/connect_four")
        chance = person.page.locator(".chances .chance").first
        expect(chance).to_have_text(re.compile(r"Player 1\d+ %"))
        person.page.get_by_label("Settings of the analysis").click()
        person.page.get_by_label("Agent").select_option("alphabeta")
        expect(chance).to_have_text(re.compile(rf"Player 1{SIGN}\d\.\d\d"))
        bar = person.page.locator(".evaluation-bar")
        expect(bar).to_have_attribute("aria-label", re.compile("Estimates: "))
