"""Turns of two moves as one action, for networks that choose both at once.

A turn is what one player does in a row. Where it has two moves, a first one such as placing a piece
and a second one such as giving another, a joint action stands for both:

    joint = first * len(seconds) + second

with the places of both among the actions that can come first and second. A turn without a first
move (in the opening, where a player only gives) counts as if the first were number 0; one without a
second (the last piece, where nothing is left to give) as if the second were number 0. If the first
move ends the game the second is not played, and any may be named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quadrille.core._core import Rng, Stream
from quadrille.core.game import Game
from quadrille.core.state import State

PROBES = 100
"""Random games in which it is seen which moves come first and which second."""


@dataclass(frozen=True)
class TurnActions:
    """The joint actions of a game."""

    firsts: tuple[int, ...]
    """The actions that begin a turn of two moves."""
    seconds: tuple[int, ...]
    """Those that end one."""

    @classmethod
    def of(cls, game: Game) -> "TurnActions":
        """The joint actions of a game; ValueError if its turns are not such."""
        firsts: set[int] = set()
        seconds: set[int] = set()
        longest = 0
        for index in range(PROBES):
            for turn in _random_turns(game, Rng.keyed(0, Stream.plain, index)):
                longest = max(longest, len(turn))
                if len(turn) == 2:
                    firsts.add(turn[0])
                    seconds.add(turn[1])
        if longest != 2 or firsts & seconds:
            raise ValueError(
                f"expected a game whose turns have two moves of different kinds, got {game.name}"
            )
        return cls(tuple(sorted(firsts)), tuple(sorted(seconds)))

    @property
    def count(self) -> int:
        """How many joint actions there are."""
        return len(self.firsts) * len(self.seconds)

    def index(self, first: int | None, second: int | None) -> int:
        """The joint action of two actions, of which one may be missing."""
        place = 0 if first is None else self.firsts.index(first)
        return place * len(self.seconds) + (0 if second is None else self.seconds.index(second))

    def actions(self, joint: int, state: State) -> tuple[int | None, int | None]:
        """The actions that a joint action stands for where a turn begins."""
        firsts, seconds = self.parts(state)
        first, second = divmod(joint, len(self.seconds))
        return (
            None if firsts == [None] else self.firsts[first],
            None if seconds == [None] else self.seconds[second],
        )

    def begins(self, action: int) -> bool:
        """Whether an action is the first of a turn."""
        return action in self.firsts

    def parts(self, state: State) -> tuple[list[int | None], list[int | None]]:
        """The first and the second actions that make up legal joint ones where a turn begins.

        What can come second is taken to be the same after every first move.
        """
        moves = state.legal_moves()
        actions: list[int | None] = [state.action(move) for move in moves]
        if actions[0] not in self.firsts:
            return [None], actions
        return actions, self._seconds(state, moves)

    def pairs(self, state: State) -> dict[int, tuple[int | None, int | None]]:
        """The legal joint actions where a turn begins, each with the actions that it stands for."""
        firsts, seconds = self.parts(state)
        return {self.index(one, other): (one, other) for one in firsts for other in seconds}

    def _seconds(self, state: State, moves: Sequence[Any]) -> list[int | None]:
        """The actions that can follow a first move; only None where nothing can."""
        for move in moves:
            after: State = state.copy()
            after.play(move)
            if not after.is_over() and after.player() == state.player():
                return [after.action(each) for each in after.legal_moves()]
        return [None]


def _random_turns(game: Game, rng: Rng) -> list[list[int]]:
    """The actions of a random game, turn by turn."""
    turns: list[list[int]] = []
    state: State = game.new()
    last = None
    while not state.is_over():
        if state.player() != last:
            turns.append([])
        last = state.player()
        move = state.random_move(rng)
        turns[-1].append(state.action(move))
        state.play(move)
    return turns
