"""A browser on the page: finding one, and playing by clicks as a person does."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from support.patience import PATIENCE

from .process import Serving

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=1000 * PATIENCE)

# The spots in sight that can be clicked now, as [name, x, y] on the screen; rotations, which can be
# chosen before a place, only if there is nothing else.
SPOTS = """() => {
  const root = document.querySelector(".board .canvas").shadowRoot;
  const seen = root.querySelector("svg").getBoundingClientRect();
  const inside = (x, y) => x > seen.left && x < seen.right && y > seen.top && y < seen.bottom;
  const spots = [...root.querySelectorAll("[data-spot].legal")].map((spot) => {
    const box = (spot.querySelector(".hit") ?? spot).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return { name: spot.dataset.spot, x, y, shown: !spot.ownerSVGElement || inside(x, y) };
  }).filter(({ shown }) => shown);
  const places = spots.filter(({ name }) => !name.startsWith("@"));
  return (places.length ? places : spots).map(({ name, x, y }) => [name, x, y]);
}"""
# Whether a move was sent whose answer has not come.
SENT = """() => document.querySelector(".board .canvas").shadowRoot
    .querySelector("svg")?.classList.contains("q-quiet")"""
# Whether the move list is longer than it was, or it is another's turn.
ANSWERED = """(before) => document.querySelectorAll(".moves [data-ply]").length > before
    || !document.querySelector(".table.mine")"""
# Whether there is anything that a click chooses.
OFFERED = """() => document.querySelector(".board .chooser:not([hidden])")
    || document.querySelector(".board .extra:not([hidden])")
    || document.querySelector(".board .canvas").shadowRoot.querySelector("[data-spot].legal")"""
MAX_CLICKS = 6
"""For one move."""


def launch(play: Playwright, home: str) -> Browser:
    """The system's browser, or else the one that Playwright brings; it writes into a folder."""
    found = os.environ.get("QUADRILLE_CHROMIUM") or next(
        filter(None, map(shutil.which, NAMES)), None
    )
    return play.chromium.launch(executable_path=found, args=FLAGS, env={**os.environ, "HOME": home})


class Visitor:
    """A person at a page; every error of the page is remembered."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", self._error)
        page.on("console", self._console)

    def leave(self) -> None:
        """Listen no longer; what the page says when it is left is no error."""
        self.page.remove_listener("pageerror", self._error)
        self.page.remove_listener("console", self._console)

    def _error(self, error: Any) -> None:
        self.errors.append(str(error))

    def _console(self, message: Any) -> None:
        lost = "WebSocket connection to" in message.text or "ERR_CONNECTION" in message.text
        if message.type in ("error", "warning") and not lost:
            self.errors.append(message.text)

    def open(self, path: str) -> None:
        """Go to an address of the server."""
        self.page.goto(self.address + path)

    def begin(
        self, game: str, level: str = "", *, seed: int | None = None, **options: object
    ) -> None:
        """From the front page to a game, against the level that the form proposes or another."""
        self.open("/")
        self.page.locator(f'a[href="/new/{game}"]').first.click()
        play = self.page.get_by_role("button", name="Play", exact=True)
        play.wait_for()
        if level:
            self.page.get_by_role("button", name=level, exact=True).click()
        if options:
            self.page.get_by_text("Rules and variants").click()
        for name, value in options.items():
            field = self.page.get_by_label(name, exact=True)
            field.fill(str(value))
            field.blur()
        if seed is not None:
            self.page.get_by_text("More", exact=True).click()
            self.page.get_by_label("Seed", exact=True).fill(str(seed))
        play.click()
        self.page.wait_for_url("**/game/*")

    def wait_for_turn(self) -> bool:
        """Wait until this person may move; False if the game is over."""
        ready = self.page.locator(".table.mine, .table.over").first
        expect(ready).to_be_visible()
        return self.page.locator(".table.over").count() == 0

    def spots(self) -> list[tuple[str, float, float]]:
        """What can be clicked, with its place."""
        found: list[tuple[str, float, float]] = self.page.evaluate(SPOTS)
        return found

    def ply(self) -> int:
        """How many moves the list has."""
        return self.page.locator(".moves [data-ply]").count()

    def click(self, choice: int) -> bool:
        """Click on what is marked; whether that made a move, whose answer is then waited for."""
        before = self.ply()
        self.page.wait_for_function(OFFERED)
        chooser = self.page.locator(".chooser:visible button.primary")
        extra = self.page.locator(".extra:visible button")
        if chooser.count():
            chooser.first.click()
        elif spots := self.spots():
            _, x, y = spots[choice % len(spots)]
            self.page.mouse.click(x, y)
        else:
            extra.nth(choice % extra.count()).click()
        if self.page.evaluate(SENT):
            self.page.wait_for_function(ANSWERED, arg=before)
            return True
        made: bool = self.page.evaluate(ANSWERED, before)
        return made

    def move(self, choice: int) -> None:
        """Make a move by clicks: any of those that are marked, until it is made."""
        if not any(self.click(choice + step) for step in range(MAX_CLICKS)):
            raise AssertionError(f"no move was made from {self.spots()}")


class Windows:
    """A browser and its open windows: most of the time of a short visit is opening one."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    @contextmanager
    def page(self, address: str, **settings: Any) -> Iterator[Page]:
        """A page with these settings that knows nothing of earlier visits to the address."""
        free = self._free.setdefault(repr(sorted(settings.items())), [])
        page = free.pop() if free else self._browser.new_context(**settings).new_page()
        devtools = page.context.new_cdp_session(page)
        everything = {"origin": address, "storageTypes": "all"}
        try:
            devtools.send("Storage.clearDataForOrigin", everything)
            yield page
            page.goto("about:blank")
        except BaseException:
            page.context.close()
            raise
        devtools.detach()
        free.append(page)


@contextmanager
def visitor(windows: Windows, server: Serving, **settings: Any) -> Iterator[Visitor]:
    """Open a page; it must have had no error at the end."""
    settings = {"viewport": {"width": 1280, "height": 800}, **settings}
    with windows.page(server.address, **settings) as page:
        found = Visitor(page, server.address)
        try:
            yield found
        finally:
            found.leave()
        assert found.errors == [], found.errors


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser."""
    with TemporaryDirectory() as home, sync_playwright() as play:
        browser = launch(play, home)
        try:
            yield browser
        finally:
            browser.close()
