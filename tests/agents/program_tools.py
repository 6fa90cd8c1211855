"""What the tests of programs share: how they are named, and what is left of them."""

import os
import shlex
import sys
from pathlib import Path

import quadrille
from support.patience import wait_until
from support.places import EXAMPLES

PROGRAMS = Path(__file__).parent / "programs"
EXAMPLE_PROGRAMS = EXAMPLES / "programs"
PLAIN = f"{shlex.quote(sys.executable)} -I -S"
"""A Python that starts fast and has nothing but its standard library."""
QUARTO = quadrille.game("quarto")


def with_quadrille() -> str:
    """A Python that has Quadrille; programs do not see what a sanitized build needs."""
    kept = ("LD_PRELOAD", "ASAN_OPTIONS", "UBSAN_OPTIONS")
    names = [f"{name}={os.environ[name]}" for name in kept if name in os.environ]
    return shlex.join([*(["env", *names] if names else []), sys.executable])


def bad(name: str, mark: object, **limits: object) -> str:
    """The spec of a program that misbehaves."""
    given = {"start": 60, **limits}
    fields = ",".join(f"{key}={value}" for key, value in given.items())
    command = f"{PLAIN} {shlex.quote(str(PROGRAMS / 'bad.py'))} {name} {shlex.quote(str(mark))}"
    return f"program[{fields}]:{command}"


def spy(log: object, *more: str) -> str:
    """The spec of a program that writes down all it hears."""
    words = [str(PROGRAMS / "spy.py"), str(log), *more]
    return f"program:{PLAIN} {shlex.join(words)}"


def left(mark: object) -> list[int]:
    """The processes that are left with a mark among their arguments."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                arguments = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if str(mark).encode() in arguments:
                found.append(int(folder.name))
    return found


def wait_for_none_left(mark: object) -> None:
    """Until no process has the mark; for those that end on their own."""
    wait_until(lambda: not left(mark), f"the end of processes with {mark}")
