"""Drawing of any game: by its own drawing (``core/package.py``), or as a plain general picture."""

from collections.abc import Sequence
from html import escape
from typing import Any, Protocol, Self

from quadrille.core.drawing import svg as shapes
from quadrille.core.errors import IllegalMove
from quadrille.core.package import Drawing, Gain, MadeMove, Motion, SideBox, package_of


class Drawable(Protocol):
    """What a drawing asks of a state."""

    title: str
    summary: str

    def view(self, player: int) -> Self: ...
    def text(self) -> str: ...
    def board(self) -> str: ...
    def legal_moves(self) -> Sequence[Any]: ...
    def is_legal(self, move: Any) -> bool: ...
    def move_text(self, move: Any) -> str: ...
    def parse_move(self, text: str) -> Any: ...
    def lacks(self) -> set[str]: ...
    def num_players(self) -> int: ...
    def num_sides(self) -> int: ...


LINE = 26
"""Height of a line of text in the general picture."""
BUTTON = (82, 40)
"""Width and height of a move's button in it."""


def svg(state: Drawable, player: int | None = None, **wishes: Any) -> str:
    """The picture as SVG; with ``player``, only what that player may know."""
    shown = state if player is None else state.view(player)
    if isinstance(wishes.get("last_move"), str):
        shown.parse_move(wishes["last_move"])  # BadMoveText rather than a wrong picture
    own = _own(shown)
    return own.svg(shown, **wishes) if own else _plain_svg(shown, **wishes)


def board(state: Drawable) -> str:
    """The position as a person reads it in a terminal."""
    own = _own(state)
    return own.board(state) if own else state.text()


def click_path(state: Drawable, move: Any) -> tuple[str, ...]:
    """The spots that a person clicks, in order, to make the move."""
    chosen = state.parse_move(move) if isinstance(move, str) else move
    own = _own(state)
    return own.click_path(state, chosen) if own else (state.move_text(chosen),)


def ghost(state: Drawable, move: Any) -> str:
    """What a legal move would put on the board, as a fragment to end the picture with.

    The move or its text; IllegalMove if it is not legal. Give it a view where facts are hidden.
    """
    chosen = state.parse_move(move) if isinstance(move, str) else move
    if not state.is_legal(chosen):
        raise IllegalMove(f"illegal move {state.move_text(chosen)!r} in {state.text()!r}")
    own = _own(state)
    if own and own.ghost:
        return own.ghost(state, chosen)
    if "drawing" in state.lacks():
        return _plain_ghost(state, state.move_text(chosen))
    return shapes.ghost(shapes.tip(state.move_text(chosen)))


def help_text(state: Drawable) -> str:
    """What the game is about and how to read the board, for people who are new to it."""
    own = _own(state)
    return "\n".join([state.summary, *(own.help if own else "").splitlines()])


def spoken_forms(state: Drawable) -> dict[str, str]:
    """Words that stand for the beginning of a move, by what they stand for."""
    own = _own(state)
    return dict(own.spoken) if own else {}


def prompts(state: Drawable) -> tuple[str, ...]:
    """What the player to move is to do, in words, for each click of a move in turn."""
    own = _own(state)
    if own and own.prompts:
        return tuple(own.prompts(state))
    return ("Choose a marked place", "Choose what comes next") if own else ("Choose a move",)


def words(state: Drawable, move: Any) -> str:
    """A move in words, before it is made; empty if its notation says it all."""
    own = _own(state)
    if own is None or own.words is None:
        return ""
    return own.words(state, state.parse_move(move) if isinstance(move, str) else move)


def trail(state: Drawable, made: Sequence[MadeMove]) -> str:
    """A fragment to end the picture of a state with, which marks what the moves that led to it
    did; empty if the game marks only the last one."""
    own = _own(state)
    return own.trail(state, made) if own and own.trail and made else ""


def gains(state: Drawable, made: Sequence[MadeMove]) -> list[Gain]:
    """The points that moves brought which led to a state; none if the game does not say."""
    own = _own(state)
    return list(own.gains(state, made)) if own and own.gains and made else []


def parts(state: Drawable) -> tuple[str, list[dict[str, Any]]]:
    """A fragment with the outlines of what can be asked about in the picture of a state, to end it
    with, and what there is to know about each; empty if the game tells nothing."""
    own = _own(state)
    if own is None or own.parts is None:
        return "", []
    place, found = own.parts(state)
    known = list(found)
    shapes_of = [
        f'<g class="part" data-part="{number}">{each.shape}</g>'
        for number, each in enumerate(known)
    ]
    notes = [{"title": each.title, "lines": list(each.lines)} for each in known]
    return (f'<g class="parts">{place(*shapes_of)}</g>' if known else ""), notes


