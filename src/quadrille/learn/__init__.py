"""Learning: networks trained by torch, which the native searches evaluate (docs/learning.md)."""
