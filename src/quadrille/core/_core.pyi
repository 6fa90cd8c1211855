# Written by tools/stubs.py from the native module; do not edit.
from collections.abc import Sequence
import enum
from typing import Any

import numpy
import numpy.typing

class Stream(enum.Enum):
    """What a keyed generator is for, so that streams never meet."""

    plain = 0

    create = 1

    chance = 2

    agent = 3

    env = 4

    sample = 5

class Rng:
    """xoshiro256++ seeded through SplitMix64; equal on every machine."""

    def __init__(self, seed: int = 0) -> None: ...

    @staticmethod
    def keyed(seed: int, stream: Stream, index: int = 0) -> Rng:
        """An independent generator for each purpose and index under one seed."""

    def next(self) -> int:
        """The next 64 random bits."""

    def below(self, n: int) -> int:
        """A uniform whole number from 0 to n - 1, exactly."""

    def uniform(self) -> float:
        """A uniform number in [0, 1)."""

    def copy(self) -> Rng:
        """An independent copy."""

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

def compiler() -> str:
    """What compiled the native modules, with its version."""

def instructions() -> str:
    """The instruction set that they were compiled for."""

def digest(text: str) -> int:
    """64 bits of a text, equal on every machine."""

def perft(state: object, depth: int) -> int:
    """perft of a Python-written game's state."""

def rollouts(game: object, seed: int, games: int) -> int:
    """Moves of so many random games of a Python-written game."""

class _VecEnv:
    """The native half of quadrille.VecEnv."""

    def __init__(self, game: object, count: int, encodings: list[int], threads: int, finals: list[Any], viewers: numpy.typing.NDArray[numpy.int32], arrays: object | None) -> None: ...

    NUMBERS_PER_SLOT: int = 7

    def reset(self, seed: int, arrays: object | None) -> None: ...

    def observe(self, arrays: object | None) -> None: ...

    def step(self, actions: numpy.typing.NDArray[numpy.int64], arrays: object | None) -> None: ...

    def are_legal(self, actions: numpy.typing.NDArray[numpy.int64], out: numpy.typing.NDArray[numpy.bool]) -> None: ...

    def sample_actions(self, out: numpy.typing.NDArray[numpy.int64]) -> None: ...

    def legal_actions(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]: ...

    def set_positions(self, slots: Sequence[int], texts: Sequence[str], arrays: object | None) -> None: ...

    def copy_to(self, other: _VecEnv) -> None: ...

    def save(self, numbers: numpy.typing.NDArray[numpy.uint64]) -> list[str]: ...

    def restore(self, seed: int, texts: list[str], numbers: numpy.typing.NDArray[numpy.uint64]) -> None: ...

    def sampler(self, index: int) -> Rng: ...

    def set_sampler(self, index: int, rng: Rng) -> None: ...

    def text(self, index: int) -> str: ...

def _make_inspectable(module: object) -> None:
    """
    Let help() and inspect.signature() read the public functions of a native module.
    """
