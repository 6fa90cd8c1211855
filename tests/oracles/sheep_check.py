"""Which positions of Sheep cannot arise in play."""

from __future__ import annotations

from .sheep_board import Board
from .sheep_field import regions_of


def problem(board: Board) -> str | None:
    """Why this position cannot arise in play, or None if it can."""
    # "exactly `cells` free cells, 4-connected"
    if len(board.order) != board.cells:
        return f"expected {board.cells} cells that are not walls, got {len(board.order)}"
    if len(regions_of(board.order)) != 1:
        return "the cells are not 4-connected"
    if any(owner >= board.players for owner in board.owner.values()):
        return f"a flock of a player beyond {board.players}"
    if not board.hidden and (board.known or None in board.count.values()):
        return "hidden counts in a game that hides none"
    if any(board.count[cell] != 1 for cell in board.known):
        return "'!' after a count that is not 1"
    for player in range(board.players):
        flaw = _flock_problem(board, player)
        if flaw is not None:
            return f"player {player + 1}: {flaw}"
    if board.starting():
        # "In order 1 to 4, each player puts all sheep on one free border cell".
        started = [player for player in range(board.players) if board.cells_of(player)]
        if started != list(range(len(started))):
            return "players have started out of order"
        if len(board.owner) != len(started) or board.known:
            return "a move before all have started"
        if board.mover != len(started):
            return f"expected {len(started) + 1} as the mover, who has not started"
        return None
    # "The game ends when nobody can move."
    if board.is_over() and board.anybody_can_slide():
        return "the game is not over: somebody can move"
    if not board.is_over() and not board.anybody_can_slide():
        return "the game is over: nobody can move"
    return None


def _flock_problem(board: Board, player: int) -> str | None:
    """The same of one player's cells."""
    cells = board.cells_of(player)
    if not cells:
        return None  # has not started
    # "each cell of a player holds at least 1, they sum to the flock": as many sheep as are
    # on no `1!` are on the other cells.
    unmarked = [board.count[cell] for cell in cells if cell not in board.known]
    left = board.sheep - (len(cells) - len(unmarked))
    counts = [count for count in unmarked if count is not None]
    if len(counts) == len(unmarked):
        if sum(counts) != left:
            return f"expected {board.sheep} sheep"
    elif counts:
        return "some counts are hidden and some are not"
    elif len(unmarked) > left:
        return f"more cells than {board.sheep} sheep"
    elif board.can_be_worked_out(player):
        return "counts are hidden that can be worked out"
    # It started on one, and walls do not change.
    if not any(board.is_border(cell) for cell in cells):
        return "no border cell to have started on"
    # `!` comes of a pass or of the game's end, when every cell that could slide got one; a
    # neighbour that is free now was free then.
    passed = board.is_over() or len(unmarked) < len(cells)
    could_slide = [cell for cell in cells if board.has_free_neighbour(cell)]
    if board.hidden and passed and not board.known.issuperset(could_slide):
        return "a cell without '!' that could have slid"
    return None
