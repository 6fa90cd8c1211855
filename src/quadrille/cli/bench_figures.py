"""The figures of ``quadrille bench all``: what is measured, under which name."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import quadrille
from quadrille.cli import bench_measure as measure
from quadrille.cli.bench_arena import fill
from quadrille.cli.common import find_decision, split_options

UNITS = {
    "rollouts": "games",
    "vec": "steps",
    "gymnasium": "steps",
    "search": "nodes",
    "solve": "solutions",
    "arena": "stored games",
}
"""What is counted per CPU second, by the command that measures it."""
ENVS = 1024
"""Games at once in the batched environment."""
STORED_GAMES = 200
"""Games that the arena plays, however long that takes: fewer would mostly show how it starts."""

POSITIONS = {
    "middle game": (
        "H:-3,-3@90/C:-4,-2@0/N:-3,-2@180+0:city:s/F:-1,-2@0+1:city:e/B:1,-2@0/H:-3,-1@0+0:field:"
        "nnw/D:-2,-1@270/B:-1,-1@0+1:monastery/V:0,-1@270+0:road:e/U:1,-1@90/U:2,-1@90/D:3,-1@180"
        "/V:-2,0@0+0:road:s/A:-1,0@270/D:0,0@0/U:1,0@90+1:road:e/U:2,0@90/U:3,0@90/K:4,0@0/Q:-3,1"
        "@270+1:city:n/V:-2,1@180/W:-1,1@180+0:road:e/P:0,1@180+0:city:e/E:2,1@90/R:3,1@0/L:-2,2@"
        "270/K:0,2@0+1:field:ene/J:1,2@0/W:2,2@180/L:3,2@180+1:city:s/F:0,3@90+0:city:n/E:1,3@180"
        "/J:2,3@0+1:field:ene/R:0,4@270/E:1,4@0/O:0,5@270 "
        "1A,2B,1D,2E,1G,1H,2I,1J,1K,1L,2M,2N,1O,2P,1R,2S,1T,3U,6V,2W,1X 4+0+9+0,4+3+0+0 "
        "0:meeple:2,2"
    ),
    "7 placed": "tlSh..TlSH/.TlShtLshtlSH/...TLsh/..tLSH. tlsh",
    "20 discs": "......./.o...../.x.o.../.x.xo.x/.oxxooo/xoxxoox",
}
"""Positions that figures start from, by what a figure calls them."""


@dataclass(frozen=True)
class Figure:
    """One speed: a command of ``quadrille bench`` and what it is given."""

    command: str
    game: str
    options: str = ""
    """Of the game, separated by spaces."""
    subject: str = ""
    """An agent's spec, or the encoding of a batched environment; of Gymnasium's, the opponent."""
    position: str = ""
    """Its name among POSITIONS; empty for the first one."""

    @property
    def name(self) -> str:
        """What the command is given, in one line."""
        words = [self.command, self.game, self.subject, *(f"-o {o}" for o in self.options.split())]
        return " ".join(filter(None, words)) + (f" ({self.position})" if self.position else "")

    @property
    def unit(self) -> str:
        """What is counted per CPU second."""
        return UNITS[self.command]

    def measure(self, seconds: float, seed: int = 0) -> float:
        """The speed per CPU second, measured for about the given seconds."""
        rules = quadrille.game(self.game, **split_options(self.options.split()))
        if self.command == "arena":
            with TemporaryDirectory() as folder:
                fill(rules, 1, seed, 1, Path(folder, "warm-up.db"))
                spent = fill(rules, STORED_GAMES, seed, 1, Path(folder, "bench.db"))
            return STORED_GAMES / spent
        if self.command == "rollouts":
            work = measure.count_rollouts(measure.rollout_player(rules), seed, seconds)
            return work.rounds / work.seconds
        if self.command == "vec":
            env = quadrille.VecEnv(
                rules, ENVS, seed=seed, encoding=self.subject or None, reuse=True
            )
            work = measure.count_steps(env, seconds)
            return work.steps / work.seconds
        if self.command == "gymnasium":
            vector = measure.vector_env(rules, ENVS, self.subject or "random", None, seed)
            work = measure.count_steps(vector, seconds)
            return work.steps / work.seconds
        state = find_decision(rules, POSITIONS[self.position] if self.position else None, seed)
        if self.command == "solve":
            work = measure.count_solutions(state, seconds)
            return work.rounds / work.seconds
        player = measure.find_searcher(self.subject, rules)
        work = measure.count_nodes(rules, state, player, seed, seconds)
        return work.steps / work.seconds


PLAIN_UCT = "mcts:sims=20000,formula=uct,leaf=rollout,widen=0,expand=1,horizon=0"

CHOSEN = (
    Figure("rollouts", "quarto", "squares=true"),
    Figure("rollouts", "carcassonne", "farmers=false"),
    Figure("rollouts", "carcassonne", "players=5"),
    Figure("rollouts", "carcassonne", "river=true inns=true abbot=true"),
    Figure("rollouts", "pillars", "build=adjacent"),
    Figure("rollouts", "sheep", "game=2"),
    Figure("rollouts", "sheep", "game=3"),
    Figure("rollouts", "sheep", "game=4"),
    Figure("vec", "connect_four"),
    Figure("vec", "quarto", subject="relational"),
    Figure("gymnasium", "connect_four"),
    Figure("gymnasium", "quarto"),
    Figure("search", "quarto", subject="mcts:sims=10000"),
    Figure("search", "connect_four", subject="mcts:sims=10000"),
    Figure("search", "connect_four", subject="mcts:sims=100000,threads=2,parallel=tree"),
    Figure("search", "connect_four", subject="alphabeta:depth=10"),
    Figure("search", "carcassonne", subject="mcts:sims=20000", position="middle game"),
    Figure("search", "carcassonne", subject=PLAIN_UCT, position="middle game"),
    Figure("search", "pillars", subject="mcts:sims=10000"),
    Figure("search", "sheep", subject="mcts:sims=20000"),
    Figure("search", "sheep", "game=3", subject="mcts:sims=20000"),
    Figure("solve", "quarto", position="7 placed"),
    Figure("solve", "connect_four", position="20 discs"),
    Figure("arena", "quarto"),
)
"""Beside random games of every game with its default options."""


def figures() -> Iterator[Figure]:
    """All figures of the games that are installed here."""
    names = quadrille.game_names()
    for name in names:
        yield Figure("rollouts", name)
    for figure in CHOSEN:
        if figure.game in names and (figure.command != "gymnasium" or find_spec("gymnasium")):
            yield figure
