"""What a game offers beside its rules, as one object that its folder or its file builds.

A folder of a game has it in its ``__init__``, a Python-written game beside its state class::

    def _drawing() -> Drawing:
        from my_game.draw import DRAWING

        return DRAWING

    GAME = GamePackage(State, drawing=_drawing, levels={"Beginner": "random"})

Parts that take long to import are given as functions, which are called when a part is first used.
Every part may be left out. ``package_of`` finds the object of a state type.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from quadrille.core._core import _make_inspectable


class MadeMove(NamedTuple):
    """A move that was made, as somebody saw it."""

    before: Any
    """The state in which it was made; a view where that person did not know everything."""
    player: int
    move: Any


class Gain(NamedTuple):
    """Points that a move brought, and the place in the picture that they come from."""

    move: int
    """Which of the moves that were given it was."""
    player: int
    """Who got the points."""
    points: float
    words: str
    """What they were given for, such as "city"; perhaps empty."""
    x: float
    y: float


class BoxItem(NamedTuple):
    """A line of a box, or a tile of one whose items lie side by side."""

    text: str = ""
    note: str = ""
    """What is said besides, in quieter letters."""
    value: str = ""
    """A number at the end of the line."""
    icon: str = ""
    """A small picture, made by ``drawing.svg.small_picture``."""
    spot: str = ""
    """What a click on it chooses; empty for nothing."""
    marked: bool = False
    """Whether it is the one whose turn it is, or that was played last."""
    faded: bool = False


class SideBox(NamedTuple):
    """A part of what a picture has beside the board, for narrow screens that show it below."""

    title: str
    items: Sequence[BoxItem]
    tiles: bool = False
    """Whether the items lie side by side."""


class Part(NamedTuple):
    """A part of the picture that a person may ask about, and what there is to know about it."""

    shape: str
    """Its outline, an element with an area, and perhaps more that is shown with it. The area of one
    of the class ``line`` is that of its stroke; ``plain`` ones are shown without a stroke, and
    ``border`` ones without being filled."""
    title: str
    """What it is: "City of 3 tiles"."""
    lines: Sequence[str] = ()
    """Whose it is, what it is worth, why something is not possible there."""


class Motion(NamedTuple):
    """Where something in the picture came from."""

    move: int
    """With which of the moves that were given."""
    piece: str
    """The element, by its ``data-piece``."""
    dx: float
    dy: float
    """From where it lies now to where it was, in its own coordinates."""


class GuidePicture(NamedTuple):
    """A position that shows what a guide says; the game's drawing draws it."""

    position: str
    """Its text; empty for the beginning of a game."""
    caption: str
    last_move: str = ""
    whole: bool = False
    """Whether what lies beside the board belongs to it, such as a hand."""


class GuideSection(NamedTuple):
    """A part of the rules for people who are new to a game."""

    title: str
    text: str
    """Paragraphs with empty lines between; lines that begin with a dash are a list."""
    pictures: Sequence[GuidePicture] = ()


