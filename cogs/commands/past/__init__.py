"""Commands for past games: to look at them, play them again, prove them, and see statistics."""
