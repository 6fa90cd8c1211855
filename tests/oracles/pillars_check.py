"""Which positions of Pillars cannot arise in play."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from .pillars_team import NONE, Cards, Team

if TYPE_CHECKING:
    from .pillars import Oracle


def problem(state: Oracle) -> str | None:
    """Why this position cannot arise in play, or None if it can; rows are right already."""
    for team in state.teams:
        flaw = _cards_problem(team)
        if flaw is not None:
            return flaw
    won, frozen = state.winner() >= 0, state.is_frozen()
    if state.over:
        return _end_problem(state, won, frozen)
    if won:
        return "a gamer stands on the centre and the game is not over"
    if frozen:
        return "nothing can change any more and the game is not over"
    if not 1 <= state.round <= state.rounds:
        return f"expected a round from 1 to {state.rounds}"
    if not 1 <= state.action <= 2 * state.gamers:
        return f"expected an action from 1 to {2 * state.gamers}"
    expected = hand_sizes(state.gamers, state.action - 1)
    team = state.teams[state.side()]
    if state.drawing():
        # "while the first of a team's gamers is to draw 0..n-1 cards"
        expected[state.side()] = team.in_hand
        # "an empty draw pile is refilled" at once
        if team.draw == NONE:
            return "an empty draw pile to draw from"
    elif state.place() == 0:
        expected[state.side()] = state.gamers
    if [team.in_hand for team in state.teams] != expected:
        return f"expected {expected} cards in the hands"
    for side, team in enumerate(state.teams):
        # "by the order that held when the round began": who has not acted has not passed.
        if not _can_come(team, (state.action - side) // 2):
            return f"an order that cannot come after {team.order}"
    return None


def hand_sizes(gamers: int, actions: int) -> list[int]:
    """How many cards RED and BLUE hold after so many actions of a round."""
    # "A hand is n - i cards when the team's (i+1)-th gamer of a round is to act; so drawing
    # happens only before the first."
    red, blue = (actions + 1) // 2, actions // 2
    return [gamers - red if red else 0, gamers - blue if blue else 0]


def _end_problem(state: Oracle, won: bool, frozen: bool) -> str | None:
    # "accept `-` only if won, frozen, or hands are such that a round has just ended (both hands
    # empty)"
    held = [team.in_hand for team in state.teams]
    if not won and not frozen and held != [0, 0]:
        return "the game is not over"
    for actions in range(1, 2 * state.gamers + 1):
        # Who has won has acted last.
        fits = not won or state.winner() == (actions + 1) % 2
        red, blue = ((actions + 1) // 2, actions // 2)
        orders = _can_come(state.teams[0], red) and _can_come(state.teams[1], blue)
        if fits and orders and held == hand_sizes(state.gamers, actions):
            return None
    return "hands or orders that cannot be at an end"


def _can_come(team: Team, acted: int) -> bool:
    """Whether the next order can come about when so many gamers have acted."""
    firsts = team.order[:acted]
    for number in range(acted + 1):
        for passed in combinations(firsts, number):
            # "the later one ends up in front"
            rest = [gamer for gamer in team.order if gamer not in passed]
            if team.next_order == (*reversed(passed), *rest):
                return True
    return False


def _cards_problem(team: Team) -> str | None:
    deck = team.deck
    if team.in_hand < team.known.total():
        return "more cards are known than there are in the hand"
    if team.hand is None or team.draw is None:
        ways = len(team.ways()) if min(deck.less(team.discard).less(team.known)) >= 0 else 0
        if ways == 0:
            return f"expected {deck.text()} in all"
        return "cards are hidden that can be worked out" if ways == 1 else None
    held = [sum(pile) for pile in zip(team.hand, team.draw, team.discard, strict=True)]
    if held != list(deck):
        return f"expected {deck.text()} in all, got {Cards(*held).text()}"
    if min(team.hand.less(team.known)) < 0:
        return f"expected {team.known.text()} in the hand"
    return None
