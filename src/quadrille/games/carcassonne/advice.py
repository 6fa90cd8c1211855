"""What suits general agents in Carcassonne, where static evaluation says more than random games.

The page of the game has the measured results.
"""

AGENT_DEFAULTS = {
    # Given a number, simulations are cheap ones; nodes wait for children, as ordering those by
    # their static value costs much more than a simulation.
    "mcts": {"leaf": "evaluate", "widen": 0.5, "c": 0.1, "expand": 4},
    # Given a time, eight turns guided by the static evaluation use it best of what was tried.
    "mcts:time": {
        "leaf": "guided",
        "horizon": 24,
        "margin": 0.5,
        "epsilon": 0.05,
        "widen": 0.3,
        "expand": 1,
    },
}

# What people choose by name. A few simulations of the static evaluation play as well as hundreds
# of them here, so that other players make the steps: plain random games, the evaluation alone, and
# searches guided by it.
LEVELS = {
    "Beginner": "mcts:sims=30,formula=uct,leaf=rollout",
    "Club": "greedy",
    "Strong": "mcts:time=1",
}
