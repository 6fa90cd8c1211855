"""What suits general agents in Pillars. The page of the game has the measured results."""

AGENT_DEFAULTS = {
    # Random games hardly ever come to an end; some actions on, the static evaluation tells.
    "mcts": {"leaf": "rollout", "horizon": 6, "c": 0.5},
}
