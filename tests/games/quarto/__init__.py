"""Tests of Quarto."""
