"""The picture of a diagnosis."""

from quadrille.arena.diagnosis.diagnose import Diagnosis
from quadrille.arena.report.plots import Dot, share_bars, standalone


def diagnosis_svg(found: Diagnosis) -> str:
    """The share of moves that spoil the result, by stage and decision, with intervals."""
    decisions = list(dict.fromkeys(each.decision for each in found.stages))
    dots: dict[tuple[int, str], Dot] = {}
    for each in found.stages:
        share, ends = each.spoiled.value, each.spoiled.ends
        if share is not None and ends is not None:
            label = f"{each.stage} {found.stage_name}, {each.decision}"
            dots[each.stage, each.decision] = Dot(label, share, *ends)
    stages = sorted({each.stage for each in found.stages})
    groups = [(str(stage), [dots.get((stage, one)) for one in decisions]) for stage in stages]
    title = f"Moves of {found.agent} that spoil the exact result"
    return standalone(share_bars(groups, decisions, title, found.stage_name))
