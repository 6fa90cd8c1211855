"""Runs by name: a game with its options, the inputs of the network, and settings that suit it."""

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from quadrille.core.agents.fields import fields_of
from quadrille.core.encoding import FEATURES
from quadrille.core.errors import BadSpec
from quadrille.core.game import game as find_game
from quadrille.core.suggest import unknown
from quadrille.learn.actor_critic import ActorCriticSettings
from quadrille.learn.algorithms import algorithm_of, settings_of
from quadrille.learn.alphazero import AlphaZeroSettings
from quadrille.learn.dqn_presets import QUARTO_DQN
from quadrille.learn.ppo_presets import CARCASSONNE_PPO
from quadrille.learn.preset import Preset
from quadrille.learn.runs import RunPlan
from quadrille.learn.settings import RunSettings
from quadrille.learn.table import TableSettings
from quadrille.learn.td import TdSettings
from quadrille.learn.teaching import TeachingSettings

QUARTO = AlphaZeroSettings(minutes=30, exact=50, opponents="oneply mcts:sims=100,exact=0")
QUARTO_MATCHES = ("sims=0 oneply", "sims=100 oneply", "sims=100 perfect")


MANY_MOVES = AlphaZeroSettings(
    minutes=60,
    layers="128-32",
    sims=32,
    root="halving",
    round_games=64,
    capacity=200_000,
    reuse=5,
    opponents="greedy mcts:sims=500",
    evaluation_games=40,
    checkpoint_minutes=5,
)
"""For games with many moves to choose from and large states."""
SHEEP = replace(
    MANY_MOVES,
    minutes=40,
    layers="96-32",
    rollouts=0.7,
    round_games=128,
    evaluations=9,
    evaluation_games=60,
)


ACTOR_CRITIC = ActorCriticSettings(
    minutes=4, rate=3e-3, final_rate=1e-4, entropy=3e-3, evaluations=4, evaluation_games=200
)
ACTOR_CRITIC_MATCHES = ("sims=0 random", "sims=0 greedy", "sims=0 sheep-hybrid:rollout=depth")


def _sheep(game: int, about: str, **changes: Any) -> Preset:
    """One of the contest's games."""
    return Preset(
        f"game {game} of the Sheep contest, {about}",
        "sheep",
        "net",
        {"game": game},
        replace(SHEEP, **changes),
        ("sims=0 greedy", "sims=1000 mcts:sims=1000", "time=0.02 mcts:time=0.02"),
    )


PRESETS: dict[str, Preset] = {
    "connect-four": Preset(
        "Connect Four from nothing; strong after a quarter of an hour",
        "connect_four",
        "threats",
        settings=AlphaZeroSettings(
            minutes=15,
            opening_plies=14,
            exact=50,
            opponents="mcts:sims=100 oneply",
            evaluations=4,
            evaluation_sims=0,
        ),
        matches=("sims=0 oneply", "time=0.01 mcts:time=0.01", "time=0.05 mcts:time=0.05"),
    ),
    "connect-four-large": Preset(
        "the same with residual convolutions over the bare board, evaluated by onnxruntime",
        "connect_four",
        "planes",
        settings=AlphaZeroSettings(
            minutes=60,
            layers="conv:32x3",
            sims=32,
            root="halving",
            round_games=64,
            capacity=150_000,
            warmup=2_000,
            batch=512,
            rate=2e-3,
            opponents="mcts:sims=100 oneply",
            evaluation_sims=0,
        ),
        matches=(
            "sims=0 oneply",
            "time=0.05 mcts:time=0.05",
            "time=0.05 model:connect-four,time=0.05",
        ),
    ),
    "quarto": Preset(
        "Quarto from nothing, with what a good player looks at",
        "quarto",
        "look",
        settings=QUARTO,
        matches=QUARTO_MATCHES,
    ),
    "quarto-squares": Preset(
        "the same with squares of four as lines",
        "quarto",
        "look",
        options={"squares": True},
        settings=QUARTO,
        matches=QUARTO_MATCHES,
    ),
    "quarto-taught": Preset(
        "Quarto taught by the exact solver: good moves, and among these the ones that set traps",
        "quarto",
        "look",
        settings=TeachingSettings(
            minutes=12,
            first_ply=12,
            trap_boards=20_000,
            round_games=256,
            warmup=3_000,
            reuse=40,
            rate=2e-3,
            final_rate=1e-4,
            opponents="oneply",
            evaluations=4,
            evaluation_sims=0,
            evaluation_games=400,
        ),
        matches=(*QUARTO_MATCHES, "sims=0 model:quarto,sims=0"),
    ),
    **QUARTO_DQN,
    "sheep-1": _sheep(1, "from nothing"),
    "pillars": Preset(
        "Pillars from nothing",
        "pillars",
        "net",
        settings=MANY_MOVES,
        matches=("sims=0 greedy", "sims=200 mcts:sims=200", "time=0.01 mcts:time=0.01"),
    ),
    "carcassonne": Preset(
        "Carcassonne for two from nothing",
        "carcassonne",
        "net",
        settings=replace(MANY_MOVES, minutes=180, margin=0.5, rollouts=0.8, opponents="greedy"),
        matches=("sims=0 greedy", "sims=200 mcts:sims=200", "time=0.05 mcts:time=0.05"),
    ),
    **CARCASSONNE_PPO,
    "sheep-2": _sheep(2, "the larger field", minutes=60, round_games=64),
    "sheep-3": _sheep(3, "hidden numbers"),
    "sheep-4": _sheep(4, "partners"),
    "sheep-actor-critic": Preset(
        "game 3 of Sheep as a student team meant to learn it: a head for each part of a move",
        "sheep",
        "vector",
        {"game": 3},
        replace(ACTOR_CRITIC, heads="12-12-15-8", rate=1e-3, entropy=1e-2),
        ACTOR_CRITIC_MATCHES,
        frozenset(("encoding", "heads", "critic_weight")),
    ),
    "sheep-actor-critic-moves": Preset(
        "the same with our inputs and a score for each legal move",
        "sheep",
        "net",
        {"game": 3},
        ACTOR_CRITIC,
        ACTOR_CRITIC_MATCHES,
    ),
}

