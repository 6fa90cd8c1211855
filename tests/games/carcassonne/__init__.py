"""Tests of Carcassonne."""
