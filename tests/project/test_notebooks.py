"""Notebooks hold what their pages say, and every cell runs."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.test_goldens import tool
from support.places import ROOT
from support.scale import LONG

notebooks = tool("notebooks")
PAGES = sorted(notebooks.FOLDER.glob("*.md"))
EXAMPLE = """# Title

```python
GAMES = 100  # 2 for a first try

print(GAMES)
```

```text
100
```

The end:

```python
GAMES + 1
```
"""


def run(option: str, page: Path) -> None:
    """Run a page in a process of its own, where every warning is an error."""
    tool_file = str(ROOT / "tools" / "notebooks.py")
    command = [sys.executable, "-W", "error", tool_file, option, str(page)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_cell_runs(page: Path, tmp_path: Path) -> None:
    if not LONG:
        run("--try", page)
        return
    copy = tmp_path / page.name
    shutil.copyfile(page, copy)
    run("--run", copy)
    assert copy.read_text() == page.read_text(), f"python tools/notebooks.py --run {page}"


@pytest.mark.parametrize(
    "path, fresh", list(notebooks.notebooks()), ids=lambda value: str(value)[-20:].strip()
)
def test_notebooks_are_fresh(path: Path, fresh: str) -> None:
    assert path.read_text("utf-8") == fresh, "make docs"


def test_there_is_a_notebook_of_every_page_and_a_page_of_every_notebook() -> None:
    assert sorted(notebooks.FOLDER.glob("*.ipynb")) == [one.with_suffix(".ipynb") for one in PAGES]
    for page in PAGES:
        assert f"]({page.stem}.ipynb)" in page.read_text(), "the page links to its notebook"


def test_an_agent_is_rated_in_20_lines() -> None:
    page = (notebooks.FOLDER / "your-own-agent.md").read_text("utf-8")
    agent, match = [cell.source for cell in notebooks.cells(page) if cell.is_code][:2]
    assert "quadrille.match(" in match
    assert len([line for line in f"{agent}\n{match}".splitlines() if line]) <= 20


def test_cells() -> None:
    text, first, end, last = notebooks.cells(EXAMPLE)
    assert (text.source, end.source) == ("# Title", "The end:")
    assert first.printed == "100\n" and last.printed is None
    (_, printed, nothing), (_, silence, shown) = notebooks.run(EXAMPLE)
    assert (printed, nothing, silence, shown) == ("100\n", None, "", 101)
    [(_, printed, _), _] = notebooks.run(notebooks.small(EXAMPLE))
    assert printed == "2\n"
    stale = EXAMPLE.replace("100\n```", "99\n```")
    assert notebooks.filled(stale) == EXAMPLE


def test_a_notebook_has_no_outputs() -> None:
    made = json.loads(notebooks.notebook(EXAMPLE))
    kinds = [cell["cell_type"] for cell in made["cells"]]
    assert kinds == ["markdown", "code", "markdown", "code"]
    assert made["cells"][1]["outputs"] == [] and "100\n" not in made["cells"][1]["source"]


def test_jupyter_reads_them() -> None:
    nbformat = pytest.importorskip("nbformat")
    for path, _ in notebooks.notebooks():
        nbformat.validate(nbformat.read(path, as_version=4))
