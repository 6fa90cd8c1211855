"""Tests of matches, ratings and contests."""
