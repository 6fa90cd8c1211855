"""Agents: what a player is, what it decides, and how a spec names it."""
