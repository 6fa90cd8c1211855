"""How large games are: counted where that is possible, and estimates near what can be counted."""

import json
from math import log10

import pytest

import quadrille
from quadrille.core.sizes import PlySize, count_plies, log_mean, sample_games
from quadrille.games.carcassonne.maps import estimate_maps
from support.places import ROOT

NIM = f"{ROOT}/examples/nim.py:Nim"
SIZES = json.loads((ROOT / "docs/sizes.json").read_text())


def test_connect_four() -> None:
    """Positions by discs as others have counted them (Tromp, OEIS A212693); mirrored ones once."""
    plies = list(count_plies(quadrille.game("connect_four"), most=5000))
    assert [ply.positions for ply in plies] == [1, 7, 49, 238, 1120, 4263, 16422]
    assert [ply.classes for ply in plies] == [1, 4, 25, 121, 568, 2144, 8231]
    assert [ply.sequences for ply in plies] == [7**ply for ply in range(7)]


def test_sequences_are_those_of_perft() -> None:
    for name, most in (("quarto", 100), ("carcassonne", 100), ("pillars", 100), ("sheep", 40)):
        game = quadrille.game(name)
        for ply in count_plies(game, most, seed=3):
            assert ply.sequences == game.new(seed=3)._perft(ply.ply), (name, ply)


def test_a_whole_game() -> None:
    plies = list(count_plies(quadrille.game(NIM)))
    assert plies[0] == PlySize(0, 1, 1, None, 0)
    assert plies[-1].over == plies[-1].sequences
    games = sum(ply.over for ply in plies)
    sample = sample_games(quadrille.game(NIM), games=4000)
    assert sample.log10_games == pytest.approx(log10(games), abs=0.06)
    assert sample.log10_low < log10(games) < sample.log10_high
    assert sample.shortest <= sample.length_low <= sample.length
    assert sample.length <= sample.length_high <= sample.longest


def test_counting_stops_where_there_are_too_many() -> None:
    plies = list(count_plies(quadrille.game("quarto"), most=300))
    assert [ply.positions for ply in plies] == [1, 16, 256, 3840, None, None, None]
    assert [ply.classes for ply in plies] == [1, 1, 2, 8, 40, 148, 454]


def test_chance_counts_apart() -> None:
    sample = sample_games(quadrille.game("carcassonne"), games=10)
    assert sample.outcomes is not None and 10 < sample.outcomes < 24
    assert sample_games(quadrille.game("quarto"), games=10).outcomes is None


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at least 10 games, got 9"):
        sample_games(quadrille.game("quarto"), games=9)


def test_mean_of_huge_numbers() -> None:
    assert log_mean([2000.0, 2000.0]) == 2000.0
    assert log_mean([0.0, 2000.0]) == pytest.approx(2000 - 0.6931, abs=1e-3)


def test_maps_of_carcassonne() -> None:
    """The estimate is near the number of maps of two and of three tiles, counted one by one."""
    level = [quadrille.game("carcassonne", farmers=False).new()]
    estimate = estimate_maps(games=200, seed=5)
    for tiles in (2, 3):
        maps = {}
        for state in level:
            for kind, _ in state.chance_moves():
                drawn = state.copy()
                drawn.play(kind)
                for move in [] if drawn.player() == quadrille.CHANCE else drawn.legal_moves():
                    laid = drawn.copy()
                    laid.play(move)
                    laid.play("none")
                    key = frozenset((t.x, t.y, t.kind, t.rotation) for t in laid.tiles())
                    maps[key] = laid
        level = list(maps.values())
        assert len(level) == {2: 102, 3: 11936}[tiles]
        assert estimate[tiles] == pytest.approx(log10(len(level)), abs=0.05)


@pytest.mark.parametrize("name", quadrille.game_names())
def test_what_the_page_says(name: str) -> None:
    """The first plies again, and the same sample, shorter."""
    plies = list(count_plies(quadrille.game(name), most=200, seed=1))
    said = [PlySize(**ply) for ply in SIZES["games"][name]["plies"]]
    for ours, theirs in zip(plies, said, strict=False):
        assert (ours.sequences, ours.classes, ours.over) == (
            theirs.sequences,
            theirs.classes,
            theirs.over,
        )
    sample = SIZES["games"][name]["sample"]
    fresh = sample_games(quadrille.game(name), games=100, seed=1)
    assert fresh.choices == pytest.approx(sample["choices"], rel=0.1)
