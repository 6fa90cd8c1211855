"""The trials of a tuning, kept by Optuna in the arena's store or at a URL of its own.

All that a trial has done is written down after every part of it. A process that begins looks for
trials that others have left half-done and goes on with them (``leases.py``), so that none is lost
and none counts twice.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import optuna
from optuna.storages import RDBStorage
from optuna.trial import FrozenTrial, TrialState
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from quadrille.arena.store import BadStore, Store
from quadrille.arena.store.database import LOCK_SECONDS, store_url
from quadrille.core.install import install_hint
from quadrille.tune.leases import Leases
from quadrille.tune.plan import TuningPlan
from quadrille.tune.results import TrialResult
from quadrille.tune.sampling import NumberedSampler, quiet

PLAN = "plan"
RUNG = "rung"
REASON = "reason"
TRIES = 5
"""How often tables are made: two processes that begin together get in each other's way."""


def study_url(store: str | Path | None) -> str:
    """The URL of the trials in a store of the arena, which is made if it is not there."""
    Store.open(store).close()
    return store_url(store).render_as_string(hide_password=False)


class Trials:
    """The trials of a plan."""

    def __init__(self, plan: TuningPlan, url: str, name: str = "") -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.plan = plan
        self.name = name or plan.name
        storage = _open_storage(url)
        with quiet():
            self._study = optuna.create_study(
                storage=storage,
                study_name=self.name,
                sampler=NumberedSampler(plan),
                pruner=optuna.pruners.NopPruner(),
                direction="maximize",
                load_if_exists=True,
            )
        self._engine = create_engine(url, poolclass=NullPool, **_connecting(url))
        _write_quickly(self._engine)
        self.leases = Leases(self._engine, self.name)
        self._check_plan()

    def _check_plan(self) -> None:
        known = self._study.user_attrs.get(PLAN)
        if known is None:
            self._study.set_user_attr(PLAN, self.plan.facts)
        elif known != self.plan.facts:
            changed = [key for key, value in self.plan.facts.items() if known.get(key) != value]
            raise ValueError(
                f"the tuning {self.name!r} was begun with another {' and '.join(changed)}: "
                "give it another name"
            )

    # --- taking part -----------------------------------------------------------------------

    def abandoned(self) -> optuna.Trial | None:
        """A trial that its process has left half-done, which this one now works on."""
        for found in self._study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
            if self.leases.take(found.number):
                return self._with_values(optuna.Trial(self._study, found._trial_id))
        return None

    def new(self) -> optuna.Trial:
        """A new trial, with values chosen by what is known."""
        while True:
            with quiet():
                trial = self._study.ask()
            if self.leases.take(trial.number):  # nobody was quicker to call it abandoned
                return self._with_values(trial)

    def _with_values(self, trial: optuna.Trial) -> optuna.Trial:
        """The trial with a value for every parameter; those that it has stay."""
        with quiet():
            for each in self.plan.parameters:
                trial._suggest(each.name, each.distribution)
        return trial

    def add_rung(
        self, trial: optuna.Trial, rung: int, points: Sequence[Sequence[float]], cpu: float
    ) -> None:
        """Write down a part of a trial."""
        trial.set_user_attr(f"{RUNG} {rung}", {"points": [list(p) for p in points], "cpu": cpu})

    def report(self, trial: optuna.Trial, step: int, value: float) -> None:
        """Tell Optuna how a trial stands, once for every step."""
        if step not in self._frozen(trial).intermediate_values:
            trial.report(value, step)

    def end(self, trial: optuna.Trial, value: float | None, state: str, reason: str = "") -> bool:
        """End a trial; False if another process has taken it over."""
        if not self.leases.renew(trial.number):
            return False
        if reason:
            trial.set_user_attr(REASON, reason)
        with quiet():
            values = value if state == "complete" else None
            self._study.tell(trial, values, state=TrialState[state.upper()])
        return True

    # --- what there is ---------------------------------------------------------------------

    def all(self) -> list[TrialResult]:
        """All trials, in the order of their numbers."""
        return [result_of(each) for each in self._study.get_trials(deepcopy=False)]

    def result(self, trial: optuna.Trial) -> TrialResult:
        """A trial as it stands."""
        return result_of(self._frozen(trial))

    def importances(self) -> dict[str, float]:
        """How much each parameter matters, in sum 1; empty while there are too few trials.

        By PED-ANOVA (Watanabe and others, IJCAI 2023).
        """
        complete = self._study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        if len(complete) < 4:
            return {}
        with quiet():
            evaluator = optuna.importance.PedAnovaImportanceEvaluator()
            return dict(optuna.importance.get_param_importances(self._study, evaluator=evaluator))

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def _frozen(self, trial: optuna.Trial) -> FrozenTrial:
        found = self._study.get_trials(deepcopy=False)
        return next(each for each in found if each.number == trial.number)


def result_of(trial: FrozenTrial) -> TrialResult:
    """What Optuna knows of a trial."""
    rungs: list[dict[str, Any]] = []
    while (rung := trial.user_attrs.get(f"{RUNG} {len(rungs)}")) is not None:
        rungs.append(rung)
    return TrialResult(
        trial.number,
        trial.state.name.lower(),
        dict(trial.params),
        tuple(tuple(points) for rung in rungs for points in rung["points"]),
        sum(rung["cpu"] for rung in rungs),
        trial.user_attrs.get(REASON, ""),
    )


def _open_storage(url: str) -> RDBStorage:
    for number in range(TRIES):
        try:
            with quiet():
                storage = RDBStorage(url, engine_kwargs=_connecting(url))
            _write_quickly(storage.engine)
            return storage
        except (OperationalError, IntegrityError) as error:
            if number == TRIES - 1:
                raise BadStore(f"cannot keep trials at {_shown(url)}: {error.orig}") from error
            time.sleep(0.2 * (number + 1))
        except (ArgumentError, ImportError) as error:
            hint = install_hint("postgres") if isinstance(error, ImportError) else "not a URL"
            raise BadStore(f"cannot keep trials at {_shown(url)}: {hint}") from error
        except SQLAlchemyError as error:
            raise BadStore(f"cannot keep trials at {_shown(url)}: {error}") from error
    raise AssertionError("unreachable")


def _write_quickly(engine: Engine) -> None:
    """Let SQLite wait for the disk as rarely as the arena's store does: a power cut may cost the
    last trials, nothing else does."""
    if engine.dialect.name != "sqlite":
        return

    def connected(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA synchronous=NORMAL")

    engine.dispose()  # what is connected already
    event.listen(engine, "connect", connected)


def _connecting(url: str) -> dict[str, Any]:
    return {"connect_args": {"timeout": LOCK_SECONDS}} if url.startswith("sqlite") else {}


def _shown(url: str) -> str:
    """A URL without its password."""
    try:
        return repr(make_url(url).render_as_string(hide_password=True))
    except ArgumentError:
        return repr(url)
