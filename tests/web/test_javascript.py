"""The browser side of the page: its types, and its parts that need no browser."""

import json
import re
import subprocess
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from support.patience import PATIENCE

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src/quadrille/web/static"
MAX_BYTES = 360_000
"""Of all that a browser loads."""
MAX_LINES = 400
IMPORT = re.compile(r"""\b(?:import|export)\b\(?[^"'();]*["'](\.[^"']+)["']""")
"""Of another script: static, dynamic, or of a type."""


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
    assert sum(each.stat().st_size for each in files) < MAX_BYTES
    long = {each.name: n for each in files if (n := _lines(each)) > MAX_LINES}
    assert long == {}


def test_markup_is_read_in_one_place() -> None:
    scripts = {each.name: each.read_text() for each in STATIC.rglob("*.js")}
    banned = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
    assert {
        (name, word) for name, text in scripts.items() for word in banned if word in text
    } == set()
    assert [name for name, text in scripts.items() if "DOMParser" in text] == ["picture.js"]


def test_no_scripts_import_each_other() -> None:
    assert import_cycle(STATIC / "js") == ""


def test_a_cycle_of_imports_is_named(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "main.js").write_text('const page = () => import("./pages/home.js");\n')
    (tmp_path / "pages/home.js").write_text("import {\n  go,\n} from '../tools.js';\n")
    (tmp_path / "tools.js").write_text('export * from "./main.js";\n')
    cycle = import_cycle(tmp_path)
    assert cycle.count(" imports ") == 3
    assert "main.js imports pages/home.js" in cycle
    (tmp_path / "tools.js").write_text('import "./absent.js";\n')
    with pytest.raises(FileNotFoundError, match="absent"):
        import_cycle(tmp_path)


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


def import_cycle(folder: Path) -> str:
    """A cycle among the scripts of a folder, as "a.js imports b.js imports a.js"; empty if none."""
    folder = folder.resolve()
    imports = {
        script: {
            (script.parent / target).resolve(strict=True)
            for target in IMPORT.findall(script.read_text())
        }
        for script in sorted(folder.rglob("*.js"))
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        names = [each.relative_to(folder).as_posix() for each in reversed(error.args[1])]
        return " imports ".join(names)
    return ""


def _lines(file: Path) -> int:
    return len(file.read_text().splitlines()) if file.suffix == ".js" else 0
