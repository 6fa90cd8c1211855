"""``quadrille solve`` and ``quadrille prove``, with a game whose solver is known to be right."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import Decision, Limits, MoveStats
from quadrille.cli.prove import default_checkpoint
from quadrille.core.package import Solution
from quadrille.search import solving
from quadrille.search.solving import solve
from support.places import EXAMPLES

from .shell import Shell

NIM = "heaps_of_beans.rules:Nim"
TIC_TAC_TOE = str(EXAMPLES / "tic_tac_toe.py:TicTacToe")

SOLVER = '''
"""Bouton's theorem: whoever leaves heaps whose exclusive or is zero wins."""

from functools import reduce
from operator import xor
from quadrille.core.package import GameSolver, Solution

def value(heaps):
    return 1 if reduce(xor, heaps) else -1

def solve(state, *, distance=False, all_moves=False, limits=None):
    values = {}
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        values[move] = -value(after.heaps)
    best = max(values, key=values.get)
    if sum(state.heaps) > 20:  # as if it were too hard
        limits.stop.wait()
        return Solution(None, nodes=7)
    return Solution(values[best], best, 3 if distance else None, values, len(values), 0.25)

def build_book(game, path, progress=None):
    for step in range(3):
        progress(step / 2, 10 * step)
    path.write_bytes(b"nim")
    if game.options["misere"]:
        raise ValueError("no such book")

class Proof:
    value, nodes, seconds = 1, 42, 0.5

def prove(game, checkpoint, progress=None):
    done = float(checkpoint.read_text()) if checkpoint.exists() else 0.0
    while done < 1:
        progress(done, int(100 * done))
        done += 0.25
        checkpoint.write_text(str(done))
        if done == 0.5 and game.options["misere"]:
            raise KeyboardInterrupt
    return Proof

