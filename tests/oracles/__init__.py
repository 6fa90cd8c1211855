"""Slow, obvious rule oracles, written from the rules text alone."""
