"""Strengths by name: each beats the one below it."""

from itertools import pairwise

import pytest

import quadrille
from quadrille.web.catalogue import Catalogue
from quadrille.web.settings import Settings
from support.scale import LONG

CATALOGUE = Catalogue(Settings())
GAMES = quadrille.game_names() if LONG else ["connect_four"]
COUNT = 40 if LONG else 8


@pytest.mark.parametrize("name", quadrille.game_names())
def test_every_game_has_some(name: str) -> None:
    game = CATALOGUE.game(name)
    levels = CATALOGUE.levels(game)
    names = [level.name for level in levels]
    assert names[:3] == ["Beginner", "Club", "Strong"]
    assert ("Perfect" in names) == (name == "quarto")
    for level in levels:
        found = CATALOGUE.agent(level.spec, game)
        assert not found.unfit(game)


@pytest.mark.parametrize("name", GAMES)
def test_they_rise(name: str) -> None:
    options = {"players": 2} if name == "sheep" else {}
    game = CATALOGUE.game(name, options)
    levels = CATALOGUE.levels(game)
    for weaker, stronger in pairwise(levels[:3]):
        if "time" in stronger.spec and not LONG:
            continue
        # A quarter of the time must do; the whole would take an hour.
        spec, count = stronger.spec, COUNT
        if "time" in spec:
            spec, count = spec.replace("time=1", "time=0.25"), COUNT // 2
        result = quadrille.match(game, [spec, weaker.spec], count, seed=3)
        assert result.agents[0].points > 0.6 * count, (stronger.name, result.agents)
