"""``quadrille train``: networks that teach themselves."""

import shlex
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from quadrille.cli.common import (
    Json,
    Options,
    console,
    note,
    number,
    plain_table,
    print_json,
    print_pairs,
    seed_option,
    split_options,
)
from quadrille.cli.exit_codes import INTERRUPTED
from quadrille.cli.progress import Live
from quadrille.cli.series import On, Workers
from quadrille.cli.store import Where, opened
from quadrille.core.install import install_hint

if TYPE_CHECKING:  # torch takes seconds to load
    from quadrille.arena.tally import AgentResult
    from quadrille.learn.loop import Learner
    from quadrille.learn.runs import Run, RunPlan

PACE = 60.0
"""Seconds between two lines of progress where there is no terminal."""


def train(
    preset: Annotated[
        str | None,
        typer.Argument(
            metavar="PRESET",
            help="The kind of run, or any GAME, or `study`; leave it out to list the presets.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="STUDY", help="After `study`: which one to carry out.", show_default=False
        ),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="Change a setting; repeatable."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes", metavar="CPU", parser=number, help="CPU minutes of the whole run."
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding", metavar="NAME", help="What the network reads, of the game's encodings."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="New folder; in your data folder by default."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="DIR", help="Go on with this run (folder or name)."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--from", metavar="MODEL", help="Begin with the weights of this model."),
    ] = None,
    workers: Workers = 1,
    on: On = "here",
    store: Where = None,
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Do not store the games of evaluations.")
    ] = False,
    json: Json = False,
    seed: Annotated[int | None, seed_option(help="Seed of the run.")] = None,
    option: Options = None,
) -> None:
    """Train a network by self-play, from nothing or from where a run stopped.

    The run is a folder with checkpoints, the model, and measured strength. Ctrl-C
    ends it at once, with exit code 130; --resume goes on from the last checkpoint,
    also with a longer budget. Play with it by the agent model:NAME. Self-play may
    take several processes (--workers) or a cluster (--on): the games are the same.
    """
    if preset == "study":
        refused = {"--encoding": encoding, "--resume": resume, "--from": model, "-o": option}
        if wrong := [flag for flag, value in refused.items() if value is not None]:
            raise ValueError(f"expected a study without {wrong[0]}")
        carry_out(name, split_settings(changes, minutes, None), out, seed, json)
        return
    if name is not None:
        raise ValueError(f"expected one preset, got {preset!r} and {name!r}")
    given = split_settings(changes, minutes, seed)
    if no_store and store is not None:
        raise ValueError(f"expected --store or --no-store, got both: {store!r}")
    if (preset is None) == (resume is None):
        if preset is not None:
            raise ValueError("expected a preset or --resume, got both")
        list_presets(json)
        return
    if resume is not None and (model, out, option, encoding) != (None, None, None, None):
        raise ValueError("expected --resume without --from, --out, --encoding and -o")
    load_learning()
    from quadrille.learn.algorithms import learner_of
    from quadrille.learn.presets import plan_of, resumed
    from quadrille.learn.runs import begin_run, find_run, resume_run

    with ExitStack() as stack:
        if resume is not None:
            run = stack.enter_context(resume_run(find_run(resume)))
            plan = resumed(run.plan, given, run.plan.command + resumed_with(given))
        else:
            assert preset is not None
            command = command_line(preset, given, option, model, encoding)
            plan = plan_of(preset, given, split_options(option), command, encoding)
        # Whatever is refused is refused before anything is written.
        learner = learner_of(plan)
        if model is not None:
            begin_with(learner, model, plan)
        stack.enter_context(learner.playing(workers, on))
        if resume is not None:
            run.change(plan)
        else:
            run = stack.enter_context(begin_run(out, plan))
        kept = None if no_store else stack.enter_context(opened(store, create=True))
        work(run, learner, kept, json)


def carry_out(
    name: str | None, changes: Mapping[str, str], out: Path | None, seed: int | None, json: bool
) -> None:
    """Carry out a study, or what is missing of it, and write its table and curves."""
    load_learning()
    from quadrille.agents.models import runs_folder
    from quadrille.core.suggest import unknown
    from quadrille.learn.studies import STUDIES
    from quadrille.learn.study_runs import StudyRuns

    if name not in STUDIES:
        raise ValueError(unknown("study", name or "", STUDIES))
    folder = out or runs_folder().with_name("studies") / name
    folder.mkdir(parents=True, exist_ok=True)
    runs = StudyRuns(STUDIES[name], folder, changes, 1 if seed is None else seed)
    note(f"study in {folder}")
    try:
        runs.run(note)
    except KeyboardInterrupt as error:
        note(f"stopped by {str(error) or 'Ctrl-C'}; the same command goes on")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(runs.results())
    else:
        print(runs.table(), end="")


def work(
    run: "Run",
    learner: "Learner",
    store: Any,
    json: bool,
) -> None:
    """Take a run to its end, or to Ctrl-C."""
    from quadrille.arena.workers import WorkerFailed
    from quadrille.learn.evaluation import Evaluator
    from quadrille.learn.loop import train as train_run

    evaluator = Evaluator(run, store)
    show = TrainingDisplay(learner, evaluator)
    note(f"training in {run.folder}")
    try:
        with Live(show.line):
            train_run(run, learner, evaluator, show)
    except KeyboardInterrupt as error:
        note(f"stopped by {str(error) or 'Ctrl-C'} after {learner.progress.games:,} games")
        note(f"to go on from the last checkpoint: {resume_command(run)}")
        raise typer.Exit(INTERRUPTED) from None
    except WorkerFailed:
        note(f"to go on from the last checkpoint: {resume_command(run)}")
        raise
    answer(run, learner, evaluator.results, json)


