"""Write golden files: every public value along a game of every game and option set, and searches.

`make golden` writes them to tests/data/GAME/; a test compares fresh ones with the stored ones, for
the native and for the portable build. Review the difference in the commit that changes it.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import quadrille
from quadrille.search.native import make_search

DATA = Path(__file__).parent.parent / "tests" / "data"
SEED = 20

SEARCHES = (
    "greedy",
    "oneply",
    "mcts:sims=500,formula=uct,leaf=rollout,settle=false",
    "mcts:sims=200,formula=puct,leaf=guided,settle=false",
    "mcts:sims=500,formula=history,leaf=rollout,settle=false",
    "mcts:sims=200,leaf=evaluate,widen=1,settle=false",
    "mcts:sims=200,leaf=rollout,horizon=4,mix=0.5,fpu=0.1,settle=false",
    "mcts:sims=200,leaf=rollout,threads=2,parallel=root,settle=false",
    "alphabeta:depth=4",
    "expectimax:depth=3",
    "maxn:depth=2",
    "paranoid:depth=3",
    "teams:depth=3",
    "hybrid:depth=1,sims=20",
)
"""Agents whose decisions are kept; those that cannot play a game are left out."""
PLIES = 8
"""How many random moves lead to the position that is searched."""
LONG = 60
"""Of games that can have more moves only some positions are described: see EVERY."""
EVERY = 40
"""Besides the first three, every so many-th and the last."""


def variants(name: str) -> Iterator[dict[str, Any]]:
    """The bool options that are not at their default: every combination; of many, none and all."""
    flags = [field for field in quadrille.game(name).option_fields if field.kind == "bool"]
    for chosen in product([False, True], repeat=len(flags)):
        if len(flags) <= 2 or len(set(chosen)) == 1:
            yield {
                field.name: not field.default
                for field, flip in zip(flags, chosen, strict=True)
                if flip
            }


def describe(state: Any) -> Iterator[str]:
    """Every public value of a state, a line each."""
    yield f"text: {state.text()}"
    yield f"player: {state.player()}"
    yield f"hash: {state.hash():016x}"
    if "canonical_key" not in state.lacks():
        yield f"canonical_key: {state.canonical_key():016x}"
    yield f"scores: {state.scores()}"
    if state.is_over():
        yield f"outcome: {state.outcome()}"
    yield f"legal_moves: {' '.join(str(move) for move in state.legal_moves())}"
    for move, weight in state.chance_moves():
        yield f"chance: {move} weight {weight}"
    for player in range(state.num_players()):
        for encoding in state.encodings():
            tensor = state.encode(encoding.name, player)
            yield (
                f"encode {encoding.name} v{encoding.version} player {player}: sum "
                f"{float(tensor.sum(dtype='float64')):.6f} crc {crc32(tensor.tobytes()):08x}"
            )
    for side, row in enumerate(state.features()):
        pairs = zip(state.feature_names(), row, strict=True)
        yield f"features of side {side}: {' '.join(f'{key}={value:g}' for key, value in pairs)}"
    yield f"evaluate: {state.evaluate()}"
    yield "board:"
    yield from (f"  {line}".rstrip() for line in state.board().splitlines())


def playthrough(name: str, options: dict[str, Any]) -> str:
    """A random game, with everything about every position, or of a long game about some."""
    game = quadrille.game(name, **options)
    state = game.new(seed=SEED)
    rng = quadrille.Rng(SEED)
    lines = [f"game: {name}", f"options: {game.options}", f"seed: {SEED}", "", *describe(state)]
    ply = 0
    while not state.is_over():
        if state.player() == quadrille.CHANCE:
            lines += ["", f"chance plays: {state.play_chance()}"]
        else:
            move = state.random_move(rng)
            state.play(move)
            lines += ["", f"move: {move}"]
        ply += 1
        if state.max_plies() <= LONG or ply < 4 or ply % EVERY == 0 or state.is_over():
            lines += describe(state)
    return "\n".join(lines) + "\n"


def searches(name: str) -> str:
    """What every search decides in one position, and the first levels of a Monte-Carlo tree."""
    game = quadrille.game(name)
    state = game.new(seed=SEED)
    rng = quadrille.Rng(SEED)
    for _ in range(PLIES):
        state.play(state.random_move(rng))
    while state.player() == quadrille.CHANCE:
        state.play_chance()
    lines = [f"game: {name}", f"position: {state.text()}"]
    for spec in SEARCHES:
        agent = quadrille.agent(spec, game)
        if agent.unfit(game):
            continue
        session = agent.open(game, state.player(), quadrille.Rng(SEED))
        decision = session.choose(state.view(state.player()), quadrille.Limits())
        lines += ["", f"agent: {spec}", *describe_decision(decision)]
    tree = make_search("Mcts", game.state_type, {"sims": 500, "settle": False})
    tree.search(state, quadrille.Rng(SEED))
    lines += ["", "tree of 500 simulations: move, visits, sum of values", tree.tree_text(2, 3)]
    return "\n".join(lines)


def describe_decision(decision: quadrille.Decision) -> Iterator[str]:
    """Everything of a decision but its time, numbers to the last bit."""
    yield f"move: {decision.move} value: {decision.value} exact: {decision.exact}"
    yield f"nodes: {decision.nodes} depth: {decision.depth}"
    yield f"pv: {' '.join(str(move) for move in decision.pv)}"
    for one in decision.moves:
        yield f"  {one.move} visits {one.visits} value {one.value} prior {one.prior} {one.exact}"


def goldens() -> Iterator[tuple[Path, Callable[[], str]]]:
    """Where each file is stored, and what gives what it should say."""
    for name in quadrille.game_names():
        for options in variants(name):
            chosen = "-".join(options) or "default"
            yield DATA / name / f"playthrough-{chosen}.txt", partial(playthrough, name, options)
        yield DATA / name / "searches.txt", partial(searches, name)


def main() -> int:
    """Write the files, or with --check compare and name those that differ."""
    different = 0
    for path, fresh in goldens():
        text = fresh()
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text() != text:
                print(f"differs: {path.relative_to(DATA)}")
                different += 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            print(path.relative_to(DATA.parent.parent))
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
