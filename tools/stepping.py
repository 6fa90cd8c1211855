"""Measure what a step through a long game costs a browser: ``python tools/stepping.py [GAME]``.

It plays a game of the greediest agents there are, opens it on the page with analysis off, and steps
through it by key: back, on, and on once more with a rest after each step, in which what was moved
arrives. The time of a step is everything that the main thread of the page did for it, as Chromium
counts it in CPU time: script, style, layout and painting.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from quadrille.arena.series import Series  # noqa: E402
from quadrille.arena.store import Store  # noqa: E402
from web.browser import browsing  # noqa: E402
from web.process import serving  # noqa: E402

METRICS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
# Wait until a position is shown and painted.
STEPPED = """async (ply) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (!document.querySelector(`.move[data-ply="${ply}"][aria-current]`)) await frame();
  await frame();
  await frame();
}"""
# Wait until everything that moves has arrived, and is painted there.
ARRIVED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const { shadowRoot } = document.querySelector(".board .canvas");
  const moving = () => shadowRoot.querySelector(".q-above");
  while (moving()) await new Promise((done) => setTimeout(done, 50));
  await frame();
  await frame();
}"""
REST = 400
"""Milliseconds from one step to the next that are enough for things to be moved."""


def metrics(devtools: CDPSession) -> dict[str, float]:
    """What the main thread has done so far, in milliseconds."""
    found = devtools.send("Performance.getMetrics")["metrics"]
    return {each["name"]: 1000 * each["value"] for each in found if each["name"] in METRICS}


def step(
    page: Page, devtools: CDPSession, key: str, ply: int, *, rests: bool = False
) -> dict[str, float]:
    """The time of one step, by what it was spent on."""
    before = metrics(devtools)
    page.keyboard.press(key)
    page.evaluate(STEPPED, ply)
    if rests:
        page.evaluate(ARRIVED)
        page.wait_for_timeout(REST)
    after = metrics(devtools)
    return {name: after[name] - before[name] for name in METRICS}


def main() -> None:
    """Step through the last moves, or all of them, and print medians."""
    game, most = sys.argv[1] if len(sys.argv) > 1 else "carcassonne", int(*sys.argv[2:3] or ["60"])
    with tempfile.TemporaryDirectory() as name:
        with Store.open(Path(name) / "web.db") as store:
            list(Series(game, ["greedy", "greedy"], 1).keep_in(store).play())
        with serving(Path(name)) as server, browsing() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{server.address}/stored/1")
            page.get_by_role("switch").first.uncheck()
            page.evaluate("document.activeElement.blur()")  # keys are for the board
            page.wait_for_timeout(1000)
            total = page.locator(".moves [data-ply]").count()
            first = max(total - most, 1)
            devtools = page.context.new_cdp_session(page)
            devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
            back = [step(page, devtools, "ArrowLeft", ply) for ply in range(total - 1, first, -1)]
            again = range(first + 2, total + 1)
            on = [step(page, devtools, "ArrowRight", ply) for ply in again]
            for ply in reversed(again):
                step(page, devtools, "ArrowLeft", ply - 1)
            slow = [step(page, devtools, "ArrowRight", ply, rests=True) for ply in again]
            for words, times in (("back", back), ("on", on), ("on, with rests", slow)):
                print(f"{len(times)} steps {words}, milliseconds of the main thread:")
                for each in METRICS:
                    found = sorted(time[each] for time in times)
                    most_of = found[len(found) * 9 // 10]
                    print(
                        f"  {each:20} median {statistics.median(found):6.1f}, 90 % {most_of:6.1f}"
                    )


if __name__ == "__main__":
    main()
