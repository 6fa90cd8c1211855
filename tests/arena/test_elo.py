"""One Elo: its interval holds, and all who show it show the same."""

import json
import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

import quadrille
from quadrille.arena.elo import elo_of
from quadrille.arena.ratings import Effect, rate
from quadrille.arena.report import gather, render, summaries
from quadrille.arena.results import ResultCount
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from quadrille.cli import main
from support.places import EXAMPLES

HIGH_CARD = str(EXAMPLES / "high_card.py:HighCard")


def between_two(wins: int, draws: int, losses: int) -> Effect:
    """The Elo of an agent after so many games against another, with the seats rotated."""
    counted = []
    for value, games in ((1.0, wins), (0.0, draws), (-1.0, losses)):
        counted.append(ResultCount(("a", "b"), (value, -value), (games + 1) // 2))
        counted.append(ResultCount(("b", "a"), (-value, value), games // 2))
    found = rate(counted).rating("a")
    return Effect(found.elo, found.low, found.high)


# --- the interval --------------------------------------------------------------------------


def test_elo_of_a_share() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)


def test_the_elo_of_two_agents_is_their_difference() -> None:
    games = [ResultCount(("a", "b"), (1.0, -1.0), 70), ResultCount(("b", "a"), (1.0, -1.0), 30)]
    two = rate(games)
    assert two.rating("a").elo == -two.rating("b").elo == two.difference("a", "b").elo
    assert two.rating("a").low == pytest.approx(two.difference("a", "b").low)
    # With a third agent it is relative to the mean, and differences stay what they are.
    three = rate(
        [*games, ResultCount(("a", "c"), (1.0, -1.0), 1), ResultCount(("c", "a"), (1.0, -1.0), 1)]
    )
    ratings = [three.rating(name).elo for name in "abc"]
    assert sum(ratings) == pytest.approx(0, abs=1e-9)
    assert three.difference("a", "b").elo == pytest.approx(ratings[0] - ratings[1])
    assert three.difference("a", "b").elo == pytest.approx(two.difference("a", "b").elo, abs=10)


@pytest.mark.parametrize("games", [2, 8, 100, 10_000])
def test_more_points_are_more_elo_and_all_of_it_is_finite(games: int) -> None:
    rows = [between_two(wins, 0, games - wins) for wins in range(0, games + 1, max(2, games // 20))]
    for fewer, more in pairwise(rows):
        assert fewer.elo < more.elo
    for elo, low, high in rows:
        assert low < elo < high and all(map(math.isfinite, (elo, low, high)))


def test_more_games_are_a_narrower_interval() -> None:
    found = [between_two(6 * n, 0, 4 * n) for n in (1, 10, 100, 1000)]
    widths = [each.high - each.low for each in found]
    assert widths == sorted(widths, reverse=True) and widths[-1] < 16


def chance(counts: tuple[int, int, int], chances: tuple[float, float, float]) -> float:
    """Of so many wins, draws and losses."""
    ways = math.factorial(sum(counts)) / math.prod(map(math.factorial, counts))
    return ways * math.prod(part**each for part, each in zip(chances, counts, strict=True))


@pytest.mark.parametrize("games", [2, 4, 10, 30])
@pytest.mark.parametrize(
    "win, draw",
    [(0.5, 0.0), (0.25, 0.5), (0.5, 0.5), (0.02, 0.96), (0.75, 0.0), (0.95, 0.0), (0.99, 0.0)],
)
def test_the_interval_holds_as_often_as_it_says(games: int, win: float, draw: float) -> None:
    held = 0.0
    for wins in range(games + 1):
        for draws in range(games + 1 - wins if draw else 1):
            losses = games - wins - draws
            likely = chance((wins, draws, losses), (win, draw, max(0.0, 1 - win - draw)))
            if likely > 1e-6:
                _, low, high = between_two(wins, draws, losses)
                held += likely * (low <= elo_of(win + draw / 2) <= high)
    assert held >= 0.91


# --- all who show it -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "agents", "more"),
    [
        ("connect_four", ["oneply", "random"], {}),
        ("connect_four", ["oneply", "greedy", "random"], {"kind": "round-robin"}),
        (HIGH_CARD, ["oneply", "greedy", "random"], {}),
        (HIGH_CARD, ["oneply", "random", "random"], {}),
        (HIGH_CARD, ["oneply", "greedy", "random"], {"kind": "gauntlet"}),
    ],
)
def test_match_standings_and_report_say_the_same(
    tmp_path: Path, game: str, agents: list[str], more: dict[str, str]
) -> None:
    with Store.open(str(tmp_path / "games.db"), create=True) as store:
        series = Series(game, agents, 20, 1, **more).keep_in(store)
        for _ in series.play():
            pass
        played = series.result()
        again = Series.resume(store, series.number or 0).result()
        [summary] = summaries(store)
        report = gather(store)
        page = render(report)
    assert again == played
    for shown in (summary, report.sections[0]):
        elo = {each.agent: each.elo for each in shown.standings}
        for each in played.agents:
            found = elo[each.spec]
            assert found is not None and each.elo is not None
            assert (each.elo, each.elo_low, each.elo_high) == (found.elo, found.low, found.high)
    for each in played.agents:
        text = f"{each.elo:+.0f}".replace("-", "\N{MINUS SIGN}")
        assert f"<b>{text}</b>" in page
    if len(set(agents)) == 2:
        assert f"by {played.agents[0].elo:.0f} Elo" in summary.headline


def test_the_commands_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    place = ("--store", str(tmp_path / "games.db"))

    def run(*args: str) -> str:
        capsys.readouterr()
        assert main([*args, *place]) == 0
        return capsys.readouterr().out

    match = ("match", "connect_four", "oneply", "random", "-n", "20")
    played = json.loads(run(*match, "--json"))["agents"]
    [section] = json.loads(run("standings", "--json"))["sections"]
    [reported] = json.loads(run("report", "--json"))["sections"]
    rated = {each["agent"]: each["elo"] for each in section["standings"]}
    assert rated == {each["agent"]: each["elo"] for each in reported["standings"]}
    for each in played:
        expected = {"elo": each["elo"], "low": each["elo_low"], "high": each["elo_high"]}
        assert rated[each["spec"]] == expected
    # What people read: the same text, number and interval.
    numbers = re.compile(r"([+-]\d+|0) +([+-]\d+|0) to ([+-]\d+|0)")
    table = numbers.findall(run("resume", "1"))
    assert len(table) == 2 and table == numbers.findall(run("standings"))
    pytest.importorskip("openskill")
    assert "Not the Elo of standings" in run("ladder")


def test_one_agent_twice_is_compared_by_entrant() -> None:
    """A match of an agent with itself shows how far luck alone goes."""
    first, second = quadrille.match("connect_four", ["random", "random"], games=10).agents
    assert first.elo is not None and second.elo == pytest.approx(-first.elo)
    assert first.elo_low is not None and first.elo_low < 0
