"""Studies: what each idea changes, measured one at a time under one budget.

A study is a preset, some changes that make the base of all comparisons, and variants that differ
from it by one idea. Every variant is trained with several seeds, each as a run of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Variant:
    """One way to train."""

    name: str
    changes: Mapping[str, str] = field(default_factory=dict)
    """Settings beside those of the base."""
    encoding: str | None = None
    """None for that of the base."""


@dataclass(frozen=True)
class Study:
    """What is compared with what."""

    preset: str
    about: str
    base: Mapping[str, str]
    """Settings of all variants."""
    groups: Mapping[str, tuple[Variant, ...]]
    """The comparisons by title; variants of one name are one and the same."""
    minutes: float = 10.0
    """CPU minutes of a run."""
    seeds: int = 3
    measure: Literal["points", "score"] = "points"
    """What curves and tables show: the share of the points of matches, or the mean score too."""

    def variants(self) -> list[Variant]:
        """Every variant once, in order."""
        found = {one.name: one for group in self.groups.values() for one in group}
        return list(found.values())


BASE = Variant("base")
CONV = {"network": "conv", "filters": "16-16", "layers": "128-32"}
THREES = "threes=-0.02 safe=0.01"

STUDIES: dict[str, Study] = {
    "quarto-dqn": Study(
        "quarto-dqn",
        "what each idea of Quarto by deep Q-learning changes",
        {"scores": "actions", "sparring_share": "0", "evaluations": "5", "evaluation_games": "200"},
        {
            "inputs": (
                BASE,
                Variant("flat", encoding="flat"),
                Variant("flat100", encoding="flat100"),
                Variant("onehot", encoding="onehot"),
                Variant("normalized", encoding="normalized"),
                Variant("relational", encoding="relational"),
                Variant("lines", encoding="lines"),
            ),
            "network": (
                Variant("relational", encoding="relational"),
                Variant("relational, conv", CONV, "relational"),
                Variant("normalized", encoding="normalized"),
                Variant("normalized, conv", {**CONV, "image": "1x4x4"}, "normalized"),
                BASE,
                Variant("sigmoid", {"activation": "sigmoid"}),
                Variant("moves scored alike", {"scores": "moves"}),
            ),
            "replay": (
                BASE,
                Variant("weighted", {"replay": "weighted"}),
                Variant("no replay", {"replay": "none"}),
            ),
            "push": (BASE, Variant("immediate push", {"push": "immediate"})),
            "agents": (
                BASE,
                Variant("two agents, own buffers", {"agents": "two", "buffers": "own"}),
                Variant("two networks", {"agents": "networks", "buffers": "own"}),
            ),
            "actions": (BASE, Variant("joint", {"action": "joint", "symmetries": "false"})),
            "next state": (
                BASE,
                Variant("unsigned maximum", {"bootstrap": "next"}),
                Variant("no mask in the target", {"mask_target": "false"}),
                Variant("double", {"double": "true"}),
                Variant("duelling", {"duelling": "true"}),
                Variant("3 steps", {"steps": "3"}),
            ),
            "rewards": (BASE, Variant("intermediate rewards", {"rewards": THREES})),
            "symmetries": (BASE, Variant("no symmetries", {"symmetries": "false"})),
            "sparring": (
                BASE,
                Variant("against random", {"sparring_share": "0.5", "sparring": "random"}),
                Variant("against oneply", {"sparring_share": "0.5", "sparring": "oneply"}),
            ),
            "batch": (
                BASE,
                Variant("batch 64", {"batch": "64"}),
                Variant("batch 1024", {"batch": "1024"}),
            ),
            "discount": (
                BASE,
                Variant("discount 0.9", {"discount": "0.9"}),
                Variant("discount 0.99", {"discount": "0.99"}),
            ),
            "width": (
                BASE,
                Variant("width 64-16", {"layers": "64-16"}),
                Variant("width 512-64", {"layers": "512-64"}),
            ),
        },
    ),
    "carcassonne-cursor": Study(
        "carcassonne-cursor",
        "what a cursor agent sees, is rewarded for and is helped by",
        {"evaluations": "5", "evaluation_games": "40", "opponents": "random"},
        {
            "observations": (
                BASE,
                *(
                    Variant(name, encoding=f"cursor:{name}")
                    for name in ("tile_ids", "packed_ids", "packed", "tile_wise")
                ),
                # So many numbers that a round of the base would not fit into memory.
                Variant("planes", {"envs": "8", "horizon": "64"}, "cursor:planes"),
            ),
            "rewards": (
                BASE,
                Variant("score only", {"rewards": "score"}),
                Variant("with step cost", {"rewards": "step_cost"}),
                Variant("with the opponents' score", {"rewards": "rivals"}),
                Variant("raw", {"rewards": "raw"}),
            ),
            "masks": (BASE, Variant("masks by phase", {"legal_mask": "false"})),
        },
        minutes=5,
        measure="score",
    ),
}
