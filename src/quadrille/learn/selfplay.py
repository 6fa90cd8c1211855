"""Where the games of self-play are played: in this process, in others, or on a Ray cluster.

All give the same games. With a small network a game depends on its number alone. With a large one
it may also depend, in the last bits of what the network says, on the games that share its batches:
so these are always the same ones, ``together`` of them, whoever plays them.

Workers need no torch: they read the network from the bytes of a model file.
"""

import time
from dataclasses import dataclass, field
from functools import lru_cache

from quadrille.arena.pools import TaskPool, check_place, check_reachable, open_pool
from quadrille.core.game import Game
from quadrille.search.model_file import ModelFile, parse_model
from quadrille.search.samples import Samples, SelfPlay

TASKS = 32
"""Parts of a round for workers, enough that all of these end at about the same time."""


@dataclass(frozen=True)
class SelfPlayTask:
    """Some games of self-play."""

    first: int
    """The number of the first one, from 0."""
    games: int
    model: bytes = field(repr=False)
    """The file of the network that plays."""

    @property
    def index(self) -> int:
        """No other task of the run has it."""
        return self.first

    @property
    def label(self) -> str:
        """What messages call it; people count from 1."""
        return f"games {self.first + 1} to {self.first + self.games} of self-play"


@dataclass(frozen=True)
class PlayedTask:
    """What came of a task."""

    index: int
    samples: bytes = field(repr=False)
    seconds: float
    """CPU seconds that it took."""


@dataclass(frozen=True)
class SelfPlayJob:
    """What all games of self-play in a run have in common; it can be sent to another process."""

    game: Game
    settings: SelfPlay
    seed: int
    threads: int

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes that whoever plays must be able to import."""
        return (self.game.state_type,)

    def add(self, task: SelfPlayTask, samples: Samples) -> None:
        """Play the games of a task and add their positions."""
        samples.selfplay(
            _model(task.model).network,
            self.settings,
            task.games,
            seed=self.seed,
            first=task.first,
            threads=self.threads,
        )

    def play(self, task: SelfPlayTask) -> PlayedTask:
        """Play the games of a task."""
        start = time.process_time()
        samples = Samples(self.game, task.games * self.game.new().max_plies())
        self.add(task, samples)
        return PlayedTask(task.index, samples.to_bytes(), time.process_time() - start)


@lru_cache(maxsize=1)
def _model(data: bytes) -> ModelFile:
    """The network of a round, which is read once."""
    return parse_model(data)


class SelfPlayers:
    """Play the games of a run, round by round."""

    def __init__(self, job: SelfPlayJob, workers: int = 1, on: str = "here") -> None:
        """``workers`` and ``on`` are as for ``arena.Series.play``; nothing is started yet.

        ValueError or ConnectionError if there is no such place.
        """
        check_place(workers, on)
        check_reachable(on)
        self._job = job
        self._workers = workers
        self._on = on
        self._pool: TaskPool | None = None

    def play(self, model: bytes, first: int, games: int, samples: Samples) -> float:
        """Play a round and add its positions, in the order of the games.

        Returns the CPU seconds of other processes.
        """
        size = games
        if _model(model).is_large:
            size = self._job.settings.together
        elif not self._is_here:
            size = -(-games // TASKS)
        tasks = [
            SelfPlayTask(start, min(size, first + games - start), model)
            for start in range(first, first + games, size)
        ]
        if self._is_here:
            for task in tasks:
                self._job.add(task, samples)
            return 0.0
        return self._play_elsewhere(tasks, samples)

    @property
    def _is_here(self) -> bool:
        return self._workers == 1 and self._on == "here"

    def _play_elsewhere(self, tasks: list[SelfPlayTask], samples: Samples) -> float:
        if self._pool is None:
            self._pool = open_pool(self._job, self._workers, self._on)
        found: list[PlayedTask] = list(self._pool.play(tasks))
        played = sorted(found, key=lambda each: each.index)
        for each in played:
            samples.extend(each.samples)
        return sum(each.seconds for each in played)

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None
