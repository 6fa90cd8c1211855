"""All that can be observed of a state, to compare states by."""

from typing import Any


def observe(state: Any) -> dict[str, object]:
    """Every public value of a state that is cheap to ask for."""
    players = range(state.num_players())
    seen: dict[str, object] = {
        "text()": state.text(),
        "player()": state.player(),
        "is_over()": state.is_over(),
        "legal_moves()": [(move.value, str(move)) for move in state.legal_moves()],
        "chance_moves()": [(move.value, str(move), w) for move, w in state.chance_moves()],
        "options()": dict(state.options()),
        "num_players()": state.num_players(),
        "sides": [state.side(player) for player in players],
        "scores()": list(state.scores()),
        "hash()": state.hash(),
        "problems()": list(state.problems()),
        "features()": state.features().tobytes(),
        "evaluate()": list(state.evaluate()),
    }
    if state.is_over():
        seen["outcome()"] = list(state.outcome())
    for encoding in state.encodings():
        for player in players:
            tensor = state.encode(encoding.name, player)
            seen[f"encode({encoding.name!r}, {player})"] = tensor.tobytes()
    return seen


def short(value: object) -> str:
    """What a value looks like, on one line that is not very long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 200 else f"{text[:200]}..."
