"""Tests of agents, programs in other languages among them."""
