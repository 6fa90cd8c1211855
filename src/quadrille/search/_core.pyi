# Written by tools/stubs.py from the native module; do not edit.
from typing import Any

import quadrille.core._core
import quadrille.core.decision

class _Greedy:
    """The best static evaluation."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...

class _Mcts:
    """Monte-Carlo tree search."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...

class _OnePly:
    """Takes a win, allows none."""

    def __init__(self, settings: dict[str, Any]) -> None: ...

    def search(self, state: Any, rng: quadrille.core._core.Rng, seconds: float | None = None, stop: Any = None, progress: Any = None) -> quadrille.core.decision.Decision: ...
