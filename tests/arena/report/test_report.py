"""Reports: the numbers are those of the games, and the page is sound whatever the games were."""

import math
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from arena.report.samples import DRAWN, LOST, WON, add, begin, play, result, shown, tiny
from quadrille.arena.ratings import rate
from quadrille.arena.report import gather, plots, render, summaries
from quadrille.arena.report.queries import INDEX_FACTOR, SeatTotals, SectionQueries
from quadrille.arena.results import ResultCount
from quadrille.arena.store import Store
from quadrille.core.records.record import Played, Result

EVIL = "<script>alert('x')</script>\" onload=\"&amp;"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "arena.db") as opened:
        yield opened


# --- numbers -------------------------------------------------------------------------------


def test_numbers_by_hand(store: Store) -> None:
    tiny(store)
    [section] = gather(store).sections
    strong, weak = section.standings
    assert (strong.agent, strong.games, strong.wins, strong.draws, strong.losses) == (
        *("strong", 8, 5, 1, 2),
    )
    assert (strong.points, weak.points) == (5.5, 2.5)
    counted = [
        ResultCount(("strong", "weak"), WON, 3),
        ResultCount(("strong", "weak"), LOST, 1),
        ResultCount(("weak", "strong"), LOST, 2),
        ResultCount(("weak", "strong"), WON, 1),
        ResultCount(("weak", "strong"), DRAWN, 1),
    ]
    expected = rate(counted)
    assert strong.elo is not None and weak.elo is not None
    assert strong.elo.elo == pytest.approx(expected.rating("strong").elo)
    assert strong.elo.elo == pytest.approx(-weak.elo.elo) and strong.elo.elo > 0
    assert strong.superiority == pytest.approx(expected.superiority("strong", "weak"))
    assert weak.superiority is None
    # Side 1: three wins of the strong one, then a win and a draw of the weak one, of eight games.
    assert section.first_side_points == pytest.approx(4.5 / 8)
    assert section.drawn == pytest.approx(1 / 8)
    [strong_meets, weak_meets] = section.meetings
    assert (strong_meets.wins, strong_meets.draws, strong_meets.losses) == (5, 1, 2)
    assert (weak_meets.wins, weak_meets.draws, weak_meets.losses) == (2, 1, 5)
    assert [(each.team, each.side, each.wins, each.points) for each in section.on_sides] == [
        ("strong", 0, 3, 3.0),
        ("strong", 1, 2, 2.5),
        ("weak", 0, 1, 1.5),
        ("weak", 1, 1, 1.0),
    ]
    assert (section.lengths.shortest, section.lengths.longest) == (3, 42)
    assert section.lengths.mean == pytest.approx((3 * 7 + 3 + 4 + 4 + 9 + 42) / 8)
    assert [(each.moves, each.games, each.points) for each in section.openings] == [
        (("4",), 5, 4.0),  # four won by side 1, and one lost
        (("1",), 2, 0.0),
        (("2",), 1, 0.5),
    ]
    use = section.uses[0]
    assert use.agent == "strong" and use.slowest == 2.25
    assert use.seconds == pytest.approx(3 * 4 * 0.5 + 0.25 + 2.25)
    assert use.moves == 3 * 4 + 2 + 2 + 2 + 4 + 21
    assert (section.games, section.counted, section.distinct) == (8, 8, 5)
    assert section.scores == {}  # they say who won, and no more


def test_the_page_has_these_numbers(store: Store) -> None:
    tiny(store)
    page = shown(store)
    ratings = page.table("Elo relative to the other agent")
    assert ratings.column("agent") == ["strong", "weak"]
    assert ratings.column("points") == ["68.8 %", "31.2 %"]
    assert ratings.column("won/drawn/lost") == ["5/1/2", "2/1/5"]
    cross = page.table("The points of the row")
    assert cross.rows == [
        ["1", "strong", "\N{MIDDLE DOT}", "69 % 5/1/2"],
        ["2", "weak", "31 % 2/1/5", "\N{MIDDLE DOT}"],
    ]
    sides = page.table("Points on each side")
    assert sides.rows == [
        ["strong", "75 % 3/0/1", "62 % 2/1/1"],
        ["weak", "38 % 1/1/2", "25 % 1/0/3"],
    ]
    times = page.table("Time for a move")
    assert times.rows[0] == ["strong", "43", "198 ms", "2.25 s", "8.5 s"]
    openings = page.table("The most frequent first moves")
    assert openings.rows[0] == ["4", "5", "62 %", "80.0 %"]
    assert "12.5 % of the games drawn" in page.text and "56.2 % of the points" in page.text
    assert "A game has 10.4 moves on average, 3 at least and 42 at most" in page.text
    assert "cannot be told apart: strong leads by" in page.text  # eight games are few
    assert {"Ratings", "Who beats whom", "Sides", "First moves"} <= set(page.headings)
    assert "Places" not in page.headings and "Failures" not in page.headings


