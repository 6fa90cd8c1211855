"""The contest of docs/class.md, with few programs of which two misbehave."""

import re
import shutil
from pathlib import Path

import pytest

from agents.program_tools import EXAMPLE_PROGRAMS
from support.places import ROOT

from .shell import Shell

PAGE = (ROOT / "docs" / "class.md").read_text()
FILES = dict(re.findall(r"^```toml\n# (\w+\.toml)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
BROKEN = {"eve": "import numpyy\n", "tom": "print('Hello!')\n"}


@pytest.fixture
def programs(shell: Shell) -> None:
    """The files of the page, with time for a busy machine, and a folder of programs."""
    for name, text in FILES.items():
        patient = text.replace('"move=0.2"', '"move=60"').replace("start=5", "start=60")
        assert patient.count("60") == 2
        Path(name).write_text(patient)
    Path("programs").mkdir()
    for name in ("ada", "ben"):
        shutil.copyfile(EXAMPLE_PROGRAMS / "random_bot.py", f"programs/{name}.py")
    for name, text in BROKEN.items():
        Path(f"programs/{name}.py").write_text(text)


@pytest.mark.usefixtures("programs")
def test_the_rehearsal_names_who_fails(shell: Shell) -> None:
    run = shell("contest", "rehearsal.toml")
    assert run.code == 0, run.err
    assert "8 games" in run.out and "numpyy" in run.out
    for name in ("ada", "ben", "eve", "tom"):
        assert (f"{name} failed: 2 games forfeited" in run.out) == (name in BROKEN)
    assert "nothing was played" not in run.err
    # Programs that were corrected play only when the old games are gone, which is said.
    again = shell("contest", "rehearsal.toml")
    assert "eve failed" in again.out
    assert "nothing was played: these are the results of earlier games" in again.err
    assert "remove rehearsal.db" in again.err


@pytest.mark.usefixtures("programs")
def test_the_contest_goes_on_to_its_report(shell: Shell) -> None:
    run = shell("contest", "contest.toml")
    assert run.code == 0, run.err
    assert "12 games" in run.out
    order = [line.split()[0] for line in run.out.splitlines() if "%" in line][-4:]
    assert set(order[2:]) == set(BROKEN), "who fails comes last"
    page = Path("contest.html").read_text()
    assert "<h1>Spring contest</h1>" in page and "No module named" in page
    # Who comes late is put into the folder.
    shutil.copyfile(EXAMPLE_PROGRAMS / "random_bot.py", "programs/zoe.py")
    again = shell("contest", "contest.toml")
    assert again.code == 0 and "20 games" in again.out


def test_the_table_of_times() -> None:
    games, most, usual = 435 * 2, 42, 25
    for row in re.findall(r"^\| (0\.\d) \| (\d+) minutes \| (\d+) minutes \|$", PAGE, re.MULTILINE):
        seconds, usually, at_most = map(float, row)
        assert usually == pytest.approx(games * (usual * seconds + 0.1) / 2 / 60, abs=0.6)
        assert at_most == pytest.approx(games * (most * seconds + 0.1) / 2 / 60, abs=0.6)
