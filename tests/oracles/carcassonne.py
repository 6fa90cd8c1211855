"""Carcassonne, slowly and obviously, from the rules text alone (`rules/carcassonne.md`).

Moves are texts: a kind to draw (`D`), a cell and rotation to place (`-2,1@270`), `none`, a spot
(`city:n`, `big:road:e`, `abbot:garden`) or `recall` in the meeple step. A position is
`[OPTIONS ]BOARD BAG POINTS TURN`, as in `D:0,0@0/V:1,0@270+1:road:s 2A,4B 0+0+0+0,0+0+0+0 0:draw`.
"""

from __future__ import annotations

from typing import TypedDict

from . import carcassonne_board as boards
from . import carcassonne_text as texts
from .carcassonne_board import Board, Cell, Feature, Figure, Node, Tile
from .carcassonne_text import SCORED
from .carcassonne_tiles import kinds, pattern, rotations

CHANCE = -1
GAME_OVER = -2
REGION_ORDER = ("city", "road", "field", "monastery", "garden")


class Region(TypedDict):
    """A feature as it is told to others."""

    kind: str
    cells: list[Cell]
    open: int
    complete: bool
    pennants: int
    inn: bool
    cathedral: bool
    strength: list[int]
    owners: list[int]
    value: int
    spots: list[tuple[int, int, str]]


