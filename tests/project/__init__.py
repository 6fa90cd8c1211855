"""Tests of the project itself: build, layers, pages, packaging."""
