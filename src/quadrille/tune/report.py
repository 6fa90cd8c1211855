"""The report of a tuning, in the style of the arena's reports: one file that needs nothing else."""

from datetime import UTC, datetime
from itertools import combinations

from quadrille.arena.report.html import Markup, percent, seconds, sentence, tag, whole
from quadrille.arena.report.page import document
from quadrille.core.agents.agent import Agent
from quadrille.core.agents.fields import value_text
from quadrille.core.version import VERSION
from quadrille.tune.confirmation import Confirmation
from quadrille.tune.plots import contour_plot, importance_bars, slice_plot
from quadrille.tune.results import TrialResult
from quadrille.tune.tuner import TuningState

CONTOURS = 3
"""Fields of which maps are drawn, two by two: those that matter most."""
SHOWN = 10
"""Trials in the table."""


def render(
    state: TuningState,
    winner: Agent,
    confirmation: Confirmation | None,
    importances: dict[str, float],
    command: str,
) -> str:
    """The page of a tuning that has a best trial."""
    plan, best = state.plan, state.best
    title = f"Tuning {type(plan.agent).__name__} for {plan.game.title}"
    made = f"Made on {datetime.now(UTC).date()} by Quadrille {VERSION}."
    names = [*importances, *(p.name for p in plan.parameters if p.name not in importances)]
    ordered = sorted(plan.parameters, key=lambda each: names.index(each.name))
    slices = [slice_plot(state.trials, each, best) for each in ordered]
    maps = [
        contour_plot(state.trials, one, other, best)
        for one, other in combinations(ordered[:CONTOURS], 2)
    ]
    main = [
        tag("h2", "What was found"),
        tag("p", sentence(_headline(state, confirmation)), class_="headline"),
        _values(state),
        tag("p", "The agent: ", tag("code", winner)),
        tag("h2", "How"),
        tag("p", sentence(_how(state))),
        tag("p", tag("code", command)),
        _trials(state),
        *_part("What matters", [importance_bars(importances)] if importances else []),
        *_part("One field at a time", slices),
        *_part("Two fields", maps),
    ]
    header = tag("header", tag("h1", title), tag("p", made, class_="made"))
    return document(title, [header, tag("main", tag("section", *main))])


def _headline(state: TuningState, confirmation: Confirmation | None) -> str:
    best = state.best
    if best is None:
        return "No trial came to its end."
    if confirmation is None:
        return "The best trial was not confirmed by games of its own: what it made may be luck."
    same = confirmation.incumbent == str(state.plan.agent)
    whom = "the agent as it was" if same else confirmation.incumbent
    verdict = {
        "better": f"The best trial is better than {whom}.",
        "not better": f"The best trial is not better than {whom}.",
        "undecided": f"Whether the best trial is better than {whom} is not decided.",
    }[confirmation.verdict]
    return f"{verdict} With fresh seeds: {confirmation}; {confirmation.test}."


def _how(state: TuningState) -> str:
    plan = state.plan
    ended = {kind: sum(t.state == kind for t in state.trials) for kind in ("complete", "pruned")}
    against = ", ".join(str(each) for each in plan.against)
    return (
        f"{whole(state.ended)} trials ({ended['complete']} to the end, {ended['pruned']} given up) "
        f"with {whole(state.games)} games against {against}, {seconds(state.cpu)} of CPU time. "
        f"All trials met the same draws in all seats. The best trial is the one around which "
        f"points are highest."
    )


def _values(state: TuningState) -> Markup:
    best = state.best
    head = tag("tr", *(tag("th", each) for each in ("field", "looked at", "before", "after")))
    rows = [
        tag(
            "tr",
            tag("td", tag("code", each.name)),
            tag("td", each.range_text),
            tag("td", value_text(state.plan.start[each.name])),
            tag("td", "" if best is None else value_text(each.rounded(best.values[each.name]))),
        )
        for each in state.plan.parameters
    ]
    return _table(head, rows)


def _trials(state: TuningState) -> Markup:
    complete = [each for each in state.trials if each.state == "complete"]
    complete.sort(key=lambda each: -(each.mean or 0))
    head = tag("tr", *(tag("th", each) for each in ("trial", "points", "95 %", "values")))
    return _table(head, [_trial(state, each) for each in complete[:SHOWN]])


def _trial(state: TuningState, trial: TrialResult) -> Markup:
    low, high = trial.interval
    values = ", ".join(
        f"{p.name} {value_text(p.rounded(trial.values[p.name]))}" for p in state.plan.parameters
    )
    ends = f"{percent(low)} to {percent(high)}"
    return tag(
        "tr", *(tag("td", x) for x in (trial.number, percent(trial.mean or 0, 1), ends, values))
    )


def _table(head: Markup, rows: list[Markup]) -> Markup:
    return tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="table")


def _part(title: str, plots: list[Markup]) -> list[Markup]:
    """Plots under a heading; nothing if there are none."""
    figures = tag("div", *(tag("figure", plot) for plot in plots), class_="plots")
    return [tag("h2", title), figures] if plots else []
