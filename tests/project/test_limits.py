"""The tests themselves: they can be interrupted however they are started, and each has an end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.patience import PATIENCE
from support.places import ROOT

PLUGINS = ("support.limits", "pytest_timeout", "xdist")

INTERRUPTS = """
import signal, subprocess

def test_a_child_is_interrupted():
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, "as nohup wants it"
    for number in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(["sleep", "600"]) as child:
            try:
                child.send_signal(number)
                assert child.wait(60) == -number
            finally:
                child.kill()
"""

HANGS = """
import signal, time
import pytest

@pytest.mark.timeout(1)
def test_sleeps():
    time.sleep(600)

@pytest.mark.timeout(1)
def test_hears_no_alarm():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    time.sleep(600)

def test_another():
    pass
"""


def ignore_signals() -> None:
    """As ``nohup make test &`` does, and as a build server may block them."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, numbers)


def run_pytest(folder: Path, code: str, workers: int) -> tuple[int, str]:
    """Run tests of their own with the limits of these; the exit code and all output."""
    (folder / "test_it.py").write_text(code)
    (folder / "conftest.py").write_text("from support import limits\nlimits.GRACE = 1\n")
    plugins = [part for name in PLUGINS for part in ("-p", name)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-n", str(workers), "test_it.py"],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "tests"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        preexec_fn=ignore_signals,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("workers", [0, 1])
def test_children_can_be_interrupted(tmp_path: Path, workers: int) -> None:
    code, out = run_pytest(tmp_path, INTERRUPTS, workers)
    assert code == 0, out


def test_every_test_ends(tmp_path: Path) -> None:
    code, out = run_pytest(tmp_path, HANGS, 1)
    assert code == 1 and "2 failed, 1 passed" in out, out
    assert "Timeout (>1.0s) from pytest-timeout" in out
    assert "crashed while running 'test_it.py::test_hears_no_alarm'" in out
    for name in ("test_sleeps", "test_hears_no_alarm"):  # their stacks are shown
        assert f"in {name}" in out or f"def {name}" in out, out
    assert "most recent call first" in out
