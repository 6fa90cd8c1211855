"""``quadrille tune``: find good values for the fields of an agent."""

import shlex
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import platformdirs
import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Seed,
    agent_argument,
    agent_option,
    agents_print_to_stderr,
    console,
    count_option,
    counted,
    dim,
    find_game,
    note,
    plain_table,
    print_json,
)
from quadrille.cli.series import STOPPED, On, Standings, Workers
from quadrille.cli.store import Where, opened
from quadrille.core.agents.fields import value_text

if TYPE_CHECKING:
    from quadrille.core.agents.agent import Agent
    from quadrille.tune.confirmation import Confirmation, ConfirmationPlan
    from quadrille.tune.results import TrialResult
    from quadrille.tune.tuner import Tuner, TuningState

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
PLACES = ("--store", "--storage", "--out")
"""Options that say nothing about what is tuned."""
NOTED = 30.0
"""Seconds from one line of progress to the next where there is no terminal."""


def duration(text: str) -> float:
    """The seconds of a text such as 90s, 30m or 2h."""
    unit = UNITS.get(text[-1:], 0)
    try:
        seconds = float(text[:-1]) * unit if unit else float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < 1e9:
        raise typer.BadParameter(f"expected a time such as 90s, 30m or 2h, got {text!r}")
    return seconds


