"""A game with its agents at the table: a driver, and a session for everyone who is not a person.

``quadrille.play``, matches and the terminal run it step by step; the page asks an agent in a thread
of its own and reports what came. The moves of people are reported by the caller.
"""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from quadrille.agents.human import Human
from quadrille.arena.play.clock import TimeControl
from quadrille.arena.play.driver import Draw, Driver, Turn
from quadrille.arena.play.watchdog import CallTimeout, WatchedAgent
from quadrille.core._core import Rng, Stream
from quadrille.core.agents.agent import Agent, AgentFailed, Limits, Session
from quadrille.core.agents.decision import Decision
from quadrille.core.agents.spec import agent as find_agent
from quadrille.core.errors import BadGame
from quadrille.core.game import Game
from quadrille.core.load import place_of_error
from quadrille.core.state import State

NOBODY_PAYS, PROGRAMS_PAY, ALL_PAY = range(3)
"""Whose failures in their turns cost the penalty of the game; those of others raise AgentFailed."""


def seat_agents(game: Game, state: State, agents: Sequence[Agent | str]) -> tuple[Agent, ...]:
    """One agent per player, from one per player or one per side; ValueError if neither fits."""
    if isinstance(agents, str | Agent):
        raise ValueError(f"expected a list of agents, got {agents!r}")
    found = [find_agent(each, game) if isinstance(each, str) else each for each in agents]
    for each in found:
        if not isinstance(each, Agent):
            raise ValueError(f"expected an agent or its spec, got {each!r}")
        if reason := each.unfit(game):
            raise ValueError(f"agent {str(each)!r} cannot play {game.name}: {reason}")
    players, sides = state.num_players(), state.num_sides()
    if len(found) == players:
        return tuple(found)
    if len(found) == sides:
        return tuple(found[state.side(player)] for player in range(players))
    per_side = f" or {sides} (one per side)" if sides != players else ""
    raise ValueError(f"expected {players} agents (one per player){per_side}, got {len(found)}")


