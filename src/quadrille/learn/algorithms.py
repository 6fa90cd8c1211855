"""The ways in which a run may learn, by name."""

from typing import Any

from quadrille.core.game import Game
from quadrille.learn.actor_critic import ActorCritic, ActorCriticSettings
from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.learn.dqn import Dqn
from quadrille.learn.dqn_settings import DqnSettings
from quadrille.learn.loop import Learner
from quadrille.learn.ppo_settings import PpoSettings
from quadrille.learn.runs import RunPlan
from quadrille.learn.settings import RunSettings
from quadrille.learn.table import TableLearner, TableSettings
from quadrille.learn.td import TdLearner, TdSettings
from quadrille.learn.teaching import Teaching, TeachingSettings


def _ppo(game: Game, encoding: str, settings: PpoSettings) -> Learner:
    from quadrille.learn.ppo import Ppo  # late: it takes a second to load what others do not need

    return Ppo(game, encoding, settings)


ALGORITHMS: dict[str, tuple[Any, type[RunSettings]]] = {
    "alphazero": (AlphaZero, AlphaZeroSettings),
    "teaching": (Teaching, TeachingSettings),
    "dqn": (Dqn, DqnSettings),
    "ppo": (_ppo, PpoSettings),
    "actor-critic": (ActorCritic, ActorCriticSettings),
    "table": (TableLearner, TableSettings),
    "td": (TdLearner, TdSettings),
}
"""What learns, made of a game, an encoding and settings; and the type of these."""


def algorithm_of(settings: RunSettings) -> str:
    """The name of the algorithm that takes some settings."""
    return next(name for name, (_, kind) in ALGORITHMS.items() if kind is type(settings))


def settings_of(plan: RunPlan) -> RunSettings:
    """The settings of a run."""
    return ALGORITHMS[plan.algorithm][1](**plan.settings)


def learner_of(plan: RunPlan) -> Learner:
    """What learns in a run, at its beginning."""
    made: Learner = ALGORITHMS[plan.algorithm][0](plan.rules, plan.encoding, settings_of(plan))
    return made
