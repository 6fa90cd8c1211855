"""The folder of a run: what it is to do, what it has done, and all that it needs to go on.

    run.json               what was asked for: preset, game, settings, command, code version
    checkpoint-000120/     everything after round 120, from which the run goes on
    model.onnx             the newest network, to play with
    models/120.onnx        the networks that were evaluated (``model:RUN@120``)
    games/120.svg          a game of each as a film
    metrics.jsonl          a line for each round and each evaluation
    tensorboard/           the same for TensorBoard, where it is installed
    card.json, card.svg    the card and its learning curve, once made

A checkpoint is written under another name and then renamed: it is there whole or not at all,
however the process ends.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quadrille.agents.models import MODEL, runs_folder
from quadrille.core.game import Game
from quadrille.core.game import game as find_game
from quadrille.core.version import VERSION
from quadrille.learn.files import write_json

CHECKPOINT = "checkpoint-"


@dataclass(frozen=True)
class RunPlan:
    """What a run is to do."""

    preset: str
    game: str
    """Its name or place."""
    options: Mapping[str, Any]
    encoding: str
    settings: Mapping[str, Any]
    """Of the algorithm, as plain values."""
    algorithm: str = "alphazero"
    """The name of the algorithm (learn/algorithms.py)."""
    command: str = ""
    """What was typed."""
    code: str = VERSION
    """The version of this program when the run began."""

    @property
    def rules(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {**vars(self), "options": dict(self.options), "settings": dict(self.settings)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "RunPlan":
        """The plan of plain values."""
        return cls(**data)


class Run:
    """A run in its folder, locked: nobody else may train there at the same time."""

    def __init__(self, folder: Path, plan: RunPlan) -> None:
        self.folder = folder
        self.plan = plan

    @property
    def name(self) -> str:
        """What agents call it: by its name in the user's data folder, else by its place."""
        folder = self.folder.resolve()
        return folder.name if folder.parent == runs_folder().resolve() else str(folder)

    @property
    def model(self) -> Path:
        """The newest network."""
        return self.folder / MODEL

    def change(self, plan: RunPlan) -> None:
        """Go on with other settings, such as a longer budget."""
        self.plan = plan
        write_json(self.folder / "run.json", plan.to_dict())

    # --- checkpoints -----------------------------------------------------------------------

    def last_checkpoint(self) -> Path | None:
        """The newest checkpoint."""
        found = [path for path in self.folder.glob(f"{CHECKPOINT}*") if path.suffix != ".new"]
        return max(found, default=None)

    def save_checkpoint(self, rounds: int, save: Callable[[Path], None]) -> None:
        """Let a function fill the folder of a new checkpoint, which replaces all others."""
        new = self.folder / f"{CHECKPOINT}{rounds:06}.new"
        done = new.with_suffix("")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        save(new)
        for path in new.iterdir():
            _sync(path)
        if done.exists():  # after an evaluation that came in the same round
            shutil.rmtree(done)
        os.rename(new, done)
        _sync(self.folder)
        for old in self.folder.glob(f"{CHECKPOINT}*"):
            if old != done:
                shutil.rmtree(old, ignore_errors=True)

    # --- metrics ---------------------------------------------------------------------------

    def log(self, facts: Mapping[str, Any]) -> None:
        """Append a line to the metrics."""
        with open(self.folder / "metrics.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(facts, allow_nan=False) + "\n")

    def metrics(self) -> Iterator[dict[str, Any]]:
        """All lines of the metrics; one that was cut short ends them."""
        path = self.folder / "metrics.jsonl"
        if not path.exists():
            return
        for line in path.read_text("utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                return

    def forget_after(self, rounds: int) -> None:
        """Drop metrics of rounds that will be played again, after a run was killed."""
        kept = [facts for facts in self.metrics() if facts["round"] <= rounds]
        text = "".join(json.dumps(facts) + "\n" for facts in kept)
        (self.folder / "metrics.jsonl").write_text(text, "utf-8")


@contextmanager
def begin_run(folder: Path | None, plan: RunPlan) -> Iterator[Run]:
    """A new run, in an empty folder or in the next free one of the user's data folder."""
    if folder is None:
        folder = _next_folder(plan.preset)
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"expected an empty folder for the run, got {str(folder)!r}")
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        for name in ("models", "games"):
            (folder / name).mkdir()
        run = Run(folder, plan)
        run.change(plan)
        yield run


@contextmanager
def resume_run(folder: Path) -> Iterator[Run]:
    """The run in a folder."""
    run = open_run(folder)
    with _locked(folder):
        yield run


def open_run(folder: Path) -> Run:
    """The run in a folder, to look at."""
    try:
        plan = RunPlan.from_dict(json.loads((folder / "run.json").read_text("utf-8")))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(f"expected the folder of a run, got {str(folder)!r} ({error})") from error
    return Run(folder, plan)


def find_run(name: str) -> Path:
    """The folder of a run: a path, or a name in the user's data folder."""
    path = Path(name)
    return path if path.is_dir() else runs_folder() / name


def _next_folder(preset: str) -> Path:
    number = 1
    while (runs_folder() / f"{preset}-{number}").exists():
        number += 1
    return runs_folder() / f"{preset}-{number}"


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with open(folder / "lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"another process is training in {str(folder)!r}") from None
        yield


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
