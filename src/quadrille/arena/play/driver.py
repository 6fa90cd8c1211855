"""One game being played, without input or output.

A driver owns the true state, the clocks and the record of a game. Whoever runs the game asks what
is needed next, gets it from wherever it comes, and reports it::

    while not isinstance(need := driver.next(), Over):
        if isinstance(need, Draw):
            driver.drawn()
        else:  # ask need.player within need.limits
            driver.decided(decision, seconds)  # or driver.failed(reason, seconds)

The driver decides what a failure or an overstepped clock costs (``State.penalty``: the game, or the
turn), stops a game in which nobody moves any more, and judges one that takes too long. Matches, the
terminal, the page and contests over the network all run games by it, so their rules are the same.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from quadrille.arena.play.clock import PlayerClock, TimeControl
from quadrille.core._core import Rng, Stream
from quadrille.core.agents.agent import Limits
from quadrille.core.agents.decision import Decision
from quadrille.core.errors import BadGame
from quadrille.core.game import Game, full_state
from quadrille.core.records.record import Played, Record, Result
from quadrille.core.state import CHANCE, State
from quadrille.core.version import VERSION

MAX_IDLE_ROUNDS = 3
"""After this many rounds of nothing but lost turns and forced moves, the game is stopped."""
MAX_MESSAGE_LENGTH = 1000
"""Characters that a player may say with a move."""


class Ask(NamedTuple):
    """A player has to decide."""

    player: int
    limits: Limits
    """What the player's clock allows."""


class Draw(NamedTuple):
    """Chance has to draw."""


class Over(NamedTuple):
    """The game has ended."""

    result: Result


class Turn(NamedTuple):
    """What happened in one turn."""

    before: State
    """The position in which it happened."""
    move: Any
    """The move; None if the turn was lost."""
    played: Played
    """The same as the record keeps it."""


