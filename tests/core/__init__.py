"""Tests of what every game and every room stands on."""