class OptionWords(NamedTuple):
    """An option in words for people who have not read how it is called."""

    label: str
    help: str = ""
    """What it does, in a sentence; empty for what its own description says."""
    values: Mapping[Any, str] = {}
    """What values are called: all of them for a choice, or that of a number that means
    something else, such as 0 for "automatic"."""


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn. States are views: nothing hidden reaches a picture."""

    svg: Callable[..., str]
    """``svg(state, *, last_move=None, legal=True)``: the picture. What can be clicked carries
    ``data-spot``; where such an element has more than its own area, such as arrows, the area has
    the class ``hit``."""
    board: Callable[[Any], str]
    """The position as a person reads it in a terminal."""
    click_path: Callable[[Any, Any], tuple[str, ...]]
    """``click_path(state, move)``: the spots that a person clicks, in order, to make the move. A
    number after another spot need not be in the picture: the page has a bar for it."""
    ghost: Callable[[Any, Any], str] | None = None
    """``ghost(state, move)``: a fragment, made by ``drawing.svg.ghost``, that shows what a legal
    move would put on the board when it is appended to the root of the picture."""
    help: str = ""
    """A few lines for people who are new to the game."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """Words that stand for the beginning of a move."""
    prompts: Callable[[Any], Sequence[str]] | None = None
    """``prompts(state)``: what the player to move is to do, in words, one for each click of a move:
    "Choose a flock", "Choose where it slides"; the last one stands for all further clicks."""
    words: Callable[[Any, Any], str] | None = None
    """``words(state, move)``: a legal move in a few words, "5 sheep from c4 to h4"."""
    roles: Callable[[Any], Sequence[str]] | None = None
    """``roles(state)``: what every player is in the picture, such as a colour."""
    colours: Callable[[Any], Sequence[str]] | None = None
    """``colours(state)``: the colour of every player in the picture, such as ``#d8402f``."""
    teams: Callable[[Any], Sequence[str]] | None = None
    """``teams(state)``: what each side is called where several players share one."""
    boxes: Callable[[Any, Any], Iterable[SideBox]] | None = None
    """``boxes(state, last_move)``: what the picture has beside the board, in words and small
    pictures. A picture of a game that has it says by ``board`` of ``drawing.svg.picture`` where the
    board lies, and all the rest of it is in ``drawing.svg.panel``."""
    trail: Callable[[Any, Sequence[MadeMove]], str] | None = None
    """``trail(state, made)``: a fragment as that of ``ghost`` that marks in the picture of a state
    what these moves did, which led to it; ``svg`` marks the last move of all."""
    gains: Callable[[Any, Sequence[MadeMove]], Iterable[Gain]] | None = None
    """``gains(state, made)``: the points that these moves brought, which led to the state."""
    parts: Callable[[Any], tuple[Callable[..., str], Iterable[Part]]] | None = None
    """``parts(state)``: what can be asked about in the picture of the state, and a function that
    puts shapes where they belong in it, such as ``Plane.layer``. Where parts overlap, the later one
    is meant."""
    motions: Callable[[Any, Sequence[MadeMove]], Iterable[Motion]] | None = None
    """``motions(state, made)``: what these moves put where it lies in the picture of the state."""


@dataclass(frozen=True)
class Solution:
    """What a position is worth with best play of both sides."""

    value: int | None
    """1 for a win of the player to move, 0 for a draw, -1 for a loss; None if the search was
    stopped. In a finished game, for the player who moved last."""
    move: Any = None
    """A best move; None if the game is over."""
    distance: int | None = None
    """Moves to the end with best play of both; None unless asked for."""
    values: Mapping[Any, int] = field(default_factory=dict)
    """The value of every legal move, for the player to move; empty unless asked for."""
    nodes: int = 0
    """Positions that were visited."""
    seconds: float = 0.0
    """How long it took."""


