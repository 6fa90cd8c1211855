"""``quadrille diagnose``: what kinds of mistakes an agent makes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Seed,
    agent_argument,
    agents_print_to_stderr,
    check_svg,
    console,
    count_option,
    find_game,
    note,
    plain_table,
    print_json,
    print_pairs,
)
from quadrille.cli.progress import Live

if TYPE_CHECKING:
    from quadrille.arena.diagnosis import Diagnosis
    from quadrille.arena.intervals import Share


def diagnose(
    game: GameName,
    agent: Annotated[str, agent_argument(metavar="SPEC", help="The agent.")],
    positions: Annotated[
        int, count_option("--positions", "-n", help="Positions in each of the two samples.")
    ] = 400,
    first: Annotated[
        int | None,
        count_option("--from", help="Solve positions from this stage on; by default a cheap one."),
    ] = None,
    games: Annotated[
        int, count_option("--games", help="Games for its openings and its losses; 0 for none.")
    ] = 40,
    opponent: Annotated[
        str, typer.Option("--against", metavar="SPEC", help="The opponent in these games.")
    ] = "oneply",
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE.svg", help="Also draw it to this file.")
    ] = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Count what kinds of mistakes an agent makes, by exact values.

    It is asked in positions of random games: where a move wins at once, where one
    lets the opponent win at once, and where moves differ in exact value.
    """
    rules = find_game(game, option)
    if svg is not None:
        check_svg(svg)
    from quadrille.arena.diagnosis import diagnose as find
    from quadrille.arena.diagnosis import diagnosis_svg

    display = _Display()
    with agents_print_to_stderr(), Live(display.line):
        found = find(
            rules,
            agent,
            positions=positions,
            first=first,
            games=games,
            opponent=opponent,
            seed=seed,
            report=display,
        )
    if svg is not None:
        Path(svg).write_text(diagnosis_svg(found), encoding="utf-8")
        note(f"wrote {svg}")
    if json:
        print_json(found.to_dict())
    else:
        show(found)


class _Display:
    """How far it is, in a line."""

    def __init__(self) -> None:
        self._line = "drawing positions"

    def __call__(self, what: str, done: int, total: int) -> None:
        self._line = f"{what}: {done:,} of {total:,}"

    def line(self) -> str:
        """The line."""
        return self._line


def show(found: "Diagnosis") -> None:
    """Print a diagnosis for people."""
    table = plain_table("mistake", "count", "of", "share", "95 %")
    rows = {
        "immediate wins missed": found.missed_wins,
        "wins given away without need": found.given_wins,
        "exact results spoiled, where that is possible": found.spoiled,
        "the same, of all positions drawn": found.spoiled_of_all,
    }
    for name, share in rows.items():
        table.add_row(Text(name), *_cells(share))
    console().print(table)
    console().print()
    stages = plain_table(found.stage_name, "decision", "spoiled", "of", "share", "95 %")
    for each in found.stages:
        stages.add_row(str(each.stage), Text(each.decision, "cyan"), *_cells(each.spoiled))
    console().print(stages)
    if found.habits is not None:
        console().print()
        print_pairs(_habits(found.habits))


def _cells(share: "Share") -> tuple[str, str, str, str]:
    if share.value is None or share.ends is None:
        return "0", "0", "", ""
    low, high = share.ends
    return f"{share.count:,}", f"{share.of:,}", f"{share.value:.1%}", f"{low:.1%} to {high:.1%}"


def _habits(habits: Any) -> dict[str, str]:
    first = habits.first_choices.value or 0.0
    length = "" if habits.lost_length is None else f", {habits.lost_length:.1f} moves long"
    pairs = {
        "plays the first legal move": f"{first:.1%} (by chance {habits.expected_first:.1%})",
        "openings": f"{habits.openings} different in {habits.games_begun} games",
        f"lost against {habits.opponent}": f"{habits.lost} of {habits.games} games{length}",
    }
    if habits.value_spread is not None:
        spread = f"{habits.value_spread:.3f} between best and worst, in the mean"
        return {"values of its moves": spread, **pairs}
    return pairs
