"""Games between agents."""
