"""Lessons: deals to learn a game by, as data, and how one person plays them."""
