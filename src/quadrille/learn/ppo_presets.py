"""Carcassonne by proximal policy optimisation: the cursor, ours and as it was, and whole moves."""

from quadrille.learn.ppo_settings import PpoSettings
from quadrille.learn.preset import Preset

CURSOR = {"farmers": False, "board": 40}
"""What the cursor plays; the board is its window."""
TOLD = frozenset(
    (
        *("encoding", "layers", "batch", "envs", "rate", "final_rate", "entropy", "clip", "trace"),
        *("epochs", "discount", "rewards", "legal_mask", "sparring"),
    )
)
"""What is known of the ancestor's training."""

OURS = PpoSettings(
    minutes=15,
    layers="128-64",
    sparring="random",
    legal_mask=True,
    envs=16,
    horizon=256,
    batch=512,
    epochs=4,
    discount=0.995,
    opponents="random",
    evaluations=5,
    evaluation_games=40,
    checkpoint_minutes=0.25,
)
ORIGINAL = PpoSettings(
    minutes=60,
    layers="512-512",
    envs=9,
    horizon=3584,  # a buffer of 32,256: the ancestor's 32,768 is no multiple of nine boards
    batch=256,
    epochs=3,
    discount=0.99,
    trace=0.95,
    clip=0.15,
    entropy=0.01,
    rate=1e-4,
    final_rate=1e-4,
    rewards="raw",
    max_decisions=1000,
    evaluations=6,
    evaluation_games=40,
)
WHOLE_MOVES = PpoSettings(
    minutes=40,
    layers="256-64",
    sparring="random",
    envs=16,
    horizon=64,
    batch=256,
    opponents="random",
    evaluations=8,
    evaluation_games=40,
)
MATCHES = ("sims=0 random", "sims=0 greedy")

CARCASSONNE_PPO: dict[str, Preset] = {
    "carcassonne-cursor": Preset(
        "Carcassonne by a cursor that moves the tile cell by cell",
        "carcassonne",
        "cursor:local",
        {**CURSOR, "players": 2},
        OURS,
        MATCHES,
    ),
    "carcassonne-cursor-original": Preset(
        "the same as its ancestor trained it, alone on the board",
        "carcassonne",
        "cursor:tile_ids",
        {**CURSOR, "players": 1},
        ORIGINAL,
        ("sims=0 random",),
        TOLD,
    ),
    "carcassonne-moves": Preset(
        "Carcassonne by whole moves, to see what the cursor costs",
        "carcassonne",
        "net",
        {**CURSOR, "players": 2},
        WHOLE_MOVES,
        MATCHES,
    ),
}
