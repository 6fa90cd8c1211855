"""Tests that go over all games."""
