"""The page of the Mesa model in a real browser."""

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from support.limits import DIES_WITH_US
from support.patience import PATIENCE
from web.browser import browsing

# The share of points of the picture at which nothing lies above it.
UNCOVERED = """(selector) => {
  const picture = document.querySelector(selector);
  const box = picture.getBoundingClientRect();
  let seen = 0, all = 0;
  for (let x = 0.02; x < 1; x += 0.04) for (let y = 0.02; y < 1; y += 0.04) {
    const there = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
    all += 1;
    seen += picture.contains(there) || there === picture;
  }
  return seen / all;
}"""
FONT_SIZES = """() => [...new Set([...document.querySelectorAll(".q-caption")].map(
    (text) => getComputedStyle(text).fontSize))]"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-m", "quadrille.interop.mesa", "--no-browser", "--port", str(port)]
    with subprocess.Popen([*DIES_WITH_US, sys.executable, *words]) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


def wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(url, timeout=PATIENCE).close()
            return
        except (URLError, ConnectionError):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.1)


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    with browsing() as browser:
        opened = browser.new_page(viewport={"width": 1280, "height": 800})
        opened.set_default_timeout(1000 * PATIENCE)
        opened.goto(address)
        opened.wait_for_selector("svg.q-quadrille-pillars")
        yield opened


def test_nothing_covers_the_board(page: Page) -> None:
    page.wait_for_function(f"({UNCOVERED})('svg.q-quadrille-pillars') === 1")
    left = page.locator("nav, .v-navigation-drawer").first.bounding_box()
    board = page.locator("svg.q-quadrille-pillars").bounding_box()
    assert left and board and left["x"] + left["width"] <= board["x"]
    assert board["width"] > 400


def test_labels_are_written_once(page: Page) -> None:
    for label in ("Use Threads", "open hands"):
        assert page.get_by_text(label, exact=True).count() == 1


def test_vuetify_does_not_style_the_picture(page: Page) -> None:
    """Its class ``caption`` would set 12 pixels."""
    assert page.locator("svg .caption").count() == 0
    style = page.locator("svg.q-quadrille-pillars style").first.text_content() or ""
    [size] = set(re.findall(r"\.q-caption \{[^}]*font-size: ([\d.]+px)", style))
    assert page.evaluate(FONT_SIZES) == [size]


def test_a_step_is_shown_with_what_was_said(page: Page) -> None:
    expect(page.get_by_text("Round 1: R1 of RED acts")).to_be_visible()
    page.get_by_role("button", name="Step").click()
    expect(page.get_by_text(re.compile("^Round 2: "))).to_be_visible()
    expect(page.locator("svg.q-quadrille-pillars")).to_contain_text("round 2, action 1 of 6")
    expect(page.get_by_text(re.compile("^Round 1, B[123] to BLUE: want ")).first).to_be_visible()
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_text("Round 1: R1 of RED acts")).to_be_visible()
