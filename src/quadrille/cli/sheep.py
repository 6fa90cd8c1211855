"""``quadrille sheep-server`` and ``quadrille sheep-client``: contests between programs."""

from contextlib import aclosing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from quadrille.arena.network.client import ServerAddress, ServerGame, ServerGone, visit
from quadrille.arena.network.server import (
    OPEN,
    ContestGame,
    ContestServer,
    ContestSettings,
    fit_agent,
    seats_of,
)
from quadrille.arena.network.standings import ContestStanding, standings
from quadrille.cli.common import (
    Json,
    Options,
    Seed,
    agent_argument,
    agent_option,
    check_seconds,
    console,
    count_option,
    find_game,
    note,
    number,
    plain_table,
    print_json,
    run_async,
)
from quadrille.core.game import Game
from quadrille.core.records.files import append_record
from quadrille.games.sheep import wire

STOPPED = 130

Host = Annotated[str, typer.Option("--host", metavar="NAME", help="Host of the server.")]
Port = Annotated[int, count_option("--port", metavar="P", help="Port of the server.")]
GameNumber = Annotated[
    int | None, count_option("--game", metavar="K", help="Which game of the contest, 1 to 4.")
]
Games = Annotated[int, count_option("--games", "-n", help="Number of games.")]
Seats = Annotated[
    list[str] | None,
    agent_option("--seat", help=f"An agent, or {OPEN} for a program; repeatable."),
]


def server(
    seat: Seats = None,
    game: GameNumber = None,
    games: Games = 1,
    clock: Annotated[
        float, typer.Option("--clock", metavar="S", parser=number, help="Seconds for a move.")
    ] = 3.0,
    wait: Annotated[
        float,
        typer.Option("--wait", metavar="S", parser=number, help="Seconds to wait for programs."),
    ] = 60.0,
    fill: Annotated[
        str | None,
        agent_option("--fill", help="The agent for seats that stay empty."),
    ] = None,
    host: Host = "127.0.0.1",
    port: Annotated[
        int, count_option("--port", metavar="P", help="Port to listen on; 0 for any free one.")
    ] = wire.PORT,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.jsonl", help="Append the record of every game."),
    ] = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Serve a contest of Sheep: programs connect, our agents take the other seats.

    Seats that are not given are open to programs. If one stays empty for as long
    as --wait says, --fill names the agent that takes it; without it the contest
    ends with an error. Ctrl-C prints what was played, with exit code 130; the
    running game is kept as unfinished.
    """
    rules = numbered_game(game, option)
    check_place(port, games, lowest=0)
    check_seconds(clock, "--clock")
    check_seconds(wait, "--wait")
    settings = ContestSettings(
        game=rules,
        seats=seats_of(rules, seat or []),
        games=games,
        clock=clock,
        wait=wait,
        fill=None if fill is None else fit_agent(rules, fill),
        host=host,
        port=port,
        seed=seed,
    )
    if out is not None:
        out.open("ab").close()  # rather now than when a game has been played
    hold(settings, out, json)


def hold(settings: ContestSettings, out: Path | None, json: bool) -> None:
    """Hold a contest and print its games, also if it ends early."""
    finished: list[ContestGame] = []
    try:
        run_async(run_contest(settings, out, finished))
    except KeyboardInterrupt as error:
        show_contest(finished, json)
        ended = sum(not each.stopped for each in finished)
        note(f"stopped by {str(error) or 'Ctrl-C'} after {ended} of {settings.games} games")
        raise typer.Exit(STOPPED) from None
    except Exception:
        # What was played before something failed is worth showing; the error follows.
        if finished:
            show_contest(finished, json)
        raise
    show_contest(finished, json)


async def run_contest(
    settings: ContestSettings, out: Path | None, finished: list[ContestGame]
) -> None:
    """Play all games, keeping each as it ends, and the last also if it is stopped."""

    def keep(each: ContestGame) -> None:
        finished.append(each)
        if out is not None:
            append_record(out, each.record)

    contest = ContestServer(settings, note)
    try:
        async with contest, aclosing(contest.games()) as games:
            async for each in games:
                keep(each)
    finally:
        if contest.running is not None:
            keep(contest.running.finished())


def client(
    agent: Annotated[
        str, agent_argument(metavar="SPEC", help="The agent that plays.", show_default=False)
    ],
    game: GameNumber = None,
    games: Games = 1,
    time: Annotated[
        float,
        typer.Option("--time", metavar="S", parser=number, help="The server's clock for a move."),
    ] = 3.0,
    team: Annotated[
        int, count_option("--team", metavar="ID", help="Team number to report to the server.")
    ] = 1,
    host: Host = "127.0.0.1",
    port: Port = wire.PORT,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Let an agent play on a contest server, ours or another, by its protocol.

    The game's number and options must be those of the server. A move for which
    the agent takes too long is drawn at random, in time. If the server ends before
    all games were played, so does this, with one line and exit code 2.
    """
    rules = numbered_game(game, option)
    check_place(port, games, lowest=1)
    check_seconds(time, "--time")
    if not -(2**31) <= team < 2**31:
        raise ValueError(f"expected --team of 32 bits, got {team}")
    place = ServerAddress(rules, host, port, team, time)
    player = fit_agent(rules, agent)
    visits: list[ServerGame] = []
    try:
        for index in range(games):
            seen = visit(place, player, (seed + index) % 2**64, note)
            if seen.player is None:
                raise ServerGone(f"the game ended before it began; played {index} of {games}")
            visits.append(seen)
            if not json:
                show_visit(seen)
    finally:  # also what was played until something failed
        if json and visits:
            found = [each.to_dict() for each in visits]
            print_json({"team": team, "agent": str(player), "games": found})