KINDS: dict[str, tuple[str, RunSettings]] = {
    "table": ("", TableSettings(minutes=5)),
    "td": (FEATURES, TdSettings(minutes=5)),
}
"""What learns any game, as in ``table:GAME``: what is read, and the settings."""


def plan_of(
    name: str,
    changes: Mapping[str, str],
    options: Mapping[str, Any],
    command: str = "",
    encoding: str | None = None,
) -> RunPlan:
    """The plan of a preset, or of any game, with settings, options and encoding changed."""
    kind, found = _kind_of_game(name) or ("", PRESETS.get(name))
    preset = found or _preset_of_game(name)
    rules = find_game(preset.game, **{**preset.options, **options})
    inputs = encoding or preset.encoding
    if inputs and not inputs == preset.encoding == FEATURES:
        inputs = rules.encoding(inputs).name
    settings = changed(preset.settings, changes)
    settings.check_fits(rules, inputs)
    short = re.sub(r"\W+", "-", name if name in PRESETS else rules.name)
    if kind:
        short = f"{kind}-{short}"
    algorithm = algorithm_of(settings)
    return RunPlan(short, preset.game, rules.options, inputs, asdict(settings), algorithm, command)


def resumed(plan: RunPlan, changes: Mapping[str, str], command: str) -> RunPlan:
    """The plan of a run that goes on with some settings changed; its network stays as it is."""
    before = settings_of(plan)
    after = changed(before, changes)
    for name in ("layers", "head", "heads", "critic"):
        if getattr(after, name, None) != getattr(before, name, None):
            raise BadSpec(
                f"a run keeps its network: expected {name}={getattr(before, name)}, "
                f"got {getattr(after, name)!r}"
            )
    return replace(plan, settings=asdict(after), command=command)


def changed(settings: RunSettings, changes: Mapping[str, str]) -> RunSettings:
    """Settings with some of them changed, given as texts."""
    known = fields_of(type(settings))
    values: dict[str, Any] = {}
    for key, text in changes.items():
        if key not in known:
            raise BadSpec(unknown("setting", key, known))
        values[key] = known[key].parse(text)
    if "games" in values and "minutes" not in values:
        values["minutes"] = None  # the preset's own budget is replaced, not added to
    found = replace(settings, **values)
    if found.games is None and found.minutes is None:
        raise BadSpec("expected a budget: games or minutes")
    return found


def _kind_of_game(name: str) -> tuple[str, Preset] | None:
    """The kind of a preset for any game, as in ``table:GAME``, and the preset."""
    kind, _, game = name.partition(":")
    if kind not in KINDS or not game:
        return None
    encoding, settings = KINDS[kind]
    return kind, Preset("", game, encoding, settings=settings)


def _preset_of_game(name: str) -> Preset:
    """A preset for any game: its first sparse encoding, or else its first one."""
    try:
        rules = find_game(name)
    except BadSpec as error:
        if ":" in name:
            raise error
        raise BadSpec(unknown("preset", name, PRESETS)) from None
    encodings = rules.new().encodings()
    if not encodings:
        raise BadSpec(f"expected a game with an encoding, {rules.name} has none")
    chosen = next((one for one in encodings if one.sparse), encodings[0])
    return Preset("", name, chosen.name, settings=AlphaZeroSettings(minutes=10))
