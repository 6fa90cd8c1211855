"""Running commands within the test's own process, and a file with a game and agents for them."""

import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from quadrille.cli import main

MY_GAMES = '''
from dataclasses import dataclass
from pathlib import Path
import time
import quadrille
from quadrille import Agent, CHANCE, NOBODY, Decision, Move, MoveStats, Option, Session, State

class Cards(State):
    """Chance deals a card that only player 0 sees; then each of three players bids."""

    name, title, summary = "cards", "Cards", "Bid on a card [b]you[/b] may see."

    def __init__(self):
        self.card, self.bids = "", []

    @staticmethod
    def option_fields():
        return (Option("high", "int", 9, low=2, high=9, doc="The highest bid."),)

    @staticmethod
    def create(options, rng):
        state = Cards()
        state.high = options["high"]
        return state

    @staticmethod
    def parse(options, text):
        raise quadrille.BadPosition(f"expected nothing, got {text!r}")

    def options(self):
        return {"high": self.high}

    def text(self):
        return f"{self.card or '-'} {','.join(map(str, self.bids))} {self.high}"

    def num_players(self):
        return 3

    def player(self):
        if not self.card:
            return CHANCE
        return len(self.bids) if len(self.bids) < 3 else NOBODY

    def legal_moves(self):
        return [Move(i, f"bid:{i}") for i in range(self.high)] if self.player() >= 0 else []

    def chance_moves(self):
        return [(Move(100 + i, f"deal:{i}"), 1) for i in range(5)] if not self.card else []

    def _play(self, move):
        if move >= 99:
            self.card = "?" if move == 99 else str(move - 100)
        else:
            self.bids.append(int(move))

    def view(self, player):
        twin = super().view(player)
        if player and self.card:
            twin.card = "?"
        return twin

    def seen(self, move, player):
        return Move(99, "deal:?") if move >= 99 and player else move

    def scores(self):
        return [float(b) for b in self.bids] + [0.0] * (3 - len(self.bids))

    def num_actions(self):
        return 9

    def max_plies(self):
        return 4

@dataclass(frozen=True)
class Broken(Agent):
    """Fails."""

    def choose(self, state, rng):
        raise KeyError("no idea")

@dataclass(frozen=True)
class Slow(Agent):
    """Never answers."""

    seconds: float = 60
    """How long it takes to answer."""

    def choose(self, state, rng):
        Path("begun").touch()
        time.sleep(self.seconds)

class Thinking(Session):
    """Counts rounds, and tells of each."""

    def __init__(self, agent):
        self.agent = agent

    def choose(self, view, limits):
        first, *rest = view.legal_moves()
        for nodes in range(1, self.agent.rounds + 1):
            stats = (MoveStats(first, nodes, 0.5, 0.1), *(MoveStats(each, 0) for each in rest))
            value = [0.25 if side == view.side(view.player()) else -0.25
                     for side in range(view.num_sides())]
            decision = Decision(first, tuple(value), stats, (first,), nodes, say="to me")
            if limits.progress:
                limits.progress(decision)
            Path("begun").touch()
            if limits.stop.wait(0.01) and not self.agent.deaf:
                break
        return decision

@dataclass(frozen=True)
class Thinker(Agent):
    """Counts rounds until it is stopped."""

    rounds: int = 3
    """How many."""
    deaf: bool = False
    """Does not hear that it is to stop."""
    time: float | None = None
    """Only for show."""

    def open(self, game, seat, rng):
        return Thinking(self)
'''


class Run(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON object on standard output."""
        assert self.code == 0, self.err
        assert self.out.count("\n") == 1 and self.out.endswith("}\n")
        return json.loads(self.out)


class Shell:
    """Runs commands within this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *args: str, stdin: str = "") -> Run:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        self.capsys.readouterr()
        code = main(args)
        return Run(code, *self.capsys.readouterr())
