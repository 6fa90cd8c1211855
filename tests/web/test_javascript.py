"""The browser side of the page: its types, and its parts that need no browser."""

import json
import subprocess
from pathlib import Path

from patience import PATIENCE

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src/quadrille/web/static"
MOST_BYTES = 250_000
"""Of all that a browser loads."""
MOST_LINES = 400


def run(*command: str) -> None:
    """Run a program here; its output is the message of a failure."""
    done = subprocess.run(
        command, cwd=HERE, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_parts_that_need_no_browser() -> None:
    run("node", "--test")


def test_types() -> None:
    run("node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json")


def test_what_a_browser_loads_is_small() -> None:
    files = [each for each in STATIC.rglob("*") if each.is_file()]
    assert sum(each.stat().st_size for each in files) < MOST_BYTES
    long = {each.name: n for each in files if (n := _lines(each)) > MOST_LINES}
    assert long == {}


def test_markup_is_read_in_one_place() -> None:
    scripts = {each.name: each.read_text() for each in STATIC.rglob("*.js")}
    banned = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
    assert {
        (name, word) for name, text in scripts.items() for word in banned if word in text
    } == set()
    assert [name for name, text in scripts.items() if "DOMParser" in text] == ["picture.js"]


def test_the_shell_has_no_inline_code() -> None:
    shell = (STATIC / "index.html").read_text()
    assert "style=" not in shell
    assert "<style" not in shell
    assert shell.count("<script") == shell.count("<script src=") + shell.count(
        '<script type="module" src='
    )


def test_the_lock_names_no_host() -> None:
    lock = json.loads((HERE / "package-lock.json").read_text())
    assert [name for name, each in lock["packages"].items() if "resolved" in each] == []


def _lines(file: Path) -> int:
    return len(file.read_text().splitlines()) if file.suffix == ".js" else 0
