"""From points to Elo: how much better a player is, and how sure that is.

A player with a share p of the points is better by 400 log10(p / (1 - p)) than who has the rest
(Elo, The Rating of Chessplayers, 1978, with the logistic curve). The interval is Wilson's score
interval for a share (Wilson, Probable inference, the law of succession, and statistical inference,
JASA 22, 1927), each end turned into Elo by the same formula. Both count one more game than was
played, half won and half lost (Anscombe, On estimating binomial response relations, Biometrika 43,
1956), so that neither is infinite at 0 % or at 100 %.

Wilson's interval is that of games which are won or lost, whose points vary by p (1 - p). No points
in [0, 1] with mean p vary more; draws and the places between first and last make them vary less,
by v, and n such games tell as much as n p (1 - p) / v that are won or lost: the interval is that of
so many. A few games, all drawn, would make v too small; so one more game that varies by p (1 - p)
is counted in v, which keeps the interval of drawish games as true as that of others. Mirrored
games, where luck evens out, make the true confidence higher than 95 %, not lower. What it cannot
know: players without randomness of their own, in a game without chance, repeat the same games,
however many they play.
"""

from math import log10, sqrt

Z = 1.959963984540054
"""Of the normal distribution: 95 % lie between -Z and Z."""


def elo_of(share: float) -> float:
    """The difference in Elo that gives a share of the points between 0 and 1."""
    return 400 * log10(share / (1 - share))


def elo_interval(
    points: float, games: int, squares: float | None = None
) -> tuple[float, float, float]:
    """Elo, and the ends of its 95 % interval, after so many points in so many games.

    ``squares`` is the sum of the squares of the points of each game; without it, every game is
    taken to have been won or lost.
    """
    if games < 1 or not 0 <= points <= games:
        raise ValueError(f"expected points from 0 to the number of games, got {points} of {games}")
    squares = points if squares is None else squares
    if not points * points / games * (1 - 1e-9) <= squares <= points * (1 + 1e-9):
        raise ValueError(f"expected the squares of {points} points in {games} games, got {squares}")
    count = games + 1
    share = (points + 0.5) / count
    most = share * (1 - share)  # of the variance
    variance = (squares + 0.5 - count * share * share + most) / (count + 1)
    worth = count * max(most / variance, 1.0)  # games that are won or lost
    weight = Z * Z / worth
    middle = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(most / worth + weight / (4 * worth))
    return elo_of(share), elo_of(middle - reach), elo_of(middle + reach)
