"""Clauses about the ways in which a game looks the same: images of positions and of moves."""

from typing import Any

from quadrille.testing.case import Case


def identity_is_the_first_image(case: Case) -> None:
    """There is at least one symmetry, always as many, and the first changes nothing."""
    count = case.state.num_symmetries()
    case.expect(type(count) is int and count >= 1, "one symmetry or more", count)
    first = case.walk.states[0].num_symmetries()
    case.expect(count == first, f"{first} symmetries as at the start", count)
    case.expect(case.state.image(0) == case.state, "the state as its first image", case.state)
    for move in case.some(case.playable(), 50):
        image = case.state.image_of(move, 0)
        case.expect(image == move, f"{str(move)!r} as its own first image", image)


def images_are_sound(case: Case) -> None:
    """An image has no problems, and the player, scores, outcome and canonical key of the state."""
    for symmetry in _some(case, 4):
        image = case.state.image(symmetry)
        what = f"in image {symmetry}"
        case.expect(image.problems() == [], f"no problems {what}", image.problems())
        case.expect(case.game.parse(image.text()) == image, f"a text {what}", image.text())
        asked = ["player", "scores", "options", "num_symmetries"]
        asked += [] if case.lacks("canonical_key") else ["canonical_key"]
        asked += ["outcome"] if case.is_end else []
        for name in asked:
            here, there = getattr(case.state, name)(), getattr(image, name)()
            case.expect(here == there, f"{name}() = {here} {what}", there)


def moves_have_images(case: Case) -> None:
    """What can be played in an image is the images of what can be played in the state."""
    for symmetry in _some(case, 4):
        image = case.state.image(symmetry)
        moves = sorted(case.state.image_of(m, symmetry) for m in case.state.legal_moves())
        case.expect(moves == list(image.legal_moves()), f"moves {image.legal_moves()}", moves)
        odds = {case.state.image_of(m, symmetry): w for m, w in case.state.chance_moves()}
        case.expect(odds == dict(image.chance_moves()), f"{image.chance_moves()}", odds)


def images_commute_with_play(case: Case) -> None:
    """The image of what a move leads to is what its image leads to."""
    for symmetry in _some(case, 4):
        for move in case.some(case.playable(), 8):
            after, image = case.state.copy(), case.state.image(symmetry)
            after.play(move)
            image.play(case.state.image_of(move, symmetry))
            there = after.image(symmetry)
            same = there == image and there.hash() == image.hash()
            case.expect(same, f"{str(move)!r} to lead to {image.text()!r}", there.text())


def images_can_be_undone(case: Case) -> None:
    """Of every image, the state is an image again, and so are its moves."""
    moves = case.some(case.playable(), 20)
    for symmetry in _some(case, 2):
        image = case.state.image(symmetry)
        there = [case.state.image_of(move, symmetry) for move in moves]

        def undoes(other: int, image: Any = image, there: list[Any] = there) -> bool:
            back = [image.image_of(move, other) for move in there]
            return back == moves and bool(image.image(other) == case.state)

        found = any(undoes(other) for other in range(case.state.num_symmetries()))
        case.expect(found, f"a symmetry that undoes the one of number {symmetry}", image.text())


def views_have_images(case: Case) -> None:
    """The image of a view is the view of the image."""
    for symmetry in _some(case, 2):
        for player in case.players:
            here = case.state.view(player).image(symmetry)
            there = case.state.image(symmetry).view(player)
            case.expect(here == there, f"the view {there.text()!r}", here.text())


def other_symmetries_are_refused(case: Case) -> None:
    """A number of no symmetry is a ValueError."""
    for symmetry in (-1, case.state.num_symmetries()):
        case.refuses(ValueError, f"image {symmetry}", case.state.image, symmetry)
        for move in case.some(case.playable(), 1):
            call, what = case.state.image_of, f"the image of a move by symmetry {symmetry}"
            case.refuses(ValueError, what, call, move, symmetry)


def _some(case: Case, most: int) -> list[int]:
    """Numbers of symmetries other than the identity, at random."""
    return case.some(range(1, case.state.num_symmetries()), most)
