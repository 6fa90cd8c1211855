"""Tests of Pillars."""
