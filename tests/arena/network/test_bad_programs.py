"""Contest programs of Sheep that misbehave, and games that would not end by themselves."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import quadrille
from arena.network.sheep_programs import (
    PATIENT,
    QUICK,
    SEAT,
    SMALL,
    Program,
    by,
    gone_after_some_turns,
    hold,
    numbers,
)
from quadrille.arena.network import client


def small(behaviour: Any, **more: Any) -> Any:
    return hold(by(behaviour, size=6), options=SMALL, **more)


# --- bad programs ----------------------------------------------------------------------------


async def illegal_start(program: Program) -> None:
    package = await program.package()
    program.send(numbers(1, package.number, 99, -1))
    await program.go_on()


async def illegal_slides(program: Program) -> None:
    program.send(program.answer(await program.package()))
    while (package := await program.package()).kind == "turn":
        program.send(numbers(1, package.number, 0, 0, 1, 5))


async def wrong_numbers(program: Program) -> None:
    while (package := await program.package()).kind in ("start", "turn"):
        program.send(program.answer(package._replace(number=package.number + 1)))


async def wrong_first_value(program: Program) -> None:
    while (package := await program.package()).kind in ("start", "turn"):
        program.send(numbers(2) + program.answer(package)[4:])


async def half_answers(program: Program) -> None:
    while (package := await program.package()).kind in ("start", "turn"):
        program.send(program.answer(package)[:10])


async def half_an_answer_then_gone(program: Program) -> None:
    program.send(program.answer(await program.package()))
    program.send(program.answer(await program.package())[:10])


async def floods(program: Program) -> None:
    while (await program.package()).kind in ("start", "turn"):
        program.send(b"\xff" * 1_000_000)


async def floods_before_the_game(program: Program) -> None:
    program.send(b"\xa5" * 300_000)
    await program.go_on()


async def gone_when_asked(program: Program) -> None:
    await program.package()


async def silent(program: Program) -> None:
    while (await program.package()).kind in ("start", "turn"):
        pass


LATE = "no answer within 0.2 s"
GONE = "disconnected"


@pytest.mark.parametrize(
    ("behaviour", "start", "turns"),
    [
        (illegal_start, "illegal start x=99 y=-1: not a free cell at the border", None),
        (illegal_slides, None, "illegal slide x=0 y=0 m=1 direction=5: "),
        (wrong_numbers, "expected package number ", "expected package number "),
        (wrong_first_value, "expected an answer that begins with 1, got 2", "expected an answer"),
        (half_answers, LATE, LATE),
        (half_an_answer_then_gone, None, GONE),
        (floods, "expected an answer that begins with 1, got -1", "more than 65536 bytes"),
        (gone_when_asked, GONE, GONE),
        (silent, LATE, LATE),
    ],
)
def test_what_bad_programs_lose(behaviour: Any, start: str | None, turns: str | None) -> None:
    held = small(behaviour, clock=QUICK if turns == LATE else PATIENT)
    [finished] = held.games
    mine = [played for played in finished.record.moves if played.player == SEAT]
    reasons = list(finished.lost_turns[SEAT])
    assert mine[0].move, "a start is drawn at random"
    assert reasons == [played.lost for played in mine if played.lost]
    assert not any(played.move for played in mine[1:] if played.lost)
    if start is None:
        assert not mine[0].lost
    else:
        assert mine[0].lost.startswith(start)
        assert any("drawn at random" in line for line in held.log)
    lost = [played.lost for played in mine[1:] if played.lost]
    if turns is not None:
        assert lost and all(reason.startswith(turns) for reason in lost)
        assert sum("loses the turn" in line for line in held.log) >= len(lost)
    else:
        assert not lost
    # Given up where the program is the last who could move.
    assert finished.record.result.ended == ("adjudicated" if finished.note else "finished")
    finished.record.check()


def test_after_a_disconnect_all_turns_are_lost() -> None:
    [finished] = small(gone_after_some_turns).games
    mine = [played for played in finished.record.moves if played.player == SEAT]
    assert all(played.move for played in mine[:3])
    assert mine[3].lost == GONE
    assert all(played.lost == GONE or played.move == "pass" for played in mine[3:])
    assert finished.note == "all who could move have disconnected"
    finished.record.check()


async def late_answers(program: Program) -> None:
    """Does not answer the first turn until the next comes, then both, in order."""
    program.send(program.answer(await program.package()))
    late = await program.package()
    package = await program.package()
    program.send(program.answer(late) + program.answer(package))
    await program.go_on()


async def late_half(program: Program) -> None:
    """Sends the second half of an answer only with the next."""
    program.send(program.answer(await program.package()))
    late = program.answer(await program.package())
    program.send(late[:12])
    package = await program.package()
    program.send(late[12:] + program.answer(package))
    await program.go_on()


async def late_start(program: Program) -> None:
    late = await program.package()
    package = await program.package()
    program.send(program.answer(late) + program.answer(package))
    await program.go_on()


async def garbage_once(program: Program) -> None:
    program.send(program.answer(await program.package()))
    await program.package()
    program.send(b"\xff" * 4096)
    await program.go_on()


@pytest.mark.parametrize(
    ("behaviour", "expected"),
    [
        (late_answers, LATE),
        (late_half, LATE),
        (late_start, LATE),
        (garbage_once, "expected an answer that begins with 1, got -1"),
    ],
)
def test_a_program_finds_back(behaviour: Any, expected: str) -> None:
    [finished] = small(behaviour, clock=2.0).games
    assert finished.lost_turns[SEAT] == (expected.replace("0.2", "2"),)
    finished.record.check()


async def answers_twice(program: Program) -> None:
    while (package := await program.package()).kind in ("start", "turn"):
        program.send(program.answer(package) + program.answer(package))


async def byte_by_byte(program: Program) -> None:
    while (package := await program.package()).kind in ("start", "turn"):
        for byte in program.answer(package):
            program.send(bytes([byte]))
            await program.writer.drain()


@pytest.mark.parametrize("behaviour", [answers_twice, byte_by_byte])
def test_odd_programs_that_lose_nothing(behaviour: Any) -> None:
    [finished] = small(behaviour).games
    assert finished.lost_turns[SEAT] == ()
    finished.record.check()


def test_a_flood_before_the_game_costs_little() -> None:
    [finished] = small(floods_before_the_game, clock=1.0).games
    assert finished.lost_turns[SEAT] and len(finished.lost_turns[SEAT]) <= 5
    finished.record.check()


# --- games that do not end by themselves -----------------------------------------------------


def test_a_game_that_everybody_left() -> None:
    programs = [by(gone_after_some_turns, team, size=6) for team in range(4)]
    held = hold(*programs, seats=(), options=SMALL)
    [finished] = held.games
    assert finished.note == "all who could move have disconnected"
    assert finished.record.result.ended == "adjudicated"
    assert finished.record.to_dict()["result"]["note"] == finished.note
    assert all(played.lost or played.move == "pass" for played in finished.record.moves[-4:])
    assert sum(finished.points) == pytest.approx(11) and min(finished.record.result.scores) > 0
    assert "the game was stopped: all who could move have disconnected" in held.log
    finished.record.check()


def test_a_game_in_which_nobody_answers() -> None:
    programs = [by(silent, team, size=6) for team in range(2)]
    held = hold(*programs, seats=(), options={**SMALL, "players": 2}, clock=QUICK)
    [finished] = held.games
    assert finished.note == "nobody moved in 3 rounds" and len(finished.record.moves) == 2 + 6
    assert finished.record.result.ended == "adjudicated"
    finished.record.check()
    assert [program.seen[-1].kind for program in held.results] == ["end", "end"]


# --- agents at the table ---------------------------------------------------------------------


AGENTS = '''
import time
from dataclasses import dataclass
from quadrille import Agent, Session

@dataclass(frozen=True)
class Fails(Agent):
    """Fails."""

    def choose(self, state, rng):
        raise KeyError("no idea")

@dataclass(frozen=True)
class Cheats(Agent):
    """Wants what is not legal."""

    def choose(self, state, rng):
        return "a1-a2:99"

@dataclass(frozen=True)
class Sleeps(Agent):
    """Takes its time."""

    seconds: float = 2
    """For a move."""

    def choose(self, state, rng):
        time.sleep(self.seconds)
        return state.legal_moves()[0]

class Timing(Session):
    """Fails if it is not told how much time it has, which is less than the clock."""

    def __init__(self, clock):
        self.clock = clock

    def choose(self, view, limits):
        assert 0 < limits.seconds < self.clock and limits.moves == 1
        return view.legal_moves()[0]

@dataclass(frozen=True)
class Timed(Agent):
    """Wants to know its time."""

    clock: float = 0

    def open(self, game, seat, rng):
        return Timing(self.clock)

@dataclass(frozen=True)
class Peeps(Agent):
    """Fails if it is shown what it cannot know."""

    def choose(self, state, rng):
        me = state.player()
        assert state.text() == state.view(me).text()
        return state.random_move(rng)
'''


@pytest.mark.parametrize(
    ("spec", "expected"),
    [("Fails", "failed: KeyError: 'no idea'"), ("Cheats", "got 'a1-a2:99'"), ("Sleeps", LATE)],
)
def test_agents_lose_turns_too(tmp_path: Path, spec: str, expected: str) -> None:
    (tmp_path / "bad.py").write_text(AGENTS)
    seats = (f"{tmp_path}/bad.py:{spec}", "random", "random", "random")
    clock = QUICK if expected == LATE else PATIENT
    [finished] = hold(seats=seats, options=SMALL, clock=clock).games
    lost = finished.lost_turns[0]
    assert lost and all(expected in each or "still thinking" in each for each in lost)
    finished.record.check()


def test_agents_see_views(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(AGENTS)
    seats = (f"{tmp_path}/bad.py:Peeps",) * 4
    [finished] = hold(seats=seats, options={**SMALL, "hidden": True}).games
    assert finished.lost_turns == ((), (), (), ())


def test_agents_are_told_of_the_clock(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(AGENTS)
    seats = (f"{tmp_path}/bad.py:Timed:clock={PATIENT}", "mcts:sims=100", "random", "random")
    [finished] = hold(seats=seats, options=SMALL, clock=PATIENT).games
    assert finished.lost_turns == ((), (), (), ())


def test_searches_keep_to_the_clock() -> None:
    game = quadrille.game("sheep", **SMALL)
    session = quadrille.agent("mcts:time=1000", game).open(game, 0, quadrille.Rng(1))
    before = time.process_time()
    session.choose(game.new().view(0), quadrille.Limits(seconds=0.2, moves=1))
    assert time.process_time() - before < 5


def test_the_client_plays_in_time_whatever_the_agent_does(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(AGENTS)
    rules = quadrille.game("sheep", **SMALL)
    log: list[str] = []

    def visits(spec: str) -> Any:
        clock = QUICK if spec == "Sleeps" else PATIENT

        async def run(port: int) -> client.ServerGame:
            server = client.ServerAddress(rules, port=port, clock=clock)
            player = quadrille.agent(f"{tmp_path}/bad.py:{spec}")
            return await asyncio.to_thread(client.visit, server, player, 0, log.append)

        return run

    for spec, reason in [
        ("Fails", "KeyError: 'no idea'"),
        ("Cheats", "IllegalMove|BadMoveText|ValueError"),
        ("Sleeps", "TimeoutError: the agent"),
    ]:
        log.clear()
        held = hold(visits(spec), options=SMALL)
        assert held.games[0].lost_turns[SEAT] == ()
        [visit] = held.results
        assert visit.makeshift == len(log) > 0
        assert any(part in log[0] for part in reason.split("|")) and "at random" in log[0]