class Table(Driver):
    """A game in progress. Use it in a ``with`` statement, so that sessions are always closed."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent | str],
        seed: int = 0,
        *,
        people: bool = False,
        agent_seed: int | None = None,
        position: str | None = None,
        penalties: int = NOBODY_PAYS,
        time_control: TimeControl | None = None,
        adjudicate: int | None = None,
    ) -> None:
        """Start a game; with ``people``, humans are left to the caller, else they are refused.

        The agents' random numbers come from ``seed`` as well, unless they have an ``agent_seed``
        of their own. A program that fails to start or between its turns fails in its next turn;
        so does every agent where all pay.
        """
        super().__init__(
            game,
            (),
            seed,
            position=position,
            time_control=time_control,
            adjudicate=adjudicate,
        )
        self.agents = seat_agents(self.game, self.state, agents)
        """One per player."""
        self.players = tuple(str(each) for each in self.agents)
        self.people = frozenset(
            seat for seat, each in enumerate(self.agents) if people and isinstance(each, Human)
        )
        """The players whose moves the caller reports."""
        self._agent_seed = self._penalty_seed = seed if agent_seed is None else agent_seed
        self._penalties = penalties
        self._sessions: dict[int, Session] = {}
        self._asked: set[int] = set()  # players whose sessions may hold something
        self._is_resting = False
        self._closing = ExitStack()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    # --- playing ---------------------------------------------------------------------------

    def step(self, limits: Limits | None = None) -> Decision:
        """Let chance or an agent move; the decision, whose move is None if the turn was lost."""
        need = self.next()
        if isinstance(need, Draw):
            return Decision(self.drawn().move)
        start = time.perf_counter()
        decision = Decision(None)
        try:
            decision = self.ask(limits)
            turn = self.answered(decision, time.perf_counter() - start)
        except CallTimeout as error:
            turn = self.timed_out() if error.by_clock else self.failed(str(error))
        except AgentFailed as error:
            if self._penalties == NOBODY_PAYS or not self._is_forgiven(error.player):
                raise
            turn = self.failed(error.reason, time.perf_counter() - start)
        return replace(decision, move=turn.move if turn else None)

    def ask(self, limits: Limits | None = None) -> Decision:
        """What the agent to move decides, legal or not; AgentFailed if it does not.

        In a game with a clock, CallTimeout if it was interrupted because its time was up.
        """
        mover = self.state.player()
        if self._is_resting:
            self._reopen()
        if mover not in self._sessions:
            raise ValueError(f"player {mover} has no session here; call decided(Decision(move))")
        view = self.state.view(mover)
        self._asked.add(mover)
        try:
            return Decision.of(
                self._sessions[mover].choose(view, limits or self.clocks[mover].limits())
            )
        except (AgentFailed, BadGame, CallTimeout):
            raise
        except (Exception, SystemExit) as error:
            raise self._failure(mover, error) from error

    def answered(self, decision: Decision, seconds: float = 0.0) -> Turn | None:
        """The same as ``decided``, but AgentFailed if it is not a legal move."""
        mover = self.state.player()
        try:
            return self.decided(decision, seconds)
        except (AgentFailed, BadGame):
            raise
        except Exception as error:
            raise self._failure(mover, error) from error

    def play(self, move: Any, say: str = "") -> Any:
        """Play a move of a person, or its text, and return the move; ValueError if not legal."""
        turn = self.decided(Decision(move, say=say))
        return turn.move if turn else None

    def undo(self, *players: int) -> bool:
        """Go back to the last decision of one of these players; False if there is none.

        Sessions start anew and are told the moves that remain. Chance will draw as it did.
        """
        if not super().undo(*players):
            return False
        self.close()
        self._reopen()
        return True

    def memory(self) -> int:
        """About how many bytes the sessions hold; may be called while an agent thinks."""
        total = 0
        for seat in list(self._asked):
            session, most = self._sessions.get(seat), getattr(self.agents[seat], "memory", None)
            held = None if session is None else session.memory()
            total += 1_000_000 * (most or 0) if held is None else held
        return total

    def rest(self) -> None:
        """Close every session until an agent is asked again, which then is told all moves."""
        self.close()
        self._is_resting = True

    def _reopen(self) -> None:
        self._is_resting = False
        self._open()
        for turn in self.turns:
            self.happened(turn)

    def close(self) -> None:
        """Close every session, even if one of them fails to."""
        self._sessions.clear()
        self._asked.clear()
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- sessions --------------------------------------------------------------------------

    def happened(self, turn: Turn) -> None:
        """Tell every session of a move."""
        before, move, played = turn
        if move is None:
            return
        listeners: set[int] = set()
        if played.say:
            others = self._sessions.keys() - {played.player}
            listeners = {seat for seat in others if before.side(seat) == before.side(played.player)}
        for seat, session in list(self._sessions.items()):
            try:
                session.moved(played.player, before.seen(move, seat))
                if seat in listeners:
                    session.heard(played.player, played.say)
            except (Exception, SystemExit) as error:
                if not self._pays(seat, error):
                    raise self._failure(seat, error) from error
                self._sessions[seat] = _FailedSession(error)

    def _open(self) -> None:
        for seat, each in enumerate(self.agents):
            if seat in self.people:
                continue
            rng = Rng.keyed(self._agent_seed, Stream.agent, seat)
            try:
                session = self._watched(each).open(self.game, seat, rng)
                self._closing.callback(self._leave, seat, session)
                session.started(self.first.view(seat))
            except (Exception, SystemExit) as error:
                if not self._pays(seat, error):
                    if isinstance(error, SystemExit):  # which must not end the program
                        raise self._failure(seat, error) from error
                    raise
                session = _FailedSession(error)
            self._sessions[seat] = session

    def _leave(self, seat: int, session: Session) -> None:
        """Tell a session how the game ended, and close it in any case."""
        try:
            try:
                session.ended(self.result())
            finally:
                session.close()
        except CallTimeout:
            return  # the game is over: there is no turn to lose
        except SystemExit as error:
            raise self._failure(seat, error) from error

    def _watched(self, agent: Agent) -> Agent:
        """The same agent, ended when its time is up; programs have a guard of their own."""
        has_clock = self.clocks[0].time_for_move is not None
        return WatchedAgent(agent) if has_clock and not agent.outside else agent

    def _pays(self, seat: int, error: Exception | SystemExit) -> bool:
        """Whether what went wrong between its turns costs an agent its next turn."""
        return isinstance(error, CallTimeout) or self._is_forgiven(seat)

    def _is_forgiven(self, seat: int) -> bool:
        """Whether the failures of an agent are not taken for a bug of ours."""
        return self._penalties == ALL_PAY or self.agents[seat].outside

    def _failure(self, player: int, error: Exception | SystemExit) -> AgentFailed:
        reason = " ".join(f"{type(error).__name__}: {error}".split()) + place_of_error(error)
        return AgentFailed(player, str(self.agents[player]), len(self.turns) + 1, reason)


class _FailedSession(Session):
    """Stands for an agent that failed to start or between its turns."""

    def __init__(self, error: Exception | SystemExit) -> None:
        self._error = error

    def choose(self, view: State, limits: Limits) -> Any:
        raise self._error
