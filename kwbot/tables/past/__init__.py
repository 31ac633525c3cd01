"""Finished deals and games: results, replays, reviews, remarks and streaks."""
