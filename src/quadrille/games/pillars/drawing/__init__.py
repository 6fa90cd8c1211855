"""Pillars as SVG and as text."""
