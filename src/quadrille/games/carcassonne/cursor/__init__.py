"""A cursor for Carcassonne: moves put together from small actions, for learners and their networks.

``turn.py`` has the phases and actions, ``observation.py`` what a learner sees, ``player.py`` how a
trained network plays by it, ``picture.py`` how it is drawn. The rules know nothing of it.
"""

from quadrille.games.carcassonne.cursor.observation import CursorObserver
from quadrille.games.carcassonne.cursor.turn import Cursor, CursorEffect, Phase

__all__ = ["Cursor", "CursorEffect", "CursorObserver", "Phase"]
