"""Matches: who sits where, what is counted, and how sure the result is."""

import os
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import Agent, AgentFailed, Decision
from quadrille.arena.scoreboard import Scoreboard
from quadrille.arena.series import Series
from quadrille.arena.workers import WorkerFailed
from support.places import EXAMPLES

HIGH_CARD = str(EXAMPLES / "high_card.py:HighCard")
CONNECT_FOUR = quadrille.game("connect_four")


# --- who sits where ------------------------------------------------------------------------


def test_every_agent_plays_every_seat_against_the_same_chance() -> None:
    match = Series(HIGH_CARD, ["random", "greedy", "oneply"], games=30, seed=5)
    pairings = [match.plan.pairing(index) for index in range(30)]
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
    assert first.elo == -(second.elo or 0) and first.elo_low == -(second.elo_high or 0)
    assert result.distinct == 2, "players without randomness repeat themselves"
    assert first.to_dict()["ranks"] == [3, 2] and result.to_dict()["games"] == 5


def test_shared_places() -> None:
    match = Series(HIGH_CARD, ["random"] * 3, games=3)
    tally = Scoreboard(match.plan)._tallies[0]
    tally.add((0.5, 0.5, -1.0), 0, 3.0)
    tally.add((0.5, 0.5, -1.0), 2, 1.0)
    tally.add((1.0, 0.0, -1.0), 1, 2.0)
    result = tally.result()
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
        (["random", "human"], {}, "a human cannot play here"),
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
    match = Series(CONNECT_FOUR, ["random", f"{tmp_path}/fails.py:Fails"], games=50)
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
    match = Series(CONNECT_FOUR, ["random", "random"], games=1000)
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
