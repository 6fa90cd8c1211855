"""Ctrl-C at any moment, also while modules are loaded: exit code 130, and not a word.

What comes before the first line of ours, the start of the interpreter, is not in our hands. The
program says when it has reached that line, and Ctrl-C comes so many seconds later.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.patience import PATIENCE
from support.scale import LONG

from .programs import start

HOOK = """
import os, sys

def tell(event, details):
    if event == "import" and details[0] == "quadrille.cli.interrupt":
        os.write(2, b"ready\\n")

sys.addaudithook(tell)
"""
MODULE = (sys.executable, "-m", "quadrille")
SCRIPT = (str(Path(sys.executable).with_name("quadrille")),)
WHOLE = {
    "--version": MODULE,
    "--help": SCRIPT,
    "games --json": SCRIPT,
    "agents quarto --json": MODULE,
    "perft my.py:Missing --depth 1": MODULE,
}
"""Commands that print all or nothing, and how they are started."""
ENDLESS = {
    "perft connect_four --depth 30": SCRIPT,
    "match connect_four random random --games 1000000 --json": MODULE,
    "play quarto --seat random --seat human": MODULE,
}
"""Commands that end by Ctrl-C only; the second one then prints what was played."""
STEPS = 40 if LONG else 5


@pytest.fixture
def hook(tmp_path: Path) -> dict[str, str]:
    """The environment in which a program says that it has begun."""
    folder = tmp_path / "hook"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(HOOK)
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(path), "COLUMNS": "80"}


def begin(
    program: tuple[str, ...], args: str, cwd: Path, env: dict[str, str]
) -> "subprocess.Popen[bytes]":
    """Start a program, and wait for its first line."""
    running = start(*args.split(), cwd=cwd, env=env, program=program)
    assert running.stderr is not None and running.stderr.readline() == b"ready\n"
    return running


def interrupted_after(
    seconds: float, running: "subprocess.Popen[bytes]"
) -> tuple[int, bytes, bytes]:
    """Exit code and output of a program that gets Ctrl-C, unless it ends before."""
    time.sleep(seconds)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    return running.returncode, out, err


@pytest.mark.parametrize("args", WHOLE)
def test_all_or_nothing_is_printed(args: str, tmp_path: Path, hook: dict[str, str]) -> None:
    before = time.monotonic()
    running = begin(WHOLE[args], args, tmp_path, hook)
    whole = running.communicate(timeout=PATIENCE)
    lasts, code = time.monotonic() - before, running.returncode
    for step in range(STEPS):
        found = interrupted_after(lasts * step / STEPS, begin(WHOLE[args], args, tmp_path, hook))
        complete = found == (code, *whole)
        assert complete or found[0] == 130, found
        assert found[1] in (b"", whole[0]) and found[2] in (b"", whole[1])


@pytest.mark.parametrize("args", ENDLESS)
def test_it_ends_whatever_it_does(args: str, tmp_path: Path, hook: dict[str, str]) -> None:
    for step in range(STEPS):
        seconds = 1.0 * step / STEPS
        code, out, err = interrupted_after(seconds, begin(ENDLESS[args], args, tmp_path, hook))
        assert code == 130 and b"Traceback" not in err and b"Exception" not in err, err
        if "--json" in args and out:
            assert json.loads(out)["stopped"]
        elif "play" not in args:
            assert out == b""


def test_ctrl_c_that_is_ignored_stays_ignored(tmp_path: Path, hook: dict[str, str]) -> None:
    """As for programs in the background."""
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    (tmp_path / "hook/sitecustomize.py").write_text(code + HOOK)
    running = begin(MODULE, "games --json", tmp_path, hook)
    found, out, err = interrupted_after(0, running)
    assert (found, err) == (0, b"") and json.loads(out)


def test_a_swallowed_ctrl_c_comes_again(tmp_path: Path, hook: dict[str, str]) -> None:
    """One that comes while Python calls what cannot raise, such as ``__del__``."""
    (tmp_path / "my.py").write_text(
        "import os, signal, time\n"
        "class Clumsy:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(60)\n"
        "Clumsy()\n"
        "time.sleep(60)\n"
    )
    running = begin(MODULE, "perft my.py:Clumsy --depth 1", tmp_path, hook)
    assert running.communicate(timeout=PATIENCE) == (b"", b"")
    assert running.returncode == 130


NATIVE = """
import os, signal, sys

def interrupt(event, details, left=[1]):
    if event in ("sys._getframe", "object.__getattr__"):  # what looking at frames brings about
        return
    frame = sys._getframe()
    while left and frame is not None:
        if frame.f_code.co_qualname.startswith("ExtensionFileLoader.exec"):
            if "games.quarto" in repr(frame.f_locals):
                left.pop()
                os.kill(os.getpid(), signal.SIGINT)
        frame = frame.f_back

sys.addaudithook(interrupt)
"""


def test_ctrl_c_in_the_set_up_of_a_native_module(tmp_path: Path, hook: dict[str, str]) -> None:
    """There a KeyboardInterrupt would abort the process."""
    (tmp_path / "hook/sitecustomize.py").write_text(HOOK + NATIVE)
    running = begin(MODULE, "perft quarto --depth 12", tmp_path, hook)
    assert running.communicate(timeout=PATIENCE) == (b"", b"")
    assert running.returncode == 130