def test_what_is_sure_is_said_so(store: Store) -> None:
    series = begin(store, ["a", "b"])
    for seats, outcome in ((("a", "b"), WON), (("b", "a"), LOST)):
        for number in range(45):
            add(store, series, seats, result(outcome, 0, 0), moves=[str(number), "1"])
        for number in range(5):
            add(store, series, seats, result(outcome[::-1], 0, 0), moves=[str(number), "2"])
    [summary] = summaries(store)
    found = re.fullmatch(
        r"a is better than b by (\d+) Elo \(95 %: (\d+) to (\d+)\) over 100 games\.",
        summary.headline,
    )
    assert found is not None
    elo, low, high = map(int, found.groups())
    assert elo == pytest.approx(400 * math.log10(90 / 10), abs=15) and 0 < low < elo < high
    assert summary.warnings == ()


def test_what_is_level_is_said_so(store: Store) -> None:
    series = begin(store, ["a", "b", "c"])
    for number, (seats, outcome) in enumerate(((("a", "b"), WON), (("b", "a"), WON))):
        add(store, series, seats, result(outcome), moves=[str(number)])
    [summary] = summaries(store)
    words = r"[ab] and [ab] are level \(95 %: -\d+ to \d+ Elo\) over 2 games\."
    assert re.fullmatch(words, summary.headline)
    for number, seats in enumerate((("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"))):
        outcome = WON if seats[1] == "c" else LOST
        add(store, series, seats, result(outcome), moves=[str(number), "1"])
    [summary] = summaries(store)
    words = r"[ab] and [ab] lead 3 agents, level \(95 %: -\d+ to \d+ Elo\), 6 games in all\."
    assert re.fullmatch(words, summary.headline)


def test_identical_games_are_told(store: Store) -> None:
    series = begin(store, ["a", "b"])
    for number in range(12):
        add(store, series, ("a", "b"), result(WON), moves=["4", "1" if number else "2"])
    [summary] = summaries(store)
    assert summary.distinct == 2
    assert "Only 2 of 12 games differ from one another" in summary.warnings[0]
    assert "Careful" in render(gather(store)) and "Only 2 of 12 games" in shown(store).text


def test_every_repeated_game_is_told(store: Store) -> None:
    series = begin(store, ["a", "b"])
    for number in range(12):
        add(store, series, ("a", "b"), result(WON), moves=["4", str(max(1, number))])
    [summary] = summaries(store)
    assert summary.distinct == 11 and "11 of 12 games differ" in summary.warnings[0]


@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))]
)
def test_series_that_are_copies_count_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    where = str(tmp_path / "copies.db")
    if kind == "postgresql":
        where = request.getfixturevalue("postgres").new_database()
    with Store.open(where) as store:
        play(store, "quarto", ["greedy", "random"], 6)
        [alone] = summaries(store)
        assert alone.warnings == ()
        for _ in range(2):
            play(store, "quarto", ["greedy", "random"], 6)
        play(store, "quarto", ["greedy", "random"], 3)
        [found] = summaries(store)
        assert (found.standings, found.games, found.distinct) == (alone.standings, 6, 6)
        assert [each.number for each in found.series] == [1, 2, 3, 4]
        assert [text.partition(";")[0] for text in found.warnings] == [
            f"Left out: series {n}, whose games are those of series 1 over again" for n in (2, 3, 4)
        ]
        play(store, "quarto", ["greedy", "random"], 8)  # which has all of the others
        [longer] = summaries(store)
        assert longer.games == 8 and len(longer.warnings) == 4
        assert "series 1, whose games are those of series 5 over again" in longer.warnings[0]
        play(store, "quarto", ["greedy", "random"], 6, seed=1)
        play(store, "quarto", ["random", "greedy"], 6)
        [both] = summaries(store)
        assert both.games == 20 and len(both.warnings) == 4
        [one] = summaries(store, series=[2])
        assert one.games == 6 and one.warnings == ()
        [section] = gather(store, series=[1, 2]).sections
        assert section.games == 6 and sum(each.games for each in section.uses) == 12


