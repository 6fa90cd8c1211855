"""How often agents lose value, on the sample of tools/quarto_mistakes.py."""

import runpy
from typing import Any

import pytest

import quadrille
from support.places import ROOT
from support.scale import LONG

TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools/quarto_mistakes.py"))
POSITIONS = 40 if LONG else 10


@pytest.mark.parametrize("placed", [5, 6, 7, 8])
def test_a_thousand_simulations_seldom_lose_value(placed: int) -> None:
    rules = quadrille.game("quarto")
    sample = list(TOOL["positions"](rules, placed, POSITIONS))
    assert TOOL["count_mistakes"](rules, "mcts:sims=1000", sample) <= (3 if LONG else 2)
