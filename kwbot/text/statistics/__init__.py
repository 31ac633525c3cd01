"""Texts about many games: leaderboards, seasons, ratings, careers, lists of games."""
