"""The metrics of a run for TensorBoard, where that is installed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROUND = ("policy_loss", "value_loss", "games", "positions", "steps", "seconds")


class Scalars:
    """Writes lines of metrics as scalars over the rounds; does nothing without TensorBoard."""

    def __init__(self, writer: Any = None) -> None:
        self._writer = writer

    def write(self, facts: Mapping[str, Any]) -> None:
        """Add a line of the metrics."""
        if self._writer is None:
            return
        step = facts["round"]
        if facts["kind"] == "round":
            for name in ROUND:
                self._writer.add_scalar(f"training/{name}", facts[name], step)
        for opponent, match in facts.get("matches", {}).items():
            share = match["points"] / match["games"]
            self._writer.add_scalar(f"points against {opponent}", share, step)
            if match["elo"] is not None:
                self._writer.add_scalar(f"Elo against {opponent}", match["elo"], step)


@contextmanager
def scalars_in(folder: Path, rounds: int) -> Iterator[Scalars]:
    """Scalars in a folder; what was written after some rounds, by a run that was killed, goes."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        yield Scalars()
        return
    writer: Any = SummaryWriter(str(folder), purge_step=rounds + 1)
    try:
        yield Scalars(writer)
    finally:
        writer.close()
