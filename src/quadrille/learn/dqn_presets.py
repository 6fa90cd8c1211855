"""Deep Q-learning for Quarto: three models of a student project, its wish, and ours.

The project described what it did and how it failed, not the numbers: the settings that its text
names are listed as the ancestor's, and the others are ours.
"""

from dataclasses import replace

from quadrille.learn.dqn_settings import DqnSettings
from quadrille.learn.preset import Preset

MATCHES = ("sims=0 random", "sims=0 oneply")
TOLD = frozenset(
    (
        *("encoding", "network", "action", "agents", "replay", "push", "bootstrap", "mask_target"),
        *("train_every", "rewards", "double", "duelling", "steps", "reward_scale", "symmetries"),
        *("scores", "sparring_share"),
    )
)
"""What the text says, or says nothing of because it was not done."""

FIRST = DqnSettings(
    minutes=5,
    layers="128-64",
    action="joint",
    agents="one",
    replay="uniform",
    push="immediate",
    bootstrap="next",
    mask_target=False,
    symmetries=False,
    discount=0.5,
    capacity=10_000,
    batch=64,
    rate=3e-4,
    final_rate=3e-4,
    loss="square",
    envs=8,
    evaluations=5,
    evaluation_games=200,
)
TWO_AGENTS = replace(FIRST, agents="two", buffers="own")
INTERMEDIATE = replace(TWO_AGENTS, discount=0.9, rate=1e-3, final_rate=1e-3)
"""With these its loss grows without end, as the text says."""
FINAL = replace(
    TWO_AGENTS,
    network="conv",
    image="1x4x4",
    filters="16-16",
    replay="weighted",
    reward_weight=20,
    push="delayed",
    discount=0.1,
    capacity=50_000,
    batch=128,
    rate=1e-3,
    final_rate=3e-5,
)
"""With a discount of 0.5 and batches of 64 it stayed at 54 % against random."""
RELATIONAL = replace(FINAL, image="", rewards="threes=-0.02 safe=0.01")
OURS = DqnSettings(
    minutes=6,
    scores="moves",
    head=64,
    rate=2e-3,
    final_rate=1e-4,
    train_every=64,
    sparring="oneply",
    sparring_share=0.5,
    evaluations=6,
    evaluation_games=200,
)
"""Half of its games are against an opponent that overlooks nothing at once but can be trapped."""

QUARTO_DQN: dict[str, Preset] = {
    "quarto-dqn-first": Preset(
        "Quarto as a student project first learned it: flat inputs, one agent",
        "quarto",
        "flat100",
        settings=FIRST,
        matches=MATCHES,
        ancestral=TOLD,
    ),
    "quarto-dqn-intermediate": Preset(
        "its second try: one input for each square and piece, two agents",
        "quarto",
        "onehot",
        settings=INTERMEDIATE,
        matches=MATCHES,
        ancestral=TOLD | {"buffers"},
    ),
    "quarto-dqn-final": Preset(
        "its last one: convolutions, losses that count, rewards drawn more often",
        "quarto",
        "normalized",
        settings=FINAL,
        matches=MATCHES,
        ancestral=TOLD | {"buffers", "image"},
    ),
    "quarto-dqn-relational": Preset(
        "its wish: inputs that say how pieces relate, and intermediate rewards",
        "quarto",
        "relational",
        settings=RELATIONAL,
        matches=MATCHES,
        ancestral=TOLD | {"buffers"},
    ),
    "quarto-dqn": Preset(
        "Quarto by deep Q-learning, with everything that helped",
        "quarto",
        "look",
        settings=OURS,
        matches=MATCHES,
    ),
}
