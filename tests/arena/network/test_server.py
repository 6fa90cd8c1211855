"""The contest server of Sheep: honest programs, seats, and what is left behind."""

import asyncio
import gc
import os
import resource
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import quadrille
from arena.network.sheep_programs import (
    PATIENT,
    QUICK,
    SEAT,
    SMALL,
    Package,
    Program,
    by,
    gone_after_some_turns,
    hold,
    honest,
)
from oracles import sheep_wire_client as plain
from quadrille.arena.network import client
from quadrille.arena.network.server import ContestServer, ContestSettings, fit_agent, seats_of
from quadrille.games.sheep import wire
from support.patience import PATIENCE, wait_until
from support.scale import LONG

# --- honest programs -------------------------------------------------------------------------


@pytest.mark.parametrize("game", [1, 2, 3, 4])
def test_programs_and_agents_play_together(game: int) -> None:
    size = 15 if game == 2 else 12
    held = hold(
        by(Program.go_on, team=5, size=size),
        by(Program.go_on, team=6, size=size),
        seats=("open", "random", "open", "greedy"),
        options={"game": game},
    )
    [finished] = held.games
    record = finished.record
    assert record.result.ended == "finished" and not finished.note
    assert finished.lost_turns == ((), (), (), ())
    assert {record.players[0], record.players[2]} == {"team 5", "team 6"}
    assert (record.players[1], record.players[3]) == ("random", "greedy")
    *_, last = record.replay()
    assert last.is_over() and tuple(last.contest_points()) == finished.points
    assert sum(finished.points) == pytest.approx(11)
    for program in held.results:
        check_packages(program, record, hidden=game == 3)


def check_packages(program: Program, record: quadrille.Record, hidden: bool) -> None:
    """What the program was sent is what it may know, whenever it had a choice."""
    me = program.player - 1
    assert record.players[me] in ("team 5", "team 6")
    asked = {package.number: package for package in program.seen}
    for number, state in enumerate(record.replay(), 1):
        package = asked.pop(number, None)
        choice = state.player() == me and state.legal_moves()[0].kind != "pass"
        if package is None:
            assert not choice, "who has no choice is not asked"
            continue
        if state.is_over():
            assert package == Package("end", number)
            continue
        assert choice and package.kind == ("start" if number <= 4 else "turn")
        for x, column in enumerate(package.cells):
            for y, value in enumerate(column):
                assert value == (-1 if state.is_wall(x, y) else state.owner(x, y) + 1)
        for x, column in enumerate(package.sheep):
            for y, count in enumerate(column):
                secret = hidden and state.owner(x, y) != me
                assert count == (0 if secret else state.sheep(x, y))
    assert not asked


def test_a_program_written_from_the_protocol_alone() -> None:
    async def run(port: int) -> str:
        script = Path(plain.__file__)
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", script, str(port), "12", "42", "2"), stdout=subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(program.communicate(), PATIENCE)
        assert program.returncode == 0
        return out.decode()

    held = hold(run, seats=("random", "open", "random", "random"), games=2)
    first, second = held.games
    assert first.record.players[1] == second.record.players[1] == "team 42"
    assert not first.lost_turns[1] and not second.lost_turns[1]
    assert [line.split()[0] for line in held.results[0].splitlines()] == ["2", "2"]
    assert "import quadrille" not in Path(plain.__file__).read_text()


@pytest.mark.parametrize("game", [1, 2, 3, 4])
def test_our_client_on_our_server(game: int) -> None:
    rules = quadrille.game("sheep", game=game)

    async def run(port: int) -> client.ServerGame:
        server = client.ServerAddress(rules, port=port, team=9, clock=PATIENT)
        return await asyncio.to_thread(client.visit, server, quadrille.agent("greedy"))

    held = hold(run, options={"game": game})
    [finished] = held.games
    assert finished.lost_turns[SEAT] == () and finished.record.players[SEAT] == "team 9"
    [visit] = held.results
    mine = [played for played in finished.record.moves if played.player == SEAT]
    assert visit.player == SEAT and visit.makeshift == 0
    assert visit.turns == sum(played.move != "pass" for played in mine)
    finished.record.check()


def test_our_client_with_the_wrong_game() -> None:
    async def run(port: int) -> client.ServerGame:
        server = client.ServerAddress(quadrille.game("sheep", game=1), port=port)
        return await asyncio.to_thread(client.visit, server, quadrille.agent("random"))

    with pytest.raises(quadrille.BadPosition, match="are game and options those of the server"):
        hold(run, options={"game": 2})


