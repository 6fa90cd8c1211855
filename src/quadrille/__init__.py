"""Quadrille: a laboratory for board-game AI."""

from quadrille.arena.match import match
from quadrille.arena.play import play
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
from quadrille.core.version import VERSION

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
