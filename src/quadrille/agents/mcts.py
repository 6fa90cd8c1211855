"""Monte-Carlo tree search, the general strong player."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from quadrille.agents.search_agent import EvaluatingAgent, check_at_least, check_halving
from quadrille.core.agents.agent import agent
from quadrille.core.agents.fields import Range
from quadrille.core.game import Game

SIMS = 1000
"""How many simulations a move gets if nothing else is said."""


@agent("mcts")
@dataclass(frozen=True)
class Mcts(EvaluatingAgent):
    """Monte-Carlo tree search: simulates many games and plays the move it tried most."""

    search = "Mcts"
    fallbacks: ClassVar[dict[str, Any]] = {
        "c": 1.0,
        "formula": "uct",
        "bias": 1.0,
        "leaf": "rollout",
        "epsilon": 0.1,
        "horizon": 0,
        "margin": 0.0,
        "widen": 0.0,
        "prune": False,
        "expand": 1,
        "exact": 0,
    }

    sims: Annotated[int | None, Range(50, 2000, log=True)] = None
    """Simulations for a move; none for 1000, or for no limit if a time is given."""
    time: float | None = None
    """Seconds for a move; none for no limit."""
    c: Annotated[float | None, Range(0.1, 4, log=True)] = None
    """How much to explore, for values from -1 to 1; none for the game's own choice, or 1."""
    formula: Literal["uct", "puct", "history"] | None = None
    """How a move is chosen in the tree, puct with priors from the static evaluation, history with
    what the same move has done in other simulations (where facts are hidden, as uct); none for the
    game's own choice, or uct."""
    root: Literal["formula", "halving"] = "formula"
    """How simulations are shared among the first moves: by the formula, or by halving those that
    are still considered again and again (Danihelka et al. 2022), which is better where there are
    few simulations (puct)."""
    considered: Annotated[int, Range(2, 64, log=True)] = 16
    """How many moves are considered at first (halving)."""
    bias: Annotated[float | None, Range(0, 8)] = None
    """How much a move's history counts before it is tried (history); none for the game's own
    choice, or 1."""
    leaf: Literal["rollout", "policy", "guided", "evaluate", "net"] | None = None
    """What judges a leaf: a random game, one of the game's own sensible random moves (where it has
    them), one guided by the static evaluation, that itself, or a network (``model``); none for the
    game's own choice, or rollout."""
    epsilon: Annotated[float | None, Range(0, 1)] = None
    """How often a guided game plays a random move; none for the game's own choice, or 0.1."""
    horizon: Annotated[int | None, Range(0, 40)] = None
    """After how many moves a rollout is cut short and evaluated, 0 to play it to its end; none for
    the game's own choice, or 0."""
    mix: Annotated[float, Range(0, 1)] = 0.0
    """The weight of the leaf's static evaluation, or the model's, beside its rollout: 0 to 1."""
    margin: Annotated[float | None, Range(0, 1)] = None
    """How far a guided or shortened rollout that reaches the end counts by the static evaluation
    there, thus by how much it is won, rather than by its outcome, from 0 to 1; none for the game's
    own choice, or 0."""
    fpu: Annotated[float | None, Range(0, 1)] = None
    """Moves not yet tried count as the mean of the others less this; none to try each one first
    (uct), or for 0 (puct, history)."""
    widen: Annotated[float | None, Range(0, 4)] = None
    """Looks at the best-evaluated 1 + widen * sqrt(visits) moves only, 0 for all of them (uct,
    puct); none for the game's own choice, or 0."""
    prune: bool | None = None
    """Whether to leave out moves that the game says hardly differ from others (uct, history); none
    for the game's own choice, or false."""
    expand: Annotated[int | None, Range(1, 20, log=True)] = None
    """After how many visits a node gets children (uct); none for the game's own choice, or 1."""
    temperature: Annotated[float, Range(0.05, 2, log=True)] = 0.25
    """How evenly static evaluations are turned into priors."""
    threads: int = 1
    """How many threads search."""
    parallel: Literal["root", "tree"] = "root"
    """Whether threads have a tree each and add up (the same in every run), or share one, which
    looks further ahead but differs from run to run."""
    nodes: int | None = None
    """The most nodes a tree may have; when it is full the search goes on without growing."""
    memory: int = 256
    """The most megabytes that trees may take."""
    reuse: bool = True
    """Whether to keep the part of the tree that is still of use after a move."""
    settle: bool = True
    """Whether to stop when what is left cannot change the choice."""
    prove: bool = True
    """Whether proven wins, draws and losses are passed up the tree (two sides)."""
    traps: bool = True
    """Whether, where a draw is all that can be had, the rest of the search looks for the one that
    a careless opponent is likeliest to spoil (two sides)."""
    model: str | None = None
    """A trained network, by its name or file: with puct for the priors, with leaf=net for the
    values of leaves, with mix for a part of them."""
    look: bool = False
    """Whether every new node is looked through for a move that wins at once (puct, two sides)."""
    exact: Annotated[int | None, Range(0, 1000)] = None
    """Positions a visit that may be spent on finding exact values, where the game has them, 0 for
    none; none for the game's own choice, or 0."""

    def __post_init__(self) -> None:
        check_at_least(self, sims=1, time=0, c=0, epsilon=0, horizon=0, mix=0, fpu=0, widen=0)
        check_halving(self)
        check_at_least(self, margin=0, bias=0, expand=1, exact=0, threads=1, nodes=64, memory=1)
        if not 0 < self.temperature < float("inf"):
            raise ValueError(f"expected a temperature above 0, got {self.temperature!r}")
        for name in ("epsilon", "mix", "margin"):
            if (getattr(self, name) or 0) > 1:
                raise ValueError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")
        if self.leaf == "net" and self.model is None:
            raise ValueError("expected a model beside leaf=net")
        if self.threads > 256:
            raise ValueError(f"expected at most 256 threads, got {self.threads}")

    def settings(self, game: Game) -> dict[str, Any]:
        """The settings of the search for a game."""
        unbounded = 0 if self.time is not None else SIMS
        return {"sims": unbounded, **super().settings(game)}
