"""Clauses about the inputs of networks: what sparse encodings list, of positions and of moves."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille import Encoding, IllegalMove
from quadrille.testing.case import Case


def inputs_are_the_encoding(case: Case) -> None:
    """inputs() lists what is not 0 in a sparse encoding, each number as often as it counts."""
    for encoding in sparse_encodings(case):
        for player in case.players:
            inputs = case.state.inputs(encoding.name, player)
            _check_indices(case, inputs, encoding.size)
            dense = case.state.encode(encoding.name, player)
            counts = np.bincount(inputs, minlength=encoding.size)
            same = np.array_equal(counts, dense.reshape(-1))
            case.expect(same, f"{encoding.name!r} of player {player} as encode() has it", inputs)


def inputs_know_only_the_view(case: Case) -> None:
    """A player's inputs are those of the player's view."""
    for encoding in sparse_encodings(case):
        for player in case.players:
            here = case.state.inputs(encoding.name, player)
            there = case.state.view(player).inputs(encoding.name, player)
            same = np.array_equal(here, there)
            case.expect(same, f"inputs {encoding.name!r} of the view of player {player}", here)


def move_inputs_fit(case: Case) -> None:
    """move_inputs() describes each legal move by numbers below those that the encoding declares."""
    legal = case.state.legal_moves()
    for encoding in describing_encodings(case):
        for move in case.some(legal, 50):
            inputs = case.state.move_inputs(encoding.name, move)
            _check_indices(case, inputs, encoding.move_inputs)
            told = len(inputs) > 0 or len(legal) == 1
            case.expect(told, f"inputs that describe {str(move)!r}", inputs)


def move_inputs_know_only_the_view(case: Case) -> None:
    """A move is described as in the view of the player who makes it."""
    for encoding in describing_encodings(case):
        for move in case.some(case.state.legal_moves(), 50):
            here = case.state.move_inputs(encoding.name, move)
            there = case.state.view(case.state.player()).move_inputs(encoding.name, move)
            same = np.array_equal(here, there)
            case.expect(same, f"{str(move)!r} described as in the view of the mover", here)


def only_legal_moves_have_inputs(case: Case) -> None:
    """Describing a move that is not legal is refused with IllegalMove."""
    legal = set(case.state.legal_moves())
    for encoding in describing_encodings(case):
        for move in {move for walk in case.walks for move in case.some(walk.moves, 5)} - legal:
            call, name = case.state.move_inputs, encoding.name
            case.refuses(IllegalMove, f"the inputs of {str(move)!r}", call, name, move)


def dense_encodings_have_no_inputs(case: Case) -> None:
    """The inputs of an encoding that is not sparse, or not known, are a ValueError."""
    names = [encoding.name for encoding in case.state.encodings() if not encoding.sparse]
    if hasattr(case.state, "inputs"):
        for name in (*names, "no such encoding"):
            case.refuses(ValueError, f"the inputs {name!r}", case.state.inputs, name)


def sparse_encodings(case: Case) -> Iterator[Encoding]:
    """Those of the game, if it lists inputs: games written in Python need not."""
    if hasattr(case.state, "inputs"):
        yield from (encoding for encoding in case.state.encodings() if encoding.sparse)


def describing_encodings(case: Case) -> Iterator[Encoding]:
    """Those that describe moves too."""
    if hasattr(case.state, "inputs"):
        yield from (encoding for encoding in case.state.encodings() if encoding.move_inputs)


def _check_indices(case: Case, inputs: NDArray[Any], size: int) -> None:
    case.expect(inputs.dtype == np.uint16 and inputs.ndim == 1, "a list of uint16", inputs)
    case.expect(bool((inputs < size).all()), f"inputs below {size}", inputs)