def tune(
    game: GameName,
    agent: Annotated[str, agent_argument(metavar="SPEC", help="The agent as it is now.")],
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param",
            "-p",
            metavar="FIELD[=RANGE]",
            help="A field to tune: c=0.2..3, sims=50..800,log or leaf=rollout|guided; repeatable.",
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        agent_option(
            "--against", "-a", help="An opponent; repeatable. By default the agent as it is."
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option("--budget", metavar="TIME", parser=duration, help="CPU time, such as 30m."),
    ] = None,
    trials: Annotated[
        int | None, count_option("--trials", help="End after so many trials.")
    ] = None,
    games: Annotated[
        int, count_option("--games", "-n", help="Games of a trial against each opponent.")
    ] = 64,
    sampler: Annotated[
        str,
        typer.Option("--sampler", metavar="KIND", help="How to choose values: tpe, cmaes, random."),
    ] = "tpe",
    prune: Annotated[
        bool, typer.Option("--prune/--no-prune", help="Give up trials that are clearly worse.")
    ] = True,
    confirm: Annotated[
        int, count_option("--confirm", help="Most games to confirm the best with; 0 for none.")
    ] = 2000,
    sprt: Annotated[
        str,
        typer.Option("--sprt", metavar="elo0=0,elo1=30", help="The test of the confirmation."),
    ] = "elo0=0,elo1=30",
    incumbent: Annotated[
        str | None,
        agent_option("--incumbent", help="Whom the best has to beat; by default SPEC as it is."),
    ] = None,
    adopt: Annotated[
        bool, typer.Option("--adopt", help="If it is better, write the preset that ships.")
    ] = False,
    preset: Annotated[
        str, typer.Option("--preset", metavar="NAME", help="The name of that preset.")
    ] = "tuned",
    workers: Workers = 1,
    on: On = "here",
    store: Where = None,
    storage: Annotated[
        str | None,
        typer.Option("--storage", metavar="URL", help="Keep trials at this URL of Optuna instead."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Name of the tuning.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="The folder of the results.")
    ] = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Find good values for the fields of an agent, and confirm that it is better.

    Trials are kept in the store: the same command goes on after it was stopped, and
    run again elsewhere it helps. The best trial then meets the agent as it was, with
    fresh seeds, until a sequential test decides. The folder of the results has a
    preset, preset.toml, and a report.
    """
    from quadrille.arena.series import find_agents
    from quadrille.tune.confirmation import ConfirmationPlan  # late: they load Optuna
    from quadrille.tune.plan import TuningPlan
    from quadrille.tune.trials import Trials, study_url
    from quadrille.tune.tuner import Limit, Tuner

    if not 0 <= confirm <= 1_000_000:
        raise ValueError(f"expected 0 to 1000000 games to confirm with, got {confirm}")
    if adopt and not confirm:
        raise ValueError("expected a confirmation beside --adopt, got --confirm 0")
    limit = Limit(budget, trials)
    with agents_print_to_stderr():
        rules = find_game(game, option)
        settings = {"games": games, "sampler": sampler, "seed": seed, "prune": prune}
        plan = TuningPlan.of(rules, agent, param or [], against or [], **settings)
        rival = None if incumbent is None else find_agents(rules, [incumbent])[0]
    kept = Trials(plan, storage or study_url(store), name)
    folder = out or Path(platformdirs.user_data_dir("quadrille")) / "tunings" / kept.name
    folder.mkdir(parents=True, exist_ok=True)
    with closing(kept):
        tuner = Tuner(kept, limit)
        search(tuner, workers, on, json)
        state = tuner.state()
        best = state.best
        if best is None:
            raise ValueError("no trial came to its end: expected a larger budget")
        winner = plan.candidate(best.values)
        result = None
        if confirm:
            test = ConfirmationPlan(sprt, confirm, incumbent=rival)
            result = confirmed(tuner, test, winner, store, (workers, on))
        importances = kept.importances()
    made = results(state, winner, result, importances, folder)
    if adopt:
        made["adopted"] = adopted(state, winner, result, preset)
    print_json(made) if json else show(state, winner, result, made)


def search(tuner: "Tuner", workers: int, on: str, json: bool) -> None:
    """Run the trials with progress; Ctrl-C says how to go on."""
    try:
        with agents_print_to_stderr(), TuningProgress() as progress:
            for state in tuner.run(workers, on):
                progress.show(state)
    except KeyboardInterrupt as error:
        state = tuner.state()
        note(f"stopped by {str(error) or 'Ctrl-C'} after {counted(state.ended, 'trial')}")
        note("to go on: the same command again")
        if json:
            print_json({**facts(state), "stopped": True})
        raise typer.Exit(STOPPED) from None


class TuningProgress:
    """The state of a tuning on the terminal, or in a line now and then."""

    def __init__(self) -> None:
        screen = Console(stderr=True, highlight=False, markup=False)
        self._live = Live(console=screen, auto_refresh=False, transient=True)
        self._shown = screen.is_terminal
        self._last = time.monotonic()

    def __enter__(self) -> "TuningProgress":
        if self._shown:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.stop()

    def show(self, state: "TuningState") -> None:
        """Show how the tuning stands."""
        if self._shown:
            self._live.update(Text(progress_text(state)), refresh=True)
        elif time.monotonic() - self._last >= NOTED:
            self._last = time.monotonic()
            note(progress_text(state).replace("\n", "; "))


def progress_text(state: "TuningState") -> str:
    """How far it is, the best so far with its interval, and the time left."""
    minutes, seconds = divmod(round(state.seconds_left), 60)
    done = f"{counted(state.ended, 'trial')}, {counted(state.games, 'game')}"
    lines = [f"{done}, {minutes}:{seconds:02} of CPU time left"]
    if (best := state.best) is not None:
        lines.append(f"best so far: {points_text(best)} with {values_text(best)}")
    return "\n".join(lines)


def points_text(trial: "TrialResult") -> str:
    """The points of a trial and their interval."""
    low, high = trial.interval
    return f"{trial.mean or 0:.1%} ({low:.1%} to {high:.1%})"


def values_text(trial: "TrialResult") -> str:
    """The values of a trial as they are typed, in a few digits."""
    return ",".join(
        f"{name}={value:.3g}" if isinstance(value, float) else f"{name}={value_text(value)}"
        for name, value in trial.values.items()
    )


def confirmed(
    tuner: "Tuner",
    test: "ConfirmationPlan",
    winner: "Agent",
    store: str | None,
    place: tuple[int, str],
) -> "Confirmation | None":
    """Let the winner meet the incumbent; None if it is the same."""
    from quadrille.tune.confirmation import Confirmation

    if str(winner) == str(test.opponent(tuner.plan)):
        return None
    with opened(store, create=True) as kept:
        series = test.series(tuner.plan, winner, kept, tuner.name)
        note(f"confirming by at most {counted(series.games, 'game')}: series {series.number}")
        playing = closing(series.play(*place))
        with agents_print_to_stderr(), playing as finished, Standings(series):
            for _ in finished:
                pass
        return Confirmation.of(series)


def adopted(
    state: "TuningState", winner: "Agent", result: "Confirmation | None", name: str
) -> str | None:
    """Write the preset that ships, if the winner is better; where it is."""
    from quadrille.tune.preset_files import adopt, preset_text

    if result is None or result.verdict != "better":
        note("nothing is adopted: the sequential test did not call it better")
        return None
    path = adopt(preset_text(state, winner, command_line(), result), state, name)
    note(f"adopted as {path}")
    return str(path)


def command_line() -> str:
    """The command as it was typed, but for the places of this machine."""
    words, kept = sys.argv[1:], ["quadrille"]
    for before, word in zip(["", *words], words, strict=False):
        if before not in PLACES and word.partition("=")[0] not in PLACES:
            kept.append(word)
    return shlex.join(kept)


def results(
    state: "TuningState",
    winner: "Agent",
    result: "Confirmation | None",
    importances: dict[str, float],
    folder: Path,
) -> dict[str, Any]:
    """Write the folder of the results; the facts as plain values."""
    from quadrille.tune.preset_files import preset_text, write_text
    from quadrille.tune.report import render

    made = {
        **facts(state),
        "winner": str(winner),
        "importances": importances,
        "confirmation": None if result is None else result.to_dict(),
        "folder": str(folder),
    }
    write_text(folder / "preset.toml", preset_text(state, winner, command_line(), result))
    write_text(folder / "report.html", render(state, winner, result, importances, command_line()))
    return made


def facts(state: "TuningState") -> dict[str, Any]:
    """The trials as plain values."""
    best = state.best
    return {
        **state.plan.facts,
        "trials": [each.to_dict() for each in state.trials],
        "games_played": state.games,
        "cpu_seconds": state.cpu,
        "best": None if best is None else best.to_dict(),
    }


def show(
    state: "TuningState", winner: "Agent", result: "Confirmation | None", made: dict[str, Any]
) -> None:
    """Print what was found."""
    best = state.best
    assert best is not None
    table = plain_table("field", "before", "after", "matters")
    for each in state.plan.parameters:
        before = state.plan.start[each.name]
        after = each.rounded(best.values[each.name])
        part = made["importances"].get(each.name)
        share = "-" if part is None else f"{part:.0%}"
        table.add_row(each.name, value_text(before), value_text(after), share)
    screen = console()
    screen.print(table)
    done = f"{counted(state.ended, 'trial')}, {counted(state.games, 'game')}"
    screen.print(dim(f"\n{done}, {state.cpu / 60:.1f} min of CPU time"))
    screen.print(f"points of the best trial, which was chosen by them: {points_text(best)}")
    if result is not None:
        screen.print(f"against {result.incumbent}, fresh seeds: {result}")
        screen.print(Text(result.test, "bold"))
    screen.print(Text(str(winner)), soft_wrap=True)
    screen.print(dim(f"preset and report: {made['folder']}"), soft_wrap=True)
