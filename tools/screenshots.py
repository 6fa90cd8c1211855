"""Take the pictures of the page for docs/images: ``python tools/screenshots.py``.

It runs a server of its own with a store that it fills, and looks at it with a browser.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from quadrille.arena.series import Series  # noqa: E402
from quadrille.arena.store import Store  # noqa: E402
from web.browser import browsing  # noqa: E402
from web.process import Serving, serving  # noqa: E402

IMAGES = ROOT / "docs" / "images"
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
COLOURS = 256


def fill(folder: Path) -> None:
    """Play something for the arena to show."""
    with Store.open(folder / "web.db") as store:
        agents = ["mcts:sims=50", "greedy", "oneply", "random"]
        list(Series("quarto", agents, 20, kind="round-robin").keep_in(store).play())
        list(Series("carcassonne", ["greedy", "random"], 1).keep_in(store).play())


@contextmanager
def looking(
    browser: Browser, server: Serving, scheme: Literal["light", "dark"], phone: bool = False
) -> Iterator[Page]:
    """A page of its own, in light or dark."""
    size = PHONE if phone else DESK
    context = browser.new_context(viewport=size, color_scheme=scheme, base_url=server.address)
    try:
        yield context.new_page()
    finally:
        context.close()


def keep(page: Page, name: str) -> None:
    """Write what is seen, in few colours."""
    page.wait_for_timeout(700)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = shot.quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(IMAGES / f"web-{name}.png", optimize=True)


def begin(page: Page, game: str) -> None:
    """Open a new game against the usual opponent."""
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    page.locator(".table.mine").wait_for()


def find_turn(page: Page) -> None:
    """Step on until it is a player's turn, and wait for what the analysis says of it."""
    verdict, chance = page.locator(".best-moves button"), page.get_by_text("It is a chance move")
    verdict.or_(chance).first.wait_for()
    if chance.is_visible():
        page.keyboard.press("ArrowRight")
        verdict.first.wait_for()


def main() -> None:
    """Take them all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        with serving(folder) as server, browsing() as browser:
            with looking(browser, server, "light") as page:
                page.goto("/")
                page.wait_for_load_state("networkidle")
                keep(page, "front")
                page.goto("/new/sheep")
                page.wait_for_load_state("networkidle")
                keep(page, "new")
                page.goto("/stored/121?ply=121")
                find_turn(page)
                page.wait_for_timeout(6000)
                keep(page, "game")
                page.goto("/stored/1?ply=12")
                page.get_by_role("button", name="Review").click()
                page.get_by_role("button", name="Again").wait_for()
                page.get_by_role("switch").first.check()
                page.locator(".best-moves .proven").first.wait_for()
                page.evaluate("scrollTo(0, 0)")
                keep(page, "analysis")
            with looking(browser, server, "dark") as page:
                page.goto("/arena")
                page.wait_for_load_state("networkidle")
                keep(page, "arena")
            with looking(browser, server, "dark", phone=True) as page:
                begin(page, "pillars")
                keep(page, "phone")


if __name__ == "__main__":
    main()
