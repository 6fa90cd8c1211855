"""The games of one browser, as a list: what each of them is, and whether it waits for somebody."""

from collections.abc import Mapping, Sequence
from typing import Any

from quadrille.arena.store import StoredRoom
from quadrille.core.records.record import Result
from quadrille.core.state import State
from quadrille.web import shapes
from quadrille.web.catalogue import has_secrets
from quadrille.web.seats import RoomSeat, distinct


def standing(state: State, result: Result, names: Sequence[str]) -> dict[str, Any]:
    """What a list says about a game, so that nobody has to replay it for that."""
    ended = shapes.result(result, state, names)
    sides = [state.side(player) for player in range(state.num_players())]
    return {
        "mover": state.player(),
        "sides": sides,
        "secrets": has_secrets(state),
        "text": "" if ended is None else ended["text"],
    }


def listed(room: StoredRoom, keys: Sequence[str], title: str) -> dict[str, Any]:
    """A stored game for the list of a browser that has some keys."""
    seats = [RoomSeat(**each) for each in room.facts["seats"]]
    names = distinct([seat.shown_name for seat in seats])
    known: Mapping[str, Any] = room.facts.get("standing", {})
    mine = [player for player, seat in enumerate(seats) if seat.key and seat.key in keys]
    ended, people = room.record.result.ended, sum(seat.is_person for seat in seats)
    text = known.get("text") or ("" if room.record.result.outcome is None else "The game is over")
    return {
        "id": room.id,
        "game": room.facts["game"],
        "title": title,
        "players": names,
        "sides": known.get("sides") or list(range(len(names))),
        "mine": mine,
        "mover": known.get("mover", -1),
        "ended": ended,
        "text": text,
        "plies": len(room.record.moves),
        "people": people,
        "hidden": bool(known.get("secrets") and people and ended == "unfinished"),
        "changed": room.changed,
    }