def test_copies_in_part_are_kept_and_told(store: Store) -> None:
    """Such as those of agents that think by the clock."""
    for last in ("5", "6"):
        series = begin(store, ["a", "b"])
        for number in range(4):
            move = last if number == 3 else "1"
            add(store, series, ("a", "b"), result(WON), moves=["4", move, str(number)], at=number)
    [found] = summaries(store)
    assert found.games == 8 and found.distinct == 5
    [warning] = found.warnings
    assert "5 of 8 games differ" in warning


# --- odd stores ----------------------------------------------------------------------------


def test_no_line_runs_through_a_label() -> None:
    dots = [plots.Dot(f"an agent with a rather long name {i}", 10 * i, -400, 400) for i in range(4)]
    root = ElementTree.fromstring(plots.whiskers(dots, "Ratings"))
    shapes = [(each.get("class") or "", each.attrib) for each in root.iter()]
    labels = [float(each["y"]) for name, each in shapes if name == "label"]
    lines = [(float(e["y1"]), float(e["y2"])) for name, e in shapes if name.startswith("grid")]
    assert len(labels) == 4 and len(lines) >= 3 * 4
    for y in labels:  # its letters reach from 11 above to 4 below
        assert all(low <= y - 11 or high >= y + 4 for high, low in lines)


def test_groups_that_never_met(store: Store) -> None:
    series = begin(store, list("abcde"))
    for pair in ("ab", "ba", "bc", "de"):
        add(store, series, pair, result(WON), moves=[pair, "1"])
    [section] = gather(store).sections
    assert section.groups == 2
    assert [(each.agent, each.group) for each in section.standings][3:] == [("d", 1), ("e", 1)]
    assert "2 groups without games between them" in section.warnings[0]
    page = shown(store)
    rows = page.table("Elo relative").rows
    assert ["Group 1"] in rows and ["Group 2"] in rows
    assert page.text.count("Ratings of group") >= 2


def test_one_agent_only(store: Store) -> None:
    play(store, "connect_four", ["random", "random"], 2)
    [section] = gather(store).sections
    assert section.headline == "Only random has played, against itself: 2 games without a rating."
    assert section.meetings == () and section.standings[0].elo is None
    page = shown(store)
    assert page.table("Elo relative").rows[0][1:4] == ["random", "\N{EN DASH}", "\N{EN DASH}"]


def test_a_series_without_finished_games(store: Store) -> None:
    series = begin(store, ["a", "b"])
    add(store, series, ("a", "b"), result(None))
    [section] = gather(store).sections
    assert section.headline == "No game has been finished, so nothing is known yet."
    assert section.drawn is None and section.told == () and section.counted == 0
    assert "Left out of all ratings: 1 game without a result." in shown(store).text


def test_a_single_side_has_scores_only(store: Store) -> None:
    play(store, "carcassonne", ["random"], 2, options={"players": 1}, adjudicate=30)
    [section] = gather(store).sections
    assert section.standings == () and section.advantage is None and section.drawn is None
    assert section.headline.startswith("random scores ")
    page = shown(store)
    assert "Ratings" not in page.headings and "Sides" not in page.headings


def test_forfeits_and_lost_turns(store: Store) -> None:
    series = begin(store, ["a", "b"])
    for spent in ("2.31", "2.17"):
        note = f"took {spent} s of 2 s for a move"
        add(store, series, "ab", Result("forfeited", LOST, (0.0, 0.0), 0, note))
    add(store, series, "ba", Result("forfeited", WON, (0.0, 0.0), 1, "crashed <b>hard</b>"))
    turns = [Played(0, "", lost="no answer"), Played(1, "4", lost="no answer"), Played(0, "3")]
    add(store, series, "ab", result(DRAWN), moves=turns)
    [section] = gather(store).sections
    assert section.endings == {"finished": 1, "forfeited": 3}
    assert [(each.agent, each.alike, each.games, each.turns) for each in section.failings] == [
        ("a", True, 2, 0),
        ("a", False, 1, 0),
        ("a", False, 0, 1),
        ("b", False, 0, 1),
    ]
    page = shown(store)
    rows = page.table("Games that were forfeited").rows
    assert rows[0] == ["a", "took 2.17 s of 2 s for a move (and similar)", "2", "0"]
    assert rows[1] == ["a", "crashed <b>hard</b>", "1", "0"]
    assert "Of 4 games 3 forfeited." in page.text
    assert "P1 loses the turn: no answer" in page.text


