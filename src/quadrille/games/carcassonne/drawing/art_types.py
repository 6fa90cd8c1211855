"""Where the small things of every type lie: inns, gardens, houses, shields.

Points are those of ``art_tiles``. For farmers and trees see ``stands``.
"""

from typing import NamedTuple

from quadrille.games.carcassonne.drawing.art_tiles import Curve, Point


class Art(NamedTuple):
    """What the tables and the layout do not say about a type."""

    inn: Point | None = None
    garden: Point | None = None
    acre: Point | None = None
    """A ploughed patch."""


TYPES: dict[str, Art] = {
    "A": Art(acre=(27, -27)),
    "B": Art(acre=(27, 27)),
    "C": Art(),
    "D": Art(acre=(27, 27)),
    "E": Art(garden=(-26, 18), acre=(25, 25)),
    "F": Art(),
    "G": Art(),
    "H": Art(garden=(0, 24)),
    "I": Art(garden=(-20, -14)),
    "J": Art(acre=(-27, 27)),
    "K": Art(acre=(27, 27)),
    "L": Art(),
    "M": Art(garden=(-24, 30), acre=(11, 31)),
    "N": Art(garden=(-24, 30), acre=(-31, -15)),
    "O": Art(),
    "P": Art(),
    "Q": Art(),
    "R": Art(garden=(-21, 39)),
    "S": Art(),
    "T": Art(),
    "U": Art(garden=(-25, -22), acre=(27, 25)),
    "V": Art(garden=(24, -22), acre=(23, 17)),
    "W": Art(acre=(31, -29)),
    "X": Art(),
    "RV1": Art(acre=(27, -29)),
    "RV2": Art(acre=(29, -29)),
    "RV3": Art(acre=(-29, -29)),
    "RV4": Art(garden=(24, 22), acre=(25, -17)),
    "RV5": Art(),
    "RV6": Art(),
    "RV7": Art(acre=(31, -29)),
    "RV8": Art(),
    "RV9": Art(),
    "RV10": Art(acre=(21, 33)),
    "IC1": Art(),
    "IC2": Art(acre=(31, 29)),
    "IC3": Art(garden=(1, 9)),
    "IC4": Art(),
    "IC5": Art(),
    "IC6": Art(),
    "IC7": Art(),
    "IC8": Art(acre=(-29, 27)),
    "IC9": Art(acre=(29, 29)),
    "IC10": Art(inn=(19, 22)),
    "IC11": Art(),
    "IC12": Art(inn=(10, 3), acre=(29, 29)),
    "IC13": Art(inn=(30, 30)),
    "IC14": Art(inn=(27, -16), acre=(-31, -31)),
    "IC15": Art(inn=(20, 2), garden=(-24, 20)),
    "IC16": Art(inn=(9, -4), acre=(27, 27)),
    "IC17": Art(),
}


class Town(NamedTuple):
    """What stands in a city of some shape."""

    meeple: Point
    pennant: Point
    houses: Curve


TOWNS: dict[int, Town] = {
    1: Town((0, -38), (0, -38), ((-29, -42), (-16, -37), (16, -37), (29, -42))),
    2: Town(
        (22, -22),
        (39, -38),
        (
            (-22, -43),
            (-7, -39),
            (8, -43),
            (23, -42),
            (8, -28),
            (42, -8),
            (39, 7),
            (43, 22),
            (28, -5),
        ),
    ),
    3: Town(
        (0, -12),
        (-28, -22),
        (
            (-41, -40),
            (-22, -42),
            (-7, -40),
            (10, -42),
            (26, -38),
            (41, -42),
            (20, -20),
            (36, -20),
            (-43, -12),
            (-19, 3),
            (22, 3),
            (42, 2),
            (-37, 8),
            (-42, 25),
            (41, 23),
            (3, 9),
        ),
    ),
    4: Town(
        (0, 0),
        (-27, -26),
        (
            (-42, -40),
            (-24, -43),
            (-6, -41),
            (12, -43),
            (28, -40),
            (42, -42),
            (-42, -22),
            (24, -22),
            (41, -18),
            (-41, 0),
            (-22, 2),
            (27, 0),
            (42, 8),
            (-40, 20),
            (-20, 22),
            (2, 24),
            (22, 22),
            (40, 28),
            (-42, 40),
            (-26, 41),
            (-8, 42),
            (10, 41),
            (27, 42),
            (42, 43),
        ),
    ),
}
"""By the number of edges; as they lie with the first edges from the north on."""

THROUGH = Town(
    (0, 0),
    (-31, 0),
    (
        (-42, -25),
        (-42, 20),
        (-24, -11),
        (-22, 11),
        (-8, -11),
        (-7, 12),
        (16, -10),
        (18, 10),
        (32, 0),
        (42, -20),
        (40, 22),
    ),
)
"""A city from west to east."""

CORNER_TOWN = Town((6, -32), (0, 0), ((-25, -44), (-10, -41), (26, -44), (22, -25), (10, -12)))
"""The city of IC7, which reaches a corner."""
