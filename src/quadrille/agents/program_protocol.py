"""What we say to programs and what they may answer: one JSON object a line, see docs/program.md."""

import json
from collections.abc import Mapping
from typing import Any

from quadrille.core.agents.decision import Decision
from quadrille.core.errors import BadMoveText, BadRecord
from quadrille.core.game import is_unicode
from quadrille.core.records.check import JsonObject, short
from quadrille.core.state import State

PROTOCOL = 1
"""The version of the protocol."""
LONGEST_SAY = 1000
"""Characters that a program may say to its side with a move."""


class BadLine(ValueError):
    """A line that is not a message of the protocol, or not a valid answer."""


def encode(kind: str, **fields: Any) -> bytes:
    """A message as a line."""
    text = json.dumps({"type": kind, **fields}, ensure_ascii=False, allow_nan=False)
    return text.encode(errors="replace") + b"\n"


def decode(line: bytes) -> JsonObject:
    """The message of a line; its type is there."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise BadLine(f"expected a line in UTF-8, got {short(line)}") from None
    try:
        data = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise BadLine(f"expected a JSON object, got {short(text)}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise BadLine(f"expected a JSON object, got {short(text)}: {error}") from None
    if not isinstance(data, dict):
        raise BadLine(f"expected a JSON object, got {short(data)}")
    message = JsonObject(data)
    _take(message, "type")
    return message


def read_ready(line: bytes) -> JsonObject:
    """The message by which a program says that it is ready."""
    message = decode(line)
    kind = _take(message, "type")
    if kind != "ready":
        raise BadLine(f"expected type 'ready', got {short(kind)}")
    if message.has("protocol"):
        try:
            message.integer("protocol", PROTOCOL, PROTOCOL)
        except BadRecord as error:
            raise BadLine(str(error)) from None
    return message


def read_answer(message: JsonObject, number: int) -> str:
    """``move`` for the answer to a question, ``info`` for news of it, or nothing if it is old."""
    kind = _take(message, "type")
    if kind not in ("move", "info"):
        raise BadLine(f"expected type 'move' or 'info', got {short(kind)}")
    try:
        asked = message.integer("id", 1)
    except BadRecord as error:
        raise BadLine(str(error)) from None
    if asked > number:
        raise BadLine(f"expected id {number}, got {asked}")
    return kind if asked == number else ""


def read_decision(message: JsonObject, view: State, moves: Mapping[str, Any]) -> Decision:
    """The decision in a message, for whoever moves in a view with these legal moves."""
    try:
        return Decision(
            _move(_take(message, "move"), view, moves),
            value=_value(message, view) if message.has("value") else None,
            pv=message.texts("pv") if message.has("pv") else (),
            nodes=message.integer("nodes", 0) if message.has("nodes") else None,
            depth=message.integer("depth", 0) if message.has("depth") else None,
            say=_say(_take(message, "say")) if message.has("say") else "",
        )
    except BadRecord as error:
        raise BadLine(str(error)) from None


def decision_fields(decision: Decision) -> dict[str, Any]:
    """A decision as the fields of an answer, those that say something."""
    found = decision.to_dict()
    names = ("value", "pv", "nodes", "depth", "say")
    return {"move": found["move"]} | {name: found[name] for name in names if found[name]}


def _take(message: JsonObject, key: str) -> str:
    """A text that can be written as UTF-8."""
    try:
        text = message.text(key)
    except BadRecord as error:
        raise BadLine(str(error)) from None
    if not is_unicode(text):
        raise BadLine(f"expected Unicode as {key}, got {short(text)}")
    return text


def _move(text: str, view: State, moves: Mapping[str, Any]) -> Any:
    """A legal move: one of the texts that were sent, or what a person could type instead."""
    if text in moves:
        return moves[text]
    try:
        found = view.parse_move(text)
    except BadMoveText:
        raise BadLine(f"expected one of the {len(moves)} legal moves, got {short(text)}") from None
    if not view.is_legal(found):
        raise BadLine(f"illegal move {short(text)}")
    return found


def _value(message: JsonObject, view: State) -> tuple[float, ...]:
    """The value per side; a single number is that of the side to move."""
    given, sides = message.data["value"], view.num_sides()
    values = message.numbers("value") if isinstance(given, list) else _shared(given, view)
    if len(values) != sides or not all(-1 <= each <= 1 for each in values):
        raise BadLine(f"expected a value from -1 to 1, or {sides} of them, got {short(given)}")
    return values


def _shared(value: Any, view: State) -> tuple[float, ...]:
    """A value for the side to move, that of the others such that all sum to 0."""
    [own] = JsonObject({"value": [value]}).numbers("value")
    sides = view.num_sides()
    other = -own / max(sides - 1, 1)
    return tuple(own if side == view.side(view.player()) else other for side in range(sides))


def _say(text: str) -> str:
    if len(text) > LONGEST_SAY:
        raise BadLine(f"expected at most {LONGEST_SAY} characters to say, got {len(text)}")
    return text


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not a JSON number")
