"""Carcassonne: draw a tile, place it, claim what it shows."""

from collections.abc import Sequence

from quadrille.core.package import Control, Drawing, GamePackage, GuideSection, OptionWords
from quadrille.games.carcassonne._core import Figure, Move, Region, State, Supply, Tile
from quadrille.games.carcassonne.history import Row, Scored, history, table

__all__ = [
    "GAME",
    "Figure",
    "Move",
    "Region",
    "Row",
    "Scored",
    "State",
    "Supply",
    "Tile",
    "history",
    "table",
]


def _guide() -> Sequence[GuideSection]:
    from quadrille.games.carcassonne.guide import GUIDE

    return GUIDE


def _drawing() -> Drawing:
    from quadrille.games.carcassonne.drawing.draw import DRAWING

    return DRAWING


def _cursor() -> Control:
    from quadrille.games.carcassonne.cursor.control import CONTROL

    return CONTROL


def _progress(state: State) -> float:
    """How many of the tiles are placed."""
    placed, left = len(state.tiles()), sum(state.remaining().values())
    return placed / (placed + left)


OPTION_WORDS = {
    "players": OptionWords(
        "Players", "Alone you only collect points; six players need Inns & Cathedrals."
    ),
    "farmers": OptionWords("Farmers", "Figures may be put on fields."),
    "start_tile": OptionWords(
        "The first tile lies there", "Without it, the first player draws and lays it."
    ),
    "board": OptionWords(
        "Side of the table", "How many tiles fit beside each other.", {0: "no edge"}
    ),
    "small_city": OptionWords(
        "Small cities give 2 points", "The old rule for completed cities of two tiles."
    ),
    "river": OptionWords("The River", "Twelve tiles that are laid first."),
    "inns": OptionWords("Inns & Cathedrals", "Eighteen tiles, and a big figure for everybody."),
    "abbot": OptionWords("The abbot", "Gardens, and an abbot for everybody."),
    "meeples": OptionWords("Figures of each player"),
}


GAME = GamePackage(
    State,
    drawing=_drawing,
    progress=_progress,
    points=True,
    guide=_guide,
    option_words=OPTION_WORDS,
    controls={"cursor": _cursor},
    remaining=State.remaining,
    agent_defaults={
        # Eight turns guided by the static evaluation tell more than a random game to the end or the
        # evaluation alone; the page of the game has the measured results.
        "mcts": {
            "leaf": "guided",
            "horizon": 24,
            "margin": 0.5,
            "epsilon": 0.05,
            "widen": 0.3,
            "c": 0.1,
        },
        # A network after 20 CPU minutes, with 200 simulations each against mcts: 20 of 30 games won
        # so, 14 of 30 with rollouts=0.6; one without rollouts won none of 20.
        "model": {"rollouts": 0.9, "root": "halving"},
    },
    # Thirty guided simulations play no better than the evaluation alone, so other players make the
    # first steps: plain random games, then that evaluation.
    levels={
        "Beginner": "mcts:sims=30,formula=uct,leaf=rollout,horizon=0,widen=0.5,expand=4",
        "Club": "greedy",
        "Strong": "mcts:time=1",
    },
    ladder=(
        "random",
        "oneply",
        "mcts:sims=30,formula=uct,leaf=rollout,horizon=0,widen=0.5,expand=4",
        "greedy",
        "mcts:sims=50",
        "mcts:sims=200",
        "model:carcassonne,sims=0",
        "model:carcassonne,sims=200",
    ),
)
