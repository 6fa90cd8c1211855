"""A proof of the value of the empty Quarto board, in steps that survive an interruption.

The steps are yes-or-no questions about boards with two pieces, up to symmetry: does the player who
gives next win, or draw at least? Which of them are asked depends on earlier answers. The first two
pieces are looked through here, everything later is the native search.
"""

import json
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quadrille.core.game import Game
from quadrille.core.package import Progress
from quadrille.games.quarto import _core
from quadrille.games.quarto._core import State
from quadrille.games.quarto.solver.book import write_atomically

FORMAT = "quarto-proof-1"
MEMORY = 2048
"""Megabytes of the table."""
STEP_PIECES = 2
"""Pieces on the boards that steps ask about."""


@dataclass(frozen=True)
class Proof:
    """The value of the empty board, proved."""

    value: int
    """+1, 0 or -1 for the player who gives first."""
    nodes: int
    """Boards visited, in all runs together."""
    seconds: float
    """CPU seconds, in all runs together."""
    steps: int
    """Questions about boards with two pieces that were needed."""


def prove(
    rules: Game,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
    *,
    memory: int = MEMORY,
    stop: Callable[[], bool] | None = None,
) -> Proof:
    """Prove the value of the empty board.

    After each step the answers go to the checkpoint, if one is named; a later call with the same
    file skips them. ValueError if the file is damaged or belongs to something else.
    """
    prover = _Prover(rules, checkpoint, progress, memory, stop)
    state = rules.new()
    # The two questions share the progress bar.
    value = -1
    if prover.giver_reaches(state, 0, (0.0, 0.6)):
        value = 1 if prover.giver_reaches(state, 1, (0.6, 1.0)) else 0
    prover.tell(1.0)
    nodes, seconds = prover.cost()
    return Proof(value, nodes, seconds, len(prover.answers))


class _Prover:
    def __init__(
        self,
        rules: Game,
        checkpoint: Path | None,
        progress: Progress | None,
        memory: int,
        stop: Callable[[], bool] | None,
    ) -> None:
        squares, torus = bool(rules.options["squares"]), bool(rules.options["torus"])
        self.rules = {"squares": squares, "torus": torus}
        self.solver = _core._Solver(squares, torus, memory << 20, stop)
        self.checkpoint = checkpoint
        self.progress = progress
        self.started = time.thread_time()
        self.answers: dict[str, bool] = {}
        self.earlier = (0, 0.0)
        self.memo: dict[tuple[int, int, int], bool] = {}
        if checkpoint is not None and checkpoint.exists():
            self.read(checkpoint)

    def cost(self) -> tuple[int, float]:
        """Nodes and CPU seconds so far, earlier runs included."""
        nodes, seconds = self.earlier
        return nodes + self.solver.nodes(), seconds + time.thread_time() - self.started

    def tell(self, done: float) -> None:
        if self.progress is not None:
            self.progress(done, self.cost()[0])

    def giver_reaches(self, state: State, value: int, span: tuple[float, float]) -> bool:
        """Whether the player about to give gets at least the value, 0 or 1."""
        placed = 16 - len(state.remaining())
        key = (placed, _core._position_key(state), value)
        if key not in self.memo:
            if placed == STEP_PIECES:
                self.memo[key] = self.step(state, key)
            else:
                self.memo[key] = self.some_gift(state, value, span)
        self.tell(span[1])
        return self.memo[key]

    def some_gift(self, state: State, value: int, span: tuple[float, float]) -> bool:
        # Only one piece of each kind up to symmetry: all others give the same answers.
        gifts = {_core._position_key(s): s for s in _after(state, state.legal_moves())}
        for given, part in _parts(list(gifts.values()), span):
            boards = {_core._position_key(s): s for s in _after(given, given.legal_moves())}
            if not any(
                self.giver_reaches(board, 1 - value, share)
                for board, share in _parts(list(boards.values()), part)
            ):
                return True
        return False

    def step(self, state: State, key: tuple[int, int, int]) -> bool:
        name = f"{key[1]}:{key[2]}"
        if name not in self.answers:
            self.answers[name] = self.solver.reaches(state, key[2])
            if self.checkpoint is not None:
                self.write(self.checkpoint)
        return self.answers[name]

    # --- the checkpoint --------------------------------------------------------------------

    def write(self, path: Path) -> None:
        nodes, seconds = self.cost()
        body = {"rules": self.rules, "answers": self.answers, "nodes": nodes, "seconds": seconds}
        text = json.dumps({"format": FORMAT, "checksum": _checksum(body), **body})
        write_atomically(path, text.encode())

    def read(self, path: Path) -> None:
        try:
            found = json.loads(path.read_bytes())
            body = {name: found[name] for name in ("rules", "answers", "nodes", "seconds")}
            sound = found["format"] == FORMAT and found["checksum"] == _checksum(body)
        except (ValueError, KeyError, TypeError):
            sound = False
        if not sound:
            raise ValueError(f"expected the checkpoint of a proof, got a damaged one in {path}")
        if body["rules"] != self.rules:
            raise ValueError(
                f"expected a checkpoint for {self.rules}, got one for {body['rules']} in {path}"
            )
        self.answers = body["answers"]
        self.earlier = (body["nodes"], body["seconds"])


def _checksum(body: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(body, sort_keys=True).encode())


def _after(state: State, moves: list[Any]) -> list[State]:
    result = []
    for move in moves:
        result.append(state.copy())
        result[-1].play(move)
    return result


def _parts(
    states: list[State], span: tuple[float, float]
) -> list[tuple[State, tuple[float, float]]]:
    """Each state with its part of a span of progress."""
    low, width = span[0], (span[1] - span[0]) / len(states)
    return [(s, (low + i * width, low + (i + 1) * width)) for i, s in enumerate(states)]
