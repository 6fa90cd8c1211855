"""Sheep as SVG and as text."""
