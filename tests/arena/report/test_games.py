"""Reports: the games that one can step through, plots, and how numbers are written."""

import base64
import hashlib
import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import quadrille
from arena.report.reader import plots, read
from arena.report.samples import LOST, WON, add, begin, play, result, shown, tiny
from quadrille.arena.report import gather, render
from quadrille.arena.report import page as page_module
from quadrille.arena.report import replay as replay_module
from quadrille.arena.report.bins import Grid, bins_of
from quadrille.arena.report.data import Estimate
from quadrille.arena.report.families import families
from quadrille.arena.report.film import film
from quadrille.arena.report.html import percent, seconds, signed, tag
from quadrille.arena.report.scale import Scale, round_step
from quadrille.arena.store import Store
from quadrille.core.drawing.film import slim, thinned
from quadrille.core.records.record import Result
from support.patience import PATIENCE


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "arena.db") as opened:
        yield opened


# --- games to step through -----------------------------------------------------------------


def pictures_of(last: str, made: dict[str, Any]) -> list[str]:
    """The pictures of a film, put together as ``replay.js`` does."""
    pieces = [*dict.fromkeys(last.split("<")), *made["pieces"]]
    reel = [pieces.index(piece) for piece in last.split("<")]
    found = [last]
    for steps in made["changes"]:
        for start, gone, new in steps:
            reel[start : start + gone] = new
        found.append("<".join(pieces[number] for number in reel))
    return found[::-1]


def drawn(game: str, agents: Sequence[str]) -> list[str]:
    record = quadrille.play(quadrille.game(game), agents, seed=1)
    return [slim(state.svg(legal=False)) for state in record.replay()]


@pytest.mark.parametrize("game", ["quarto", "connect_four"])
def test_films_are_short_and_exact(game: str) -> None:
    pictures = drawn(game, ["random", "random"])
    made = film(pictures)
    assert pictures_of(pictures[-1], made) == pictures
    assert len(json.dumps(made)) < sum(map(len, pictures)) / 10
    assert film(["<a/>"]) == {"pieces": [], "changes": []}
    assert pictures_of("", film(["<a><b/></a>", ""])) == ["<a><b/></a>", ""]


