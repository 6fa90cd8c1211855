"""Carrying out a study: a run for each variant and seed, then a table and curves.

The folder of a study holds a run for each, and when the same command is given again it goes on
where it was stopped: finished runs are kept, unfinished ones resumed.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quadrille.arena.intervals import share_interval
from quadrille.arena.report.html import short_number
from quadrille.arena.report.plots import Dot, share_curves, standalone
from quadrille.learn.algorithms import learner_of, settings_of
from quadrille.learn.evaluation import Evaluator
from quadrille.learn.files import write_atomically, write_json
from quadrille.learn.loop import train
from quadrille.learn.presets import plan_of
from quadrille.learn.runs import Run, RunPlan, begin_run, open_run, resume_run
from quadrille.learn.studies import Study, Variant


@dataclass(frozen=True)
class Point:
    """A point of a variant's curve: all seeds together."""

    cpu_minutes: float
    share: float
    low: float
    """Of the 95 % interval of the games of all seeds; how far the seeds lie apart is more."""
    high: float
    seeds: tuple[float, ...]
    """The share of each seed."""
    scores: tuple[float, ...]
    """The mean score of each seed."""

    @property
    def score(self) -> float:
        """The mean score of all seeds."""
        return sum(self.scores) / len(self.scores)


class StudyRuns:
    """A study in its folder."""

    def __init__(
        self, study: Study, folder: Path, changes: Mapping[str, str], first_seed: int = 1
    ) -> None:
        self.study, self.folder = study, folder
        budget = {} if {"games", "minutes"} & set(changes) else {"minutes": str(study.minutes)}
        self._changes = {**study.base, **budget, **changes}
        self.seeds = range(first_seed, first_seed + study.seeds)
        for variant in study.variants():  # what does not fit is refused before anything runs
            self.plan(variant, first_seed)

    def plan(self, variant: Variant, seed: int) -> RunPlan:
        """What the run of a variant is to do."""
        changes = {**self._changes, **variant.changes, "seed": str(seed)}
        settings = " ".join(f"--set {name}={value}" for name, value in changes.items())
        inputs = "" if variant.encoding is None else f" --encoding {variant.encoding}"
        command = f"quadrille train {self.study.preset} {settings}{inputs}"
        return plan_of(self.study.preset, changes, {}, command, variant.encoding)

    def place(self, variant: Variant, seed: int) -> Path:
        """The folder of a run."""
        return self.folder / f"{re.sub(r'[^a-z0-9]+', '-', variant.name.lower())}-{seed}"

    def run(self, report: Callable[[str], None] = lambda _: None) -> None:
        """Train whatever has not been trained to its end."""
        todo = [(variant, seed) for seed in self.seeds for variant in self.study.variants()]
        for number, (variant, seed) in enumerate(todo, 1):
            report(f"{number} of {len(todo)}: {variant.name}, seed {seed}")
            self._run(variant, seed)
            self.write()

    def _run(self, variant: Variant, seed: int) -> None:
        place, plan = self.place(variant, seed), self.plan(variant, seed)
        if not (place / "run.json").exists():
            with begin_run(place, plan) as run:
                _to_the_end(run)
            return
        with resume_run(place) as run:
            run.change(plan)
            _to_the_end(run)

    # --- results ---------------------------------------------------------------------------

    def curves(self, variant: Variant, opponent: str) -> list[Point]:
        """The share of points over time, of all seeds that have come so far."""
        rows: dict[int, list[Mapping[str, Any]]] = {}
        for seed in self.seeds:
            for index, line in enumerate(self._evaluations(variant, seed)):
                rows.setdefault(index, []).append(line)
        points = []
        for lines in rows.values():
            matches = [line["matches"][opponent] for line in lines]
            total, games = (sum(one[key] for one in matches) for key in ("points", "games"))
            low, high = share_interval(total, games)
            minutes = sum(line["seconds"] for line in lines) / len(lines) / 60
            seeds = tuple(one["points"] / one["games"] for one in matches)
            scores = tuple(one["mean_score"] for one in matches)
            points.append(Point(minutes, total / games, low, high, seeds, scores))
        return points

    def _evaluations(self, variant: Variant, seed: int) -> list[dict[str, Any]]:
        place = self.place(variant, seed)
        if not (place / "run.json").exists():
            return []
        return [line for line in open_run(place).metrics() if line["kind"] == "evaluation"]

    @property
    def opponents(self) -> list[str]:
        """Against whom all are measured."""
        settings = settings_of(self.plan(self.study.variants()[0], self.seeds[0]))
        return settings.opponents.split()

    def results(self) -> dict[str, Any]:
        """The end of every curve and its whole, as plain values."""
        rows = []
        for title, group in self.study.groups.items():
            for variant in group:
                seeds = sum(bool(self._evaluations(variant, seed)) for seed in self.seeds)
                curves = {one: self.curves(variant, one) for one in self.opponents}
                plain = {one: [asdict(p) for p in points] for one, points in curves.items()}
                rows.append(
                    {"group": title, "variant": variant.name, "seeds": seeds, "curves": plain}
                )
        return {"study": self.study.preset, "rows": rows}

    def table(self) -> str:
        """The table in Markdown: the share of points at the end, its 95 % interval, each seed's."""
        heads = [f"against `{one}`" for one in self.opponents]
        lines = [
            f"| idea | variant | seeds | {' | '.join(heads)} |",
            "| --- | --- | --- |" + " --- |" * len(heads),
        ]
        for row in self.results()["rows"]:
            cells = [_cell(row["curves"][one], self._measure) for one in self.opponents]
            lines.append(
                f"| {row['group']} | {row['variant']} | {row['seeds']} | {' | '.join(cells)} |"
            )
        return "\n".join(lines) + "\n"

    def write(self) -> None:
        """Write ``study.json``, ``table.md`` and a picture of curves for each comparison."""
        write_json(self.folder / "study.json", self.results())
        write_atomically(self.folder / "table.md", self.table().encode())
        hardest = self.opponents[-1]
        for title, group in self.study.groups.items():
            lines = [(one.name, self._dots(one, hardest)) for one in group]
            drawn = [(name, dots) for name, dots in lines if dots]
            if drawn:
                picture = share_curves(
                    drawn,
                    f"{title}: {self._measure} against {hardest}",
                    "CPU minutes of a run",
                    **SCALES[self._measure],
                )
                name = re.sub(r"[^a-z0-9]+", "-", title)
                write_atomically(self.folder / f"{name}.svg", standalone(picture).encode())

    @property
    def _measure(self) -> str:
        return self.study.measure

    def _dots(self, variant: Variant, opponent: str) -> list[tuple[float, Dot]]:
        points = self.curves(variant, opponent)
        if self._measure == "score":  # whiskers from the worst seed to the best
            ends = [(one.score, min(one.scores), max(one.scores)) for one in points]
        else:
            ends = [(one.share, one.low, one.high) for one in points]
        return [
            (one.cpu_minutes, Dot(variant.name, *three))
            for one, three in zip(points, ends, strict=True)
        ]


SCALES: dict[str, dict[str, Any]] = {
    "points": {},
    "score": {"most": math.inf, "shown": short_number},
}
"""How the numbers of a measure are drawn."""


def _to_the_end(run: Run) -> None:
    learner = learner_of(run.plan)
    train(run, learner, Evaluator(run))


def _cell(points: Sequence[Mapping[str, Any]], measure: str) -> str:
    if not points:
        return ""
    last = points[-1]
    seeds = ", ".join(f"{share:.0%}" for share in last["seeds"])
    share = f"{last['share']:.1%} ({last['low']:.1%} to {last['high']:.1%}); {seeds}"
    if measure == "points":
        return share
    scores = last["scores"]
    return f"score {sum(scores) / len(scores):.1f}; {share}"
