"""One game being played: the true state, the players' sessions and the moves so far.

Whoever runs a game steps its table: ``quadrille.play`` to the end, a terminal or a page with people
in between. People have no session; their moves are given to ``play``.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from quadrille.agents.human import Human
from quadrille.core._core import Rng, Stream
from quadrille.core.agent import Agent, AgentFailed, Limits, Session
from quadrille.core.agent_spec import agent as find_agent
from quadrille.core.decision import Decision
from quadrille.core.errors import BadGame
from quadrille.core.game import Game, full_state
from quadrille.core.load import place_of_error
from quadrille.core.record import Played, Record, Result
from quadrille.core.state import CHANCE, State
from quadrille.core.version import VERSION

MOST_WORDS = 1000
"""Characters that a player may say with a move."""


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


class Table:
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
        forfeits: bool = False,
    ) -> None:
        """Start a game; with ``people``, humans are left to the caller, else they are refused.

        Set-up and chance come from ``seed``; so do the agents' random numbers, unless they have
        an ``agent_seed`` of their own. A ``position`` stands for the set-up. With ``forfeits``, an
        agent that fails between its turns, or to start, fails in its next turn.
        """
        self._agent_seed = seed if agent_seed is None else agent_seed
        self.state: State = game.new(seed) if position is None else full_state(game, position, seed)
        """The true state: show ``state.view(player)`` to a player."""
        self.game = game if position is None else game.with_options(self.state.options())
        self.seed = seed if position is None else None
        """What the start and all chance come from; None if the start was given."""
        game = self.game
        self.agents = seat_agents(game, self.state, agents)
        """One per player."""
        self.people = frozenset(
            seat for seat, each in enumerate(self.agents) if people and isinstance(each, Human)
        )
        """The players whose moves the caller gives."""
        self.start = self.state.text()
        self._first = self.state.copy()
        self.played: list[Played] = []
        """The moves so far, chance included."""
        self.stopped: tuple[str, int | None, str] | None = None
        """How the game ended, by whom and why, if not by the rules; see ``Result``."""
        self._forfeits = forfeits
        self._past: list[tuple[State, Any]] = []  # each move, and the state it was played in
        self._sessions: dict[int, Session] = {}
        self._closing = ExitStack()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    # --- playing ---------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Whether the game has ended by the rules or otherwise."""
        return self.stopped is not None or self.state.is_over()

    def step(self, limits: Limits | None = None) -> Decision:
        """Play one move of chance or of an agent, and return it."""
        if self.state.player() == CHANCE:
            return self.draw()
        decision = self.ask(limits)
        return replace(decision, move=self.play(decision.move, decision.say))

    def ask(self, limits: Limits | None = None) -> Decision:
        """What the agent to move decides, which is legal; AgentFailed if it does not."""
        mover = self.state.player()
        if mover not in self._sessions:
            raise ValueError(f"player {mover} has no session here; call play(move)")
        view = self.state.view(mover)
        try:
            decision = Decision.of(self._sessions[mover].choose(view, limits or Limits()))
            if decision.move is None:
                raise TypeError("expected a Move of this game or its text, got None")
            if not isinstance(decision.say, str) or len(decision.say) > MOST_WORDS:
                raise TypeError(
                    f"expected at most {MOST_WORDS} characters to say, got {decision.say!r:.80}"
                )
            self.state.copy().play(decision.move)
            return decision
        except (AgentFailed, BadGame):
            raise
        except (Exception, SystemExit) as error:
            raise self._failure(mover, error) from error

    def draw(self) -> Decision:
        """Play a move of chance."""
        before = self.state.copy()
        move = self.state.play_chance()
        self._note(before, move, "")
        return Decision(move)

    def play(self, move: Any, say: str = "") -> Any:
        """Play a move, or its text, and return the move; IllegalMove if it is not legal."""
        before = self.state.copy()
        self.state.play(move)
        # A text or a number may have stood for the move; the others are shown the game's own.
        exact = before.parse_move(move if isinstance(move, str) else before.move_text(move))
        self._note(before, exact, say)
        return exact

    def lose_turn(self, reason: str) -> None:
        """The player to move loses the turn; where that cannot be, a move is drawn for it."""
        before = self.state.copy()
        moves = before.legal_moves()
        try:
            self.state.lose_turn()  # type: ignore[attr-defined]  # of games with that penalty
        except ValueError:
            rng = Rng.keyed(self._agent_seed, Stream.agent, 2**32 + len(self.played))
            move = moves[rng.below(len(moves))]
            self.state.play(move)
            self._note(before, move, "", reason)
            return
        self._note(before, None, "", reason)

    def resign(self, player: int) -> None:
        """End the game: the player's side loses to every other."""
        self.stop("resigned", player)

    def stop(self, ended: str, by: int | None = None, note: str = "") -> None:
        """End the game otherwise than by the rules; see ``Result``."""
        if not self.is_over():
            self.stopped = ended, by, note

    def undo(self, *players: int) -> bool:
        """Go back to the previous decision of the player, or of one of several; False if none.

        Sessions start anew and see the moves that remain. Chance will draw as it did.
        """
        made = [ply for ply, played in enumerate(self.played) if played.player in players]
        if not made:
            return False
        past, before = self._past[: made[-1]], self.played
        self.close()
        self.state, self.stopped = self._past[made[-1]][0], None
        self.played, self._past = [], []
        self._open()
        for (state, move), played in zip(past, before, strict=False):
            self._note(state, move, played.say, played.lost)
        return True

    def restore(self, moves: Sequence[Played]) -> None:
        """Play the moves of a record of this very game, lost turns included."""
        for each in moves:
            before = self.state.copy()
            if each.move:
                self.state.play(each.move)
            else:
                self.state.lose_turn()  # type: ignore[attr-defined]  # of games with that penalty
            exact = before.parse_move(each.move) if each.move else None
            self._note(before, exact, each.say, each.lost)

    @property
    def states(self) -> list[State]:
        """The first position and that after each move; not to be played on."""
        return [*(state for state, _ in self._past), self.state]

    def record(self) -> Record:
        """What was played so far."""
        return Record(
            game=self.game.spec,
            options=dict(self.game.options),
            seed=self.seed,
            players=tuple(str(each) for each in self.agents),
            start=self.start,
            moves=tuple(self.played),
            result=Result.of(self.state, *(self.stopped or ())),
            versions={"quadrille": VERSION},
        )

    def close(self) -> None:
        """Close every session, even if one of them fails to."""
        self._sessions.clear()
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

    # --- private ---------------------------------------------------------------------------

    def _open(self) -> None:
        for seat, each in enumerate(self.agents):
            if seat not in self.people:
                rng = Rng.keyed(self._agent_seed, Stream.agent, seat)
                try:
                    session = each.open(self.game, seat, rng)
                    self._closing.callback(self._leave, seat, session)
                    session.started(self._first.view(seat))
                except (Exception, SystemExit) as error:
                    if not self._pays(seat):
                        if isinstance(error, SystemExit):  # which must not end the program
                            raise self._failure(seat, error) from error
                        raise
                    session = _Failing(error)
                self._sessions[seat] = session

    def _leave(self, seat: int, session: Session) -> None:
        """Tell a session how the game ended, and close it in any case."""
        try:
            try:
                session.ended(Result.of(self.state, *(self.stopped or ())))
            finally:
                session.close()
        except SystemExit as error:
            raise self._failure(seat, error) from error

    def _note(self, before: State, move: Any, say: str, lost: str = "") -> None:
        """Keep a move that was just played, or the loss of a turn, and tell every session."""
        mover = before.player()
        bound = self.state.max_plies()
        if len(self.played) >= bound and sum(bool(each.move) for each in self.played) >= bound:
            raise BadGame(
                f"the game goes on after max_plies() = {bound} moves in {self.state.text()!r}"
            )
        self._past.append((before, move))
        text = "" if move is None else before.move_text(move)
        self.played.append(Played(mover, text, say, lost))
        if move is None:
            return
        for seat, session in list(self._sessions.items()):
            try:
                session.moved(mover, before.seen(move, seat))
                if say and seat != mover and before.side(seat) == before.side(mover):
                    session.heard(mover, say)
            except (Exception, SystemExit) as error:
                self._failed_aside(seat, error)

    def _failed_aside(self, seat: int, error: Exception | SystemExit) -> None:
        """An agent failed when it was not asked for a move."""
        failure = self._failure(seat, error)
        if not self._pays(seat):
            raise failure from error
        self._sessions[seat] = _Failing(error)

    def _pays(self, seat: int) -> bool:
        """Whether the failures of an agent cost it the penalty of the game."""
        return self._forfeits or self.agents[seat].outside

    def _failure(self, player: int, error: Exception | SystemExit) -> AgentFailed:
        reason = " ".join(f"{type(error).__name__}: {error}".split()) + place_of_error(error)
        return AgentFailed(player, str(self.agents[player]), len(self.played) + 1, reason)


class _Failing(Session):
    """What is left of an agent that failed when it was not asked."""

    def __init__(self, error: Exception | SystemExit) -> None:
        self._error = error

    def choose(self, view: State, limits: Limits) -> Any:
        raise self._error
