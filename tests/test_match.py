"""Matches: who sits where, what is counted, and how sure the result is."""

import math
import os
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import Agent, AgentFailed, Decision
from quadrille.arena.elo import elo_interval, elo_of
from quadrille.arena.match import Match
from quadrille.arena.ratings import rate
from quadrille.arena.results import Counted
from quadrille.arena.tally import Tally
from quadrille.arena.workers import WorkerFailed

EXAMPLES = Path(__file__).parent.parent / "examples"
HIGH_CARD = str(EXAMPLES / "high_card.py:HighCard")
CONNECT_FOUR = quadrille.game("connect_four")


# --- Elo -----------------------------------------------------------------------------------


def test_elo_of_a_share() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)


def test_the_interval_by_hand() -> None:
    # 10 of 10: with one more, half won and half lost, the share is 10.5 / 11 = 0.954545.
    # Wilson with n = 11, z = 1.959964: z^2 / n = 0.349223, the middle (0.954545 + 0.174612) /
    # 1.349223 = 0.836894, the reach 1.452661 * sqrt(0.954545 * 0.045455 / 11 + 0.349223 / 44)
    # = 1.452661 * sqrt(0.003944 + 0.007937) = 0.158339; the ends 0.678555 and 0.995233.
    elo, low, high = elo_interval(10, 10)
    assert elo == pytest.approx(400 * math.log10(21), abs=1e-6)
    assert low == pytest.approx(400 * math.log10(0.678555 / 0.321445), abs=0.01)
    assert high == pytest.approx(400 * math.log10(0.995233 / 0.004767), abs=0.2)
    # By definition: the shares that are just z standard deviations from the one that was seen.
    for end in (low, high):
        share = 1 / (1 + 10 ** (-end / 400))
        assert (10.5 / 11 - share) ** 2 == pytest.approx(1.959964**2 * share * (1 - share) / 11)
    # Half of the points: symmetric about zero.
    elo, low, high = elo_interval(50, 100)
    assert elo == 0 and low == pytest.approx(-high) and 60 < high < 70


