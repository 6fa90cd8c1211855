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
    from quadrille.core.agent import Agent, AgentFailed, Limits, Session
    from quadrille.core.agent_spec import agent
    from quadrille.core.decision import Decision, MoveStats
    from quadrille.core.encoding import Encoding
    from quadrille.core.errors import (
        BadGame,
        BadMoveText,
        BadOption,
        BadPosition,
        BadRecord,
        BadSpec,
        IllegalMove,
    )
    from quadrille.core.game import Game, game, game_names
    from quadrille.core.options import Option
    from quadrille.core.record import Record
    from quadrille.core.record_file import append_record, read_records
    from quadrille.core.state import CHANCE, NOBODY, Move, State
    from quadrille.core.vec import Step, VecEnv

__version__ = VERSION

__all__ = [
    "CHANCE",
    "NOBODY",
    "Agent",
    "AgentFailed",
    "AgentResult",
    "BadGame",
    "BadMoveText",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSpec",
    "Decision",
    "Encoding",
    "Game",
    "IllegalMove",
    "Limits",
    "MatchResult",
    "Move",
    "MoveStats",
    "Option",
    "Record",
    "Rng",
    "Session",
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
    "core.agent": "Agent AgentFailed Limits Session",
    "core.agent_spec": "agent",
    "core.decision": "Decision MoveStats",
    "core.encoding": "Encoding",
    "core.errors": "BadGame BadMoveText BadOption BadPosition BadRecord BadSpec IllegalMove",
    "core.game": "Game game game_names",
    "core.options": "Option",
    "core.record": "Record",
    "core.record_file": "append_record read_records",
    "core.state": "CHANCE NOBODY Move State",
    "core.vec": "Step VecEnv",
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
