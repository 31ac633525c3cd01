"""Calls to Discord: their way, their limits, and another try."""
