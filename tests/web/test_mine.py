"""All games of a browser: on the front page, and on a page of their own."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from quadrille.core.records.record import Record

from .browser import Windows, visitor
from .pages import LINK, PERSON, RANDOM, Site
from .process import Serving
from .test_people import begin


def test_the_list_of_a_browser(server: Site) -> None:
    first = server.begin("connect_four", {**PERSON, "name": "Ann"}, LINK)
    second = server.begin("quarto", RANDOM, PERSON, seed=1)
    with server.page() as page:
        page.join(second["id"], second["key"])
        page.turn()
        page.send("resign")
        page.turn()
    wish = {"rooms": [{"id": each["id"], "keys": [each["key"]]} for each in (first, second)]}
    wish["rooms"].append({"id": "gone", "keys": []})
    answer = server.client.post("/api/rooms/list", json=wish)
    assert answer.status_code == 200, answer.text
    over, open_ = sorted(answer.json()["rooms"], key=lambda each: each["ended"] == "unfinished")
    assert (open_["id"], open_["title"]) == (first["id"], "Connect Four")
    assert open_["players"] == ["Ann", "Player 2"] and open_["mine"] == [0] == [open_["mover"]]
    assert over["ended"] == "resigned" and over["text"] == "random wins by resignation"
    assert over["mine"] == [1] and over["plies"] >= 1
    stranger = server.client.post("/api/rooms/list", json={"rooms": [{"id": first["id"]}]})
    assert stranger.json()["rooms"][0]["mine"] == []
    many = {"rooms": [{"id": f"a{number}"} for number in range(401)]}
    assert server.client.post("/api/rooms/list", json=many).status_code == 422


@pytest.mark.xdist_group("browser")
def test_unfinished_games_are_on_top(windows: Windows, live: Serving, tmp_path: Path) -> None:
    with visitor(windows, live) as person:
        begin(person, "quarto", "person", "link")
        begin(person, "connect_four", "person", "person")
        person.page.get_by_role("button", name="Resign").click()
        person.page.get_by_role("button", name="Really resign?").click()
        expect(person.page.locator(".banner")).to_be_visible()
        begin(person, "connect_four", "person", "person")
        person.open("/")
        sections = person.page.locator("main > section")
        expect(sections.first).to_contain_text("Your unfinished games")
        expect(sections.first.locator("li")).to_have_count(2)
        expect(sections.first.locator("li").first).to_contain_text("Your turn")
        expect(sections.last).to_contain_text("Finished games")
        person.page.get_by_role("link", name="My games").first.click()
        expect(person.page.locator("li.unfinished")).to_have_count(2)
        ended = person.page.locator("li.ended")
        expect(ended).to_contain_text("by resignation")
        ended.get_by_role("button", name="Name this game").click()
        person.page.get_by_label("Name of the game").fill("My first loss")
        person.page.keyboard.press("Enter")
        expect(ended.locator("strong")).to_have_text("My first loss")
        with person.page.expect_download() as download:
            person.page.get_by_role("button", name="Export all").click()
        download.value.save_as(tmp_path / "games.jsonl")
        lines = (tmp_path / "games.jsonl").read_text().splitlines()
        assert [json.loads(line)["game"] for line in lines].count("connect_four") == 2
        for line in lines:
            Record.from_json(line).check()
        person.page.reload()
        expect(ended.locator("strong")).to_have_text("My first loss")
        ended.get_by_role("link", name="Analyse").click()
        expect(person.page.locator(".analysis")).to_be_visible()
        person.page.go_back()
        ended.get_by_role("button", name="Remove").click()
        expect(person.page.locator("li.ended")).to_have_count(0)
        person.open("/")
        expect(person.page.get_by_text("Finished games", exact=True)).to_have_count(0)


@pytest.mark.xdist_group("browser")
def test_stored_games_lead_to_them(windows: Windows, live: Serving) -> None:
    with visitor(windows, live) as person:
        person.open("/arena/games")
        person.page.locator("main").get_by_role("link", name="My games").click()
        expect(person.page.get_by_text("No games yet")).to_be_visible()
