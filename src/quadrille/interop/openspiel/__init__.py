"""Our games in OpenSpiel, and OpenSpiel's games here.

To import this module registers ``quadrille_quarto`` and the like with OpenSpiel. The other way
round, ``quadrille.game("openspiel:breakthrough")`` is a game like any other.
"""

from quadrille.core.install import install_hint

try:
    import pyspiel as _needed  # noqa: F401
except ImportError as error:
    raise ImportError(f"expected OpenSpiel ({error}): {install_hint('openspiel')}") from None

from quadrille.interop.openspiel.exported import SpielGame, SpielState, game_string, register_games
from quadrille.interop.openspiel.imported import openspiel_game

__all__ = ["SpielGame", "SpielState", "game_string", "openspiel_game", "register_games"]

register_games()