SOLVER = GameSolver(solve, build_book=build_book, prove=prove)
'''

PACKAGE = """
from quadrille import GamePackage

def _solver():
    from heaps_of_beans.solver import SOLVER

    return SOLVER

GAME = GamePackage(Nim, solver=_solver)
"""


@pytest.fixture
def nim(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[quadrille.Game]:
    package = tmp_path / "heaps_of_beans"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text((EXAMPLES / "nim.py").read_text() + PACKAGE)
    (package / "solver.py").write_text(SOLVER)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield quadrille.game(NIM)
    for name in [name for name in sys.modules if name.startswith("heaps_of_beans")]:
        del sys.modules[name]


def test_solve_as_json(shell: Shell, nim: quadrille.Game) -> None:
    data = shell("solve", NIM, "--position", "1,3,2 0", "--json").data
    assert data == {"value": "loss", "move": data["move"], "nodes": 6, "seconds": 0.25}
    data = shell("solve", NIM, "--json", "--distance", "--all-moves").data
    assert data["value"] == "win" and data["move"] == "c3" and data["distance"] == 3
    assert len(data["moves"]) == 9 and {"move": "c3", "value": "win"} in data["moves"]
    assert {"move": "a1", "value": "loss"} in data["moves"]


def test_solve_for_people(shell: Shell, nim: quadrille.Game) -> None:
    run = shell("solve", NIM, "--distance", "--all-moves")
    assert run.code == 0 and run.err == ""
    assert [line.split() for line in run.out.splitlines()[:2]] == [["move", "value"], ["c3", "win"]]
    assert "value  win in 3 moves for player 1" in run.out and "move   c3" in run.out


@pytest.mark.parametrize("json", [True, False])
def test_time_runs_out(shell: Shell, nim: quadrille.Game, json: bool) -> None:
    args = ("solve", NIM, "-o", "heaps=5", "--time", "0.1")
    run = shell(*args, *["--json"] * json)
    assert run.code == 1 and run.err == "not solved: stopped by --time\n"
    assert ('{"value": "unknown", "move": null, "nodes": 7' if json else "unknown") in run.out


def test_books(shell: Shell, nim: quadrille.Game, tmp_path: Path) -> None:
    run = shell("solve", NIM, "--build-book")
    assert (run.code, run.out, run.err) == (0, "", "wrote nim.book (3 bytes)\n")
    data = shell("solve", NIM, "--build-book", "--out", "b", "--json").data
    assert data["out"] == "b" and data["bytes"] == 3 and (tmp_path / "b").read_bytes() == b"nim"
    # Nothing is left of a book that was not finished, and the old one stays.
    run = shell("solve", NIM, "--build-book", "--out", "b", "-o", "misere=true")
    assert run.code == 2 and "no such book" in run.err
    left = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert left == {"my.py", "nim.book", "b"}


def test_prove(shell: Shell, nim: quadrille.Game, tmp_path: Path) -> None:
    data = shell("prove", NIM, "--json").data
    assert data["value"] == "win" and data["nodes"] == 42 and data["options"]["heaps"] == 3
    checkpoint = tmp_path / "cache" / "quadrille" / "nim-heaps=3-misere=false.proof"
    assert checkpoint.read_text() == "1.0" and default_checkpoint(nim) == checkpoint
    run = shell("prove", NIM)
    assert run.err == f"going on from {checkpoint}\n" and "win for player 1" in run.out


def test_a_proof_goes_on_where_it_was(shell: Shell, nim: quadrille.Game, tmp_path: Path) -> None:
    args = ("prove", NIM, "-o", "misere=true", "--checkpoint", "here/p")
    run = shell(*args)
    assert run.code == 130 and run.out == ""
    assert run.err == "stopped by Ctrl-C; the same command goes on from here/p\n"
    assert (tmp_path / "here" / "p").read_text() == "0.5"
    run = shell(*args)
    assert run.code == 0 and run.err == "going on from here/p\n"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("solve my.py:Cards", "cards has chance; only games without it can be solved"),
        ("solve connect_four --position x", "in position 'x'"),
        (f"solve {NIM} --position 0,0,0\xa00", "the game is over in '0,0,0 0'"),
        ("solve connect_four --time 0", "expected --time above 0"),
        ("solve connect_four --out x", "expected --out only with --build-book"),
        (f"solve {NIM} --build-book --out no/x", "No such file or directory"),
        (f"solve {TIC_TAC_TOE} --build-book", "tic_tac_toe has no book of solved positions"),
        (f"solve {TIC_TAC_TOE} --distance", "the solver for tic_tac_toe finds no distances"),
        ("prove my.py:Cards", "there is no proof for cards"),
    ],
)
def test_mistakes(shell: Shell, nim: quadrille.Game, command: str, expected: str) -> None:
    run = shell(*[word.replace("\xa0", " ") for word in command.split(" ")])
    assert run.code == 2 and run.out == ""
    assert run.err.startswith("quadrille: ") and run.err.count("\n") == 1, run.err
    assert expected in run.err


def test_what_cannot_be_solved() -> None:
    cards = quadrille.game(str(EXAMPLES / "high_card.py:HighCard")).new()
    assert "has chance" in solving.unsolvable(cards)

    class Secret:
        name = "secret"

        def lacks(self) -> set[str]:
            return {"chance"}

    class Three(Secret):
        def lacks(self) -> set[str]:
            return {"chance", "secrets"}

        def num_sides(self) -> int:
            return 3

    found: list[Any] = [Secret(), Three()]
    assert "has secrets" in solving.unsolvable(found[0])
    assert "has 3 sides here" in solving.unsolvable(found[1])


# --- the general solver --------------------------------------------------------------------


class Negamax:
    """What the general solver answers, the slow way."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.all_moves = settings["all_moves"]

    def search(
        self, state: Any, rng: Any, seconds: Any = None, stop: Any = None, progress: Any = None
    ) -> Decision:
        if stop.is_set():
            return Decision(state.legal_moves()[0], (0.0, 0.0), nodes=1)
        values = {move: -self.value(after(state, move)) for move in state.legal_moves()}
        best = max(values, key=lambda move: values[move])
        value = [0.0, 0.0]
        value[state.player()], value[1 - state.player()] = values[best], -values[best]
        stats = tuple(MoveStats(move, value=values[move], exact=True) for move in values)
        return Decision(best, tuple(value), stats, nodes=9, seconds=0.5, exact=True)

    def value(self, state: Any) -> float:
        """For the player to move, or who would be."""
        if state.is_over():
            return -1.0 if max(state.scores()) > 0 else 0.0
        return max(-self.value(after(state, move)) for move in state.legal_moves())


def after(state: Any, move: Any) -> Any:
    twin = state.copy()
    twin.play(move)
    return twin


@pytest.fixture
def negamax(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(name: str, state_type: type, settings: dict[str, Any]) -> Negamax:
        assert name == "Solver"
        return Negamax(settings)

    monkeypatch.setattr(solving, "make_search", make)


@pytest.mark.usefixtures("negamax")
def test_other_games_take_the_general_solver(shell: Shell) -> None:
    args = ("solve", TIC_TAC_TOE, "--position", "xx./oo./...")
    assert shell(*args, "--json").data == {"value": "win", "move": "3", "nodes": 9, "seconds": 0.5}
    data = shell("solve", TIC_TAC_TOE, "--position", "xo./.x./..o", "--all-moves", "--json").data
    assert data["value"] == "win" and len(data["moves"]) == 5
    data = shell("solve", TIC_TAC_TOE, "--position", "xox/.o./...", "--json").data
    assert (data["value"], data["move"]) == ("draw", "8")


@pytest.mark.usefixtures("negamax")
def test_a_general_solver_that_was_stopped() -> None:
    stop = threading.Event()
    stop.set()
    state = quadrille.game(TIC_TAC_TOE).new()
    assert solve(state, limits=Limits(stop=stop)) == Solution(None, nodes=1)


def test_the_general_solver_itself(shell: Shell) -> None:
    args = ("solve", TIC_TAC_TOE, "--position")
    assert shell(*args, "xx./oo./...", "--json").data["move"] == "3"
    assert shell(*args, "xox/.o./...", "--json").data["value"] == "draw"
