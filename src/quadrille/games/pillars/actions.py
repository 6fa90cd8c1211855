"""What the original players of Pillars look at: actions near a gamer, their cells and distances."""

from quadrille.core._core import Rng
from quadrille.games.pillars._core import Move, State

STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def actions(state: State) -> list[Move]:
    """The steps and the builds next to the gamer that cards in hand allow."""
    x, y = state.position(state.player())
    beside = {(x + dx, y + dy) for dx, dy in STEPS.values()}
    return [
        move
        for move in state.legal_moves()
        if move.kind == "move" or (move.kind == "build" and move.cell in beside)
    ]


def any_pass(state: State, rng: Rng) -> Move:
    """A card of the hand, each as likely as the others, spent for the initiative."""
    return state.parse_move(f"pass {any_card(state, rng)}")


def any_card(state: State, rng: Rng) -> str:
    """A card of the hand of the gamer to act."""
    hand = state.hand(state.side(state.player()))
    assert hand is not None, "one sees the own hand"
    return "move" if rng.below(hand.moves + hand.builds) < hand.moves else "build"


def one_of(moves: list[Move], rng: Rng) -> Move:
    """Each as likely as the others."""
    return moves[rng.below(len(moves))]


def target(move: Move, here: tuple[int, int]) -> tuple[int, int]:
    """The cell of a step or a build."""
    if move.cell is not None:
        return move.cell
    dx, dy = STEPS[move.direction]
    return here[0] + dx, here[1] + dy


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """In steps."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def inside(state: State, cell: tuple[int, int]) -> bool:
    """Whether a cell is on the grid."""
    return all(0 <= place < state.size() for place in cell)
