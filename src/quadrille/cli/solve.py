"""``quadrille solve``: the exact value of a position."""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from quadrille import Decision, Game, Limits
from quadrille.cli.analyse import Time, stop_after
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    Seed,
    check_seconds,
    console,
    find_game,
    find_state,
    note,
    plain_table,
    print_json,
    print_pairs,
)
from quadrille.cli.decisions import cost_text, so_far
from quadrille.cli.progress import LatestDecision, Live, ProgressBar, gentle_interrupt
from quadrille.core.package import Solution
from quadrille.search.solving import solve as find_solution
from quadrille.search.solving import unsolvable

UNKNOWN, STOPPED = 1, 130
WORDS = {1: "win", 0: "draw", -1: "loss", None: "unknown"}
COLOURS = {1: "green", 0: "", -1: "red", None: "yellow"}


def solve(
    game: GameName,
    position: Position = None,
    distance: Annotated[
        bool, typer.Option("--distance", help="Also find how many moves it takes; slower.")
    ] = False,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Also find the value of every legal move.")
    ] = False,
    time: Time = None,
    build_book: Annotated[
        bool,
        typer.Option("--build-book", help="Write the game's book of positions instead."),
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write the book.")
    ] = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Find the exact value of a position: win, draw or loss for the player to move.

    If --time or Ctrl-C ends it before, the value is "unknown" and the exit code
    1 or 130.
    """
    rules = find_game(game, option)
    if build_book:
        write_book(rules, out, json)
        return
    if out is not None:
        raise ValueError("expected --out only with --build-book")
    if time is not None:
        check_seconds(time, "--time")
    state = find_state(rules, position, seed)
    if reason := unsolvable(state):
        raise ValueError(reason)
    solution, stopped = find(state, distance, all_moves, time)
    answer = as_plain(solution, distance, all_moves)
    if json:
        print_json(answer)
    else:
        show(answer, solution, state)
    if stopped or solution.value is None:
        note(f"not solved: stopped by {'Ctrl-C' if stopped else '--time'}")
        raise typer.Exit(STOPPED if stopped else UNKNOWN)


def find(
    state: Any, distance: bool, all_moves: bool, seconds: float | None
) -> tuple[Solution, bool]:
    """The solution, and whether Ctrl-C kept it from being found."""
    latest = LatestDecision()
    limits = Limits(progress=latest)
    start = time.perf_counter()
    with gentle_interrupt(limits.stop) as interrupt, stop_after(limits.stop, seconds):
        line = Live(lambda: so_far(latest.decision, state, line.elapsed()))
        try:
            with line:
                found = find_solution(state, distance=distance, all_moves=all_moves, limits=limits)
        except KeyboardInterrupt:
            nodes = 0 if latest.decision is None else latest.decision.nodes or 0
            found = Solution(None, nodes=nodes, seconds=time.perf_counter() - start)
    return found, interrupt.asked and found.value is None


def as_plain(solution: Solution, distance: bool, all_moves: bool) -> dict[str, Any]:
    """The solution as plain values."""
    known = solution.value is not None
    answer: dict[str, Any] = {
        "value": WORDS[solution.value],
        "move": str(solution.move) if known else None,
    }
    if distance:
        answer["distance"] = solution.distance if known else None
    if all_moves:
        answer["moves"] = [
            {"move": str(move), "value": WORDS[value]}
            for move, value in (solution.values if known else {}).items()
        ]
    return {**answer, "nodes": solution.nodes, "seconds": solution.seconds}


def show(answer: Mapping[str, Any], solution: Solution, state: Any) -> None:
    """Print the solution for people."""
    screen = console()
    if solution.values:
        table = plain_table("move", "value")
        best = sorted(solution.values.items(), key=lambda item: -item[1])
        for move, value in best:
            table.add_row(Text(str(move), "cyan"), Text(WORDS[value], COLOURS[value]))
        screen.print(table)
        screen.print()
    far = answer.get("distance")
    moves = "" if far is None else f" in {far} move{'' if far == 1 else 's'}"
    cost = Decision(None, nodes=solution.nodes, seconds=solution.seconds)
    pairs = {"value": f"{answer['value']}{moves} for player {state.player() + 1}"}
    if solution.value is None:
        pairs["value"] = "unknown"
    else:
        pairs["move"] = str(answer["move"])
    print_pairs({**pairs, "cost": cost_text(cost)})


# --- books ---------------------------------------------------------------------------------


def write_book(rules: Game, out: Path | None, json: bool) -> None:
    """Let the game's solver write its book, all of it or nothing."""
    solver = rules.package.own_solver
    if solver is None or solver.build_book is None:
        raise ValueError(f"{rules.name} has no book of solved positions")
    path = Path(f"{rules.name}.book") if out is None else out
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.open("wb").close()  # rather now than when the work is done
    start = time.perf_counter()
    try:
        with ProgressBar(f"book of {rules.name}") as bar:
            solver.build_book(rules, draft, progress=bar)
        size = draft.stat().st_size
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    if json:
        seconds = time.perf_counter() - start
        print_json({"game": rules.spec, "out": str(path), "bytes": size, "seconds": seconds})
    else:
        note(f"wrote {path} ({size:,} bytes)")