def test_our_client_with_a_game_that_is_too_large() -> None:
    """What it takes for the map runs into the next package."""

    async def run(port: int) -> client.ServerGame:
        server = client.ServerAddress(quadrille.game("sheep", game=2), port=port)
        return await asyncio.to_thread(client.visit, server, quadrille.agent("random"))

    expected = r"expected map values from -1 to 4, got \d+; are game and options those of the"
    with pytest.raises(quadrille.BadPosition, match=expected):
        hold(run, clock=QUICK)


def test_our_client_with_a_server_of_something_else() -> None:
    server = client.ServerAddress(quadrille.game("sheep"))
    for values, expected in [((2, 1), "begins with 1 or 0, got 2"), ((1, 1, 9), "a player id")]:
        here, there = socket.socketpair()
        with here, there:
            there.sendall(wire.pack(*values, *[0] * 144))
            with pytest.raises(ValueError, match=f"{expected}.*; are game and options those"):
                client._ClientPlayer(server, quadrille.agent("random"), 0, print).play(here)


def test_equal_seeds_give_equal_games() -> None:
    one, two = (hold(honest, seed=5).games[0].record for _ in range(2))
    other = hold(honest, seed=6).games[0].record
    assert one == two and one.start != other.start


# --- seats -----------------------------------------------------------------------------------


async def gone(program: Program) -> None:
    """Leaves before it is asked."""


def test_seats_that_stay_empty() -> None:
    expected = r"game 1 cannot begin: no program came for players 3, 4 within 0.2 s"
    with pytest.raises(ValueError, match=expected):
        hold(seats=("random", "random"), wait=QUICK)
    held = hold(seats=("random", "random"), wait=QUICK, fill="greedy", options=SMALL)
    assert held.games[0].record.players == ("random", "random", "greedy", "greedy")


def test_a_program_that_leaves_before_the_game_begins() -> None:
    async def two(port: int) -> Any:
        await by(gone, team=1)(port)
        return await asyncio.gather(
            by(Program.go_on, team=2)(port), by(Program.go_on, team=3)(port)
        )

    held = hold(two, seats=("random", "random"))
    assert set(held.games[0].record.players[2:]) == {"team 2", "team 3"}
    assert held.games[0].lost_turns == ((), (), (), ())


def test_a_connection_that_says_nothing_takes_no_seat() -> None:
    async def run(port: int) -> Program:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        half, half_writer = await asyncio.open_connection("127.0.0.1", port)
        half_writer.write(b"\x01\x00")
        assert await reader.read() == b"" and await half.read() == b"", "turned away in the end"
        writer.close()
        half_writer.close()
        return await honest(port)

    held = hold(run, clock=2.0)
    assert held.log.count("turned a program away: it sent no team within 2 s") == 2
    assert held.games[0].record.players[SEAT] == "team 7"


def test_strangers_at_a_full_table() -> None:
    async def run(port: int) -> Program:
        program = await Program.connect(port)
        package = await program.package()  # so the game has begun
        for _ in range(50):
            stranger = await Program.connect(port, team=66)
            assert (await stranger.package()).kind == "gone"
            await stranger.close()
        program.send(program.answer(package))
        await program.go_on()
        await program.close()
        return program

    held = hold(run)
    assert held.games[0].lost_turns[SEAT] == ()
    assert held.log.count("turned team 66 away: the table is full") == 50


def test_many_silent_connections() -> None:
    async def run(port: int) -> None:
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(40)]
        await crowd[39][0].read()
        for _, writer in crowd:
            writer.close()
        while not (await honest(port)).seen:  # until the server knows that they have left
            pass

    held = hold(run)
    assert any("others have not sent their team" in line for line in held.log)
    assert held.games[0].record.players[SEAT] == "team 7"


def test_teams_keep_their_seats() -> None:
    async def run(port: int) -> list[dict[int, int]]:
        seats = []
        for game in range(4):
            order = [(game + turn) % 4 for turn in range(4)]
            programs = {team: await Program.connect(port, team=team) for team in order}
            await asyncio.gather(*(program.go_on() for program in programs.values()))
            seats.append({team: program.player for team, program in programs.items()})
            for program in programs.values():
                await program.close()
        return seats

    held = hold(run, seats=(), games=4)
    assert len({finished.record.players for finished in held.games}) == 1
    first, *others = held.results[0]
    assert sorted(first.values()) == [1, 2, 3, 4] and all(seats == first for seats in others)
    assert [finished.record.seed for finished in held.games] == [0, 1, 2, 3]


