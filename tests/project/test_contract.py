"""Rooms ask of a state only what the contract names, so that every game works everywhere."""

import ast
import re
from collections.abc import Iterator

import pytest

import quadrille
from quadrille.core.state_numbers import StateNumbers
from support.places import PACKAGE

ROOMS = ("agents", "arena", "cli", "search", "testing", "web")
"""The folders that work for every game."""
OF_ONE_GAME = ("arena/network/", "cli/sheep.py")
"""What in them speaks the protocol of Sheep contests."""
STATES = {"state", "view", "start", "before", "after", "position"}
"""What variables and attributes that hold states are called."""
OPTIONAL = {"canonical_key"}
"""What only some games have; ``lacks()`` says so."""
NATIVE = {"_search_root", "_VecEnv", "inputs", "move_inputs"}
"""What searches and networks find in native states."""
HEADER = (PACKAGE / "core/game.hpp").read_text()


def asked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The methods that are called on states, or looked up by name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func, node.args:
            case ast.Attribute(value=owner, attr=name), _ if holds_state(owner):
                yield node.lineno, name
            case ast.Name(id="hasattr" | "getattr"), [owner, ast.Constant(value=str(name)), *_]:
                if holds_state(owner):
                    yield node.lineno, name


def holds_state(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in STATES
    return False


def problems(name: str, code: str) -> list[str]:
    known = set(dir(quadrille.State)) | OPTIONAL | NATIVE | set(dir(str)) | set(dir(dict))
    return [
        f"{name}:{line}: {method}() is not in the contract"
        for line, method in asked(ast.parse(code))
        if method not in known
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_ask_what_the_contract_names(room: str) -> None:
    files = {
        path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8")
        for path in sorted((PACKAGE / room).rglob("*.py"))
    }
    found = [
        problem
        for name, code in files.items()
        if not name.startswith(OF_ONE_GAME)
        for problem in problems(name, code)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code", ["table.state.contest_points()", "x = hasattr(view, 'remaining')", "state.disc(1, 2)"]
)
def test_what_is_not_in_the_contract_is_reported(code: str) -> None:
    assert len(problems("web/a.py", code)) == 1


def test_both_languages_name_the_same() -> None:
    """Every public method of the Python contract stands in the header, or is Python's own."""
    python_only = {
        "board": "drawings are written in Python",
        "svg": "drawings are written in Python",
        "click_path": "drawings are written in Python",
        "ghost": "drawings are written in Python",
        "lacks": "made of the defaults that a game replaces",
        "copy": "states are values",
        "play_chance": "the bound state has the chance stream",
        "option_fields": "fields() of the options",
        "check_options": "check() of the options",
    }
    public = {
        name
        for part in (quadrille.State, StateNumbers)
        for name, member in vars(part).items()
        if not name.startswith("_") and callable(member)
    }
    missing = {name for name in public if f"{name}(" not in HEADER}
    assert missing == set(python_only)


def test_the_header_names_nothing_else() -> None:
    """Nor does the header promise what Python-written games cannot offer, but for speed."""
    native_only = {
        "can_lose_turn",
        "hides_facts",
        "history_key",
        "inputs",
        "judge_moves",
        "main_moves",
        "move_inputs",
        "play_out",
        "rollout_move",
    }
    comment = HEADER[HEADER.index("// Required") : HEADER.index("#pragma once")]
    left = "\n".join(line[5:36] for line in comment.splitlines() if line.startswith("//   "))
    named = set(re.findall(r"\b([a-z_]+)\(", left))
    assert named - set(dir(quadrille.State)) - OPTIONAL == native_only
