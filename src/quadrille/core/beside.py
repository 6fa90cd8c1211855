"""What a game may have beside its rules: modules ``draw``, ``solver``, ``advice``, ``outcome``."""

import importlib
import importlib.util
from types import ModuleType


def module_beside(state_type: type, name: str) -> ModuleType | None:
    """The module of that name in the package of a game's state; None if there is none."""
    package = state_type.__module__.rpartition(".")[0]
    if not package or importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")
