"""Running games: one table each, its timers, votes and fair shuffle."""