def has_parts(state: Drawable) -> bool:
    """Whether there are parts in the picture of a state that can be asked about."""
    own = _own(state)
    return own is not None and own.parts is not None


def boxes(state: Drawable, last_move: Any = None) -> list[SideBox]:
    """What the picture has beside the board, for narrow screens; empty if it is all board."""
    own = _own(state)
    return list(own.boxes(state, last_move)) if own and own.boxes else []


def motions(state: Drawable, made: Sequence[MadeMove]) -> list[Motion]:
    """What moves put where it lies in the picture of the state that they led to."""
    own = _own(state)
    return list(own.motions(state, made)) if own and own.motions and made else []


def roles(state: Drawable) -> list[str]:
    """What every player is in the picture, such as a colour; empty where that is not said."""
    own = _own(state)
    return list(own.roles(state)) if own and own.roles else [""] * state.num_players()


def colours(state: Drawable) -> list[str]:
    """The colour of every player in the picture; empty where players have none."""
    own = _own(state)
    return list(own.colours(state)) if own and own.colours else [""] * state.num_players()


def teams(state: Drawable) -> list[str]:
    """What the sides are called where several players share one; else empty."""
    sides = state.num_sides()
    if sides == state.num_players():
        return [""] * sides
    own = _own(state)
    named = own.teams(state) if own and own.teams else ()
    return list(named) or [f"Team {side + 1}" for side in range(sides)]


def lacks_drawing(state: Drawable) -> set[str]:
    """``{"drawing"}`` if the game has no picture of its own."""
    return set() if package_of(type(state)).drawing else {"drawing"}


def _own(state: Drawable) -> Drawing | None:
    return package_of(type(state)).own_drawing


class _Plain:
    """Where everything lies in the general picture."""

    def __init__(self, state: Drawable, legal: bool = True) -> None:
        self.lines = state.board().splitlines() or [""]
        self.moves = [str(move) for move in state.legal_moves()] if legal else []
        self.width = max(320, 40 + 11 * max(len(line) for line in [*self.lines, *self.moves]))
        self.columns = max(1, (self.width - 40) // 90)
        rows = -(-len(self.moves) // self.columns)
        self.height = 60 + LINE * len(self.lines) + 48 * rows

    def corner(self, index: int) -> tuple[int, int]:
        """Of the button of a move."""
        row, column = divmod(index, self.columns)
        return 20 + 90 * column, 46 + LINE * len(self.lines) + 48 * row


def _plain_svg(state: Drawable, *, last_move: Any = None, legal: bool = True) -> str:
    """Every line of the board as text, then every legal move as a button."""
    plain = _Plain(state, legal)
    width, height = plain.width, plain.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="ui-monospace, monospace" font-size="17">',
        f"<title>{escape(state.title)}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#f6f1e7"/>',
    ]
    for i, line in enumerate(plain.lines):
        parts.append(
            f'<text x="20" y="{40 + LINE * i}" fill="#2b2b2b" xml:space="preserve">'
            f"{escape(line)}</text>"
        )
    for i, move in enumerate(plain.moves):
        spot = escape(move, quote=True)
        mark = "#ffd98a" if last_move is not None and str(last_move) == move else "#ffffff"
        button = _button(plain, i, mark, "#8a7f6a")
        parts.append(f'<g class="spot" data-spot="{spot}">{button}</g>')
    return "".join([*parts, "</svg>"])


def _plain_ghost(state: Drawable, move: str) -> str:
    """The button of a move, highlighted."""
    plain = _Plain(state)
    index = plain.moves.index(move)
    x, y = plain.corner(index)
    wide, high = BUTTON
    outline = shapes.dashed("rect", x=x, y=y, width=wide, height=high, rx=6)
    return shapes.ghost(shapes.faint(_button(plain, index, "#ffd98a", "none")), outline)


def _button(plain: _Plain, index: int, fill: str, stroke: str) -> str:
    x, y = plain.corner(index)
    wide, high = BUTTON
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="6" fill="{fill}" '
        f'stroke="{stroke}"/><text x="{x + wide // 2}" y="{y + 26}" text-anchor="middle" '
        f'fill="#2b2b2b">{escape(plain.moves[index], quote=True)}</text>'
    )
