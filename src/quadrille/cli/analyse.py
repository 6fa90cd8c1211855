"""``quadrille analyse``: what an agent thinks of a position."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.text import Text

from quadrille import Agent, Decision, Game, Limits
from quadrille.arena.analyse import analyse as ask
from quadrille.arena.choices import analyst
from quadrille.cli.common import (
    GameName,
    Json,
    Options,
    Position,
    Seed,
    agent_option,
    check_seconds,
    console,
    count_option,
    find_decision,
    find_game,
    game_of,
    note,
    number,
    print_json,
)
from quadrille.cli.decisions import show_decision, so_far
from quadrille.cli.progress import LatestDecision, Live, gentle_interrupt
from quadrille.core.agents.fields import fields_of
from quadrille.core.agents.spec import agent as find_agent

STOPPED = 130

Time = Annotated[
    float | None,
    typer.Option("--time", metavar="S", parser=number, help="Seconds to think."),
]


def analyse(
    game: GameName,
    position: Position = None,
    agent: Annotated[
        str | None,
        agent_option("--agent", help="The agent to ask; a strong one by default."),
    ] = None,
    time: Time = None,
    top: Annotated[int | None, count_option("--top", help="Show only the best N moves.")] = None,
    json: Json = False,
    seed: Seed = 0,
    option: Options = None,
) -> None:
    """Ask an agent what it would play in a position, and why.

    The agent sees what the player to move may know, not how it came about.
    Ctrl-C asks for the answer so far, which is printed with exit code 130; a
    second one ends at once.
    """
    if time is not None:
        check_seconds(time, "--time")
    if top is not None and top < 1:
        raise ValueError(f"expected --top of at least 1, got {top}")
    rules = find_game(game, option)
    state = find_decision(rules, position, seed)
    rules = game_of(rules, state)
    found = analyst(rules) if agent is None else find_agent(agent, rules)
    player, seconds = with_time(found, time)
    decision, stopped = decide(rules, state, player, seed, seconds)
    if decision is not None and json:
        print_json(decision.to_dict())
    elif decision is not None:
        screen = console()
        head = f"{rules.title}, player {state.player() + 1} to move, asking {player}"
        screen.print(Text(head, "bold"), soft_wrap=True)
        screen.print()
        show_decision(screen, decision, state.view(state.player()), top)
    if stopped:
        note("stopped by Ctrl-C" + ("" if decision else " before the agent answered"))
        raise typer.Exit(STOPPED)


def with_time(player: Agent, seconds: float | None) -> tuple[Agent, float | None]:
    """The agent with its own ``time`` set, or else the seconds after which to stop it."""
    if seconds is None or "time" not in fields_of(type(player)):
        return player, seconds
    return replace(player, time=seconds), None  # type: ignore[call-arg]


def decide(
    rules: Game, state: Any, player: Agent, seed: int, seconds: float | None = None
) -> tuple[Decision | None, bool]:
    """The agent's decision, or the last one it thought of, and whether Ctrl-C cut it short."""
    latest = LatestDecision()
    limits = Limits(progress=latest)
    view = state.view(state.player()) if state.player() >= 0 else state
    with gentle_interrupt(limits.stop) as interrupt, stop_after(limits.stop, seconds):
        line = Live(lambda: so_far(latest.decision, view, line.elapsed()))
        try:
            with line:
                return ask(rules, state, player, seed=seed, limits=limits), interrupt.asked
        except KeyboardInterrupt:
            return latest.decision, True


@contextmanager
def stop_after(stop: threading.Event, seconds: float | None) -> Iterator[None]:
    """Set ``stop`` after so many seconds."""
    timer = threading.Timer(seconds or 0, stop.set)
    timer.daemon = True
    if seconds is not None:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
