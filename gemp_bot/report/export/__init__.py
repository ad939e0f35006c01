"""Recorded games as tables."""
