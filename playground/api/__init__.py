"""REST v10: a bot's requests, and their answers."""
