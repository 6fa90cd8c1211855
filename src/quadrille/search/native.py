"""Native searches by name: games in C++ have their own, games in Python share one."""

from typing import Any, Protocol

from quadrille.core._core import Rng
from quadrille.core.agents.decision import Decision
from quadrille.search import _core


class Search(Protocol):
    """The interface of every search; one that keeps a tree between moves has ``saw`` as well."""

    def search(
        self,
        state: Any,
        rng: Rng,
        seconds: float | None = None,
        stop: Any = None,
        progress: Any = None,
    ) -> Decision:
        """Decide for the player to move; ``stop`` is an Event, ``progress`` a callback."""


def make_search(name: str, state_type: type, settings: dict[str, Any]) -> Any:
    """The search ``name`` (such as ``Mcts``) for states of a type."""
    kind = getattr(state_type, f"_{name}", None) or getattr(_core, f"_{name}")
    return kind(settings)
