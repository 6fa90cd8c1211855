"""What the settings of all algorithms have in common."""

from dataclasses import dataclass

from quadrille.core.game import Game


@dataclass(frozen=True)
class RunSettings:
    """The budget of a run, its seed, and how it is evaluated."""

    games: int | None = None
    """Games in the whole run; none for as many as the minutes allow."""
    minutes: float | None = None
    """CPU minutes of playing and training in the whole run; none for what the games take."""
    seed: int = 0
    """Of all random numbers."""

    opponents: str = "oneply mcts:sims=500"
    """The agents, separated by spaces, against which the network is evaluated now and then."""
    evaluations: int = 6
    """How often in the whole run; 0 for never."""
    evaluation_games: int = 100
    """Games against each opponent."""
    evaluation_sims: int = 64
    """Simulations of the network's search in these games, 0 for the network alone."""
    checkpoint_minutes: float = 2.0
    """CPU minutes between two checkpoints; 0 for one after every round."""

    def __post_init__(self) -> None:
        self.check_at_least(1, "games", "evaluation_games")
        self.check_at_least(0, "minutes", "seed", "evaluations", "evaluation_sims")
        self.check_at_least(0, "checkpoint_minutes")

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if these settings do not fit a game and an encoding of it."""

    def check_at_least(self, bound: float, *names: str) -> None:
        """Raise ValueError if one of some fields is set, but to less."""
        for name in names:
            value = getattr(self, name)
            if value is not None and not bound <= value <= 10**12:  # nor is NaN
                raise ValueError(f"expected {name} of at least {bound:g}, got {value!r}")


def check_rates(rate: float, final_rate: float) -> None:
    """Raise ValueError unless a learning rate falls from one number to another."""
    if not 0 < final_rate <= rate <= 1:
        raise ValueError(f"expected 0 < final_rate <= rate <= 1, got {final_rate!r}")
