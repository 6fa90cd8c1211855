"""Clauses about pictures: SVG, the spots a person clicks, the board in a terminal."""

import re
from typing import Any
from xml.etree import ElementTree

from quadrille import BadMoveText, IllegalMove
from quadrille.testing.case import Case

REFERENCE = re.compile(r"""(?:href="|url\()#([^")]+)""")


def picture_is_svg(case: Case) -> None:
    """svg() is well-formed with the root svg, whatever is wished for."""
    last = case.walk.moves[case.index - 1] if case.index else None
    for wishes in ({}, {"last_move": last}, {"legal": False}):
        picture = case.state.svg(**wishes)
        try:
            root = ElementTree.fromstring(picture)
        except ElementTree.ParseError as error:
            case.fail(f"well-formed XML from svg({wishes})", error)
        case.expect(root.tag == "{http://www.w3.org/2000/svg}svg", "the root svg", root.tag)


def spots_lead_to_every_move(case: Case) -> None:
    """The mover's picture has a data-spot for every click of every legal move.

    The page has a bar for numbers that follow another click.
    """
    if case.is_chance or case.is_end:
        return
    view = case.state.view(case.state.player())
    elements = ElementTree.fromstring(view.svg()).iter()
    spots = {spot for element in elements if (spot := element.get("data-spot")) is not None}
    for move in view.legal_moves():
        path = view.click_path(move)
        chosen = [path[0], *(spot for spot in path[1:] if not spot.isdigit())]
        missing = [spot for spot in chosen if spot not in spots]
        case.expect(not missing, f"spots for {str(move)!r} among {sorted(spots)}", missing)


def click_paths_are_distinct(case: Case) -> None:
    """Moves have different click paths, and none begins with another."""
    paths: dict[tuple[str, ...], Any] = {}
    for move in case.state.legal_moves():
        path = case.state.click_path(move)
        good = isinstance(path, tuple) and path and all(isinstance(spot, str) for spot in path)
        case.expect(good, f"a tuple of spots for {move}", path)
        case.expect(path not in paths, f"a path for {move} other than for {paths.get(path)}", path)
        paths[path] = move
    for path, move in paths.items():
        for length in range(1, len(path)):
            shorter = paths.get(path[:length])
            case.expect(shorter is None, f"no path that begins that of {move}", path[:length])


def ghosts_fit_the_picture(case: Case) -> None:
    """ghost() is a group that takes no clicks and refers to nothing that the picture lacks."""
    if case.is_chance or case.is_end:
        return
    view = case.state.view(case.state.player())
    picture = view.svg()
    names = {each.get("id") for each in ElementTree.fromstring(picture).iter()}
    moves: dict[str, Any] = {}
    for move in case.some(view.legal_moves(), 6):
        ghost = view.ghost(move)
        case.expect(view.ghost(str(move)) == ghost, f"the same ghost for the text of {move}", ghost)
        case.expect(ghost.startswith("<g"), f"a group for {move}", ghost)
        try:
            ElementTree.fromstring(picture.replace("</svg>", f"{ghost}</svg>"))
            root = ElementTree.fromstring(ghost)
        except ElementTree.ParseError as error:
            case.fail(f"well-formed XML from ghost({str(move)!r})", error)
        spots = [each for each in root.iter() if each.get("data-spot") is not None]
        case.expect(not spots, f"no data-spot in the ghost of {move}", ghost)
        case.expect(root.get("pointer-events") == "none", f"pointer-events none for {move}", ghost)
        missing = set(REFERENCE.findall(ghost)) - names
        case.expect(not missing, f"what {move} refers to in the picture", sorted(missing))
        case.expect(
            ghost not in moves, f"a ghost for {move} other than {moves.get(ghost)}'s", ghost
        )
        moves[ghost] = move


def only_legal_moves_have_ghosts(case: Case) -> None:
    """ghost() of a move that is not legal is refused: IllegalMove, or BadMoveText for a text."""
    illegal = [move for walk in case.walks[:3] for move in walk.moves[:20]]
    for move in case.some([move for move in illegal if not case.state.is_legal(move)], 4):
        case.refuses(IllegalMove, "ghost() of an illegal move", case.state.ghost, move)
    case.refuses(BadMoveText, "ghost() of garbage", case.state.ghost, "no move at all")


def picture_shows_only_the_view(case: Case) -> None:
    """The picture for a player is the picture of that player's view."""
    for player in case.players:
        picture, wanted = case.state.svg(player=player), case.state.view(player).svg()
        case.expect(picture == wanted, f"the picture of the view of player {player}", picture)


def board_is_text(case: Case) -> None:
    """board() is readable text, and str() gives the same."""
    board = case.state.board()
    case.expect(isinstance(board, str) and board.strip(), "some text", board)
    case.expect(str(case.state) == board, "str() to give the board", str(case.state))
