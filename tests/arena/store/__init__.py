"""Tests of stored series and games."""