class TrainingDisplay:
    """Tells how a run is going, on the terminal or a line a minute."""

    def __init__(self, learner: "Learner", evaluator: Any) -> None:
        self._learner = learner
        self._evaluator = evaluator
        self._told = time.monotonic()
        self._evaluations = learner.progress.evaluations

    def __call__(self, learner: "Learner") -> None:
        """A round is over."""
        new = learner.progress.evaluations > self._evaluations
        waited = time.monotonic() - self._told > PACE and not sys.stderr.isatty()
        if new or waited:
            note(self.line())
            self._told = time.monotonic()
            self._evaluations = learner.progress.evaluations

    def line(self) -> str:
        """The state of the run in a line."""
        progress, settings = self._learner.progress, self._learner.settings
        share = progress.share(settings)
        left = progress.seconds * (1 - share) / share if share else None
        parts = [
            f"{share:.1%}",
            f"{progress.games:,} games",
            f"{progress.steps:,} steps",
            f"loss {progress.policy_loss:.3f} + {progress.value_loss:.3f}",
            *(
                f"{result.points / result.games:.0%} against {name}"
                for name, result in self._evaluator.results.items()
                if result.games
            ),
            "" if left is None else f"{duration(left)} left",
        ]
        return ", ".join(filter(None, parts))


def duration(seconds: float) -> str:
    """Such as "2:05" or "1:02:05"."""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def answer(
    run: "Run", learner: "Learner", results: Mapping[str, "AgentResult"], json: bool
) -> None:
    """Print what came of a run."""
    from quadrille.learn.evaluation import result_facts

    progress = learner.progress
    facts = {
        "run": str(run.folder),
        "model": str(run.model),
        "rounds": progress.rounds,
        "games": progress.games,
        "steps": progress.steps,
        "cpu_seconds": progress.seconds,
    }
    if json:
        matches = {name: result_facts(result) for name, result in results.items()}
        print_json({**facts, "matches": matches})
        return
    pairs = {
        "run": str(run.folder),
        "games": f"{progress.games:,}",
        "steps": f"{progress.steps:,}",
        "CPU time": f"{duration(progress.seconds)} and {duration(progress.evaluation_seconds)} "
        "for evaluation",
    }
    for name, result in results.items():
        counts = f"{result.wins} won, {result.draws} drawn, {result.losses} lost"
        pairs[f"against {name}"] = f"{result.points / result.games:.1%} ({counts})"
    print_pairs(pairs)
    player = learner.player_spec(run.name)
    note(f"to play with it: quadrille play {run.plan.game} --seat human --seat {player}")


def resume_command(run: "Run") -> str:
    """What to type to go on."""
    return f"quadrille train --resume {shlex.quote(run.name)}"


def resumed_with(changes: Mapping[str, str]) -> str:
    """What is added to the command of a run that goes on with other settings."""
    if not changes:
        return ""
    return ", resumed with " + " ".join(f"--set {name}={value}" for name, value in changes.items())


def split_settings(
    changes: list[str] | None, minutes: float | None, seed: int | None
) -> dict[str, str]:
    """The settings of a command line as texts, by name."""
    given: dict[str, str] = {}
    for change in changes or []:
        name, equals, value = change.partition("=")
        if not equals or not name:
            raise ValueError(f"expected --set FIELD=VALUE, got {change!r}")
        given[name.strip()] = value.strip()
    if minutes is not None:
        given["minutes"] = repr(minutes)
    if seed is not None:
        given["seed"] = str(seed)
    return given


def list_presets(json: bool) -> None:
    """Print the kinds of runs."""
    load_learning()
    from quadrille.learn.presets import PRESETS

    if json:
        print_json({"presets": {name: one.about for name, one in PRESETS.items()}})
        return
    table = plain_table("preset", "game", "")
    for name, one in PRESETS.items():
        table.add_row(Text(name, "cyan"), one.game, one.about)
    console().print(table)


def begin_with(learner: "Learner", model: str, plan: "RunPlan") -> None:
    """Let a run begin with the weights of a model, also of one for other options of the game."""
    from quadrille.agents.models import find_model

    found = find_model(model, plan.rules).file
    try:
        if reason := found.unreadable(plan.rules):
            raise ValueError(reason)
        learner.begin_with(found)
    except ValueError as error:
        raise ValueError(f"cannot begin with model {model!r}: {error}") from None


def load_learning() -> None:
    """Import torch, or say how to install it."""
    try:
        import quadrille.learn.evaluation  # noqa: F401
    except ImportError as error:
        raise ValueError(f"training needs more ({error}): {install_hint('train')}") from None


def command_line(
    preset: str,
    settings: Mapping[str, str],
    options: list[str] | None,
    model: str | None,
    encoding: str | None,
) -> str:
    """The command that repeats a run, wherever it is kept."""
    parts = ["quadrille", "train", preset]
    for name, value in settings.items():
        parts += ["--set", f"{name}={value}"]
    for option in options or []:
        parts += ["-o", option]
    if encoding is not None:
        parts += ["--encoding", encoding]
    if model is not None:
        parts += ["--from", Path(model).name]
    return shlex.join(parts)