@pytest.mark.parametrize("games", [1, 2, 7, 100, 10_000])
def test_more_points_are_more_elo_and_all_of_it_is_finite(games: int) -> None:
    rows = [elo_interval(half / 2, games) for half in range(0, 2 * games + 1, max(1, games // 50))]
    for fewer, more in pairwise(rows):
        assert all(below < above for below, above in zip(fewer, more, strict=True))
    for elo, low, high in rows:
        assert low < elo < high and all(map(math.isfinite, (elo, low, high)))
    # Who has the rest of the points is worse by as much.
    elo, low, high = elo_interval(games, games)
    assert elo_interval(0, games) == pytest.approx((-elo, -high, -low))


def test_more_games_are_a_narrower_interval() -> None:
    widths = [high - low for _, low, high in (elo_interval(0.6 * n, n) for n in (5, 50, 500, 5000))]
    assert widths == sorted(widths, reverse=True) and widths[-1] < 21


@pytest.mark.parametrize(("points", "games"), [(0, 0), (-1, 3), (4, 3), (math.nan, 3)])
def test_no_such_points(points: float, games: int) -> None:
    with pytest.raises(ValueError, match="expected points"):
        elo_interval(points, games)


@pytest.mark.parametrize("share", [0.5, 0.75, 0.95])
def test_the_interval_holds_as_often_as_it_says(share: float) -> None:
    rng = quadrille.Rng(1)
    held = 0
    for _ in range(1000):
        points = sum(rng.uniform() < share for _ in range(30))
        _, low, high = elo_interval(points, 30)
        held += low <= elo_of(share) <= high
    assert held >= 930


def chance(counts: tuple[int, int, int], chances: tuple[float, float, float]) -> float:
    """Of so many wins, draws and losses."""
    ways = math.factorial(sum(counts)) / math.prod(map(math.factorial, counts))
    return ways * math.prod(part**each for part, each in zip(chances, counts, strict=True))


@pytest.mark.parametrize("games", [1, 2, 3, 10, 30])
@pytest.mark.parametrize(
    "win, draw", [(0.5, 0.0), (0.25, 0.5), (0.1, 0.8), (0.5, 0.5), (0.1, 0.9), (0.02, 0.96)]
)
def test_draws_do_not_make_it_hold_less_often(games: int, win: float, draw: float) -> None:
    held = 0.0
    for wins in range(games + 1):
        for draws in range(games + 1 - wins):
            _, low, high = elo_interval(wins + draws / 2, games, wins + draws / 4)
            if low <= elo_of(win + draw / 2) <= high:
                held += chance(
                    (wins, draws, games - wins - draws), (win, draw, max(0.0, 1 - win - draw))
                )
    assert held >= 0.93


def test_draws_make_it_narrower() -> None:
    def width(wins: int, draws: int) -> float:
        _, low, high = elo_interval(wins + draws / 2, 100, wins + draws / 4)
        return high - low

    widths = [width(50 - draws // 2, draws) for draws in (0, 20, 50, 80, 100)]
    assert widths == sorted(widths, reverse=True)
    # Half of the games drawn halve the variance, and the width goes with its root.
    assert widths[2] == pytest.approx(widths[0] / math.sqrt(2), rel=0.02)
    assert widths[-1] > 5, "a hundred draws do not prove that two are equal"
    assert elo_interval(60, 100, 60) == elo_interval(60, 100)


@pytest.mark.parametrize("squares", [2.9, 1.7, math.nan])
def test_no_such_squares(squares: float) -> None:
    with pytest.raises(ValueError, match=r"expected the squares of 2\.5 points in 3 games"):
        elo_interval(2.5, 3, squares)


@pytest.mark.parametrize("draws", [0, 40, 60, 80])
def test_a_match_and_the_ratings_agree(draws: int) -> None:
    """Of a hundred games 60 points, half of them in each seat."""
    tally = Tally("a", 2)
    counted = []
    for side, lineup in enumerate((("a", "b"), ("b", "a"))):
        for points, games in ((1, 60 - draws // 2), (0, draws), (-1, 40 - draws // 2)):
            outcome = (
                (float(points), float(-points)) if side == 0 else (float(-points), float(points))
            )
            counted.append(Counted(lineup, outcome, games // 2))
            for _ in range(games // 2):
                tally.add(outcome, side, 0.0)
    by, result = rate(counted).difference("a", "b"), tally.result(alone=False)
    assert result.games == 100 and result.points == 60 and result.draws == draws
    assert result.elo and result.elo_low and result.elo_high
    assert by.elo == pytest.approx(result.elo, abs=2)
    assert by.high - by.low == pytest.approx(result.elo_high - result.elo_low, rel=0.05)


# --- who sits where ------------------------------------------------------------------------


def test_every_agent_plays_every_seat_against_the_same_chance() -> None:
    match = Match(HIGH_CARD, ["random", "greedy", "oneply"], games=30, seed=5)
    pairings = [match.pairing(index) for index in range(30)]
    seats = Counter((seat, agent) for each in pairings for seat, agent in enumerate(each.seats))
    assert set(seats.values()) == {10} and len(seats) == 9
    groups = [pairings[start : start + 3] for start in range(0, 30, 3)]
    assert all(len({each.seed for each in group}) == 1 for group in groups)
    assert len({group[0].seed for group in groups}) == 10
    assert len({each.agent_seed for each in pairings}) == 30
    first = quadrille.Rng.keyed(5, quadrille.Stream.plain, 0).next()
    assert pairings[0].seed == first and pairings[0].seats == (0, 1, 2)


def test_the_records_of_a_match() -> None:
    records: list[quadrille.Record] = []
    agents = ["random", "greedy", "oneply"]
    result = quadrille.match(HIGH_CARD, agents, games=7, seed=2, on_record=records.append)
    assert [record.players for record in records[:4]] == [
        ("random", "greedy", "oneply"),
        ("greedy", "oneply", "random"),
        ("oneply", "random", "greedy"),
        ("random", "greedy", "oneply"),
    ]
    deals = [[each.move for each in record.moves[:3]] for record in records]
    assert deals[0] == deals[1] == deals[2] and deals[3] == deals[4] == deals[5] != deals[0]
    for record in records:
        record.check()
    assert result.games == 7 and [each.games for each in result.agents] == [7] * 3
    assert sum(each.points for each in result.agents) == pytest.approx(7 * 1.5)
    assert [sum(each.ranks) for each in result.agents] == [7] * 3
    for each in result.agents:
        assert each.wins + each.draws + each.losses == 7 and len(each.ranks) == 3


def test_one_agent_per_side() -> None:
    game = quadrille.game(HIGH_CARD, players=4, partners=True)
    records: list[quadrille.Record] = []
    result = quadrille.match(game, ["greedy", "random"], games=4, on_record=records.append)
    assert [record.players for record in records[:2]] == [
        ("greedy", "random", "greedy", "random"),
        ("random", "greedy", "random", "greedy"),
    ]
    greedy, random = result.agents
    assert greedy.points + random.points == 4 and greedy.elo == pytest.approx(-(random.elo or 0))
    own = [sum(r.result.scores[i::2]) / 2 for r, i in zip(records, (0, 1, 0, 1), strict=True)]
    assert greedy.mean_score == pytest.approx(sum(own) / 4)
    # One per player: partners stay together, everybody goes round.
    records.clear()
    agents = ["greedy", "random", "oneply", "greedy:deals=2"]
    quadrille.match(game, agents, games=4, on_record=records.append)
    assert [record.players.index("oneply") for record in records] == [2, 1, 0, 3]


def test_agents_have_random_numbers_of_their_own_in_every_game() -> None:
    records: list[quadrille.Record] = []
    quadrille.match(CONNECT_FOUR, ["random", "random"], games=2, on_record=records.append)
    assert records[0].seed == records[1].seed and records[0].moves != records[1].moves


def test_equal_seeds_give_equal_matches() -> None:
    results = [quadrille.match(CONNECT_FOUR, ["greedy", "oneply"], 10, seed) for seed in (3, 3, 4)]
    assert results[0] == results[1] != results[2]


# --- what is counted -----------------------------------------------------------------------


@dataclass(frozen=True)
class Column(Agent):
    """Always plays one column as long as it can."""

    column: str = "1"

    def choose(self, state: quadrille.State, rng: quadrille.Rng) -> Any:
        moves = [str(move) for move in state.legal_moves()]
        return Decision(self.column if self.column in moves else moves[0])


def test_wins_and_losses() -> None:
    result = quadrille.match(CONNECT_FOUR, [Column("1"), Column("2")], games=5)
    first, second = result.agents
    # Whoever begins has four in a column first.
    assert (first.wins, first.draws, first.losses) == (3, 0, 2)
    assert (second.wins, second.ranks, second.points) == (2, (2, 3), 2.0)
    assert first.mean_score == pytest.approx(0.6)
    assert first.elo == pytest.approx(elo_interval(3, 5)[0])
    assert (first.elo_low, first.elo_high) == pytest.approx(elo_interval(3, 5)[1:])
    assert result.distinct == 2, "players without randomness repeat themselves"
    assert first.to_dict()["ranks"] == [3, 2] and result.to_dict()["games"] == 5


def test_shared_places() -> None:
    match = Match(HIGH_CARD, ["random"] * 3, games=3)
    tally = match._tallies[0]
    tally.add((0.5, 0.5, -1.0), 0, 3.0)
    tally.add((0.5, 0.5, -1.0), 2, 1.0)
    tally.add((1.0, 0.0, -1.0), 1, 2.0)
    result = tally.result(alone=False)
    assert (result.wins, result.draws, result.losses) == (0, 1, 2)
    assert result.ranks == (1, 1, 1) and result.points == pytest.approx(1.25)
    assert result.mean_score == 2.0


# --- bad input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agents", "more", "message"),
    [
        (["random"], {}, r"expected 2 agents \(one per player\), got 1"),
        (["random"] * 3, {}, "expected 2 agents"),
        ([], {}, "expected 2 agents"),
        (["random", "rndom"], {}, "did you mean 'random'"),
        (["random", "human"], {}, "nobody here can ask a human"),
        ("random", {}, "expected a list of agents"),
        (["random"] * 2, {"games": 0}, "expected games from 1 to 1000000, got 0"),
        (["random"] * 2, {"games": 10**9}, "expected games from 1 to 1000000, got 1000000000"),
        (["random"] * 2, {"games": True}, "expected games from 1"),
        (["random"] * 2, {"games": 1.5}, "expected games from 1"),
        (["random"] * 2, {"workers": 0}, "expected workers from 1 to 256, got 0"),
        (["random"] * 2, {"workers": 257}, "expected workers from 1 to 256, got 257"),
        (["random"] * 2, {"seed": -1}, "expected a seed"),
    ],
)
def test_bad_matches(agents: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quadrille.match(CONNECT_FOUR, agents, **{"games": 2, **more})


# --- workers -------------------------------------------------------------------------------


def test_workers_change_nothing() -> None:
    agents = ["random", "greedy", "oneply"]
    results, keys = [], []
    for workers in (1, 2):
        records: list[quadrille.Record] = []
        results.append(quadrille.match(HIGH_CARD, agents, 10, 6, workers, on_record=records.append))
        keys.append(sorted(record.to_json() for record in records))
    assert results[0] == results[1] and keys[0] == keys[1]


MY_AGENTS = '''
import os, signal
from dataclasses import dataclass
from quadrille import Agent, State

@dataclass(frozen=True)
class Fails(Agent):
    """Fails in a chosen way."""

    how: str = "raise"

    def choose(self, state, rng):
        print("this must not reach standard output")
        if self.how == "raise":
            raise KeyError("no idea")
        if self.how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        os._exit(3)
'''


@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_that_fails_ends_the_match(tmp_path: Path, workers: int) -> None:
    (tmp_path / "fails.py").write_text(MY_AGENTS)
    match = Match(CONNECT_FOUR, ["random", f"{tmp_path}/fails.py:Fails"], games=50)
    with pytest.raises(AgentFailed, match="KeyError: 'no idea'") as caught:
        for _ in match.play(workers):
            pass
    assert caught.value.spec.endswith("fails.py:Fails")
    assert match.result().games == 0


@pytest.mark.parametrize(
    ("how", "message"), [("die", "ended with signal SIGKILL"), ("exit", "ended with exit code 3")]
)
def test_a_worker_that_dies_is_noticed(tmp_path: Path, how: str, message: str) -> None:
    (tmp_path / "fails.py").write_text(MY_AGENTS)
    spec = f"{tmp_path}/fails.py:Fails:how={how}"
    with pytest.raises(WorkerFailed, match=rf"the process that played game \d+ {message}, 3 times"):
        quadrille.match(CONNECT_FOUR, ["random", spec], games=4, workers=2)


def test_an_agent_that_a_worker_does_not_find() -> None:
    with pytest.raises(ValueError, match=r"there is none at 'nowhere\.py'"):
        quadrille.match(CONNECT_FOUR, [Unfindable(), "random"], games=2, workers=2)


@dataclass(frozen=True)
class Unfindable(Agent):
    """Cannot be found by name in another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return quadrille.agent, ("nowhere.py:Column",)


def test_workers_need_no_guard_in_a_script(tmp_path: Path) -> None:
    code = (
        "import quadrille\n"
        "result = quadrille.match('connect_four', ['oneply', 'random'], games=4, workers=2)\n"
        "print(result.games)\n"
    )
    (tmp_path / "script.py").write_text(code)
    run = [sys.executable, "script.py"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("4\n", "")


def test_no_worker_outlives_the_match(tmp_path: Path) -> None:
    match = Match(CONNECT_FOUR, ["random", "random"], games=1000)
    games = match.play(workers=2)
    before = _children()  # such as a server of other tests
    next(games)
    children = _children() - before
    assert len(children) >= 2
    games.close()
    assert not children & _children()
    assert 1 <= match.result().games < 1000


def _children() -> set[int]:
    task = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    return {int(pid) for pid in task.read_text().split()}


def test_a_failure_travels() -> None:
    failure = AgentFailed(1, "random", 7, "it is tired")
    twin = pickle.loads(pickle.dumps(failure))
    assert (str(twin), twin.player, twin.move) == (str(failure), 1, 7)
