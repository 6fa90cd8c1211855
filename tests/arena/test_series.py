"""Series: who meets whom, clocks, penalties, and games that a referee stops."""

import sys
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, ClassVar

import pytest

import quadrille
from quadrille import Agent, AgentFailed, Limits, Record, Session
from quadrille.arena.plan import Plan
from quadrille.arena.play.clock import PlayerClock, TimeControl
from quadrille.arena.series import Series

QUARTO = quadrille.game("quarto")
SHEEP = quadrille.game("sheep", size=8)
PILLARS = quadrille.game("pillars", gamers=2)


def plan(agents: int, **more: Any) -> Plan:
    """A plan for Quarto with so many entrants."""
    return Plan.of(QUARTO, ["random"] * agents, **more)


# --- who meets whom ------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, 5, 6])
def test_everybody_meets_everybody(games: int) -> None:
    series = plan(4, kind="round-robin", games=games, seed=3)
    pairings = [series.pairing(index) for index in range(series.total)]
    met = Counter(frozenset(each.seats) for each in pairings)
    assert met == {frozenset(pair): games for pair in combinations(range(4), 2)}
    first = Counter(each.seats for each in pairings)
    assert all(abs(first[a, b] - first[b, a]) == games % 2 for a, b in combinations(range(4), 2))
    # Both games of a pair, and all pairs of a round, have the same draws; no agent repeats itself.
    assert len({each.seed for each in pairings}) == -(-games // 2)
    assert len({each.agent_seed for each in pairings}) == series.total
    assert [each.index for each in pairings] == list(range(series.total))


def test_rounds_come_one_after_the_other() -> None:
    series = plan(3, kind="round-robin", games=4)
    seeds = [series.pairing(index).seed for index in range(series.total)]
    assert seeds == [seeds[0]] * 6 + [seeds[6]] * 6 and seeds[0] != seeds[6]


@pytest.mark.parametrize("agents", [2, 3, 6, 7])
@pytest.mark.parametrize("games", [1, 4, 5])
def test_nobody_meets_a_second_opponent_before_all_have_met_one(agents: int, games: int) -> None:
    series = plan(agents, kind="round-robin", games=games)
    order = list(series.by_days(range(series.total)))
    assert sorted(order) == list(range(series.total))
    slots = [series.slot(index) for index in order]
    assert [slot.round for slot in slots] == sorted(slot.round for slot in slots)
    meetings = list(dict.fromkeys((slot.round, slot.meeting) for slot in slots))
    day = agents // 2  # so many tables
    for first in range(0, len(meetings), day):
        seated = [one for _, pair in meetings[first : first + day] for one in pair]
        assert len(set(seated)) == 2 * day
    # What is missing is played in the same order, and the games of a pair are kept together.
    assert list(series.by_days(range(0, series.total, 3))) == [i for i in order if i % 3 == 0]
    assert len(meetings) == 1 + sum(a[:2] != b[:2] for a, b in pairwise(slots))


def test_other_series_are_played_by_number() -> None:
    for other in (plan(4, kind="gauntlet"), plan(2), Plan.of(SHEEP, "abcde", kind="round-robin")):
        assert list(other.by_days(range(9))) == list(range(9))


def test_one_against_the_rest() -> None:
    series = plan(4, kind="gauntlet", games=2)
    assert series.meetings == ((0, 1), (0, 2), (0, 3))
    table = Plan.of(SHEEP, ["random"] * 3, kind="gauntlet", games=4)
    assert table.meetings == ((0, 1, 1, 1), (0, 2, 2, 2))
    seats = [table.pairing(index).seats for index in range(4)]
    assert seats == [(0, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1)]
    assert len({table.pairing(index).seed for index in range(8)}) == 1


def test_teams_meet_as_teams() -> None:
    series = Plan.of(PILLARS, ["a", "b", "c"], kind="round-robin", games=2)
    assert series.meetings == ((0, 1), (0, 2), (1, 2)) and series.homes == (0, 0, 1, 1)
    assert Plan.of(PILLARS, list("abcd")).homes == (0, 1, 2, 3)


def test_a_match_is_as_it_was() -> None:
    """The seeds of stored series must never change."""
    pairing = plan(2, seed=7).pairing(3)
    assert (pairing.seed, pairing.agent_seed) == (2470321932952871025, 13655926189575105443)


@pytest.mark.parametrize(
    ("agents", "more", "message"),
    [
        (3, {}, r"expected 2 agents \(one per player\), got 3"),
        (1, {"kind": "round-robin"}, "expected at least 2 agents, got 1"),
        (1, {"kind": "gauntlet"}, "expected at least 2 agents"),
        (2, {"kind": "cup"}, "expected one of match round-robin gauntlet, got 'cup'"),
        (2, {"games": 0}, "expected games from 1"),
        (9, {"kind": "round-robin", "games": 10**6}, "expected games in all from 1 to 10000000"),
        (2, {"clock": "soon"}, "expected a clock such as"),
        (2, {"adjudicate": 0}, "expected moves before a game is judged from 1"),
        (2, {"opening": -1}, "expected moves of an opening from 1"),
        (2, {"opening": True}, "expected moves of an opening from 1"),
        (2, {"seed": -1}, "expected a seed"),
        (2, {"clock": 2}, "expected a clock such as 'move=2', '60' or '60.1', got 2"),
        (2, {"clock": "move=1e400"}, "0 and at most 1000000 seconds, got 'move=1e400'"),
        (2, {"clock": "5+1e7"}, "expected an increment of 0 to 1000000 s, got '5.1e7'"),
        (2, {"sprt": 3}, "expected a test such as 'elo0=0,elo1=10', got 3"),
        (2, {"kind": ["match"]}, "expected one of match round-robin gauntlet"),
        (2, {"forfeits": "no"}, "expected True or False for forfeits, got 'no'"),
        (2, {"gmes": 2}, "unknown setting of a series 'gmes'; did you mean 'games'"),
    ],
)
def test_bad_plans(agents: int, more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan(agents, **more)


def test_plans_travel() -> None:
    series = Plan.of(SHEEP, ["random", "greedy"], kind="gauntlet", clock="60+1", seed=5)
    again = Plan.from_dict(series.to_dict())
    assert again == series and again.pairing(9) == series.pairing(9)
    bads: list[Any] = [{}, {"game": "quarto"}, [], {**series.to_dict(), "agents": 3}]
    for bad in bads:
        with pytest.raises(ValueError, match="expected the plan of a series"):
            Plan.from_dict(bad)


def test_a_round_robin_counts_everybody() -> None:
    result = quadrille.match(
        QUARTO, ["oneply", "random", "random"], games=4, seed=1, kind="round-robin"
    )
    assert [each.games for each in result.agents] == [8, 8, 8] and result.games == 12
    assert sum(each.points for each in result.agents) == 12
    assert result.agents[0].points > result.agents[1].points


# --- clocks --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "move=2", "move=0.5", "60", "60+1", "0.5+0.25"])
def test_clocks_as_text(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "60+", "60+-1", "move=", "1m", "60+nan"])
def test_no_clocks(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        TimeControl.parse(text)


def test_the_clock_of_a_player() -> None:
    clock = PlayerClock(TimeControl.parse("10+1"))
    assert clock.limits().seconds == 10 and clock.limits().moves is None
    assert clock.overstepped_by(4) == ""
    clock.spend(4)
    assert clock.left == 7
    assert clock.overstepped_by(7.04) == "", "a little too late is in time"
    clock.spend(7.04)
    assert clock.left == 1
    assert clock.overstepped_by(1.2) == "used up its 10 s"
    assert clock.run_out() == ("used up its 10 s", 1)
    clock = PlayerClock(TimeControl.parse("move=2"))
    assert (clock.limits().seconds, clock.limits().moves) == (2, 1)
    assert clock.overstepped_by(2.01) == clock.overstepped_by(1.9) == ""
    assert clock.overstepped_by(2.5) == "took 2.50 s of 2 s for a move"
    assert clock.run_out() == ("no answer within 2 s", 2)


# --- penalties -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Fails(Agent):
    """Moves at random until it fails in a chosen way."""

    how: str = "raise"
    after: int = 2
    """Moves that it makes before."""

    def open(self, game: Any, seat: int, rng: Any) -> Session:
        if self.how == "open":
            raise OSError("no such program")
        return FailingSession(self, rng)


@dataclass(frozen=True)
class FailsOutside(Fails):
    """The same, as somebody else's program."""

    outside: ClassVar[bool] = True


class FailingSession(Session):
    def __init__(self, agent: Fails, rng: Any) -> None:
        self.agent, self.rng, self.moves, self.shown = agent, rng, 0, 0

    def saw(self, move: Any) -> None:
        self.shown += 1
        if self.agent.how == "saw" and self.shown > self.agent.after:
            raise BrokenPipeError("gone")

    def choose(self, view: Any, limits: Limits) -> Any:
        self.moves += 1
        if self.moves <= self.agent.after or self.agent.how == "saw":
            return view.random_move(self.rng)
        if self.agent.how == "illegal":
            return "nonsense"
        if self.agent.how == "exit":
            sys.exit(3)
        raise RuntimeError("no idea")


def records(match: Series) -> list[Record]:
    """All games, replayed."""
    found = [each.record for each in match.play()]
    for record in found:
        record.check()
    return found


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raise", "RuntimeError: no idea"),
        ("illegal", "nonsense"),
        ("exit", "SystemExit: 3"),
        ("open", "OSError: no such program"),
        ("saw", "BrokenPipeError: gone"),
    ],
)
@pytest.mark.parametrize("outside", [True, False])
def test_a_failure_costs_the_game(how: str, reason: str, outside: bool) -> None:
    fails = FailsOutside(how) if outside else Fails(how)
    match = Series(QUARTO, ["random", fails], games=4, seed=1, forfeits=not outside)
    for record, pairing in zip(records(match), map(match.plan.pairing, range(4)), strict=True):
        result = record.result
        assert result.ended == "forfeited" and result.by == pairing.seats.index(1)
        assert result.outcome == ((1.0, -1.0) if result.by == 1 else (-1.0, 1.0))
        assert reason in result.note
        assert Record.from_json(record.to_json()) == record
    assert (match.result().agents[0].wins, match.result().agents[1].losses) == (4, 4)


