"""Diagnoses: what kinds of mistakes a player makes, held against exact values."""

from quadrille.arena.diagnosis.diagnose import Diagnosis, StageCount, diagnose
from quadrille.arena.diagnosis.picture import diagnosis_svg

__all__ = ["Diagnosis", "StageCount", "diagnose", "diagnosis_svg"]
