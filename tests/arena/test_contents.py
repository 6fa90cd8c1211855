"""Other files behind the same spec are another entrant."""

from pathlib import Path

import pytest

import quadrille
from quadrille import Agent
from quadrille.arena.contents import content_of, contents_of
from quadrille.arena.ladder import Ladder
from quadrille.arena.plan import Plan
from quadrille.arena.report.gathering import gather
from quadrille.arena.series import Series
from quadrille.arena.store import Store
from quadrille.core.load import USER_MODULE

BOT = "class Bot(__import__('quadrille').Agent):\n    def choose(self, state, rng):\n        "
FIRST, LAST = (f"{BOT}return state.legal_moves()[{index}]\n" for index in (0, -1))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def load_bot(source: str, monkeypatch: pytest.MonkeyPatch) -> Agent:
    """The bot of a file, as a new process loads it."""
    import sys

    Path("bot.py").write_text(source)
    for name in [name for name in sys.modules if name.startswith(f"{USER_MODULE}bot_")]:
        monkeypatch.delitem(sys.modules, name)
    return quadrille.agent("bot.py:Bot")


def play(store: Store, bot: Agent, seed: int = 0) -> Series:
    series = Series("connect_four", [bot, "random"], 2, seed).keep_in(store)
    assert len(list(series.play())) == 2
    return series


def test_what_counts_as_content(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = load_bot(FIRST, monkeypatch)
    first = content_of(bot)
    assert len(first) == 64 and content_of(load_bot(FIRST, monkeypatch)) == first
    assert content_of(load_bot(LAST, monkeypatch)) != first
    assert content_of(quadrille.agent("mcts:sims=3")) == ""
    assert contents_of([quadrille.agent("random")] * 2) == ()
    Path("data").write_text("1")
    program = quadrille.agent("program:./bot.py --fast data")
    before = content_of(program)
    Path("data").write_text("2")
    assert len({before, content_of(program), first}) == 3
    assert content_of(quadrille.agent("program:python3 bot.py")) != ""
    assert content_of(quadrille.agent("program:python3 -V")) == ""


def test_another_content_is_another_entrant(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open("x.db") as store:
        old = play(store, load_bot(FIRST, monkeypatch))
        assert old.changed == {} and old.plan.contents[1] == ""
        new_bot = load_bot(LAST, monkeypatch)
        new = play(store, new_bot)
        label = f"bot.py:Bot (sha{content_of(new_bot)[:8]})"
        assert new.changed == {"bot.py:Bot": label}
        again = play(store, load_bot(LAST, monkeypatch), seed=1)
        back = play(store, load_bot(FIRST, monkeypatch), seed=2)
        assert again.changed == new.changed and back.changed == {}
        [section] = gather(store).sections
        names = {each.agent: each.games for each in section.standings}
        assert names == {"bot.py:Bot": 4, label: 4, "random": 8}
        assert {each.agent for each in store.by_agent()} == set(names)
        ladder = Ladder()
        for result in store.results():
            ladder.add(result.lineup, result.outcome)
        assert {each.name for each in ladder.table} == set(names)


def test_a_repeated_command_with_other_files_plays_other_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Store.open("x.db") as store:
        old = play(store, load_bot(FIRST, monkeypatch))
        assert [each.number for each in store.alike(old.plan)] == [1]
        new = Series("connect_four", [load_bot(LAST, monkeypatch), "random"], 2)
        assert store.alike(new.plan) == []


def test_a_series_that_is_resumed_with_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open("x.db") as store:
        match = Series("connect_four", [load_bot(FIRST, monkeypatch), "random"], 2)
        begun = match.keep_in(store)
        next(begun.play())
        load_bot(LAST, monkeypatch)
        resumed = Series.resume(store, 1)
        list(resumed.play())
        assert list(resumed.changed) == ["bot.py:Bot"]
        players = {name for row in store.games() for name in row.players}
        assert players == {"bot.py:Bot", "random", *resumed.changed.values()}
        assert store.series(1).plan == match.plan


def test_contents_travel_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open("x.db") as store:
        for seed, source in enumerate((FIRST, LAST)):
            play(store, load_bot(source, monkeypatch), seed)
        store.export("games.jsonl")
        players = [row.players for row in store.games()]
    with Store.open("same.db") as copy:
        assert copy.import_("games.jsonl") == 4
        assert [row.players for row in copy.games()] == players
    with Store.open("other.db") as other:  # where the name belongs to the other content
        play(other, load_bot(LAST, monkeypatch), seed=7)
        other.import_("games.jsonl")
        games = {each.agent: each.games for each in other.by_agent()}
        first = content_of(load_bot(FIRST, monkeypatch))[:8]
        assert games == {"bot.py:Bot": 4, f"bot.py:Bot (sha{first})": 2, "random": 6}


def test_names_of_a_contest_are_kept_apart_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open("x.db") as store:
        assert store.label_entrants(["ada", "ben"], ["", "1" * 64]) == ("ada", "ben")
        assert store.label_entrants(["ben"], ["2" * 64]) == ("ben (sha22222222)",)
        longer = "2" * 8 + "3" * 56
        assert store.label_entrants(["ben"], [longer]) == (f"ben (sha{longer})",)
        assert store.label_entrants(["ben"], ["1" * 64]) == ("ben",)


def test_a_plan_that_grows_keeps_what_it_began_with() -> None:
    game = quadrille.game("connect_four")
    rest = {"kind": "round-robin", "games": 2}
    names = ("a", "b", "c")
    specs = ["x.py:X", "random", "y.py:Y"]
    old = Plan.of(game, specs[:2], names=names[:2], contents=("1", ""), **rest)
    new = Plan.of(game, specs, names=names, contents=("2", "", "3"), **rest)
    assert old.grown(new).contents == ("1", "", "3")
    assert old.grown(old.grown(new)) == old.grown(new)
    unknown = Plan.of(game, specs[:2], names=names[:2], **rest)
    assert unknown.grown(unknown) == unknown
    with pytest.raises(ValueError, match="expected a hash for each of 2 agents, got 1"):
        Plan.of(game, specs[:2], contents=("1",), **rest)
