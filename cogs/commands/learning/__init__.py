"""Ways to learn a game: rules, lessons, and what a hand can bid."""
