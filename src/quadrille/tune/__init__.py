"""Finding good values for the fields of any agent, with statistics that hold."""

from quadrille.core.install import install_hint

try:
    import cmaes as _cmaes  # noqa: F401  # which Optuna loads late
    import optuna as _optuna  # noqa: F401
except ImportError as error:
    raise ImportError(f"expected Optuna ({error}): {install_hint('tune')}") from None
