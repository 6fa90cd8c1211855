"""The settings of deep Q-learning, and what goes together."""

from dataclasses import dataclass
from typing import Literal

from quadrille.core.game import Game
from quadrille.core.package import package_of
from quadrille.core.suggest import unknown
from quadrille.learn.networks import Layers
from quadrille.learn.settings import RunSettings, check_rates


@dataclass(frozen=True)
class DqnSettings(RunSettings):
    """What a run does."""

    # The network
    network: Literal["dense", "conv"] = "dense"
    """Whether it begins with convolutions of 3 x 3, each followed by a ReLU, over an image."""
    image: str = ""
    """The image, as in "1x4x4" (planes, rows, columns): so many of the first inputs; the others are
    joined after the convolutions. By default all inputs of an encoding that is made of planes."""
    filters: str = "16-16"
    """The planes that each convolution makes."""
    layers: str = "256-32"
    """The widths of the dense layers, each followed by its activation."""
    activation: Literal["relu", "sigmoid"] = "relu"
    """What follows a dense layer."""
    scores: Literal["actions", "moves"] = "actions"
    """What the network scores: every action by an output of its own, or every move by what
    describes it, with the same weights for all, where the encoding describes moves."""
    head: int = 32
    """The width of the layer that scores moves."""
    duelling: bool = False
    """Whether a value of the position and an advantage of each action are added up."""
    action: Literal["plies", "joint"] = "plies"
    """Whether every move is an action, or a turn of two moves is one (search/turns.py)."""

    # Who plays and what is remembered
    agents: Literal["one", "two", "networks"] = "one"
    """One agent that plays both sides; two agents that share a network; or two with a network
    each. Every agent trains when training is due."""
    buffers: Literal["own", "shared"] = "shared"
    """Whether each of two agents has a replay memory of its own."""
    replay: Literal["uniform", "weighted", "none"] = "uniform"
    """How experiences are drawn from the replay memory: all alike, or by their rewards; or none,
    so that each is learned from once, when its game is over."""
    reward_weight: float = 4.0
    """An experience with a reward of r is drawn 1 + this * |r| times as often (weighted)."""
    capacity: int = 100_000
    """How many experiences a memory holds."""
    push: Literal["immediate", "delayed"] = "delayed"
    """Whether an action is stored at once, or after the answer, with a loss if that wins."""

    # What is learned
    discount: float = 1.0
    """How much the next state counts."""
    bootstrap: Literal["next", "negamax"] = "negamax"
    """How the highest value of the next state counts: as it is, whoever moves there, or with its
    sign turned round where that is the opponent."""
    mask_target: bool = True
    """Whether it is the highest of the legal actions only."""
    double: bool = False
    """Whether the network chooses the action of the next state, and the target network says its
    value."""
    steps: int = 1
    """Over how many actions rewards are added up before the next state is asked."""
    reward_scale: float = 1.0
    """What a win counts."""
    rewards: str = ""
    """Intermediate rewards, as in "threes=-0.02 safe=0.01": what a change of a measure of the game
    by one adds to the reward."""
    symmetries: bool = True
    """Whether experiences are learned from in any of their symmetric forms."""
    loss: Literal["huber", "square"] = "huber"
    """How an error counts."""

    # How it is learned
    envs: int = 64
    """Games at a time."""
    round_games: int = 500
    """Games in a round."""
    sparring: str = "oneply"
    """The agent that takes one side in some of the games."""
    sparring_share: float = 0.0
    """In which share of the games."""
    epsilon: float = 1.0
    """How often any action is chosen, at the beginning."""
    final_epsilon: float = 0.1
    """How often at least."""
    epsilon_decay: float = 0.9
    """By which factor that falls."""
    epsilon_every: int = 500
    """Every so many games."""
    target_every: int = 200
    """Games after which the target network is brought up to date."""
    train_every: int = 0
    """Moves, over all games, between two steps of training; 0 for a step after each game."""
    batch: int = 256
    """Experiences in a step of training; there is none before the memory holds as many."""
    warmup: int = 0
    """Nor before it holds so many."""
    rate: float = 1e-3
    """The learning rate of Adam at the beginning."""
    final_rate: float = 1e-3
    """The learning rate at the end, to which it falls exponentially."""

    opponents: str = "random oneply"
    """The agents, separated by spaces, against which the network is evaluated now and then."""
    evaluation_sims: int = 0
    """Simulations of the network's search in these games, 0 for the network alone."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_at_least(1, "head", "capacity", "steps", "envs", "round_games", "batch")
        self.check_at_least(1, "epsilon_every", "target_every")
        self.check_at_least(0, "reward_weight", "train_every", "warmup")
        for name in ("discount", "epsilon", "final_epsilon", "epsilon_decay", "sparring_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        if not 0 < self.reward_scale <= 1000:
            raise ValueError(f"expected reward_scale above 0, got {self.reward_scale!r}")
        if self.envs > 4096:
            raise ValueError(f"expected envs of at most 4096, got {self.envs!r}")
        if self.capacity < self.batch:
            raise ValueError(f"expected capacity of at least batch, got {self.capacity!r}")
        check_rates(self.rate, self.final_rate)
        layer_widths(self.layers)
        layer_widths(self.filters)
        if self.image and self.image_shape is None:
            raise ValueError(f"expected image such as '1x4x4', got {self.image!r}")
        if self.scores == "moves" and (self.action == "joint" or self.duelling):
            raise ValueError("expected scores=actions with action=joint or duelling")
        if self.scores == "moves" and not self.mask_target:
            raise ValueError("expected mask_target with scores=moves: other moves have no score")
        if self.network == "conv" and self.activation == "sigmoid":
            raise ValueError("expected activation=relu with network=conv")
        if self.action == "joint" and self.sparring_share:
            raise ValueError("expected action=plies with a sparring partner")

    @property
    def widths(self) -> tuple[int, ...]:
        """The widths of the layers."""
        return layer_widths(self.layers)

    @property
    def image_shape(self) -> tuple[int, ...] | None:
        """The shape of the image; None if it is not said, or not well."""
        parts = self.image.split("x")
        if len(parts) != 3 or not all(part.isdigit() and 0 < int(part) < 100 for part in parts):
            return None
        return tuple(map(int, parts))

    @property
    def num_agents(self) -> int:
        """How many agents train."""
        return 1 if self.agents == "one" else 2

    @property
    def num_networks(self) -> int:
        """How many networks there are."""
        return 2 if self.agents == "networks" else 1

    @property
    def num_memories(self) -> int:
        """How many replay memories there are."""
        return 2 if self.agents != "one" and self.buffers == "own" else 1

    @property
    def sampling(self) -> Literal["uniform", "weighted"]:
        """How a memory is drawn from."""
        return "weighted" if self.replay == "weighted" else "uniform"

    def intermediate_rewards(self, game: Game) -> dict[str, float]:
        """The intermediate rewards by measure; ValueError if the game has no such."""
        known = package_of(game.state_type).measures
        found = {}
        for part in self.rewards.split():
            name, _, text = part.partition("=")
            if name not in known:
                raise ValueError(unknown("measure", name, known))
            try:
                found[name] = float(text)
            except ValueError:
                raise ValueError(f"expected rewards such as 'safe=0.01', got {part!r}") from None
        return found


def layer_widths(layers: str) -> tuple[int, ...]:
    """The widths of layers without convolutions of their own, such as those of "256-32"."""
    found = Layers.parse(layers)
    if found.filters:
        raise ValueError(f"expected layers such as '256-32', got {layers!r}")
    return found.dense
