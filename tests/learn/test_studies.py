"""Studies: every variant with every seed, resumable, with a table and curves."""

import json
from pathlib import Path

import pytest

from quadrille.learn.studies import STUDIES, Study, Variant
from quadrille.learn.study_runs import StudyRuns

TINY = Study(
    "quarto-dqn",
    "two ways",
    {"games": "12", "round_games": "6", "layers": "8", "batch": "8", "envs": "4"}
    | {"evaluations": "2", "evaluation_games": "2", "opponents": "random", "head": "4"},
    {"inputs": (Variant("base"), Variant("flat, 2", {"scores": "actions"}, "flat"))},
    seeds=2,
)


def test_a_study_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    runs = StudyRuns(TINY, tmp_path, {"games": "12"})
    told: list[str] = []

    def stop_at_the_third(line: str) -> None:
        told.append(line)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runs.run(stop_at_the_third)
    assert [row["seeds"] for row in runs.results()["rows"]] == [1, 1]
    kept = (tmp_path / "base-1" / "model.onnx").stat().st_mtime_ns
    runs.run()
    assert (tmp_path / "base-1" / "model.onnx").stat().st_mtime_ns == kept
    rows = json.loads((tmp_path / "study.json").read_text())["rows"]
    assert [(row["variant"], row["seeds"]) for row in rows] == [("base", 2), ("flat, 2", 2)]
    last = rows[0]["curves"]["random"][-1]
    assert len(rows[0]["curves"]["random"]) == 2 and len(last["seeds"]) == 2
    assert last["low"] <= last["share"] <= last["high"]
    assert last["share"] == sum(last["seeds"]) / 2
    table = (tmp_path / "table.md").read_text().splitlines()
    assert len(table) == 4 and table[3].startswith("| inputs | flat, 2 | 2 | ")
    assert (tmp_path / "inputs.svg").read_text().count("<polyline") == 2


@pytest.mark.parametrize("name", STUDIES)
def test_what_is_shipped_fits_together(name: str, tmp_path: Path) -> None:
    study = STUDIES[name]
    runs = StudyRuns(study, tmp_path, {})
    places = {runs.place(one, seed) for one in study.variants() for seed in runs.seeds}
    assert len(places) == study.seeds * len(study.variants()) and study.seeds == 3
    base = runs.plan(study.variants()[0], 1)
    for variant in study.variants()[1:]:
        plan = runs.plan(variant, 1)
        assert (plan.settings, plan.encoding) != (base.settings, base.encoding), variant.name
        assert plan.settings["minutes"] == study.minutes
    assert not any(tmp_path.iterdir())
