"""How leaves of a tree search with a network are judged."""

from typing import Any

from quadrille.core.game import Game


def with_rollouts(weight: float, game: Game) -> dict[str, Any]:
    """The settings of a search that judges leaves by a network and, with some weight, by rollouts.

    The rollouts are those of the game's ``mcts``.
    """
    if weight == 0:
        return {"leaf": "net"}
    advice = game.agent_defaults("mcts")
    rollout = {key: advice[key] for key in ("epsilon", "horizon", "margin") if key in advice}
    return {"leaf": advice.get("leaf", "rollout"), "mix": 1 - weight, **rollout}
