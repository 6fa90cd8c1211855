"""Carcassonne as SVG and as text."""
