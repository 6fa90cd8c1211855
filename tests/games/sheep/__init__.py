"""Tests of Sheep."""
