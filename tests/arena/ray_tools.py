"""What the tests of series on Ray share."""

import os

import pytest

needs_ray = pytest.mark.skipif(
    bool(os.environ.get("QUADRILLE_SANITIZED")), reason="Ray does not start under sanitizers"
)

MY_AGENTS = '''
import os, time
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4
from quadrille import Agent

@dataclass(frozen=True)
class Waits(Agent):
    """Tells of every game in a folder, and waits with all but the first few for a file "go"."""

    folder: str = ""
    free: int = 0

    def open(self, game, seat, rng):
        Path(self.folder, f"{os.getppid()}-{uuid4()}").touch()
        end = time.monotonic() + 120
        while len(list(Path(self.folder).glob("*-*"))) > self.free and time.monotonic() < end:
            if Path(self.folder, "go").exists():
                break
            time.sleep(0.01)
        return super().open(game, seat, rng)

    def choose(self, state, rng):
        return state.random_move(rng)

@dataclass(frozen=True)
class Fails(Agent):
    """Fails."""

    def choose(self, state, rng):
        raise KeyError("no idea")
'''
