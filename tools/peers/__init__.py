"""Quadrille beside its neighbours: ``make bench-peers`` measures the same work in each of them.

`jobs` is what is measured, `job` runs one of them in a process of its own, `run` makes the
neighbours' environment and runs all of them in turn on one core, again and again. ``make docs``
makes the tables of docs/peers.md of what `run` has written.
"""
