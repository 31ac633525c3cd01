"""Finished games: their list, and their deals replayed, reviewed, or played again."""
