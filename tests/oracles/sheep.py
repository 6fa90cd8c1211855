"""Sheep, slowly and obviously, from the rules text alone (`rules/sheep.md`).

Cells are `a1`.. with row 1 at the top, moves `c4` (start), `c4-h4:5` (slide) and `pass`. A
position is `[options ]ROWS MOVER`; in a view other players' counts are `?`.
"""

from __future__ import annotations

from itertools import product
from math import fsum
from random import Random

from .sheep_board import GAME_OVER, Board
from .sheep_check import problem
from .sheep_field import CELLS, DIRECTIONS, NAMES, Cell, grown, in_order
from .sheep_text import HIDDEN, NOBODY, Value, all_options, read_options, read_rows

PASS = "pass"
PLACES = (5, 3, 2, 1)  # contest points
# Equal scores may differ in their last digits. Unequal ones of up to 32 cells differ by 8e-8 or
# more with the exponent 1.25.
NOISE = 1e-10


class Oracle(Board):
    """One position, or what a player sees of it; `play` changes it in place."""

    def __init__(self, position_text: str | None = None, **options: Value) -> None:
        """The position of this text; without one, the first position on some map."""
        tokens = [] if position_text is None else position_text.split(" ")
        try:
            self.settle(read_options(tokens[:-2], options))
            if position_text is None:
                self.begin(grown(self.size, self.cells, Random(0)))
                return
            if len(tokens) < 2:
                raise ValueError("expected 'ROWS MOVER'")
            field = read_rows(tokens[-2], self.size)
            self.free, self.owner = field.free, field.owner
            self.count, self.known = field.count, field.known
            self.order = in_order([*self.free, *self.owner])
            self.mover = self._read_mover(tokens[-1])
            flaw = problem(self)
            if flaw is not None:
                raise ValueError(flaw)
        except ValueError as error:
            raise ValueError(f"{error} in {position_text!r}") from None

    @classmethod
    def parse(cls, text: str, **options: Value) -> Oracle:
        """Read a position text exactly; refuse one that cannot arise in play."""
        return cls(text, **options)

    @classmethod
    def drawn(cls, rng: Random, **options: Value) -> Oracle:
        """The first position on a map drawn at random."""
        state = cls.__new__(cls)
        state.settle(all_options(options))
        state.begin(grown(state.size, state.cells, rng))
        return state

    def _read_mover(self, text: str) -> int:
        numbers = [str(player + 1) for player in range(self.players)]
        if text not in (*numbers, NOBODY):
            raise ValueError(f"expected one of {numbers} or '-' as the mover, got {text!r}")
        return GAME_OVER if text == NOBODY else numbers.index(text)

    # ---- the game ----

    def player(self) -> int:
        """The player to move, from 0; -2 when the game is over."""
        return self.mover

    def legal_moves(self) -> list[str]:
        """ "by from-cell (cell order), then direction (number-pad order), then count" """
        if self.is_over():
            return []
        if self.starting():
            return [NAMES[cell] for cell in self.start_cells()]
        moves = []
        for cell in self.cells_of(self.mover):
            # "from a cell of yours with at least 2 sheep ... leave at least 1 and move at least 1
            # sheep". Whose counts are hidden, their moves are not for the viewer to know.
            count = self.count[cell]
            if count is None:
                return []
            for direction in DIRECTIONS:
                end = self.landing(*cell, direction)
                if end is not None:
                    way = f"{NAMES[cell]}-{NAMES[end]}:"
                    moves.extend([f"{way}{moved}" for moved in range(1, count)])
        # "Who has no move passes; that is the only time one passes."
        if not moves:
            moves.append(PASS)
        return moves

    def play(self, move: str) -> None:
        # A view cannot be played on: hidden counts may decide whether the game is over.
        if None in self.count.values() or move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} for player {self.player()} in {self.text()!r}")
        if move == PASS:
            self._mark(self.mover)
        elif "-" not in move:
            # "each player puts all sheep on one free border cell"
            self._settle_on(CELLS[move], self.sheep)
        else:
            way, _, moved = move.partition(":")
            start, end = (CELLS[name] for name in way.split("-"))
            count = self.count[start]
            assert count is not None, "legal moves have none"
            self.count[start] = count - int(moved)
            self._settle_on(end, int(moved))
        self._next_player()

    def _settle_on(self, cell: Cell, count: int) -> None:
        # "Cells never change owner": nothing else takes a cell.
        self.free.remove(cell)
        self.owner[cell] = self.mover
        self.count[cell] = count

    def _next_player(self) -> None:
        # "Players move in order 1, 2, .., n, 1, ...", in the start phase too.
        self.mover = (self.mover + 1) % self.players
        # "The game ends when nobody can move."
        if not self.starting() and not self.anybody_can_slide():
            self.mover = GAME_OVER
            # "When the game ends, the same for all players' cells."
            for player in range(self.players):
                self._mark(player)

    def lose_turn(self) -> None:
        # "An illegal move or a timeout loses the turn"; "hands the turn to the next player and
        # nobody learns anything. Only in the sliding phase."
        if self.is_over() or self.starting():
            raise ValueError(f"nobody is to slide in {self.text()!r}")
        self.mover = (self.mover + 1) % self.players

    # ---- hidden counts ----

    def _mark(self, player: int) -> None:
        """Everybody learns that those cells of the player that could slide hold 1."""
        # "a cell that could slide when its owner passed holds exactly 1": "each of its cells with
        # a free neighbour in any of the 8 directions gets `!`".
        if self.hidden:
            for cell in self.cells_of(player):
                if self.has_free_neighbour(cell):
                    self.count[cell] = 1
                    self.known.add(cell)

    def view(self, player: int) -> Oracle:
        """What this player sees."""
        # "a player knows the map, who owns which cell, its own counts and every move's from,
        # direction and landing cell, but not how many sheep others moved; a partner's counts are
        # hidden too."
        seen = self.copy()
        for other in range(self.players):
            if other != player and self.hidden and not self.can_be_worked_out(other):
                for cell in self.cells_of(other):
                    if cell not in self.known:
                        seen.count[cell] = None
        return seen

    def seen(self, move: str, player: int) -> str:
        """This move of the player to move as another sees it."""
        # "a slide of another player is `c4-h4:?`; all else is unchanged"
        if self.hidden and self.mover != player and ":" in move:
            return move.partition(":")[0] + ":" + HIDDEN
        return move

    def count_vectors(self, player: int) -> set[tuple[int, ...]]:
        """All counts that may be, to this player: of every occupied cell, in cell order."""
        occupied = [cell for cell in self.order if cell in self.owner]
        sliders = [self.has_free_neighbour(cell) for cell in occupied]
        found = set()
        for ways in product(*(self._flock_ways(other, player) for other in range(self.players))):
            counts = {cell: count for way in ways for cell, count in way.items()}
            vector = tuple(counts[cell] for cell in occupied)
            # "The game ends when nobody can move": while it has not ended, somebody can.
            can_slide = any(
                count >= 2 and slides for count, slides in zip(vector, sliders, strict=True)
            )
            if can_slide or self.is_over() or self.starting():
                found.add(vector)
        return found

    def _flock_ways(self, player: int, viewer: int) -> list[dict[Cell, int]]:
        """All ways in which this player's sheep may stand, to a viewer."""
        cells = self.cells_of(player)
        if player == viewer or not self.hidden:
            shown = {cell: count for cell in cells if (count := self.count[cell]) is not None}
            if len(shown) != len(cells):
                raise ValueError(f"the counts of player {player} are hidden in {self.text()!r}")
            return [shown]
        # "What can be inferred: each cell of a player holds at least 1, they sum to the flock, and
        # a cell that could slide when its owner passed holds exactly 1".
        ways: list[dict[Cell, int]] = [{}]
        for cell in cells:
            most = 1 if cell in self.known else self.sheep
            ways = [
                {**way, cell: count}
                for way in ways
                for count in range(1, min(most, self.sheep - sum(way.values())) + 1)
            ]
        return [way for way in ways if not cells or sum(way.values()) == self.sheep]

    # ---- results ----

    def scores(self) -> list[float]:
        """Unrounded, per player."""
        # "Score: sum over the player's 4-connected regions of area^1.25." The sums are rounded
        # once, so that equal regions give equal scores in whatever order they come.
        powers = [
            [len(region) ** self.exponent for region in self.regions(player)]
            for player in range(self.players)
        ]
        if self.teams:
            # "With `teams` both partners get the mean of their two scores."
            means = [fsum(powers[side] + powers[side + 2]) / 2 for side in (0, 1)]
            return means + means
        return [fsum(own) for own in powers]

    def contest_points(self) -> list[float]:
        """Per player."""
        # "Contest points 5/3/2/1 by rank, ties share the points of their places"; "Ranked on the
        # unrounded score".
        scores = self.scores()
        points = []
        for score in scores:
            better = sum(other > score + NOISE for other in scores)
            equal = sum(abs(other - score) <= NOISE for other in scores)
            places = PLACES[better : better + equal]
            points.append(sum(places) / len(places))
        return points

    def outcome(self) -> list[float]:
        """Per side: players 1 and 3 against 2 and 4 with teams, else every player alone."""
        if not self.is_over():
            raise ValueError(f"the game is not over in {self.text()!r}")
        sides = 2 if self.teams else self.players
        # "Outcome with four players: (points - 2.75) / 2.25", but for partners, who are two sides
        if sides == 4:
            return [(points - 2.75) / 2.25 for points in self.contest_points()]
        # "otherwise the general rule (sides beaten less sides lost to)", from -1 to 1.
        scores = self.scores()[:sides]
        results = []
        for score in scores:
            beaten = sum(other < score - NOISE for other in scores)
            lost_to = sum(other > score + NOISE for other in scores)
            results.append((beaten - lost_to) / (sides - 1))
        return results
