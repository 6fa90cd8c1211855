"""From points to Elo: how much better a player is, and how sure that is.

A player with a share p of the points is better by 400 log10(p / (1 - p)) than who has the rest
(Elo, The Rating of Chessplayers, 1978, with the logistic curve). The interval is Wilson's score
interval for a share (Wilson, Probable inference, the law of succession, and statistical inference,
JASA 22, 1927), each end turned into Elo by the same formula. Both count one more game than was
played, half won and half lost (Anscombe, On estimating binomial response relations, Biometrika 43,
1956), so that neither is infinite at 0 % or at 100 %.

Wilson's interval is that of games which are won or lost. The points of a game lie in [0, 1], where
no variable with mean p varies more than one that is 0 or 1; so draws and more than two sides make
the true confidence higher than 95 %, not lower, and so do mirrored games, where luck evens out.
What it cannot know: players without randomness of their own, in a game without chance, repeat the
same games, however many they play.
"""

from math import log10, sqrt

Z = 1.959963984540054
"""Of the normal distribution: 95 % lie between -Z and Z."""


def elo_of(share: float) -> float:
    """The difference in Elo that gives a share of the points between 0 and 1."""
    return 400 * log10(share / (1 - share))


def elo_interval(points: float, games: int) -> tuple[float, float, float]:
    """Elo, and the ends of its 95 % interval, after so many points in so many games."""
    if games < 1 or not 0 <= points <= games:
        raise ValueError(f"expected points from 0 to the number of games, got {points} of {games}")
    count = games + 1
    share = (points + 0.5) / count
    weight = Z * Z / count
    middle = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(share * (1 - share) / count + weight / (4 * count))
    return elo_of(share), elo_of(middle - reach), elo_of(middle + reach)
