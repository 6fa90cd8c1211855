"""Quadrille: a laboratory for board-game AI.

Each name is imported from its module when it is first used, so that ``import quadrille`` costs
next to nothing.
"""

from importlib import import_module
from os.path import dirname, isdir, join

from quadrille.core.version import VERSION

if isdir(join(dirname(__file__), "_x86_64_v3")):  # only wheels hold a second build
    from quadrille.core.instructions import use_best_modules

    use_best_modules()

TYPE_CHECKING = False  # type checkers take it as true; to import the one of typing takes long
if TYPE_CHECKING:
    from quadrille.arena.play.one_game import play
    from quadrille.arena.series import match
    from quadrille.arena.tally import AgentResult, MatchResult
    from quadrille.core._core import Rng, Stream
    from quadrille.core.agents.agent import Agent, AgentFailed, Limits, Session
    from quadrille.core.agents.decision import Decision, MoveStats
    from quadrille.core.agents.spec import agent
    from quadrille.core.encoding import Encoding
    from quadrille.core.errors import (
        BadGame,
        BadModel,
        BadMoveText,
        BadOption,
        BadPosition,
        BadRecord,
        BadSpec,
        IllegalMove,
    )
    from quadrille.core.game import Game, game, game_names
    from quadrille.core.move import Move
    from quadrille.core.options import Option
    from quadrille.core.package import Drawing, GamePackage, GameSolver, Solution
    from quadrille.core.records.files import append_record, read_records
    from quadrille.core.records.record import Record
    from quadrille.core.state import CHANCE, NOBODY, State
    from quadrille.core.vec.env import Step, VecEnv

__version__ = VERSION

__all__ = [
    "CHANCE",
    "NOBODY",
    "Agent",
    "AgentFailed",
    "AgentResult",
    "BadGame",
    "BadModel",
    "BadMoveText",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSpec",
    "Decision",
    "Drawing",
    "Encoding",
    "Game",
    "GamePackage",
    "GameSolver",
    "IllegalMove",
    "Limits",
    "MatchResult",
    "Move",
    "MoveStats",
    "Option",
    "Record",
    "Rng",
    "Session",
    "Solution",
    "State",
    "Step",
    "Stream",
    "VecEnv",
    "agent",
    "append_record",
    "game",
    "game_names",
    "match",
    "play",
    "read_records",
]

# Where the names above come from in the running program; a test compares.
_NAMES = {
    "arena.play.one_game": "play",
    "arena.series": "match",
    "arena.tally": "AgentResult MatchResult",
    "core._core": "Rng Stream",
    "core.agents.agent": "Agent AgentFailed Limits Session",
    "core.agents.spec": "agent",
    "core.agents.decision": "Decision MoveStats",
    "core.encoding": "Encoding",
    "core.errors": (
        "BadGame BadModel BadMoveText BadOption BadPosition BadRecord BadSpec IllegalMove"
    ),
    "core.game": "Game game game_names",
    "core.move": "Move",
    "core.options": "Option",
    "core.package": "Drawing GamePackage GameSolver Solution",
    "core.records.record": "Record",
    "core.records.files": "append_record read_records",
    "core.state": "CHANCE NOBODY State",
    "core.vec.env": "Step VecEnv",
}
_HOMES = {name: f"quadrille.{home}" for home, names in _NAMES.items() for name in names.split()}
_FOLDERS = ("agents", "arena", "core", "games", "search", "testing")

if not TYPE_CHECKING:  # or every name would seem to exist

    def __getattr__(name: str) -> object:
        if name in _HOMES:
            found = getattr(import_module(_HOMES[name]), name)
        elif name in _FOLDERS:
            found = import_module(f"quadrille.{name}")
        else:
            raise AttributeError(f"module 'quadrille' has no attribute {name!r}")
        globals()[name] = found  # so that it is not asked for again
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
