"""The batched environment."""
