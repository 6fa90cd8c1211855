"""Reports: what came of series, as one HTML file."""

from quadrille.arena.report.data import Report, Section, Summary
from quadrille.arena.report.gathering import gather, summaries
from quadrille.arena.report.page import render

__all__ = ["Report", "Section", "Summary", "gather", "render", "summaries"]