# --- input -----------------------------------------------------------------------------------


def numbered_game(given: int | None, option: list[str] | None) -> Game:
    """The game of a number, with further options."""
    numbered = [] if given is None else [f"game={given}"]
    return find_game("sheep", [*numbered, *(option or [])])


def check_place(port: int, games: int, lowest: int) -> None:
    """Refuse numbers out of their bounds."""
    if not lowest <= port < 2**16:
        raise ValueError(f"expected --port from {lowest} to 65535, got {port}")
    if games < 1:
        raise ValueError(f"expected --games of at least 1, got {games}")


# --- output ----------------------------------------------------------------------------------


def show_contest(finished: list[ContestGame], json: bool) -> None:
    """Print the games, and who did how well over several."""
    found = standings(finished)
    if json:
        points = [each.points for each in finished if not each.stopped]
        answer = {
            "games": [each.to_dict() for each in finished],
            "mean_points": [sum(column) / len(points) for column in zip(*points, strict=True)],
            "standings": [each.to_dict() for each in found],
        }
        print_json(answer)
        return
    show_games(finished)
    if sum(not each.stopped for each in finished) > 1:
        console().print()
        show_standings(found)


def show_games(finished: list[ContestGame]) -> None:
    """Print every game, and why those ended that did not end by the rules."""
    table = plain_table("game", "player", "who", "score", "points", "lost turns")
    for index, each in enumerate(finished, 1):
        for player, name in enumerate(each.record.players):
            table.add_row(
                str(index) if player == 0 else "",
                str(player + 1),
                Text(name, "cyan"),
                f"{each.record.result.scores[player]:.1f}",
                "-" if each.stopped else f"{each.points[player]:g}",
                str(len(each.lost_turns[player])),
            )
    screen = console()
    screen.print(table)
    for index, each in enumerate(finished, 1):
        if each.note:
            screen.print(f"game {index} was not finished: {each.note}", soft_wrap=True)


def show_standings(found: list[ContestStanding]) -> None:
    """Print who did how well."""
    table = plain_table("who", "games", "mean points", "mean score", "lost turns")
    for each in found:
        table.add_row(
            Text(each.name, "cyan"),
            str(each.games),
            f"{each.mean_points:.2f}",
            f"{each.mean_score:.1f}",
            str(each.lost_turns),
        )
    console().print(table)


def show_visit(seen: ServerGame) -> None:
    """Print how a game went, as far as the program can know."""
    facts: dict[str, Any] = seen.to_dict()
    text = f"played as player {facts['player']}, {facts['turns']} turns"
    drawn = f", {facts['makeshift']} drawn at random" if facts["makeshift"] else ""
    console().print(text + drawn)
