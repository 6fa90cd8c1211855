"""What suits general agents in Sheep. The page of the game has the measured results."""

AGENT_DEFAULTS = {
    "mcts": {"c": 0.75},
}
