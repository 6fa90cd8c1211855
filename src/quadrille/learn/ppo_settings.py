"""The settings of proximal policy optimisation."""

from dataclasses import dataclass

from quadrille.core.game import Game
from quadrille.interop.gymnasium.cursor_rewards import rewards_of
from quadrille.learn.dqn_settings import layer_widths
from quadrille.learn.settings import RunSettings, check_rates

SELF = "self"
"""Stands for snapshots of the network, where sparring partners are named."""


@dataclass(frozen=True)
class PpoSettings(RunSettings):
    """What a run does."""

    # The network
    layers: str = "256-64"
    """The widths of the dense layers, each followed by a ReLU."""

    # What is played
    sparring: str = ""
    """Who takes the other seats, separated by spaces: one agent for all of them, or one each;
    ``self`` for snapshots of the network. Empty where nobody else plays."""
    snapshot_every: int = 10
    """Rounds between two snapshots of the network for self-play."""
    snapshots: int = 10
    """How many snapshots are kept, the newest ones."""
    latest_share: float = 0.5
    """On which share of the boards ``self`` is the newest snapshot; on the others, any of them."""
    rewards: str = "sub_tasks"
    """What decisions of a cursor are worth, by name; whole moves are rewarded by the outcome."""
    legal_mask: bool = False
    """Whether actions that would be refused are masked, not only those that the phase lacks
    (cursor)."""
    max_decisions: int = 60
    """Decisions after which a turn is ended (cursor)."""

    # How it is learned
    envs: int = 8
    """Boards at once."""
    horizon: int = 256
    """Decisions on each board in a round."""
    batch: int = 256
    """Decisions in a step of training."""
    epochs: int = 4
    """How often every decision of a round is learned from."""
    discount: float = 0.99
    """How much less a later reward counts, for each decision (gamma)."""
    trace: float = 0.95
    """How far advantages look ahead beyond the critic (lambda)."""
    clip: float = 0.2
    """How far a step may take the chance of an action from what it was (epsilon)."""
    entropy: float = 0.01
    """The weight of the entropy of choices (beta)."""
    value_weight: float = 0.5
    """The weight of the critic's error."""
    rate: float = 3e-4
    """The learning rate of Adam at the beginning."""
    final_rate: float = 3e-5
    """The learning rate at the end, to which it falls exponentially."""

    opponents: str = "random"
    """The agents, separated by spaces, against which the network is evaluated now and then."""
    evaluation_sims: int = 0
    """Simulations of the network's search in these games, 0 for the network alone."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_at_least(1, "snapshot_every", "snapshots", "max_decisions", "epochs")
        self.check_at_least(2, "horizon", "batch")
        self.check_at_least(0, "entropy", "value_weight")
        if not 1 <= self.envs <= 1024:
            raise ValueError(f"expected envs from 1 to 1024, got {self.envs!r}")
        for name in ("latest_share", "discount", "trace"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        if not 0 < self.clip < 1:
            raise ValueError(f"expected clip between 0 and 1, got {self.clip!r}")
        if self.envs * self.horizon % self.batch:
            raise ValueError(
                f"expected a batch that divides envs * horizon = {self.envs * self.horizon}, "
                f"got {self.batch}"
            )
        check_rates(self.rate, self.final_rate)
        layer_widths(self.layers)
        rewards_of(self.rewards)

    def check_fits(self, game: Game, encoding: str) -> None:
        """Raise ValueError if there are not as many sparring partners as seats."""
        seats, given = game.new().num_sides() - 1, self.partners
        if len(given) != seats and not (len(given) == 1 and seats):
            raise ValueError(f"expected {seats} sparring partners, got {self.sparring!r}")

    @property
    def partners(self) -> list[str]:
        """The sparring partners as given."""
        return self.sparring.split()
