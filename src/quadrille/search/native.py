"""A search by name for a kind of states: native games bind their own, the rest share one."""

from typing import Any, Protocol

from quadrille.core._core import Rng
from quadrille.core.decision import Decision
from quadrille.search import _core


class Search(Protocol):
    """What every search answers; one that keeps things from move to move has ``saw`` as well."""

    def search(
        self,
        state: Any,
        rng: Rng,
        seconds: float | None = None,
        stop: Any = None,
        progress: Any = None,
    ) -> Decision:
        """Decide for whoever moves; ``stop`` is an Event, ``progress`` hears of it now and then."""


def make_search(name: str, state_type: type, settings: dict[str, Any]) -> Any:
    """The search ``name`` (such as ``Mcts``) for states of a type."""
    kind = getattr(state_type, f"_{name}", None) or getattr(_core, f"_{name}")
    return kind(settings)
