"""Analysis for a viewer: one position at a time, or a whole game."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any, TypeVar

from quadrille.arena.analyse import analyse
from quadrille.arena.choices import adviser, analyst
from quadrille.core.agents.agent import Agent, AgentFailed, Limits
from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.agents.fields import fields_of
from quadrille.core.game import Game
from quadrille.core.records.record import Played
from quadrille.core.state import State
from quadrille.search.solving import solve, unsolvable
from quadrille.web import shapes
from quadrille.web.scale import ValueScale, unit
from quadrille.web.search_pool import SearchPool

PACE = 0.3
"""Seconds between two messages about one position."""
MAX_SECONDS = 60.0
SOLVING = 0.7
"""Seconds to try to solve a position."""
THOROUGH = 10.0
"""How many times as long as it looks at a position a review tries to solve one."""
EARLIER = 0.25
"""Seconds for one that comes before a position that was not solved: openings are in books."""
FINE, MISTAKE, BLUNDER = 0.02, 0.10, 0.20
"""What chance to win a move may lose at most to be the best, or fine, or a mistake."""

Send = Callable[[dict[str, Any]], None]
Found = TypeVar("Found")


class Inspector:
    """Answers the questions of a page about positions; a new question cancels the previous one."""

    def __init__(self, pool: SearchPool, send: Send) -> None:
        self._pool = pool
        self._send = send
        self._stop = Event()
        self._task: asyncio.Task[None] | None = None

    async def quiet(self) -> None:
        """Cancel the question that is being answered."""
        self._stop.set()
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    async def position(
        self, game: Game, state: State, ply: int, agent: Agent | None, seconds: float
    ) -> None:
        """Send the analysis of a position, updated until the agent is done."""
        await self.quiet()
        chosen = limited(agent or analyst(game), seconds)
        self._start(self._position(game, state, ply, chosen, exact=agent is None))

    async def hint(self, game: Game, state: State, ply: int) -> None:
        """Send the move that a strong agent would play."""
        await self.quiet()
        self._start(self._position(game, state, ply, limited(adviser(game), 2.0)))

    async def review(
        self, game: Game, states: list[State], played: list[Played], seconds: float
    ) -> None:
        """Send the chance to win at every ply, and what each move was worth."""
        await self.quiet()
        agent = limited(analyst(game), seconds)
        self._start(self._review(game, states, played, agent, seconds))

    def _start(self, work: Any) -> None:
        self._stop = Event()
        self._task = asyncio.create_task(self._told(work))

    async def _told(self, work: Any) -> None:
        try:
            await work
        except (AgentFailed, ValueError) as error:
            reason = error.reason if isinstance(error, AgentFailed) else str(error)
            self._send({"type": "refused", "error": f"no analysis: {reason}"})

    async def _position(
        self, game: Game, state: State, ply: int, agent: Agent, *, exact: bool = False
    ) -> None:
        loop, last, begin = asyncio.get_running_loop(), 0.0, time.monotonic()
        stop, scale = self._stop, ValueScale.of(game, agent)

        def send(decision: Decision, done: bool) -> None:
            spent = time.monotonic() - begin
            name = str(agent)
            found = shapes.analysis(decision, state, ply, name, scale, done=done, seconds=spent)
            self._send({"type": "analysis", "analysis": found})

        def hear(decision: Decision) -> None:
            nonlocal last
            if time.monotonic() - last >= PACE and not stop.is_set():
                last = time.monotonic()
                loop.call_soon_threadsafe(send, decision, False)

        if exact and (decision := await self._solved(state)) is not None:
            send(decision, True)
            return
        decision = await self._ask(game, state, agent, hear)
        if not stop.is_set():
            send(decision, True)

    async def _solved(self, state: State, seconds: float = SOLVING) -> Decision | None:
        """The exact value of every move, where the game can be solved and the end is near."""
        if unsolvable(state):
            return None
        found = await self._run(
            lambda stop: solve(state, all_moves=True, limits=Limits(seconds, stop)), seconds
        )
        if found.value is None or found.values is None:
            return None
        sign = [1 if side == state.side(state.player()) else -1 for side in range(2)]
        moves = [MoveStats(move, value=float(v), exact=True) for move, v in found.values.items()]
        moves.sort(key=lambda each: (-(each.value or 0.0), not _ends(state, each.move)))
        return Decision(
            moves[0].move,
            tuple(float(found.value * each) for each in sign),
            tuple(moves),
            nodes=found.nodes,
            seconds=found.seconds,
            exact=True,
        )

    async def _review(
        self,
        game: Game,
        states: list[State],
        played: list[Played],
        agent: Agent,
        seconds: float,
    ) -> None:
        """From the end to the start, so that what came of a move is known before it is judged."""
        after: dict[str, Any] | None = None
        trying = max(SOLVING, THOROUGH * seconds)
        solving, scale = trying, ValueScale.of(game, agent)
        for ply in range(len(states) - 1, -1, -1):
            found = await self._value(game, states[ply], agent, scale, solving)
            if found is not None:
                solving = trying if found["exact"] else EARLIER
                move = played[ply] if ply < len(played) else None
                self._send({"type": "review", "ply": ply, **_judged(found, after, move)})
            after = found if found is not None else after
        self._send({"type": "reviewed"})

    async def _value(
        self, game: Game, state: State, agent: Agent, scale: ValueScale, seconds: float
    ) -> dict[str, Any] | None:
        """The chances of a position; None where chance moves."""
        if state.is_over():
            shown = scale.shown(state, state.outcome(), exact=True)
            return {**shown, "exact": True, "best": None, "player": None}
        if state.player() < 0:
            return None
        solved = await self._solved(state, seconds)
        decision = solved or await self._ask(game, state, agent)
        if decision.value is None:
            return None
        side = state.side(state.player())
        return {
            **scale.shown(state, decision.value, exact=decision.exact),
            "exact": decision.exact,
            "best": str(decision.move),
            "player": state.player(),
            "side": side,
            "moves": {} if solved is None else {str(e.move): e.value for e in solved.moves},
        }

    async def _ask(
        self,
        game: Game,
        state: State,
        agent: Agent,
        progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        return await self._run(
            lambda stop: analyse(game, state, agent, limits=Limits(stop=stop, progress=progress)),
            MAX_SECONDS,
        )

    async def _run(self, work: Callable[[Event], Found], seconds: float) -> Found:
        """What some work returns that ends when its event is set, at the latest after a time.

        If a game needs the thread for a move, the work ends, and is begun again after that.
        """
        while True:
            found, gave_way = await self._attempt(work, seconds)
            if not gave_way:
                return found

    async def _attempt(self, work: Callable[[Event], Found], seconds: float) -> tuple[Found, bool]:
        """What the work returns, and whether it had to end for a move of a game."""
        stop, moves_first = Event(), Event()
        timers: list[asyncio.TimerHandle] = []

        def began() -> None:
            timers.append(asyncio.get_running_loop().call_later(seconds, stop.set))

        def give_way() -> None:
            moves_first.set()
            stop.set()

        try:
            found = await self._pool.run(
                lambda: work(stop), began, is_move=False, give_way=give_way
            )
            return found, moves_first.is_set()
        finally:
            stop.set()
            for timer in timers:
                timer.cancel()


def _ends(state: State, move: Any) -> bool:
    """Whether a move ends the game: of several that win, the one that does is the best."""
    after = state.copy()
    after.play(move)
    return after.is_over()


def limited(agent: Agent, seconds: float) -> Agent:
    """The agent with a time limit for a decision, if it takes one."""
    if "time" not in fields_of(type(agent)):
        return agent
    changes: dict[str, Any] = {"time": min(max(seconds, 0.05), MAX_SECONDS)}
    return replace(agent, **changes)


def _judged(
    found: dict[str, Any], after: dict[str, Any] | None, move: Played | None
) -> dict[str, Any]:
    """The value of a position with the class of the move that was made there."""
    told = {name: found[name] for name in ("chance", "leads", "percent", "exact", "best")}
    told |= {"class": None, "lost": None}
    if move is None or after is None or found["player"] is None or not move.move:
        return told
    side = found["side"]
    exact = found["moves"].get(move.move)  # of a solved position the move itself is known
    then = after["chance"][side] if exact is None else unit(exact)
    lost = max(found["chance"][side] - then, 0.0)
    if move.move == found["best"]:
        lost = 0.0
    bounds = ((FINE, "best"), (MISTAKE, "fine"), (BLUNDER, "mistake"))
    kind = next((name for bound, name in bounds if lost < bound), "blunder")
    return {**told, "class": kind, "lost": round(lost, 4)}
