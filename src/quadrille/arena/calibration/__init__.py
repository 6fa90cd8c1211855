"""Chances to win: what the values of a search are worth, learned from games that were played."""

from quadrille.arena.calibration.chances import (
    FILE,
    Calibration,
    chances_file,
    leads_of,
    read_chances,
)
from quadrille.arena.calibration.facts import facts_of, points_by_side
from quadrille.arena.calibration.fit import calibrate, held_out
from quadrille.arena.calibration.sample import SIMS, GamePosition, sample_games
from quadrille.arena.calibration.tenths import Tenth, lead_tenths, tenths

__all__ = [
    "FILE",
    "SIMS",
    "Calibration",
    "GamePosition",
    "Tenth",
    "calibrate",
    "chances_file",
    "facts_of",
    "held_out",
    "lead_tenths",
    "leads_of",
    "points_by_side",
    "read_chances",
    "sample_games",
    "tenths",
]
