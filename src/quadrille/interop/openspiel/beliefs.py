"""What a player of a game of OpenSpiel can believe: histories that have looked the same to it."""

from collections.abc import Iterator
from itertools import accumulate, chain
from typing import Any

import pyspiel

from quadrille.core._core import Rng, digest
from quadrille.core.errors import BadGame

MAX_WEIGHT = 2**24
"""Probabilities become whole weights with about this sum."""
MAX_TRIES = 3000
"""Positions that are looked at to find what a player can believe."""


def look(state: Any, player: int) -> str:
    """All that a player knows in a position, as text."""
    kind = state.get_game().get_type()
    known = []
    if kind.provides_information_state_string and not state.is_terminal():
        known.append(str(state.information_state_string(player)))
    if kind.provides_observation_string:
        known.append(str(state.observation_string(player)))
    if not state.is_terminal() and state.current_player() == player:
        known.append(f"legal: {state.legal_actions()}")
    return "\n".join(known)


def candidates(state: Any) -> list[int]:
    """What can happen in a position, chance included, ascending."""
    if state.is_terminal():
        return []
    if state.is_chance_node():
        return sorted(action for action, _ in state.chance_outcomes())
    return sorted(state.legal_actions())


def matches(state: Any, seen: str, player: int) -> list[int]:
    """What can have happened in a position if a player knows this afterwards."""
    return [action for action in candidates(state) if look(state.child(action), player) == seen]


def weight(share: float) -> int:
    """A probability as a whole number, at least 1."""
    return max(1, round(share * MAX_WEIGHT))


def believed(state: Any, player: int, rng: Rng | None) -> Any:
    """A history that has looked like that of a position at every ply: the first, or one at random.

    Where that takes too long, one that OpenSpiel draws itself, if it can.
    """
    path = [state.get_game().new_initial_state()]
    for action in state.history():
        path.append(path[-1].child(action))
    looks = [look(each, player) for each in path[1:]]
    # What chance gave to the player itself, such as cards, it has given to nobody else.
    own = {
        action
        for before, action, seen in zip(path, state.history(), looks, strict=False)
        if before.is_chance_node() and matches(before, seen, player) == [action]
    }
    tries = 0
    stack = [(path[0], _ordered(path[0], own, rng))]
    while len(stack) <= len(looks):
        here, actions = stack[-1]
        action = next(actions, None)
        tries += 1
        if tries > MAX_TRIES:
            return _resampled(state, player, rng)
        if action is None:
            stack.pop()
            continue
        child = here.child(action)
        if look(child, player) == looks[len(stack) - 1]:
            stack.append((child, _ordered(child, own, rng)))
    return stack[-1][0].clone()


def _ordered(state: Any, own: set[int], rng: Rng | None) -> Iterator[int]:
    """What can happen, ascending or at random; what chance gave to the player itself comes last."""
    actions = candidates(state)
    if not state.is_chance_node():
        return iter(actions) if rng is None else _shuffled(actions, [1] * len(actions), rng)
    late = [action for action in actions if action in own]
    early = [action for action in actions if action not in own]
    if rng is None:
        return iter(early + late)
    shares = dict(state.chance_outcomes())
    return chain(_shuffled(early, [weight(shares[action]) for action in early], rng), late)


def _shuffled(actions: list[int], weights: list[int], rng: Rng) -> Iterator[int]:
    """All actions, one drawn after the other."""
    while actions:
        ticket = rng.below(sum(weights))
        sums = accumulate(weights)
        index = next(index for index, most in enumerate(sums) if ticket < most)
        weights.pop(index)
        yield actions.pop(index)


def _resampled(state: Any, player: int, rng: Rng | None) -> Any:
    """A position that looks the same to a player, drawn by OpenSpiel; BadGame if it cannot."""
    known = look(state, player)
    source = Rng(digest(known)) if rng is None else rng
    try:
        drawn = state.resample_from_infostate(player, source.uniform)
        if look(drawn, player) == known and _replayed(drawn):
            return drawn
    except (pyspiel.SpielError, RuntimeError, IndexError):
        pass
    name = state.get_game().get_type().short_name
    raise BadGame(f"OpenSpiel cannot tell what player {player} may believe in {name!r}")


def _replayed(state: Any) -> bool:
    """Whether the history of a position leads to it, which OpenSpiel does not promise."""
    again = state.get_game().new_initial_state()
    for action in state.history():
        if action not in candidates(again):
            return False
        again.apply_action(action)
    return str(again) == str(state)
