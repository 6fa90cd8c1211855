"""Any executable, in any language, as a player that reads and writes JSON Lines.

``program:./mybot --fast``, or with limits ``program[move=5,memory=500]:python3 mybot.py``; the
protocol is in docs/program.md.
"""

import shlex
import shutil
import sys
from dataclasses import dataclass
from typing import ClassVar

from quadrille.agents.program_session import ProgramLimits, ProgramSession
from quadrille.agents.search_agent import check_at_least
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Agent, Session, agent
from quadrille.core.game import Game, is_unicode

SEEDS = 2**31
"""Programs get a seed below this, which is a plain integer in every language."""


@agent("program")
@dataclass(frozen=True)
class Program(Agent):
    """A program of yours, in any language, that speaks JSON Lines (docs/program.md)."""

    rest_field: ClassVar[str] = "command"
    outside: ClassVar[bool] = True

    command: str
    """The program and its arguments, quoted as for a shell but run without one; a relative path
    starts at the folder where Quadrille runs."""
    start: float = 10.0
    """Seconds until it must be ready."""
    move: float = 60.0
    """Seconds for an answer, where there is no clock."""
    memory: int | None = None
    """Megabytes of address space that each of its processes may take; none for no limit."""
    cpu: int | None = None
    """Seconds of processor time that each of its processes may take in a game; none for no
    limit."""
    output: int = 1_000_000
    """Bytes that it may write in a turn."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "command", self.command.strip())
        if not self.command.isprintable() or not is_unicode(self.command):
            raise ValueError(f"expected a command on one line, got {self.command!r}")
        if not self.words() or not self.words()[0]:
            raise ValueError(f"expected a command such as './mybot --fast', got {self.command!r}")
        check_at_least(self, start=0, move=0, memory=1, cpu=1, output=1)

    def words(self) -> list[str]:
        """The program and its arguments."""
        try:
            return shlex.split(self.command)
        except ValueError as error:
            raise ValueError(f"expected a command, got {self.command!r}: {error}") from None

    def unfit(self, game: Game) -> str:
        """It must be there."""
        if sys.platform != "linux":
            return "programs are run on Linux only"
        place = self.words()[0]
        if shutil.which(place) is None:
            return f"there is no executable file {place!r}"
        return super().unfit(game)

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """Start the program for one game; one that is not ready in time fails at its first turn."""
        bounds = ProgramLimits(self.start, self.move, self.memory, self.cpu, self.output)
        return ProgramSession(self.words(), bounds, game, seat, rng.below(SEEDS))
