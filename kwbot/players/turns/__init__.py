"""Turns of computer players by level: single, in batches, and in processes of their own."""
