"""The game contract and what everything else stands on."""
