"""The ways in which a run may learn, by name."""

from quadrille.learn.alphazero import AlphaZero, AlphaZeroSettings
from quadrille.learn.runs import RunPlan
from quadrille.learn.teaching import Teaching, TeachingSettings

ALGORITHMS: dict[str, tuple[type[AlphaZero], type[AlphaZeroSettings]]] = {
    "alphazero": (AlphaZero, AlphaZeroSettings),
    "teaching": (Teaching, TeachingSettings),
}


def algorithm_of(settings: AlphaZeroSettings) -> str:
    """The name of the algorithm that takes some settings."""
    return next(name for name, (_, kind) in ALGORITHMS.items() if kind is type(settings))


def settings_of(plan: RunPlan) -> AlphaZeroSettings:
    """The settings of a run."""
    return ALGORITHMS[plan.algorithm][1](**plan.settings)


def learner_of(plan: RunPlan) -> AlphaZero:
    """What learns in a run, at its beginning."""
    return ALGORITHMS[plan.algorithm][0](plan.rules, plan.encoding, settings_of(plan))
