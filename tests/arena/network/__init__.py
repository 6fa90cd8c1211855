"""Tests of contests between connected programs."""
