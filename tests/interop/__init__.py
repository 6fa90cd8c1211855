"""Tests of our games in other frameworks."""