class Driver:
    """The course of one game."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        seed: int = 0,
        *,
        position: str | None = None,
        time_control: TimeControl | None = None,
        adjudicate: int | None = None,
    ) -> None:
        """Start a game of these players, by their names in the record.

        Set-up and chance come from ``seed``. A ``position`` takes the place of the set-up. After
        ``adjudicate`` moves the game is stopped and judged by the scores.
        """
        self.state: State = game.new(seed) if position is None else full_state(game, position, seed)
        """The true state: show ``state.view(player)`` to a player."""
        self.game = game if position is None else game.with_options(self.state.options())
        self.seed = seed if position is None else None
        """What the set-up and all chance come from; None if a position was given."""
        self.players = tuple(players)
        self.first = self.state.copy()
        """The position that the game started from."""
        self.turns: list[Turn] = []
        """All that has happened, chance included."""
        self.seconds: list[float] = []
        """How long each turn took; 0 for chance."""
        self.clocks = [
            PlayerClock(time_control or TimeControl()) for _ in range(self.state.num_players())
        ]
        """One for each player."""
        self._stopped: tuple[str, int | None, str] | None = None  # how, by whom, why
        self._adjudicate = adjudicate
        self._penalty_seed = seed
        self._idle = 0  # turns in a row that were lost or forced

    # --- what is needed --------------------------------------------------------------------

    def next(self) -> Ask | Draw | Over:
        """What the game waits for."""
        if self.is_over():
            return Over(self.result())
        mover = self.state.player()
        return Draw() if mover == CHANCE else Ask(mover, self.clocks[mover].limits())

    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or otherwise."""
        return self._stopped is not None or self.state.is_over()

    # --- reports ---------------------------------------------------------------------------

    def decided(self, decision: Decision, seconds: float = 0.0) -> Turn | None:
        """Play what the player to move decided, unless it came too late.

        If it is not a legal move, ValueError or TypeError says why and nothing changes: report
        ``failed``, or ask again.
        """
        mover = self.state.player()
        if late := self.clocks[mover].overstepped_by(seconds):
            return self.failed(late, seconds)
        self._check_message(decision.say)
        forced = self._is_forced()
        before, move = self._play(decision.move)
        self.clocks[mover].spend(seconds)
        return self._add(before, move, decision.say, seconds=seconds, idle=forced)

    def failed(self, reason: str, seconds: float = 0.0) -> Turn | None:
        """The player to move came to no decision: it loses the turn, or the game and None.

        Where the rules do not let a turn be lost, a move is drawn for the player.
        """
        mover = self.state.player()
        reason = self.clocks[mover].overstepped_by(seconds) or reason
        self.clocks[mover].spend(seconds)
        if self.state.penalty == "game":
            self.stop("forfeited", mover, reason)
            return None
        before = self.state.copy()
        move = None
        try:
            self.state.lose_turn()
        except ValueError:
            moves = before.legal_moves()
            rng = Rng.keyed(self._penalty_seed, Stream.agent, 2**32 + len(self.turns))
            move = moves[rng.below(len(moves))]
            self.state.play(move)
        return self._add(before, move, lost=reason, seconds=seconds, idle=move is None)

    def timed_out(self) -> Turn | None:
        """The clock of the player to move ran out before a decision came."""
        return self.failed(*self.clocks[self.state.player()].run_out())

    def drawn(self) -> Turn:
        """Let chance draw, from the game's own stream."""
        before = self.state.copy()
        return self._add(before, self.state.play_chance(), idle=None)

    def resigned(self, player: int) -> None:
        """A player gives up: its side loses to every other."""
        self.stop("resigned", player)

    def stop(self, ended: str, by: int | None = None, note: str = "") -> None:
        """End the game otherwise than by the rules; see ``Result``."""
        if not self.is_over():
            self._stopped = ended, by, note

    # --- going back and on -----------------------------------------------------------------

    def undo(self, *players: int) -> bool:
        """Go back to the last decision of one of these players; False if there is none.

        Chance will draw as it did.
        """
        own = [ply for ply, turn in enumerate(self.turns) if turn.played.player in players]
        if not own:
            return False
        self.state, self._stopped, self._idle = self.turns[own[-1]].before, None, 0
        del self.turns[own[-1] :], self.seconds[own[-1] :]
        return True

    def restore(self, record: Record, clocks: Sequence[float] = ()) -> None:
        """Play the moves of a record of this very game, and go on where it stopped."""
        for each in record.moves:
            before, move = self.state.copy(), None
            if each.move:
                before, move = self._play(each.move)
            else:
                self.state.lose_turn()
            self._add(before, move, each.say, lost=each.lost, idle=None)
        if record.result.ended not in ("finished", "unfinished"):
            self.stop(record.result.ended, record.result.by, record.result.note)
        for clock, left in zip(self.clocks, clocks, strict=False):
            clock.restore(left)

    # --- results ---------------------------------------------------------------------------

    @property
    def played(self) -> list[Played]:
        """The moves so far, chance included."""
        return [turn.played for turn in self.turns]

    @property
    def states(self) -> list[State]:
        """The first position and that after each turn; not to be played on."""
        return [*(turn.before for turn in self.turns), self.state]

    def result(self) -> Result:
        """How the game ended, or stands."""
        return Result.of(self.state, *(self._stopped or ()))

    def record(self) -> Record:
        """What was played so far."""
        return Record(
            game=self.game.spec,
            options=dict(self.game.options),
            seed=self.seed,
            players=self.players,
            start=self.first.text(),
            moves=tuple(self.played),
            result=self.result(),
            versions={"quadrille": VERSION},
        )

    # --- for subclasses --------------------------------------------------------------------

    def happened(self, turn: Turn) -> None:
        """Called after every turn; whoever tells the players of it overrides this."""

    # --- private ---------------------------------------------------------------------------

    def _check_message(self, say: object) -> None:
        if not isinstance(say, str) or len(say) > MAX_MESSAGE_LENGTH:
            raise TypeError(
                f"expected a message of at most {MAX_MESSAGE_LENGTH} characters, got {say!r:.80}"
            )

    def _is_forced(self) -> bool:
        """Whether the player to move has no choice, where that matters for idle rounds."""
        return self.state.penalty == "turn" and len(self.state.legal_moves()) == 1

    def _play(self, move: Any) -> tuple[State, Any]:
        """Play a move or its text; the position before it, and the game's own move."""
        if move is None:
            raise TypeError("expected a Move of this game or its text, got None")
        before = self.state.copy()
        if isinstance(move, str):
            move = before.parse_move(move)
        self.state.play(move)
        if isinstance(move, int):  # of a Python-written game, perhaps with a text of its own
            move = before.parse_move(before.move_text(move))
        return before, move

    def _add(
        self,
        before: State,
        move: Any,
        say: str = "",
        *,
        lost: str = "",
        seconds: float = 0.0,
        idle: bool | None,
    ) -> Turn:
        """Keep a turn that was just played; ``idle`` is None for one that is not counted so."""
        text = "" if move is None else before.move_text(move)
        turn = Turn(before, move, Played(before.player(), text, say, lost))
        self.turns.append(turn)
        self.seconds.append(seconds)
        if idle is not None:
            self._idle = self._idle + 1 if idle else 0
        self._stop_if_needed(turn)
        self.happened(turn)
        return turn

    def _stop_if_needed(self, last: Turn) -> None:
        if self.is_over():
            return
        bound = self.state.max_plies()
        if self._adjudicate is not None and len(self.turns) >= self._adjudicate:
            self.stop("adjudicated", note=f"judged after {self._adjudicate} moves")
        elif last.played.lost and self._idle >= MAX_IDLE_ROUNDS * len(self.clocks):
            self.stop("adjudicated", note=f"nobody moved in {MAX_IDLE_ROUNDS} rounds")
        elif len(self.turns) >= bound:
            if not any(turn.played.lost for turn in self.turns):
                raise BadGame(
                    f"the game goes on after max_plies() = {bound} moves in {self.state.text()!r}"
                )
            self.stop("adjudicated", note=f"judged after {bound} turns, lost turns included")