class Oracle:
    """One position; `play` changes it in place."""

    def __init__(
        self,
        *,
        players: int = 2,
        farmers: bool = True,
        start_tile: bool = True,
        board: int = 0,
        small_city: bool = False,
        river: bool = False,
        inns: bool = False,
        abbot: bool = False,
        meeples: int = 7,
    ) -> None:
        # "Players: 2 to 5 (6 with Inns & Cathedrals), or 1 alone"
        if not 1 <= players <= (6 if inns else 5):
            raise ValueError(f"expected 1 to 5 players, or 6 with inns, got {players}")
        if not 0 <= board <= 200:
            raise ValueError(f"expected a board of 0 to 200, got {board}")
        if not 1 <= meeples <= 10:
            raise ValueError(f"expected 1 to 10 meeples, got {meeples}")
        self.players = players
        self.farmers = farmers
        self.start_tile = start_tile
        self.size = board
        self.small_city = small_city
        self.river = river
        self.inns = inns
        self.abbot = abbot
        self.meeples = meeples
        self.kinds = kinds(river, inns, abbot)
        self.board: Board = {}
        self.figures: dict[Cell, Figure] = {}  # by the cell of the tile
        self.bag = {name: kind.copies for name, kind in self.kinds.items()}
        self.points = [dict.fromkeys(SCORED, 0) for _ in range(players)]
        self.mover = 0
        self.step = "draw"  # draw, place, meeple or over
        self.hand = ""  # the kind drawn and not placed
        self.last: Cell | None = None  # the tile just placed, in the meeple step
        self._features: list[Feature] | None = None  # of the tiles as they lie
        if start_tile:
            first = "RV1" if river else "D"
            self._lay((0, 0), first, 0)
            self.bag[first] -= 1

    # ---- text ----

    @classmethod
    def parse(cls, text: str) -> Oracle:
        """Read a position text exactly; refuse one that certainly cannot arise in play."""
        tokens = text.split(" ")
        if len(tokens) < 4:
            raise ValueError(f"expected 'BOARD BAG POINTS TURN', got {text!r}")
        state = cls(**texts.parse_options(tokens[:-4], text))
        texts.parse_board(state, tokens[-4], text)
        texts.parse_bag(state, tokens[-3], text)
        texts.parse_points(state, tokens[-2], text)
        texts.parse_turn(state, tokens[-1], text)
        problem = texts.problem(state)
        if problem is not None:
            raise ValueError(f"{problem} in {text!r}")
        if state.text().split(" ")[-4:] != tokens[-4:]:
            raise ValueError(f"expected the form {state.text()!r}, got {text!r}")
        return state

    def text(self) -> str:
        return texts.text(self)

    def options(self) -> dict[str, int]:
        return {
            "players": self.players,
            "farmers": self.farmers,
            "start_tile": self.start_tile,
            "board": self.size,
            "small_city": self.small_city,
            "river": self.river,
            "inns": self.inns,
            "abbot": self.abbot,
            "meeples": self.meeples,
        }

    def copy(self) -> Oracle:
        other = Oracle.__new__(Oracle)
        other.__dict__.update(self.__dict__)
        other.board = dict(self.board)
        other.figures = dict(self.figures)
        other.bag = dict(self.bag)
        other.points = [dict(points) for points in self.points]
        return other

    # ---- the game ----

    def player(self) -> int:
        """The player to move; -1 when a tile is drawn, -2 when the game is over."""
        if self.step == "over":
            return GAME_OVER
        return CHANCE if self.step == "draw" else self.mover

    def is_over(self) -> bool:
        return self.step == "over"

    def chance_moves(self) -> dict[str, int]:
        """What may be drawn now, and how many copies of it there are."""
        if self.step != "draw":
            return {}
        # "spring first", "the ten other river tiles are drawn at random before anything else,
        # then the lake, then all the rest"
        for role in ("spring", "river", "lake", "land"):
            found = {k: n for k, n in self.bag.items() if n and self.kinds[k].role == role}
            if found:
                return found
        return {}

    def legal_moves(self) -> list[str]:
        """The moves of the player to move, sorted as strings."""
        if self.step == "place":
            kind = self.kinds[self.hand]
            places = boards.placements(self.board, self.size, kind)
            return sorted(f"{cell[0]},{cell[1]}@{rotation}" for cell, rotation in places)
        if self.step == "meeple":
            return sorted(self._meeple_moves())
        return []

    def play(self, move: str) -> None:
        if move not in self.chance_moves() and move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} for player {self.player()} in {self.text()!r}")
        if self.step == "draw":
            self._draw(move)
        elif self.step == "place":
            cell, rotation = move.split("@")
            x, y = cell.split(",")
            self._lay((int(x), int(y)), self.hand, int(rotation))
            self.hand, self.last, self.step = "", (int(x), int(y)), "meeple"
        else:
            self._play_figure(move)
            self._score_completed()
            self.last = None
            self.mover = (self.mover + 1) % self.players
            self._next_draw()

    def _draw(self, kind: str) -> None:
        self.bag[kind] -= 1
        if boards.placements(self.board, self.size, self.kinds[kind]):
            self.hand, self.step = kind, "place"
        else:
            # "If the drawn tile fits nowhere it leaves the game and the same player draws again."
            self._next_draw()

    def _next_draw(self) -> None:
        # "The game ends when the tiles are used up"
        self.step = "draw" if any(self.bag.values()) else "over"

    def _lay(self, cell: Cell, kind: str, rotation: int) -> None:
        self.board[cell] = Tile(self.kinds[kind], rotation)
        self._features = None

    # ---- the meeple step ----

    def _meeple_moves(self) -> list[str]:
        """ "none, or one of the player's meeples on a feature of the tile just placed that,
        after merging, holds no meeple of anyone" """
        assert self.last is not None
        moves = ["none"]
        meeple, big, abbot = self.supply()[self.mover]
        for segment in self.board[self.last].pattern.segments:
            if segment.kind == "field" and not self.farmers:
                continue
            if any(self._strength(self._feature_of((self.last, segment.spot)))):
                continue
            if segment.kind != "garden":
                moves += [segment.spot] if meeple else []
                moves += [f"big:{segment.spot}"] if big else []
            # "Abbot: may be put on a monastery or a garden only"
            if segment.kind in ("monastery", "garden") and abbot:
                moves.append(f"abbot:{segment.spot}")
        if self._abbot_cell(self.mover) is not None:
            moves.append("recall")
        return moves

    def _play_figure(self, move: str) -> None:
        assert self.last is not None
        if move == "recall":
            # "a player may take it back in the meeple step instead of placing a meeple, scoring
            # the place as if the game ended"
            cell = self._abbot_cell(self.mover)
            assert cell is not None
            place = self._feature_of((cell, self.figures[cell].spot))
            self.points[self.mover][place.kind] += self._value(place)
            del self.figures[cell]
        elif move != "none":
            self.figures[self.last] = texts.figure(self.mover, move)

    def _abbot_cell(self, player: int) -> Cell | None:
        for cell, figure in self.figures.items():
            if figure.player == player and figure.piece == "abbot":
                return cell
        return None

    def _score_completed(self) -> None:
        """ "Then completed features score and their meeples return" """
        for feature in self._all_features():
            if feature.complete and any(self._strength(feature)):
                for owner in self._owners(feature):
                    self.points[owner][feature.kind] += self._value(feature)
                for cell, spot in feature.nodes:
                    if cell in self.figures and self.figures[cell].spot == spot:
                        del self.figures[cell]

    # ---- features and points ----

    def _all_features(self) -> list[Feature]:
        if self._features is None:
            self._features = boards.all_features(self.board)
        return self._features

    def _feature_of(self, node: Node) -> Feature:
        return next(feature for feature in self._all_features() if node in feature.nodes)

    def _strength(self, feature: Feature) -> list[int]:
        """The meeples of each player in it; a big meeple "counts as two"."""
        strength = [0] * self.players
        for cell, figure in self.figures.items():
            if (cell, figure.spot) in feature.nodes:
                strength[figure.player] += 2 if figure.piece == "big" else 1
        return strength

    def _owners(self, feature: Feature) -> list[int]:
        """ "Who has most meeples in a feature scores it; all who tie score it in full." """
        strength = self._strength(feature)
        most = max(strength)
        return [player for player in range(self.players) if strength[player] == most > 0]

    def _value(self, feature: Feature) -> int:
        """What it gives if the game stops now."""
        tiles = len(feature.cells)  # "A tile counts once per feature"
        if feature.kind == "city":
            if not feature.complete:
                return 0 if feature.cathedral else tiles + feature.pennants
            if self.small_city and tiles == 2:
                return 2
            return (3 if feature.cathedral else 2) * (tiles + feature.pennants)
        if feature.kind == "road":
            if not feature.inn:
                return tiles
            return 2 * tiles if feature.complete else 0
        if feature.kind == "field":
            # "3 per completed city that it borders, each city once per farm"
            cities = [f for f in self._all_features() if f.kind == "city" and f.complete]
            return 3 * sum(not feature.cities.isdisjoint(city.nodes) for city in cities)
        return 9 - feature.open  # "1 + neighbours present"; with all eight "9"

    def breakdown(self) -> list[dict[str, int]]:
        """The points of each player by source, as if the game stopped now.

        A completed feature that is not yet scored counts under its own name.
        """
        names = [*SCORED, *(f"unfinished {kind}" for kind in SCORED), "farm"]
        result = [dict.fromkeys(names, 0) | points for points in self.points]
        for feature in self._all_features():
            name = feature.kind if feature.complete else f"unfinished {feature.kind}"
            for owner in self._owners(feature):
                result[owner]["farm" if feature.kind == "field" else name] += self._value(feature)
        return result

    def scores(self) -> list[int]:
        """The points of each player if the game stopped now."""
        return [sum(parts.values()) for parts in self.breakdown()]

    def outcome(self) -> list[float]:
        """Per player: the part of the others that are beaten less the part that won."""
        if not self.is_over():
            raise ValueError(f"the game is not over in {self.text()!r}")
        scores = self.scores()
        if self.players == 1:
            return [0.0]
        return [
            (sum(mine > other for other in scores) - sum(mine < other for other in scores))
            / (self.players - 1)
            for mine in scores
        ]

    def supply(self) -> list[tuple[int, int, int]]:
        """For each player the meeples, the big meeple and the abbot that are not on the board."""
        result = []
        for player in range(self.players):
            used = [f.piece for f in self.figures.values() if f.player == player]
            meeple = self.meeples - used.count("meeple")
            big = int(self.inns) - used.count("big")
            result.append((meeple, big, int(self.abbot) - used.count("abbot")))
        return result

    # ---- what others ask about a position ----

    def regions(self) -> list[Region]:
        """Every feature: by kind, then by its first spot; no fields without farmers."""
        found = []
        for feature in self._all_features():
            if feature.kind != "field" or self.farmers:
                spots = sorted((cell[1], cell[0], spot) for cell, spot in feature.nodes)
                region = Region(
                    kind=feature.kind,
                    cells=sorted(feature.cells, key=boards.reading_order),
                    open=feature.open,
                    complete=feature.complete,
                    pennants=feature.pennants,
                    inn=feature.inn,
                    cathedral=feature.cathedral,
                    strength=self._strength(feature),
                    owners=self._owners(feature),
                    value=self._value(feature),
                    spots=[(x, y, spot) for y, x, spot in spots],
                )
                found.append((REGION_ORDER.index(feature.kind), spots, region))
        return [region for _, _, region in sorted(found, key=lambda item: item[:2])]

    def open_cells(self) -> list[Cell]:
        """The empty cells next to a tile, inside the board."""
        return boards.open_cells(self.board, self.size)

    def dead_cells(self) -> list[Cell]:
        """The open cells where no tile left, the drawn one included, could be laid now."""
        left = [self.kinds[kind] for kind in self.kinds if self.bag[kind] or kind == self.hand]
        land = [kind for kind in left if kind.role == "land"]
        edges = {pattern(kind, rotation).edges for kind in land for rotation in rotations(kind)}
        alive: set[Cell] = set()
        for kind in left:
            if kind not in land:
                alive.update(cell for cell, _ in boards.placements(self.board, self.size, kind))
        for cell in self.open_cells():
            if any(boards.matches(self.board, cell, turned) for turned in edges):
                alive.add(cell)
        return [cell for cell in self.open_cells() if cell not in alive]
