"""Tests of the contract suite."""
