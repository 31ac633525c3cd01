"""Lessons: deals as data that teach a game, and one person's play of them."""
