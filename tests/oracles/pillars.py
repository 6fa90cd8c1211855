"""Pillars, slowly and obviously, from the rules text alone (`rules/pillars.md`).

Cells are `a1`.. with row 1 at the bottom; moves `move up`, `build c3`, `pass move`, `draw build`.
A position is `[options ]ROWS RED BLUE TURN`; in a view hands and draw piles may be hidden (`?3`).
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Self

from .pillars_board import Board
from .pillars_check import problem
from .pillars_team import KINDS, NONE, Cards, Team
from .pillars_text import (
    OVER,
    Value,
    all_options,
    deck_of,
    options_text,
    read_options,
    read_rows,
    read_team,
    read_turn,
)

CHANCE = -1
GAME_OVER = -2


class Oracle:
    """One position, or what a player sees of it; `play` changes it in place."""

    def __init__(self, position_text: str | None = None, **options: Value) -> None:
        """The position of this text; without one, some first position."""
        if position_text is None:
            self._settle(all_options(options))
            self._begin(Random(0))
            return
        tokens = position_text.split(" ")
        try:
            self._settle(read_options(tokens[:-4], options))
            if len(tokens) < 4:
                raise ValueError("expected 'ROWS RED BLUE TURN'")
            rows, red, blue, turn = tokens[-4:]
            read_rows(rows, self.board)
            hides = not self.open_hands
            self.teams = [read_team(text, self.gamers, self.deck, hides) for text in (red, blue)]
            self.over = turn == OVER
            self.round, self.action = (1, 1) if self.over else read_turn(turn)
            flaw = problem(self)
            if flaw is not None:
                raise ValueError(flaw)
        except ValueError as error:
            raise ValueError(f"{error} in {position_text!r}") from None

    @classmethod
    def parse(cls, text: str, **options: Value) -> Self:
        """Read a position text exactly; refuse one that cannot arise in play."""
        return cls(text, **options)

    @classmethod
    def drawn(cls, rng: Random, **options: Value) -> Self:
        """A first position drawn at random."""
        state = cls.__new__(cls)
        state._settle(all_options(options))
        state._begin(rng)
        return state

    def _settle(self, options: dict[str, Value]) -> None:
        """Take the numbers of the game from its options."""
        self.options = options
        self.gamers = int(options["gamers"])  # of a team
        self.adjacent = options["build"] == "adjacent"
        self.open_hands = bool(options["open_hands"])
        self.rounds = int(options["rounds"])
        self.deck = deck_of(options)  # of each team
        self.board = Board(int(options["size"]), int(options["height"]), self.gamers)
        self._prefix = "".join(token + " " for token in options_text(options))
        self._moves: list[str] | None = None

    def _begin(self, rng: Random) -> None:
        # "Gamers start on distinct random cells other than the centre"
        cells = [cell for cell in range(self.board.size**2) if cell != self.board.centre]
        for player, cell in enumerate(rng.sample(cells, 2 * self.gamers)):
            self.board.put(player, cell)
        order = tuple(range(self.gamers))
        self.teams = [
            Team(order, order, 0, NONE, self.deck, NONE, NONE, self.deck) for _ in range(2)
        ]
        self.round = self.action = 1
        self.over = self.is_frozen()

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.board = self.board.copy()
        other.teams = [team.copy() for team in self.teams]
        return other

    def text(self) -> str:
        """`[options not default] ROWS RED BLUE TURN`"""
        turn = OVER if self.over else f"{self.round}.{self.action}"
        red, blue = self.teams
        return f"{self._prefix}{self.board.text()} {red.text()} {blue.text()} {turn}"

    # ---- whose turn it is ----

    def side(self) -> int:
        """The team to act or to draw: "RED's first acts, then BLUE's first, RED's second"."""
        return (self.action - 1) % 2

    def place(self) -> int:
        """How many of the team's gamers have acted in this round."""
        return (self.action - 1) // 2

    def actor(self) -> int:
        """The player to act, also while its team draws; -1 at the end."""
        # "by the order that held when the round began"
        if self.over:
            return -1
        return self.side() * self.gamers + self.teams[self.side()].order[self.place()]

    def drawing(self) -> bool:
        """Whether the next card is to be drawn."""
        # "If its hand is empty when one of its gamers is about to act, n cards are drawn first"
        # Only before the first of a team acts is it empty.
        if self.over or self.action > 2:
            return False
        return self.teams[self.side()].in_hand < self.gamers

    def player(self) -> int:
        """The player to move, from 0; -1 for chance; -2 when the game is over."""
        if self.over:
            return GAME_OVER
        return CHANCE if self.drawing() else self.actor()

    def is_over(self) -> bool:
        return self.over

    # ---- moves ----

    def legal_moves(self) -> list[str]:
        """Steps, builds by cell order, passes."""
        if self._moves is None:
            self._moves = self._list_moves()  # kept until something is played
        return self._moves

    def _list_moves(self) -> list[str]:
        if self.player() < 0:
            return []
        player, hand = self.actor(), self.teams[self.side()].hand
        # Whose hand is hidden, their moves are not for the viewer to know.
        if hand is None:
            return []
        # "To act, a gamer spends one card of the hand, and either uses it or not".
        moves = []
        if hand.moves > 0:
            moves += ["move " + direction for direction in self.board.steps(player)]
        if hand.builds > 0:
            moves += [self.board.builds[cell] for cell in self._build_cells(player)]
        moves += ["pass " + kind for kind in KINDS if hand.of(kind) > 0]
        return moves

    def _build_cells(self, player: int) -> list[int]:
        # "`build=anywhere` (any unoccupied cell other than the centre ...; `adjacent`: only next
        # to the gamer"
        return self.board.growing_beside(player) if self.adjacent else self.board.growing()

    def chance_moves(self) -> dict[str, int]:
        """What can be drawn, with the numbers of such cards in the draw pile."""
        if not self.drawing():
            return {}
        pile = self.teams[self.side()].draw
        if pile is None:
            return {}
        return {"draw " + kind: pile.of(kind) for kind in KINDS if pile.of(kind) > 0}

    def play(self, move: str) -> None:
        # A view cannot be played on: what is hidden may be needed later.
        hidden = self.teams[0].hand is None or self.teams[1].hand is None
        if hidden or move not in (self.chance_moves() if self.drawing() else self.legal_moves()):
            raise ValueError(f"illegal move {move!r} for player {self.player()} in {self.text()!r}")
        self._moves = None
        word, _, what = move.partition(" ")
        if word == "draw":
            self.teams[self.side()].take(what)
            self._refill_if_due()
        else:
            self._act(word, what)

    def _act(self, word: str, what: str) -> None:
        player, team = self.actor(), self.teams[self.side()]
        if word == "move":
            team.spend("move")
            self.board.step(player, what)
        elif word == "build":
            team.spend("build")
            self.board.grow(self.board.builds.index("build " + what))
        else:
            # "card not used: the card is discarded and the gamer becomes first in its team's
            # order from the next round on."
            team.spend(what)
            team.put_first(player % self.gamers)
        # "A gamer standing on the centre pillar wins the game for its team at once."
        # "if no gamer of either team can move or build any more, ... the game is a draw."
        if self.winner() >= 0 or self.is_frozen():
            self.over = True
        elif self.action < 2 * self.gamers:
            self.action += 1
        elif self.round == self.rounds:
            # "A cap of `rounds=1000` ends it as a draw too."
            self.over = True
        else:
            self.next_round()
        self._refill_if_due()

    def next_round(self) -> None:
        self.round, self.action = self.round + 1, 1
        for team in self.teams:
            team.order = team.next_order

    def _refill_if_due(self) -> None:
        # "If the draw pile is empty when a card is to be drawn, the discards become the draw pile
        # first (no move of its own)."
        team = self.teams[self.side()]
        if team.draw == NONE and self.drawing():
            team.refill(hides=not self.open_hands)

    # ---- the end ----

    def winner(self) -> int:
        """The side with a gamer on the centre, or -1."""
        return self.board.who.get(self.board.centre, -self.gamers) // self.gamers

    def is_frozen(self) -> bool:
        # "if no gamer of either team can move or build any more, whatever cards come": "given that
        # decks have any MOVE cards at all", and BUILD cards.
        players = range(2 * self.gamers)
        if self.deck.builds > 0 and any(map(self._build_cells, players)):
            return False
        return self.deck.moves == 0 or not any(map(self.board.steps, players))

    def scores(self) -> list[float]:
        """ "1 for each gamer of the winning team, 0 else" """
        winner = self.winner()
        return [float(winner == 0)] * self.gamers + [float(winner == 1)] * self.gamers

    def outcome(self) -> list[float]:
        """Per side: "+1/-1, or 0 and 0"."""
        if not self.over:
            raise ValueError(f"the game is not over in {self.text()!r}")
        winner = self.winner()
        return [0.0, 0.0] if winner < 0 else [1.0 if side == winner else -1.0 for side in (0, 1)]

    # ---- hidden hands ----

    def view(self, player: int) -> Self:
        """What this player sees: "team mates share one view"."""
        # "false: the other team's hand is hidden"; "nobody sees the order" of its draw pile.
        seen = self.copy()
        if not self.open_hands:
            seen._moves = None
            seen.teams[self._other(player)].hide()
        return seen

    def seen(self, move: str, player: int) -> str:
        """This move, about to be played, as a player sees it."""
        # "a draw of the other team is `draw ?`; all else unchanged"
        hidden = not self.open_hands and self.side() == self._other(player)
        return "draw ?" if hidden and move.startswith("draw ") else move

    def hands_possible(self, player: int) -> dict[tuple[Cards, Cards], Fraction]:
        """What the other team's hand and draw pile may be, to this player, and how likely."""
        other = self.teams[self._other(player)]
        if self.open_hands:
            assert other.hand is not None and other.draw is not None
            return {(other.hand, other.draw): Fraction(1)}
        return other.ways()

    def _other(self, player: int) -> int:
        """The side that a player is not of."""
        return 1 if player < self.gamers else 0