def test_rare_reasons_are_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrille.arena.report.queries.MAX_REASONS", 3)
    monkeypatch.setattr("quadrille.arena.report.gathering.REASONS", 2)
    series = begin(store, ["a", "b"])
    for letters in ("x", "x", "x", "y", "y", "z", "u", "v"):
        add(store, series, "ab", Result("forfeited", LOST, (0.0, 0.0), 0, letters))
    [section] = gather(store).sections
    told = [(each.reason, each.games) for each in section.failings]
    assert told == [("x", 3), ("other reasons", 3), ("y", 2)]


def test_every_program_of_a_large_contest_has_its_reason(store: Store) -> None:
    """Each meets every other one, and a reason counts for itself in every meeting."""
    names = [f"p{index:02}" for index in range(24)]
    series = begin(store, names)
    for one, other in combinations(names, 2):
        add(store, series, (one, other), Result("forfeited", LOST, (0.0, 0.0), 0, f"fault {one}"))
    [section] = gather(store).sections
    found = {each.agent: (each.reason, each.games) for each in section.failings}
    expected = {name: (f"fault {name}", 23 - index) for index, name in enumerate(names[:-1])}
    assert found == expected
    # So many share one table of small cells.
    cross = shown(store).table("The points in % of the row against the column, and under the mouse")
    assert cross.head[2:] == [str(index + 1) for index in range(24)]
    assert cross.rows[0][1:] == ["p23", "\N{MIDDLE DOT}", *["100"] * 23]


def test_nothing_from_the_games_is_markup(store: Store) -> None:
    series = begin(store, [EVIL, "b"])
    note = f"{EVIL} \x00 \x1b[31m"
    add(store, series, (EVIL, "b"), Result("forfeited", LOST, (0.0, 0.0), 0, note), moves=[EVIL])
    add(store, series, (EVIL, "b"), result(WON), moves=[Played(0, EVIL, say=EVIL)])
    page = shown(store)
    assert page.text.count("<script>alert('x')</script>") > 6
    scripts = [each for each in page.attributes("script") if each.get("type") is None]
    assert len(scripts) == 1 and "alert" not in "".join(page.scripts)


def test_more_than_two_sides(store: Store) -> None:
    series = play(store, "sheep", ["random", "greedy", "oneply", "random"], 4)
    [section] = gather(store).sections
    assert section.num_sides == 4
    greedy = next(each for each in section.standings if each.agent == "greedy")
    assert len(greedy.ranks) == 4 and sum(greedy.ranks) == greedy.games == 4
    counted = store.result_counts(series)
    met = next(each for each in section.meetings if (each.row, each.column) == ("greedy", "random"))
    ahead = behind = 0
    for each in counted:  # of two random sides, each counts
        own = each.outcome[each.lineup.index("greedy")]
        others = [o for o, name in zip(each.outcome, each.lineup, strict=True) if name == "random"]
        ahead += sum(own > other for other in others) * each.games
        behind += sum(own < other for other in others) * each.games
    assert (met.wins, met.losses, met.games) == (ahead, behind, 8)
    page = shown(store)
    places = page.table("How often an agent's side came first")
    assert places.head == ["agent", "first", "second", "third", "fourth"]
    assert "before/level/behind" in page.table("The points of the row").caption
    assert set(section.scores) == {"random", "greedy", "oneply"}
    for use in section.uses:
        assert section.scores[use.agent].total == use.games
    assert {"Places", "Scores", "Games"} <= set(page.headings)


