"""Cards: what a model is, what it cost, how strong it is and how sure that is."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadrille.agents.models import find_model
from quadrille.arena.intervals import share_interval
from quadrille.arena.report.plots import Dot, course, standalone
from quadrille.arena.tally import AgentResult
from quadrille.core.version import VERSION
from quadrille.learn.evaluation import play_series, result_facts
from quadrille.learn.files import write_atomically, write_json
from quadrille.learn.preset import MATCHES
from quadrille.learn.presets import PRESETS
from quadrille.learn.runs import Run

if TYPE_CHECKING:
    from quadrille.arena.store import Store  # which loads SQLAlchemy

CONTROL_PART = 4
"""The untrained network plays this part of the games: it need not be known as exactly."""


def make_card(
    run: Run,
    games: int,
    *,
    weaknesses: str = "",
    store: "Store | None" = None,
    report: Callable[[str], None] = lambda _: None,
) -> Path:
    """Measure the model of a run and its untrained network, and write the card beside it."""
    model = find_model(str(run.folder))
    facts = model.file.provenance
    evaluations = [line for line in run.metrics() if line["kind"] == "evaluation"]
    names = {"strength": run.name, "control": f"{run.name}@0"}
    counts = {"strength": games, "control": max(games // CONTROL_PART, 1)}
    measured = {
        key: list(_measure(run, name, counts[key], store, report)) for key, name in names.items()
    }
    card = {
        "name": run.folder.resolve().name,
        "game": model.file.game,
        "options": dict(model.file.options),
        "encoding": f"{model.file.encoding}, version {model.file.version}",
        "layers": [array.shape[0] for name, array in model.file.arrays.items() if _is_bias(name)],
        "recipe": facts,
        "origins": PRESETS[run.plan.preset].origins() if run.plan.preset in PRESETS else {},
        "cpu_hours": round(facts["cpu_seconds"] / 3600, 3),
        "curve": [_point(line) for line in evaluations],
        **measured,
        "weaknesses": weaknesses or _weakest(measured["strength"]),
        "measured": {"version": VERSION, "date": f"{datetime.now(UTC):%Y-%m-%d}"},
    }
    write_json(model.card, card)
    if picture := curve_svg(card["curve"]):
        write_atomically(model.card.with_suffix(".svg"), picture.encode())
    return model.card


def curve_svg(curve: Sequence[dict[str, Any]]) -> str:
    """The learning curve against the hardest opponent, as a picture that stands alone."""
    if not curve:
        return ""
    last = curve[-1]["matches"]
    opponent = min(last, key=lambda name: last[name]["points"] / max(last[name]["games"], 1))
    dots = []
    for point in curve:
        match = point["matches"].get(opponent)
        if match is not None and match["elo"] is not None:
            ends = (match["elo"], match["elo_low"], match["elo_high"])
            dots.append((point["cpu_minutes"], Dot(point["agent"], *ends)))
    if not dots:
        return ""
    rating = f"Elo against {opponent}"
    return standalone(course(dots, "CPU minutes", "Learning curve", log=False, rating=rating))


# --- private -------------------------------------------------------------------------------


def _measure(
    run: Run, name: str, games: int, store: "Store | None", report: Callable[[str], None]
) -> Any:
    """The results of a model in the matches of its preset."""
    preset = PRESETS.get(run.plan.preset)
    for match in MATCHES if preset is None else preset.matches:
        fields, opponent = match.split()
        agent = f"model:{name},{fields}"
        title = f"card of {run.folder.name}"
        rules = run.plan.rules
        result, _ = play_series(rules, [agent, opponent], games, seed=0, store=store, name=title)
        own: AgentResult = result.agents[0]
        low, high = share_interval(own.points, own.games)
        share = own.points / own.games
        report(f"{agent} against {opponent}: {share:.1%} ({low:.1%} to {high:.1%})")
        yield {
            "agent": agent,
            "opponent": opponent,
            **result_facts(own),
            "share": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "different": result.distinct,
        }


def _point(line: dict[str, Any]) -> dict[str, Any]:
    """A point of the learning curve, from a line of the metrics."""
    return {
        "round": line["round"],
        "games": line["games"],
        "cpu_minutes": round(line["seconds"] / 60, 2),
        "agent": line["agent"],
        "matches": line["matches"],
    }


def _weakest(strength: Sequence[dict[str, Any]]) -> str:
    """What the matches say by themselves."""
    worst = min(strength, key=lambda one: one["share"])
    return (
        f"It does worst as {worst['agent']} against {worst['opponent']}, "
        f"with {worst['losses']} of {worst['games']} games lost."
    )


def _is_bias(name: str) -> bool:
    return name.startswith("trunk.") and name.endswith(".bias")