def test_the_script_puts_films_together(tmp_path: Path) -> None:
    pictures = drawn("quarto", ["random", "random"])
    script = (Path(page_module.__file__).parent / "replay.js").read_text()
    functions = script[: script.index("for (const figure of document")]
    given = json.dumps([pictures[-1], film(pictures)])
    (tmp_path / "test.js").write_text(
        f"{functions}\nconst [last, film] = {given};\nconst at = reelsOf(last, film);\n"
        f"console.log(JSON.stringify([...Array({len(pictures)}).keys()].map(at)));\n"
    )
    found = subprocess.run(
        ["node", str(tmp_path / "test.js")],
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    assert json.loads(found.stdout) == pictures


def test_the_script_scrolls_by_whole_lines(tmp_path: Path) -> None:
    script = (Path(page_module.__file__).parent / "replay.js").read_text()
    functions = script[: script.index("for (const figure of document")]
    tops = [20 * (i // 3) for i in range(60)]
    (tmp_path / "test.js").write_text(
        f"{functions}\nconst tops = {tops};\n"
        "console.log(JSON.stringify(tops.map((top) => scrollFor(tops, top, 145))));\n"
    )
    found = subprocess.run(
        ["node", str(tmp_path / "test.js")],
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    for top, scroll in zip(tops, json.loads(found.stdout), strict=True):
        assert scroll in tops and 0 <= top - scroll <= 145 - 20


def test_a_forfeited_game_is_neither_the_longest_nor_the_shortest(store: Store) -> None:
    series = begin(store, ["a", "b"])
    forfeited = Result("forfeited", LOST, (0.0, 0.0), 0, "crashed")
    add(store, series, "ab", forfeited, moves=())
    [section] = gather(store).sections
    assert [each.why for each in section.told] == ["the latest"]
    for moves in (["4"] * 5, ["4"] * 3):
        add(store, series, "ab", result(WON, 1, 0), moves=moves)
    add(store, series, "ab", forfeited, moves=["4"] * 6)
    [section] = gather(store).sections
    lengths = {each.why: len(each.record.moves) for each in section.told}
    assert lengths == {"the longest": 5, "the shortest": 3, "the latest": 6}


def test_games_in_the_page(store: Store) -> None:
    series = play(store, "quarto", ["random", "oneply"], 12)
    report = gather(store)
    [section] = report.sections
    rows = list(store.games(series=series))
    told = {why: each for each in section.told for why in each.why.split(" and ")}
    assert told["the latest"].game == max(row.id for row in rows)
    assert len(told["the longest"].record.moves) == max(row.plies for row in rows)
    assert len(told["the shortest"].record.moves) == min(row.plies for row in rows)
    text = render(report)
    page = read(text)
    figures = [each for each in page.attributes("figure") if each.get("class") == "replay"]
    assert len(figures) == len(section.told)
    films = [json.loads(each) for each in page.scripts[:-1]]
    finals = [each for each in page.attributes("img") if each["class"] == "final"]
    for each, made, final in zip(section.told, films, finals, strict=True):
        last = base64.b64decode(str(final["src"]).partition(",")[2]).decode()
        pictures = pictures_of(last, made)
        assert len(pictures) == len(made["plies"]) == len(each.record.moves) + 1
        for picture in pictures:
            ElementTree.fromstring(picture)
        assert str(final["alt"]).startswith("Quarto.")
    assert "left out" not in page.text


def test_a_surprise_is_shown(store: Store) -> None:
    series = begin(store, ["a", "b", "c"])
    for number in range(6):
        for pair in ("ab", "bc", "ac"):
            add(store, series, pair, result(WON), moves=[f"{pair}{number}", "1"])
    add(store, series, "ca", result(WON), moves=["surprise", "1"])
    add(store, series, "ba", result(WON), moves=["small surprise", "1"])
    add(store, series, "ab", result(WON), moves=["no surprise", "1"])
    [section] = gather(store).sections
    assert [each.agent for each in section.standings] == ["a", "b", "c"]
    first = section.told[0]
    assert first.record.moves[0].move == "surprise" and first.why.startswith("a surprise (c won")


def test_what_does_not_replay_is_told(store: Store) -> None:
    tiny(store)  # whose games are made up
    page = shown(store)
    assert "No pictures: start: expected" in page.text and "P1 4" in page.text


def test_the_file_stays_small(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    play(store, "quarto", ["random", "oneply"], 12)
    report = gather(store)
    whole = render(report)
    tables = len(render(gather(store, games=0)).encode())
    for room in (60_000, 5_000):
        monkeypatch.setattr(page_module, "OTHER_BYTES", 25_000)
        monkeypatch.setattr(page_module, "MAX_BYTES", tables + room)
        text = render(report)
        assert len(text.encode()) <= tables + room < len(whole.encode())
        left = re.findall(r"(\d+) of (\d+) positions are kept here", read(text).text)
        assert all(int(kept) < int(there) for kept, there in left)
        assert left if room > 10_000 else "left out to keep the file small" in text


def test_very_long_games_are_cut(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_module, "MAX_MOVES", 10)
    monkeypatch.setattr(replay_module, "MAX_POSITIONS", 5)
    play(store, "connect_four", ["random", "random"], 1)
    [told] = gather(store).sections[0].told
    count = len(told.record.moves)
    page = shown(store)
    assert f"{count - 10} moves left out" in page.text
    assert f"of {count + 1} positions are kept here" in page.text
    [made] = [json.loads(each) for each in page.scripts[:-1]]
    assert len(made["plies"]) == 5 and (made["plies"][0], made["plies"][-1]) == (0, count)


def test_nothing_is_loaded_from_elsewhere(store: Store) -> None:
    play(store, "connect_four", ["random", "oneply"], 2)
    page = shown(store)
    [policy] = [each for each in page.attributes("meta") if "http-equiv" in each]
    digest = hashlib.sha256(page.scripts[-1].encode()).digest()
    allowed = f"script-src 'sha256-{base64.b64encode(digest).decode()}'"
    assert "default-src 'none'" in str(policy["content"]) and allowed in str(policy["content"])
    assert not page.attributes("link") and not page.attributes("iframe")


# --- parts ---------------------------------------------------------------------------------


def test_agents_that_differ_in_one_number() -> None:
    agents = ["mcts:sims=10,c=1.5", "mcts:sims=300,c=1.5", "mcts:sims=40,c=2", "random"]
    agents += [f"program:./bot run-7/step-{step}.json" for step in (1000, 2000, 4000)]
    rated = {agent: Estimate(float(index), -1.0, 1.0) for index, agent in enumerate(agents)}
    rated |= {f"program:./bot{number}": Estimate(0.0, -1.0, 1.0) for number in range(3)}
    steps, sims = families(rated)
    assert (steps.name, steps.parameter) == ("program:./bot run-7/step-….json", "step")
    assert [number for number, _, _ in steps.members] == [1000, 2000, 4000] and not steps.log
    assert (sims.parameter, sims.log) == ("sims", True)  # a factor of 30
    assert [agent for _, agent, _ in sims.members] == agents[:2]


def test_a_surprise_between_two_is_as_large_as_their_difference(store: Store) -> None:
    series = begin(store, ["strong", "weak"])
    for _ in range(5):
        add(store, series, ("strong", "weak"), result(WON))
    add(store, series, ("strong", "weak"), result(LOST), moves=["surprise", "1"])
    [section] = gather(store).sections
    assert section.standings[0].elo is not None
    elo = f"{section.standings[0].elo.elo:.0f} Elo"
    assert f"rated {elo} below the other" in section.told[0].why and f"by {elo}" in section.headline


def test_ratings_over_a_number_are_plotted(store: Store) -> None:
    series = begin(store, ["mcts:sims=10", "mcts:sims=100", "mcts:sims=400"])
    add(store, series, ("mcts:sims=10", "mcts:sims=400"), result(LOST))
    assert gather(store).sections[0].families == (), "two points are no curve"
    add(store, series, ("mcts:sims=10", "mcts:sims=100"), result(LOST))
    text = render(gather(store))
    assert "Rating over one number" in read(text).headings
    titles = [plot.findtext("{*}title") for plot in plots(text)]
    assert "Elo over sims of mcts:sims=…" in titles and "sims (logarithmic)" in text


@pytest.mark.parametrize("low, high", [(0, 1), (-3, 4), (-1500, 2200), (0.001, 0.002), (5, 5)])
def test_scales_hold_all_values_and_round_numbers(low: float, high: float) -> None:
    scale = Scale.of([low, high], 10, 110)
    assert 10 <= scale(low) <= scale(high) <= 110
    ticks = scale.ticks()
    assert 2 <= len(ticks) <= 7 and all(10 <= scale(tick) <= 110 for tick in ticks)
    if low > 0:
        log = Scale.of([low, 50 * high], 0, 100, log=True)
        assert 0 <= log(low) < log(50 * high) <= 100 and 2 <= len(log.ticks()) <= 6


def test_bins() -> None:
    found = bins_of({3: 2, 5: 1, 40: 4})
    assert found.total == 7 and found.grid.width == 2 and found.counts[0] == 2
    assert found.name(0) == "2 to 3" and bins_of({7: 1}).name(0) == "7"
    for low, high in ((0.0, 1.0), (-2.5, 30.1), (4.0, 4.0), (1e-9, 1e9)):
        grid = Grid.over(low, high, whole_numbers=False)
        assert grid.low <= low and high <= grid.low + grid.width * grid.count
        assert 1 <= grid.count <= 40
    assert [round_step(each) for each in (0.3, 1, 1.1, 2.5, 70)] == [0.5, 1, 2, 5, 100]


def test_numbers_in_words() -> None:
    space = "\N{NO-BREAK SPACE}"
    assert [percent(part) for part in (0, 0.004, 0.5, 0.996, 1)] == [
        f"{text}{space}%" for text in ("0", "<1", "50", ">99", "100")
    ]
    assert percent(0.99999, 1) == f">99.9{space}%"
    assert [signed(number) for number in (-0.4, 12.6, -1234)] == ["0", "+13", "\N{MINUS SIGN}1,234"]
    assert [seconds(each) for each in (0, 2e-6, 0.0123, 4.5, 1234)] == [
        *("0", "2 µs", "12.3 ms", "4.5 s", "1,234.0 s"),
    ]
    assert tag("p", "<&>", None, title='"', hidden=True) == (
        '<p title="&quot;" hidden="">&lt;&amp;&gt;</p>'
    )
    assert thinned(range(10), 4) == [0, 3, 6, 9] and thinned([1, 2], 5) == [1, 2]
    assert thinned([1, 2], 1) == [2] and thinned([1], 0) == []