class ProvenValue(Protocol):
    """The value of a whole game and what it cost."""

    @property
    def value(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


Progress = Callable[[float, int], None]
"""Called now and then as ``progress(done, nodes)``; ``done`` goes from 0 to 1."""


class _Solve(Protocol):
    def __call__(self, state: Any, *, distance: bool, all_moves: bool, limits: Any) -> Solution: ...


class _RankTraps(Protocol):
    def __call__(
        self, state: Any, moves: Sequence[Any], rng: Any, boards: int
    ) -> Sequence[tuple[Any, float]]: ...


class _BuildBook(Protocol):
    def __call__(self, rules: Any, path: Path, progress: Progress | None = None) -> object: ...


class _Prove(Protocol):
    def __call__(
        self, rules: Any, checkpoint: Path, progress: Progress | None = None
    ) -> ProvenValue: ...


@dataclass(frozen=True)
class GameSolver:
    """An exact solver for one game."""

    solve: _Solve
    """The exact value of a position, within limits."""
    stopped: type[Exception] | tuple[()] = ()
    """What ``solve`` raises when its limits are reached."""
    build_book: _BuildBook | None = None
    """Writes a book of solved positions."""
    prove: _Prove | None = None
    """Proves the value of the whole game; goes on from a checkpoint."""
    rank_traps: _RankTraps | None = None
    """Legal moves with how often, from 0 to 1, a careless opponent goes wrong after them, the best
    first. About so many boards are looked at; what is found depends on the position and the
    generator."""


@dataclass(frozen=True)
class Stages:
    """How far positions of a game have come and what is decided there, to sort mistakes by."""

    name: str = "moves made"
    """What a stage counts."""
    first_solved: int = 0
    """From this stage on any position is solved in a moment."""
    of: Callable[[Any], tuple[int, str]] | None = None
    """``of(state)``: the stage, and the kind of decision in a word; None for the number of moves
    made, all of one kind."""


@dataclass(frozen=True)
class Control:
    """A way to put a move together from small actions, which networks can be trained for.

    What such a network reads is named ``CONTROL:NAME`` wherever encodings are named.
    """

    encoding: Callable[[Any, str], Any]
    """``encoding(game, name)``: the Encoding that is read before each action; ValueError if there
    is no such, or the game has options that the control cannot play."""
    open: Callable[[Any, str, Any, Mapping[str, Any], Any], Any]
    """``open(game, name, arrays, settings, rng)``: the Session of a network of these weights, which
    was trained with these settings."""


@dataclass(frozen=True)
class GamePackage:
    """A game: the type of its states, and what it offers beside its rules."""

    state_type: type[Any]
    """The rules."""
    drawing: Callable[[], Drawing] | None = None
    """Loads its drawing; without one, a plain general picture is drawn."""
    solver: Callable[[], GameSolver] | None = None
    """Loads its own solver."""
    stages: Stages = field(default_factory=Stages)
    """How mistakes are sorted (``quadrille diagnose``)."""
    measures: Mapping[str, Callable[[Any], float]] = field(default_factory=dict)
    """Numbers that people watch in a position, by name, for intermediate rewards in learning."""
    progress: Callable[[Any], float] | None = None
    """``progress(state)``: about how much of the game is over, from 0 to 1."""
    points: bool = False
    """Whether it is won by points, so that people want to know by how many."""
    agents: Callable[[], object] | None = None
    """Imports the modules that hold agents for this game only, marked by ``@agent("name")``."""
    agent_defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Values that suit this game for the fields of general agents: ``{"mcts": {"c": 0.8}}``."""
    remaining: Callable[[Any], Mapping[str, int]] | None = None
    """``remaining(state)``: how many there are of each kind of what can still be drawn, for people
    who count along."""
    controls: Mapping[str, Callable[[], Control]] = field(default_factory=dict)
    """Load its ways of playing by small actions, by name."""
    guide: Callable[[], Sequence[GuideSection]] | None = None
    """Loads its rules in words and pictures, for the page."""
    option_words: Mapping[str, OptionWords] = field(default_factory=dict)
    """Its options in plain words, by name; those that are not here are shown by name."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """Strengths for people to choose, weakest first: what to call each, and its agent."""
    ladder: tuple[str, ...] = ()
    """Agents of every kind, from the weakest to the strongest, that ``quadrille ladder --play``
    rates against each other."""

    def __post_init__(self) -> None:
        _PACKAGES[self.state_type] = self
        if type(self.state_type).__name__ == "nb_type":  # a native game
            _make_inspectable(sys.modules[self.state_type.__module__])

    @cached_property
    def own_drawing(self) -> Drawing | None:
        """The drawing, loaded."""
        return None if self.drawing is None else self.drawing()

    @cached_property
    def own_solver(self) -> GameSolver | None:
        """The solver, loaded."""
        return None if self.solver is None else self.solver()

    def control_of(self, encoding: str) -> tuple[Control, str] | None:
        """The control that an encoding belongs to, and the name it has there; None for those of
        the game itself."""
        control, colon, name = encoding.partition(":")
        load = self.controls.get(control)
        return (load(), name) if colon and load is not None else None

    def holds(self, module: str) -> bool:
        """Whether a Python module belongs to this game."""
        home = self.state_type.__module__.removesuffix("._core")
        return module == home or module.startswith(f"{home}.")


_PACKAGES: dict[type, GamePackage] = {}
_EMPTY = GamePackage(object)
del _PACKAGES[object]


def package_of(state_type: type) -> GamePackage:
    """The package of a state type, or of the nearest base that has one; else an empty one."""
    for kind in state_type.__mro__:
        if kind in _PACKAGES:
            return _PACKAGES[kind]
    return _EMPTY


def packages() -> list[GamePackage]:
    """The packages of all games that are loaded."""
    return list(_PACKAGES.values())


def home_package(module: str) -> GamePackage | None:
    """The game to whose package a Python module belongs, if that has agents."""
    return next((one for one in packages() if one.agents and one.holds(module)), None)
