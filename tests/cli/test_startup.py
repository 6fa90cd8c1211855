"""What is loaded when: nothing heavy before it is used, and nothing shown that is not there.

How long it takes is not tested here, for that depends on the machine; what is loaded does not.
"""

import ast
import importlib
import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import quadrille
from quadrille.cli.commands import COMMANDS

from .shell import Shell

LIBRARIES = {
    "fastapi",
    "markdown_it",
    "mesa",
    "numpy",
    "openskill",
    "pandas",
    "psycopg",
    "pydantic",
    "ray",
    "rich",
    "sqlalchemy",
    "torch",
    "typer",
    "uvicorn",
}
PARTS = {"quadrille.arena", "quadrille.core._core", "quadrille.games.sheep", "quadrille.search"}
HEAVY = LIBRARIES | PARTS


def loaded(code: str) -> set[str]:
    """The heavy modules that are there after some code."""
    code = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return HEAVY & set(done.stderr.split())


def command(*args: str) -> str:
    return f"from quadrille.cli import main; assert main({args!r}) == 0"


@pytest.mark.parametrize(
    "code, allowed",
    [
        ("import quadrille", set()),
        (command("--version"), set()),
        (command("--help"), {"rich", "typer"}),
        (command(), {"pydantic", "rich", "typer"}),
        ("from quadrille import BadSpec, Decision, Option", set()),
        ("from quadrille import game_names; game_names()", {"quadrille.core._core"}),
    ],
)
def test_nothing_is_loaded_before_it_is_used(code: str, allowed: set[str]) -> None:
    assert loaded(code) <= allowed


def test_the_library_needs_no_command_line() -> None:
    code = "import quadrille; quadrille.play('connect_four', ['random', 'random'])"
    assert not loaded(code) & {"rich", "sqlalchemy", "torch", "typer"}


def test_the_store_is_loaded_only_when_it_is_used() -> None:
    modules = sorted({entry.place.partition(":")[0] for entry in COMMANDS.values()})
    assert "sqlalchemy" not in loaded(f"import {', '.join(modules)}")


# --- the package ---------------------------------------------------------------------------


def promised() -> dict[str, str]:
    """The public names by what type checkers read: where each comes from."""
    assert quadrille.__file__ is not None
    tree = ast.parse(Path(quadrille.__file__).read_text())
    [block] = [
        node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
    ]
    return {
        alias.name: str(node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_names_are_where_type_checkers_look() -> None:
    assert promised() == quadrille._HOMES
    assert sorted(promised()) == sorted(quadrille.__all__)
    for name, home in promised().items():
        assert getattr(quadrille, name) is getattr(importlib.import_module(home), name)


def test_the_package_looks_as_if_all_were_loaded() -> None:
    code = (
        "import quadrille; assert {*quadrille.__all__, '__version__'} <= set(dir(quadrille))\n"
        "from quadrille import *; assert State and VecEnv and match\n"
        "import quadrille; quadrille.core, quadrille.arena, quadrille.testing.check_game"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert "class Game(" in pydoc.plain(pydoc.render_doc(quadrille))


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'quadrille' has no attribute 'gaem'"):
        getattr(quadrille, "gaem")  # noqa: B009
    with pytest.raises(ImportError, match="cannot import name 'gaem'"):
        from quadrille import gaem  # type: ignore[attr-defined]  # noqa: F401


# --- the command line ----------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lines_are_those_of_the_commands(name: str, shell: Shell) -> None:
    place, line = COMMANDS[name]
    module, _, attribute = place.partition(":")
    found = getattr(importlib.import_module(module), attribute)
    doc = found.info.help if isinstance(found, typer.Typer) else inspect.getdoc(found) or ""
    assert isinstance(doc, str)
    assert line == " ".join(doc.partition("\n\n")[0].split())
    shown = shell(name, "--help")
    assert shown.code == 0 and f"Usage: quadrille {name} " in shown.out


def test_the_overview_shows_everything(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    text = shell("--help").out
    assert text == shell().out == shell("-h").out
    words = [(line.strip("│ ").split(), line) for line in text.splitlines()]
    lines = {line_words[0]: line for line_words, line in words if line_words}
    for name, entry in COMMANDS.items():
        assert entry.help in lines[name]
    for option in ("--version", "--cmake-dir", "--install-completion", "--show-completion"):
        assert option in lines
    assert "-h" in lines["--help"] and "Usage: quadrille [OPTIONS] COMMAND" in text
    assert text.isascii() is False and max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("typo, meant", [("perfft", "perft"), ("sheep-sever", "sheep-server")])
def test_a_typo_gets_a_suggestion(typo: str, meant: str, shell: Shell) -> None:
    run = shell(typo)
    assert run.code == 2 and f"No such command '{typo}'. Did you mean '{meant}'" in run.err


# --- completion ----------------------------------------------------------------------------


def completions(shell: Shell, line: str) -> list[str]:
    """What Bash is told at the end of a line."""
    shell.monkeypatch.setenv("_QUADRILLE_COMPLETE", "complete_bash")
    shell.monkeypatch.setenv("COMP_WORDS", line)
    shell.monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    run = shell()
    assert (run.code, run.err) == (0, "")
    return run.out.split()


@pytest.mark.parametrize(
    "line, expected",
    [
        ("quadrille pe", ["perft"]),
        ("quadrille sheep-", ["sheep-server", "sheep-client"]),
        ("quadrille bench ro", ["rollouts"]),
        ("quadrille perft c", ["carcassonne", "connect_four"]),
        ("quadrille agents qu", ["quarto"]),
        ("quadrille match quarto random perf", ["perfect"]),
        ("quadrille match sheep perf", []),
        ("quadrille play pillars --seat pillars-r", ["pillars-random", "pillars-reactive"]),
        ("quadrille sheep-client alph", ["alphabeta"]),
        ("quadrille perft --dep", ["--depth"]),
        ("quadrille perft my.p", []),
    ],
)
def test_completion(shell: Shell, line: str, expected: list[str]) -> None:
    assert completions(shell, line) == expected


def test_completion_of_commands_loads_none() -> None:
    asked = {
        "_QUADRILLE_COMPLETE": "complete_bash",
        "COMP_WORDS": "quadrille pe",
        "COMP_CWORD": "1",
    }
    code = f"import os; os.environ.update({asked!r})\n{command()}"
    assert loaded(code) <= {"pydantic", "typer"}


def test_an_agent_that_does_not_load_disturbs_nobody(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(game: str) -> None:
        raise RuntimeError(game)

    monkeypatch.setattr("quadrille.core.agents.registry.agent_names", fail)
    assert completions(shell, "quadrille match quarto ran") == []


def test_the_script_for_the_shell(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    run = shell("--show-completion", "bash")
    assert run.code == 0 and "complete -o default -F _quadrille_completion quadrille" in run.out
