"""The cursor as a way for networks to play: what they read, and which games they fit."""

from typing import TYPE_CHECKING, Any

from quadrille.core.agents.agent import Session
from quadrille.core.encoding import Encoding
from quadrille.core.errors import BadOption
from quadrille.core.game import Game
from quadrille.core.package import Control
from quadrille.games.carcassonne.cursor.observation import encoding_of
from quadrille.games.carcassonne.cursor.player import CursorPlayer

if TYPE_CHECKING:
    from quadrille.core._core import Rng

MAX_WINDOW = 200


def check_options(game: Game) -> None:
    """Raise BadOption unless the cursor can play every move of the game."""
    expected = {
        "farmers": False,
        "river": False,
        "inns": False,
        "abbot": False,
        "start_tile": True,
    }
    for name, value in expected.items():
        if game.options[name] != value:
            raise BadOption(f"the cursor plays with {name}={str(value).lower()} only")
    if not int(game.options["board"]) >= 3:
        raise BadOption("the cursor needs a board with bounds: board=40, or at least 3")


def _encoding(game: Game, name: str) -> Encoding:
    check_options(game)
    return encoding_of(name, int(game.options["board"]))


def _open(game: Game, name: str, arrays: Any, settings: Any, rng: "Rng") -> Session:
    return CursorPlayer(game, name, arrays, settings, rng)


CONTROL = Control(_encoding, _open)