@pytest.mark.parametrize("how", ["raise", "illegal", "exit", "open", "saw"])
def test_a_failure_of_our_own_agent_stops_the_series(how: str) -> None:
    with pytest.raises((AgentFailed, OSError)):
        records(Series(QUARTO, ["random", Fails(how)], games=4, seed=1))


class Leaver(Session):
    """Asks for a way out at one call."""

    def __init__(self, when: str) -> None:
        self.when = when

    def __getattribute__(self, name: str) -> Any:
        if name == object.__getattribute__(self, "when"):
            sys.exit("out")
        return object.__getattribute__(self, name)

    def choose(self, view: Any, limits: Limits) -> Any:
        return view.legal_moves()[0]


@dataclass(frozen=True)
class Leaves(Agent):
    """Calls sys.exit in one of the methods of its session, or when one is opened."""

    when: str

    def open(self, game: Any, seat: int, rng: Any) -> Session:
        if self.when == "open":
            sys.exit("out")
        return Leaver(self.when)


@pytest.mark.parametrize("when", ["open", "started", "moved", "choose", "ended", "close"])
def test_no_agent_ends_the_program(when: str) -> None:
    with pytest.raises(AgentFailed, match=r"'.*Leaves:when=.*SystemExit: out"):
        quadrille.play(QUARTO, ["random", Leaves(when)])
    if when in ("open", "started", "moved", "choose"):
        [record] = records(Series(QUARTO, ["random", Leaves(when)], games=1, forfeits=True))
        assert (record.result.ended, record.result.by) == ("forfeited", 1)


