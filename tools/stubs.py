"""Write the type stubs of the native modules, `_core.pyi` beside each `_core`.

Run after changing a binding: `make stubs`. A test compares the stubs with fresh ones. Nothing is
listed by hand: a new game's stub is written because its folder has a `bind.cpp`, and what the
states and moves of all games have in common goes to one stub, from which theirs inherit.
"""

import ast
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parent.parent / "src"
COMMON = SOURCE / "quadrille/core/native_state.pyi"
HEADER = "# Written by tools/stubs.py from the native module; do not edit.\n"
COMMON_HEADER = '''\
# Written by tools/stubs.py from the native games; do not edit.
"""What the states and the moves of all native games have in common, for type checkers.

There is no such module when the program runs: each game has types of its own, with no base.
"""

'''
BASES = {"Move": ("NativeMove", "NativeMove"), "State": ("NativeState[Move]", "NativeState")}
"""Of each class that every game has: its base as the stubs of games name it, and its name."""


class StubClass(NamedTuple):
    """A class of a stub."""

    first: int
    """Its first line."""
    last: int
    members: dict[str, str]
    """The members in the words of the common stub, with those of the game's own stub."""
    doc: str


def native_folders() -> list[Path]:
    """Every package folder that has a native module."""
    return sorted(bind.parent for bind in SOURCE.glob("quadrille/**/bind.cpp"))


def stub_paths() -> list[Path]:
    """Where the stubs are."""
    return [COMMON, *(folder / "_core.pyi" for folder in native_folders())]


def raw_stub(folder: Path) -> str:
    """What nanobind writes about a module as it is built now."""
    module = ".".join(folder.relative_to(SOURCE).parts) + "._core"
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "_core.pyi"
        stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P"]
        subprocess.run([*stubgen, "-m", module, "-o", str(out)], check=True, cwd=scratch)
        return re.sub(r"\n{3,}", "\n\n", out.read_text())


@cache
def stubs() -> dict[Path, str]:
    """Every stub by its path, as it should be."""
    folders = native_folders()
    with ThreadPoolExecutor(2) as pool:
        raw = dict(zip(folders, pool.map(raw_stub, folders), strict=True))
    games = {folder: text for folder, text in raw.items() if folder.parent.name == "games"}
    shared = {name: common_members(games.values(), name) for name in BASES}
    found = {COMMON: common_stub(next(iter(games.values())), shared)}
    for folder, text in raw.items():
        stub = own_stub(text, shared) if folder in games else text
        found[folder / "_core.pyi"] = HEADER + re.sub(r"\n{3,}", "\n\n", stub)
    return found


def common_members(texts: Iterable[str], name: str) -> list[str]:
    """The members that a class has in all stubs, word for word."""
    first, *others = [stub_class(text, name).members for text in texts]
    return [
        member
        for member in first
        if all(member in other for other in others) and not makes_states(member)
    ]


def makes_states(member: str) -> bool:
    """Whether a member is static and returns a state, for which the base class has no name."""
    return re.match(r"\s*@staticmethod\n.*\bState\b", member) is not None


def common_stub(example: str, shared: dict[str, list[str]]) -> str:
    """The stub of what all games share."""
    body = "".join(
        f"class {BASES[name][1]}{'(Generic[MoveT])' if name == 'State' else ''}:\n"
        + "\n\n".join([f'    """A {name.lower()} of any native game."""', *members])
        + "\n\n"
        for name, members in shared.items()
    )
    variable = 'MoveT = TypeVar("MoveT", bound=NativeMove)\n\n'
    body = body.replace("class NativeState", variable + "class NativeState")
    typing = "from typing import Any, Generic, Self, TypeVar\n"
    head = re.sub(r"from typing .*\n", typing, imports_of(example))
    return COMMON_HEADER + used_imports(head, body) + body.rstrip("\n") + "\n"


def own_stub(text: str, shared: dict[str, list[str]]) -> str:
    """The stub of a game, whose classes inherit what all games share."""
    lines = text.splitlines()
    for name in sorted(BASES, key=lambda name: -stub_class(text, name).first):
        found = stub_class(text, name)
        own = [old for new, old in found.members.items() if new not in shared[name]]
        body = "\n\n".join([found.doc, *own])
        lines[found.first - 1 : found.last] = [f"class {name}({BASES[name][0]}):", body]
    rest = "\n".join(lines[imports_of(text).count("\n") :]) + "\n"
    bases = ", ".join(base for _, base in BASES.values())
    head = used_imports(imports_of(text), rest).rstrip("\n").split("\n")
    return "\n".join(
        [*head, f"from quadrille.core.native_state import {bases}\n", rest.lstrip("\n")]
    )


def stub_class(text: str, name: str) -> StubClass:
    """A class of a stub, by its name."""
    [node] = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    lines = text.splitlines()
    doc, *members = ("\n".join(lines[first_line(each) - 1 : each.end_lineno]) for each in node.body)
    assert node.end_lineno is not None
    return StubClass(
        node.lineno, node.end_lineno, {in_common_words(each): each for each in members}, doc
    )


def first_line(node: ast.stmt) -> int:
    """Of a member with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def in_common_words(member: str) -> str:
    """A member as the base class has it, which knows no game's types by name."""
    if makes_states(member):
        return member
    own = "Self" if re.match(r"\s*def __[lg][te]__", member) else "MoveT"  # moves are compared
    lines = member.split("\n")
    for index, line in enumerate(lines):
        if line.lstrip().startswith("def "):
            line = re.sub(r"\bState\._", "NativeState._", line)
            lines[index] = re.sub(r"\bState\b", "Self", re.sub(r"\bMove\b", own, line))
    return "\n".join(lines)


def imports_of(text: str) -> str:
    """The lines of a stub before its first class or function."""
    first = min(node.lineno for node in ast.parse(text).body if not is_import(node))
    return "".join(line + "\n" for line in text.splitlines()[: first - 1])


def is_import(node: ast.stmt) -> bool:
    """Whether a statement imports something."""
    return isinstance(node, ast.Import | ast.ImportFrom)


def used_imports(head: str, body: str) -> str:
    """Imports without what a body does not use."""
    kept = []
    for line in head.split("\n"):
        if match := re.match(r"from (\S+) import (.*)", line):
            names = [name for name in match[2].split(", ") if re.search(rf"\b{name}\b", body)]
            line = f"from {match[1]} import {', '.join(names)}"
            if not names:
                continue
        elif (match := re.match(r"import (\S+)", line)) and f"{match[1]}." not in body:
            continue
        kept.append(line)
    return "\n".join(kept)


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text)
        print(path.relative_to(SOURCE.parent))
