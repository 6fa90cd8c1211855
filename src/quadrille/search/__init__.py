"""Searches: C++ templates over any game's state, and the way to them from Python."""