def test_ctrl_c_is_nobodys_failure() -> None:
    @dataclass(frozen=True)
    class Pressed(Agent):
        def choose(self, state: Any, rng: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quadrille.play(QUARTO, [Pressed(), "random"])


@pytest.mark.parametrize("how", ["raise", "illegal", "exit", "open", "saw"])
def test_a_failure_costs_the_turn_where_the_game_says_so(how: str) -> None:
    agents: list[Agent | str] = [FailsOutside(how), "random", "random", "random"]
    match = Series(SHEEP, agents, games=4, seed=2)
    for record, pairing in zip(records(match), map(match.plan.pairing, range(4)), strict=True):
        seat = pairing.seats.index(0)
        own = [each for each in record.moves if each.player == seat]
        lost = [each for each in own if each.lost]
        assert lost and not any(each.lost for each in record.moves if each.player != seat)
        if how == "open":  # a start is drawn for it, then it loses every turn
            assert own[0].move and all(each.lost for each in own)
        assert record.result.ended in ("finished", "adjudicated")
        assert record.result.outcome is not None


@dataclass(frozen=True)
class Slow(Agent):
    """Thinks by the watch of the tests."""

    def choose(self, state: Any, rng: Any) -> Any:
        NOW[0] += 3
        return state.random_move(rng)


NOW = [0.0]


@pytest.mark.parametrize(
    ("clock", "moves", "reason"),
    [("move=2", 0, "took 3.00 s of 2 s for a move"), ("10", 3, "used up its 10 s")],
)
def test_time_costs_the_game(
    monkeypatch: pytest.MonkeyPatch, clock: str, moves: int, reason: str
) -> None:
    monkeypatch.setattr("quadrille.arena.play.table.time.perf_counter", lambda: NOW[0])
    match = Series(QUARTO, [Slow(), "random"], games=2, clock=clock)
    for each in match.play():
        result = each.record.result
        assert result.note == reason and result.by == each.pairing.seats.index(0)
        own = [i for i, played in enumerate(each.record.moves) if played.player == result.by]
        assert len(own) == moves and all(each.seconds[i] == 3 for i in own)
        assert len(each.seconds) == len(each.record.moves)


def test_a_clock_that_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrille.arena.play.table.time.perf_counter", lambda: NOW[0])
    for clock in ("move=3", "3+3", "1000", ""):
        found = records(Series(QUARTO, [Slow(), "random"], games=2, clock=clock))
        assert {record.result.ended for record in found} == {"finished"}, clock


# --- the referee stops a game --------------------------------------------------------------


def test_adjudication() -> None:
    game = quadrille.game("carcassonne")
    [record] = records(Series(game, ["random", "random"], games=1, adjudicate=40))
    result = record.result
    assert (result.ended, len(record.moves)) == ("adjudicated", 40)
    assert result.note == "judged after 40 moves"
    a, b = result.scores
    assert result.outcome == (float((a > b) - (a < b)), float((b > a) - (b < a)))


def test_a_game_in_which_nobody_moves_is_stopped() -> None:
    agents = [FailsOutside(after=1)] * 4
    for record in records(Series(SHEEP, agents, games=2, seed=3)):
        assert record.result.ended == "adjudicated"
        assert record.result.note == "nobody moved in 3 rounds"
        assert len(record.moves) == 4 + 3 * 4
