"""Clauses about numbers: action indices, encodings, features and the static evaluation."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quadrille import Encoding
from quadrille.testing.case import Case


def actions_round_trip(case: Case) -> None:
    """Legal moves have different action indices below num_actions(), and move() inverts them."""
    count = case.state.num_actions()
    moves = list(case.state.legal_moves())
    actions = [case.state.action(move) for move in moves]
    good = all(type(action) is int and 0 <= action < count for action in actions)
    case.expect(good, f"actions from 0 to {count - 1}", actions)
    case.expect(len(set(actions)) == len(actions), "different actions for all moves", actions)
    for move, action in zip(moves, actions, strict=True):
        case.expect(case.state.move(action) == move, f"action {action} to be {move}", action)
        by_text = case.state.action(str(move))
        case.expect(by_text == action, f"action {action} for {str(move)!r}", by_text)


def encodings_are_declared(case: Case) -> None:
    """Encodings have different names, positive extents, a known dtype and a version."""
    encodings = case.state.encodings()
    names = [encoding.name for encoding in encodings]
    case.expect(len(set(names)) == len(names), "encodings of different names", names)
    for encoding in encodings:
        good = encoding.name.isidentifier() and encoding.dtype in ("float32", "uint8")
        case.expect(good and encoding.version >= 1, "name, dtype and version", encoding)
        extents = all(type(extent) is int and extent > 0 for extent in encoding.shape)
        case.expect(extents and encoding.shape, "a shape of positive numbers", encoding)


def encodings_keep_their_shape(case: Case) -> None:
    """encode() gives a contiguous array of the declared shape and dtype with finite numbers."""
    for encoding in case.state.encodings():
        for player in case.players:
            tensor = case.state.encode(encoding.name, player)
            case.expect(tensor.shape == encoding.shape, f"shape {encoding.shape}", tensor.shape)
            case.expect(tensor.dtype == encoding.dtype, encoding.dtype, tensor.dtype)
            good = tensor.flags.c_contiguous and np.isfinite(tensor).all()
            case.expect(good, f"finite numbers in encoding {encoding.name!r}", tensor)
        mover = max(case.state.player(), 0)
        here, there = case.state.encode(encoding.name), case.state.encode(encoding.name, mover)
        case.expect(np.array_equal(here, there), "the mover's encoding by default", here)


def encodings_fill_the_buffer(case: Case) -> None:
    """encode() writes all of the caller's buffer, and returns it."""
    for encoding in case.state.encodings():
        for player in case.players:
            fresh = case.state.encode(encoding.name, player)
            for shape in (encoding.shape, (encoding.size,)):
                buffer = np.full(shape, 77, encoding.dtype)
                result = case.state.encode(encoding.name, player, buffer)
                case.expect(result is buffer, "the caller's buffer back", result)
                same = buffer.tobytes() == fresh.tobytes()
                case.expect(same, f"all of encoding {encoding.name!r} in it", buffer)


def wrong_buffers_are_refused(case: Case) -> None:
    """A buffer of another size, dtype or layout is a ValueError, and is not written to."""
    for encoding in case.state.encodings():
        for what, buffer in _wrong_buffers(encoding):
            before = np.array(buffer)
            name, mover = encoding.name, max(case.state.player(), 0)
            case.refuses(ValueError, f"a buffer {what}", case.state.encode, name, mover, buffer)
            case.expect(np.array_equal(before, buffer), f"no writing to a buffer {what}", buffer)


def unknown_encodings_are_refused(case: Case) -> None:
    """The name of no encoding is a ValueError."""
    for name in ("", "no such encoding", "planes\n"):
        case.refuses(ValueError, f"the encoding {name!r}", case.state.encode, name)


def encodings_know_only_the_view(case: Case) -> None:
    """A player's encoding is that of the player's view."""
    for encoding in case.state.encodings():
        for player in case.players:
            here = case.state.encode(encoding.name, player)
            there = case.state.view(player).encode(encoding.name, player)
            same = here.tobytes() == there.tobytes()
            case.expect(same, f"{encoding.name!r} of the view of player {player}", here)


def features_are_declared(case: Case) -> None:
    """features() is [sides, names], finite, and weights() has one number per name."""
    names = list(case.state.feature_names())
    case.expect(len(set(names)) == len(names) and all(names), "different feature names", names)
    features, weights = case.state.features(), case.state.weights()
    shape = (case.state.num_sides(), len(names))
    case.expect(features.shape == shape, f"features of shape {shape}", features.shape)
    case.expect(weights.shape == shape[1:], f"{len(names)} weights", weights.shape)
    for numbers in (features, weights):
        good = numbers.dtype == np.float32 and np.isfinite(numbers).all()
        case.expect(good, "finite float32 numbers", numbers)


def evaluate_is_zero_sum(case: Case) -> None:
    """evaluate() is a value per side in [-1, 1], summing to zero, for any weights."""
    count = len(case.state.feature_names())
    random = [case.rng.uniform() * 20 - 10 for _ in range(count)]
    for weights in (None, random, [0.0] * count, [1e6] * count):
        values = case.state.evaluate(weights)
        case.expect(len(values) == case.state.num_sides(), "a value per side", values)
        case.expect(all(-1 <= value <= 1 for value in values), "values from -1 to 1", values)
        case.expect(abs(sum(values)) < 1e-6, "values that sum to zero", values)


def evaluate_counts_its_weights(case: Case) -> None:
    """Another number of weights than of features is a ValueError."""
    count = len(case.state.feature_names())
    for wrong in {count + 1, max(count - 1, 0)} - {count}:
        case.refuses(ValueError, f"{wrong} weights", case.state.evaluate, [1.0] * wrong)


def _wrong_buffers(encoding: Encoding) -> list[tuple[str, NDArray[Any]]]:
    shape = encoding.shape
    other = "uint8" if encoding.dtype == "float32" else "float32"
    wide = np.zeros((*shape[:-1], 2 * shape[-1] + 2), encoding.dtype)
    return [
        ("one too long", np.zeros(encoding.size + 1, encoding.dtype)),
        ("that is empty", np.zeros(0, encoding.dtype)),
        (f"of {other}", np.zeros(shape, other)),
        ("with gaps", wide[..., 1:-1:2]),
    ]
