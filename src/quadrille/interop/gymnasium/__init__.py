"""Every game as an environment of Gymnasium: ``GameEnv`` for one, ``GameVectorEnv`` for many.

To import this module registers ``quadrille/Quarto-v0`` and the like.
"""

from quadrille.core.install import install_hint

try:
    import gymnasium as _needed  # noqa: F401
except ImportError as error:
    raise ImportError(f"expected Gymnasium ({error}): {install_hint('gymnasium')}") from None

from quadrille.interop.gymnasium.cursor import CursorEnv
from quadrille.interop.gymnasium.cursor_rewards import CursorRewards
from quadrille.interop.gymnasium.env import GameEnv
from quadrille.interop.gymnasium.registration import env_id, register_games
from quadrille.interop.gymnasium.vector import GameVectorEnv

__all__ = ["CursorEnv", "CursorRewards", "GameEnv", "GameVectorEnv", "env_id", "register_games"]

register_games()
