"""A trained network, alone or inside Monte-Carlo tree search."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from quadrille.agents.models import find_model, fitting_network, model_problem, shipped_models
from quadrille.agents.q_players import JointQPlayer, QPlayer
from quadrille.agents.search_agent import EvaluatingAgent, check_at_least, check_halving
from quadrille.core._core import Rng
from quadrille.core.agents.agent import Limits, Session, agent
from quadrille.core.agents.decision import Decision, MoveStats
from quadrille.core.agents.fields import Range
from quadrille.core.game import Game
from quadrille.core.state import State
from quadrille.search.leaves import with_rollouts

if TYPE_CHECKING:
    from quadrille.search.network import Network

SIMS = 200
"""How many simulations a move gets if nothing else is said."""


@agent("model")
@dataclass(frozen=True)
class Model(EvaluatingAgent):
    """A trained network: judges positions and moves, alone or inside tree search."""

    search = "Mcts"
    first_field = "name"
    fallbacks: ClassVar[dict[str, Any]] = {
        "c": 1.5,
        "fpu": 0.2,
        "exact": 0,
        "formula": "puct",
        "rollouts": 0.0,
        "prune": False,
        "root": "formula",
    }

    name: str = ""
    """The name of a model (``quadrille models``), or a path; empty for the newest own one that
    fits the game, else the shipped one."""
    sims: Annotated[int | None, Range(0, 800)] = None
    """Simulations for a move, 0 for the network alone; none for 200, or for no limit if a time is
    given."""
    time: float | None = None
    """Seconds for a move; none for no limit."""
    c: Annotated[float | None, Range(0.3, 6, log=True)] = None
    """How much to explore, for values from -1 to 1; none for the game's own choice, or 1.5."""
    fpu: Annotated[float | None, Range(0, 1)] = None
    """Moves not yet tried count as the mean of the others less this; none for the game's own
    choice, or 0.2."""
    formula: Literal["uct", "puct", "history"] | None = None
    """How a move is chosen in the tree: puct with the network's chances of moves, the others
    without them, as ``mcts`` does; none for the game's own choice, or puct."""
    rollouts: Annotated[float | None, Range(0, 1)] = None
    """The weight of a rollout, as the game's ``mcts`` plays them, beside the network's value of a
    leaf, from 0 to 1; none for the game's own choice, or 0."""
    prune: bool | None = None
    """Whether to leave out moves that the game says hardly differ from others (uct, history); none
    for the game's own choice, or false."""
    root: Literal["formula", "halving"] | None = None
    """How simulations are shared among the first moves: by the formula, or by halving those that
    are still considered again and again (Danihelka et al. 2022), which needs one thread; none for
    the game's own choice where that is possible, or formula."""
    considered: Annotated[int, Range(2, 64, log=True)] = 16
    """How many moves are considered at first (halving)."""
    look: bool = True
    """Whether every new position is looked through for a move that wins at once (two sides)."""
    exact: int | None = None
    """Positions a visit that may be spent on finding exact values, where the game has them, 0 for
    none; none for the game's own choice, or 0."""
    traps: bool = True
    """Whether, where a draw is all that can be had, the rest of the search looks for the one that
    a careless opponent is likeliest to spoil (two sides)."""
    threads: int = 1
    """How many threads search."""
    memory: int = 256
    """The most megabytes that trees may take."""
    reuse: bool = True
    """Whether to keep the part of the tree that is still of use after a move."""
    settle: bool = True
    """Whether to stop when what is left cannot change the choice."""

    def __post_init__(self) -> None:
        check_halving(self)
        check_at_least(self, sims=0, time=0, c=0, fpu=0, exact=0, threads=1, memory=1)
        if not 0 <= (self.rollouts or 0) <= 1:
            raise ValueError(f"expected rollouts from 0 to 1, got {self.rollouts!r}")
        if self.threads > 256:
            raise ValueError(f"expected at most 256 threads, got {self.threads}")
        if self.sims == 0 and self.time is not None:
            raise ValueError("expected sims=0 or a time, got both")

    @classmethod
    def choices(cls, game: Game) -> dict[str, tuple[str, ...]]:
        """The shipped models that play a game."""
        names = [one.name for one in shipped_models(game) if not one.file.unfit(game)]
        return {"name": ("", *names)}

    def unfit(self, game: Game) -> str:
        """Why the model cannot play a game."""
        if reason := model_problem(self.name, game) or super().unfit(game):
            return reason
        file = find_model(self.name, game).file
        if (self.sims or self.time) and file.policy == "joint values":
            return "its network chooses two moves at once, which no search can use: play it alone"
        if (self.sims or self.time) and file.control_of(game) is not None:
            return "its network chooses small actions, which no search can use: play it alone"
        return ""

    def settings(self, game: Game) -> dict[str, Any]:
        """The settings of the search for a game."""
        chosen = super().settings(game)
        del chosen["name"]
        if self.root is None and (self.threads != 1 or chosen["formula"] != "puct"):
            chosen["root"] = "formula"
        unbounded = 0 if self.time is not None else SIMS
        leaf = with_rollouts(chosen.pop("rollouts"), game)
        return {"sims": unbounded, "network": fitting_network(self.name, game), **leaf, **chosen}

    def open(self, game: Game, seat: int, rng: Rng) -> Session:
        """A session: of a search, or of the network alone."""
        file = find_model(self.name, game).file
        if (found := file.control_of(game)) is not None:
            control, name = found
            settings = file.provenance.get("settings", {})
            session: Session = control.open(game, name, file.arrays, settings, rng)
            return session
        kind = file.policy
        if kind == "joint values":
            return JointQPlayer(fitting_network(self.name, game), game)
        if self.sims == 0:
            alone = QPlayer if kind == "values" else _NetworkAlone
            return alone(fitting_network(self.name, game))
        return super().open(game, seat, rng)


class _NetworkAlone(Session):
    """Plays the move that the network likes best."""

    def __init__(self, network: "Network") -> None:
        self._network = network

    def choose(self, view: State, limits: Limits) -> Decision:
        from quadrille.search.network import evaluate  # late: it loads numpy

        values, priors = evaluate(self._network, view)
        best = max(priors, key=priors.__getitem__)
        moves = [MoveStats(move, prior=prior) for move, prior in priors.items()]
        moves.sort(key=lambda stats: -(stats.prior or 0))
        return Decision(best, tuple(values), tuple(moves), (best,), nodes=1)
