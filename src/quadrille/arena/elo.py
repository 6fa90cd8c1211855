"""The Elo scale; ``arena/ratings.py`` says how agents are rated on it.

A player with a share p of the points is better by 400 log10(p / (1 - p)) than its opponent (Elo,
The Rating of Chessplayers, 1978, with the logistic curve).
"""

from math import log, log10

ELO = 400 / log(10)
"""Elo in one natural unit of strength."""
Z = 1.959963984540054
"""Of the normal distribution: 95 % lie between -Z and Z."""


def elo_of(share: float) -> float:
    """The difference in Elo that gives a share of the points between 0 and 1."""
    return 400 * log10(share / (1 - share))