def test_scores_fall_into_their_bins(store: Store) -> None:
    series = begin(store, ["a", "b"])
    had: dict[str, list[float]] = {"a": [-1.5, 0.0, 0.4, 6.9, 7.0], "b": [2.0, 2.0, 2.1, 1.9, -1.0]}
    for mine, other in zip(had["a"], had["b"], strict=True):
        add(store, series, ("a", "b"), result(WON, mine, other))
    [section] = gather(store).sections
    grid = section.scores["a"].grid
    assert (grid.low, grid.width, grid.count, grid.whole) == (-1.5, 0.5, 18, False)
    for agent, scores in had.items():
        expected = [0] * 18
        for score in scores:
            expected[math.floor((score + 1.5) / 0.5)] += 1
        assert section.scores[agent].counts == tuple(expected)
    assert [use.mean_score for use in section.uses] == pytest.approx([2.56, 1.4])
    assert shown(store).table("Points by the rules").rows[0] == [
        *("a", "5", "2.56", "\N{MINUS SIGN}1.5 to 7"),
    ]


def test_a_small_part_of_a_store_is_the_same(store: Store) -> None:
    series = tiny(store)
    [alone] = gather(store).sections
    other = begin(store, ["a", "b"])
    for number in range(8 * INDEX_FACTOR):
        add(store, other, ("a", "b"), result(DRAWN), moves=[str(number)])
    [found] = gather(store, series=[series]).sections
    assert found == alone  # now by an index


@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))]
)
def test_games_that_are_added_meanwhile_wait(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where = str(tmp_path / "busy.db")
    if kind == "postgresql":
        where = request.getfixturevalue("postgres").new_database()
    with Store.open(where) as store, Store.open(where) as other:
        series = tiny(store)
        ask = SectionQueries.seats

        def seats(details: SectionQueries) -> SeatTotals:
            for agents in ("xy", "yx"):
                add(other, series, agents, result(WON, 5, -5), moves=["7"] * 99)
            return ask(details)

        monkeypatch.setattr(SectionQueries, "seats", seats)
        [section] = gather(store).sections
        assert section.games == 8 and sum(section.lengths.bins.counts) == 8
        assert [use.agent for use in section.uses] == ["strong", "weak"]
        assert section.openings[0].games == 5
        [summary] = summaries(store)
        assert summary.games == 10


def test_teams(store: Store) -> None:
    play(store, "pillars", ["random", "greedy"], 2, adjudicate=40)
    mixed = ["random", "greedy", "random", "oneply", "oneply", "oneply"]
    play(store, "pillars", mixed, 2, adjudicate=40)
    [section] = gather(store).sections
    assert section.num_sides == 2 and len(section.sides) == 6
    assert {each.agent for each in section.standings} == {"random", "greedy", "oneply"}
    page = shown(store)
    assert any(" + " in name for name in page.table("The points of the row").column("agent"))
    assert "judged by the scores (judged after 40 moves)" in page.text
    assert "P4 (side 2)" in page.text


def test_several_games_have_anchors(store: Store) -> None:
    for options in ({}, {"squares": True}):
        play(store, "quarto", ["random", "oneply"], 2, options=options)
    play(store, "connect_four", ["random", "oneply"], 2)
    page = shown(store)
    assert page.ids == ["quarto", "quarto.2", "connect-four"]
    assert [each["href"] for each in page.attributes("a")] == ["#" + name for name in page.ids]
    assert "Quarto squares=true" in page.text
    [section] = gather(store, game="connect_four").sections
    assert section.title == "Connect Four"
    assert [each.unusual for each in gather(store, series=[2]).sections] == [{"squares": True}]
    wrongs: list[dict[str, Any]] = [{"game": "chess"}, {"series": []}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="nothing to report: no games"):
            gather(store, **wrong)
    with pytest.raises(ValueError, match=r"expected a series in .*, got 9"):
        gather(store, series=[9])


@pytest.mark.xdist_group("postgres")
def test_postgresql_tells_the_same(store: Store, tmp_path: Path, postgres: Any) -> None:
    play(store, "sheep", ["random", "greedy", "oneply", "random"], 3)
    tiny(store)
    store.export(tmp_path / "games.jsonl")
    with Store.open(postgres.new_database()) as other:
        other.import_(tmp_path / "games.jsonl", unchecked=True)
        found = [{each.game: each for each in gather(one).sections} for one in (store, other)]
    for game in ("sheep", "connect_four"):
        here, there = (each[game] for each in found)
        assert there.meetings == here.meetings and there.on_sides == here.on_sides
        assert there.scores == here.scores and there.lengths == here.lengths
        assert [each.elo for each in there.standings] == [each.elo for each in here.standings]
        assert sorted(each.openings[0].moves for each in (here, there))
