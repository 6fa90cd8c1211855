"""Among draws, the search takes the one that a careless opponent is likeliest to spoil."""

import threading
from typing import Any

import quadrille
from quadrille import Rng
from quadrille.core.agents.agent import Limits
from quadrille.games.quarto import solver
from quadrille.games.quarto.solver.solving import new_solver
from quadrille.search.samples import Samples, SelfPlay
from quadrille.search.solving import solve

GAME = quadrille.game("quarto")
PLACED = 9


def drawn_positions(count: int) -> list[tuple[Any, dict[Any, float]]]:
    """Drawn positions with what a careless opponent makes of each drawing move, 0 to 1."""
    found: list[tuple[Any, dict[Any, float]]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        state = solver.random_position(GAME, PLACED, Rng(seed))
        values = solve(state, all_moves=True).values
        draws = [move for move, value in values.items() if value == 0]
        if max(values.values()) > 0 or len(draws) < 3:
            continue
        ranked = new_solver(state, Limits(), 4).rank_traps(state, draws, Rng(seed), 50_000)
        gains = {move: gain for move, gain, _ in ranked}
        if max(gains.values()) > min(gains.values()) + 0.2:
            found.append((state, gains))
    return found


def gained(spec: str, positions: list[tuple[Any, dict[Any, float]]]) -> float:
    """What an agent's choices gain on average; all of them must keep the draw."""
    total = 0.0
    for state, gains in positions:
        decision = quadrille.agent(spec).open(GAME, 0, Rng(1)).choose(state, Limits())
        assert decision.move in gains, f"{decision.move} loses a draw"
        total += gains[decision.move]
    return total / len(positions)


def test_draws_that_set_traps_are_preferred() -> None:
    positions = drawn_positions(12)
    best = sum(max(gains.values()) for _, gains in positions) / len(positions)
    even = sum(sum(gains.values()) / len(gains) for _, gains in positions) / len(positions)
    well_chosen = even + (best - even) / 3
    careful = gained("mcts:sims=2000", positions)
    assert careful > well_chosen
    assert gained("mcts:sims=2000,traps=false", positions) < careful
    for root in ("formula", "halving"):
        assert gained(f"model:quarto,sims=2000,root={root}", positions) > well_chosen


def test_choosing_among_draws_ends_with_the_time_or_when_asked() -> None:
    """It has a billion samples to take: without the clock or the request it would not come back."""
    state, gains = drawn_positions(1)[0]
    timed = quadrille.agent(f"mcts:sims={10**9},time=0.1").open(GAME, 0, Rng(1))
    assert timed.choose(state, Limits()).move in gains
    limits = Limits()
    asked = threading.Timer(0.1, limits.stop.set)
    asked.start()
    endless = quadrille.agent(f"mcts:sims={10**9}").open(GAME, 0, Rng(1))
    assert endless.choose(state, limits).move in gains
    asked.join()


def test_the_policy_of_a_drawn_position_prefers_traps() -> None:
    samples = Samples(GAME, 10_000)
    samples.selfplay(None, SelfPlay(sims=400, exact=400, temperature_plies=0), 10, seed=2)
    best = even = 0.0
    for index in range(len(samples)):
        sample, policy, values = samples[index]
        state: Any = sample
        if not 4 <= len(state.remaining()) <= 6 or values != [0, 0] or max(policy.values()) == 1:
            continue
        draws = [move for move, chance in policy.items() if chance > 0]
        ranked = new_solver(state, Limits(), 4).rank_traps(state, draws, Rng(1), 50_000)
        best += sum(policy[move] * gain for move, gain, _ in ranked)
        even += sum(gain for _, gain, _ in ranked) / len(draws)
    assert best > even > 0