def test_a_stranger_does_not_take_a_seat_between_games() -> None:
    async def run(port: int) -> Package:
        team = await Program.connect(port, size=6, team=1)
        package = await team.package()  # so the first game has begun
        stranger = await Program.connect(port, size=6, team=66)
        crowd = await Program.connect(port, size=6, team=67)
        assert (await crowd.package()).kind == "gone", "one waits for each seat"
        team.send(team.answer(package))
        await team.go_on()
        await by(Program.go_on, team=1, size=6)(port)
        for program in (team, stranger, crowd):
            await program.close()
        return await stranger.package()

    held = hold(run, options=SMALL, games=2)
    assert [game.record.players[SEAT] for game in held.games] == ["team 1", "team 1"]
    assert held.results[0].kind == "gone"
    assert "team 66 waits, because the free seats are reserved: player 4 for team 1" in held.log
    assert "turned team 67 away: the table is full" in held.log
    assert "turned team 66 away: the teams of the last game are back" in held.log


def test_a_stranger_gets_the_seat_of_a_team_that_does_not_come_back() -> None:
    log: list[str] = []

    async def run(port: int) -> None:
        team = await Program.connect(port, size=6, team=1)
        package = await team.package()
        await by(gone, team=66, size=6)(port)  # does not wait for long
        stranger = await Program.connect(port, size=6, team=67)
        while not any("team 67 waits" in line for line in log):
            if "turned team 67 away: the table is full" in log:  # for 66 was still there
                log.remove("turned team 67 away: the table is full")
                await stranger.close()
                stranger = await Program.connect(port, size=6, team=67)
            await asyncio.sleep(0.01)
        team.send(team.answer(package))
        await team.go_on()
        await team.close()
        await stranger.go_on()
        await stranger.close()
        await by(Program.go_on, team=67, size=6)(port)

    held = hold(run, options=SMALL, games=3, wait=3.0, log=log)
    players = [game.record.players[SEAT] for game in held.games]
    assert players == ["team 1", "team 67", "team 67"]
    assert held.games[1].lost_turns[SEAT] == ()


def test_two_programs_of_one_team() -> None:
    held = hold(honest, honest, seats=("random", "random"))
    [finished] = held.games
    assert finished.record.players[2:] == ("team 7", "team 7 (2)")
    assert "team 7 is here twice: player 4 is team 7 (2)" in held.log


# --- ports and leaving -----------------------------------------------------------------------


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = ContestSettings(quadrille.game("sheep"), (None,) * 4, port=port)

        async def run() -> None:
            async with ContestServer(settings):
                pass

        with pytest.raises(OSError, match=f"cannot listen on 127.0.0.1:{port}: Address already"):
            asyncio.run(run())


def test_no_server_and_a_server_that_goes() -> None:
    rules = quadrille.game("sheep")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        server = client.ServerAddress(rules, port=port)

        def accept() -> None:
            listening.accept()[0].close()

        thread = threading.Thread(target=accept)
        thread.start()
        with pytest.raises(client.ServerGone, match=r"before the game began: .* team 1 away"):
            client.visit(server, quadrille.agent("random"))
        thread.join(PATIENCE)
    with pytest.raises(OSError, match=f"cannot connect to 127.0.0.1:{port}: Connection refused"):
        client.visit(server, quadrille.agent("random"))


def test_seats_that_make_no_sense() -> None:
    rules = quadrille.game("sheep")
    with pytest.raises(ValueError, match="expected at most 4 seats, got 5"):
        seats_of(rules, ["random"] * 5)
    with pytest.raises(ValueError, match="did you mean 'random'"):
        seats_of(rules, ["rndom"])
    with pytest.raises(ValueError, match="cannot play sheep: it needs two sides"):
        fit_agent(rules, "alphabeta")
    with pytest.raises(ValueError, match="a human cannot play here"):
        fit_agent(rules, "human")


def open_files() -> int:
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def test_many_games_leave_nothing_behind() -> None:
    games = 200 if LONG else 20

    def plays(behaviour: Any, count: int) -> Any:
        async def run(port: int) -> None:
            for _ in range(count):
                await by(behaviour, size=6)(port)

        return run

    def series(count: int) -> None:
        held = hold(
            plays(Program.go_on, count),
            plays(gone_after_some_turns, count),
            seats=("random", "greedy"),
            options=SMALL,
            games=count,
        )
        assert len(held.games) == count

    series(3)  # what is made once
    files, threads = open_files(), set(threading.enumerate())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    series(games)
    wait_until(lambda: open_files() <= files, "all files to be closed")
    wait_until(lambda: set(threading.enumerate()) <= threads, "the end of all threads")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20_000, f"{grown} kilobytes more"


def test_wire_is_used_by_both_sides() -> None:
    assert client.ServerAddress(quadrille.game("sheep")).port == ContestSettings.port == wire.PORT
