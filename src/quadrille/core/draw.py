"""Drawing of any game: the ``draw`` module beside its rules, or a plain general picture.

A game's ``draw`` module has ``svg(state, *, last_move=None, legal=True) -> str``,
``board(state) -> str`` for the terminal, and ``click_path(state, move) -> tuple[str, ...]``: the
``data-spot`` values that a person clicks, in order, to make the move. Where an element with a
``data-spot`` has more than its own area, such as arrows, the area has the class ``hit``. A module
may have ``ghost(state, move) -> str``: a fragment, made by ``quadrille.core.svg.ghost``, that shows
what a legal move would put on the board when it is appended to the root of ``svg(state)``. It may
have ``HELP``, a few lines for people who do not know the notation, and ``SPOKEN``, words that stand
for the beginning of a move.
"""

from html import escape
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quadrille.core import svg as shapes
from quadrille.core.beside import module_beside
from quadrille.core.errors import IllegalMove

if TYPE_CHECKING:
    from quadrille.core.state import State

LINE = 26
"""Height of a line of text in the general picture."""
BUTTON = (82, 32)
"""Width and height of a move's button in it."""


def svg(state: "State", player: int | None = None, **wishes: Any) -> str:
    """The picture as SVG; with ``player``, only what that player may know."""
    shown = state if player is None else state.view(player)
    if isinstance(wishes.get("last_move"), str):
        shown.parse_move(wishes["last_move"])  # BadMoveText rather than a strange picture
    module = _module(shown)
    return str(module.svg(shown, **wishes)) if module else _plain_svg(shown, **wishes)


def board(state: "State") -> str:
    """The position as a person reads it in a terminal."""
    module = _module(state)
    return str(module.board(state)) if module else state.text()


def click_path(state: "State", move: Any) -> tuple[str, ...]:
    """The spots that a person clicks, in order, to make the move."""
    chosen = state.parse_move(move) if isinstance(move, str) else move
    module = _module(state)
    return tuple(module.click_path(state, chosen)) if module else (state.move_text(chosen),)


def ghost(state: "State", move: Any) -> str:
    """What a legal move would put on the board, as a fragment to end the picture with.

    The move or its text; IllegalMove if it is not legal. Give it a view where facts are hidden.
    """
    chosen = state.parse_move(move) if isinstance(move, str) else move
    if not state.is_legal(chosen):
        raise IllegalMove(f"illegal move {state.move_text(chosen)!r} in {state.text()!r}")
    module = _module(state)
    if module and hasattr(module, "ghost"):
        return str(module.ghost(state, chosen))
    if "drawing" in state.lacks():
        return _plain_ghost(state, state.move_text(chosen))
    return shapes.ghost(shapes.tip(state.move_text(chosen)))


def help_text(state: "State") -> str:
    """What the game tells people who do not know it: its aim, and how to read the board."""
    return "\n".join([state.summary, *str(getattr(_module(state), "HELP", "")).splitlines()])


def spoken_forms(state: "State") -> dict[str, str]:
    """Words that stand for the beginning of a move, by what they stand for."""
    return dict(getattr(_module(state), "SPOKEN", {}))


def lacks_drawing(state: "State") -> set[str]:
    """``{"drawing"}`` if the game has no picture of its own."""
    return set() if _module(state) else {"drawing"}


def _module(state: "State") -> ModuleType | None:
    return module_beside(type(state), "draw")


class _Plain:
    """Where everything lies in the general picture."""

    def __init__(self, state: "State", legal: bool = True) -> None:
        self.lines = state.board().splitlines() or [""]
        self.moves = [str(move) for move in state.legal_moves()] if legal else []
        self.width = max(320, 40 + 11 * max(len(line) for line in [*self.lines, *self.moves]))
        self.columns = max(1, (self.width - 40) // 90)
        rows = -(-len(self.moves) // self.columns)
        self.height = 60 + LINE * len(self.lines) + 40 * rows

    def corner(self, index: int) -> tuple[int, int]:
        """Of the button of a move."""
        row, column = divmod(index, self.columns)
        return 20 + 90 * column, 46 + LINE * len(self.lines) + 40 * row


def _plain_svg(state: "State", *, last_move: Any = None, legal: bool = True) -> str:
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


def _plain_ghost(state: "State", move: str) -> str:
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
        f'stroke="{stroke}"/><text x="{x + wide // 2}" y="{y + 22}" text-anchor="middle" '
        f'fill="#2b2b2b">{escape(plain.moves[index], quote=True)}</text>'
    )
