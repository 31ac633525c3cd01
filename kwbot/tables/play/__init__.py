"""A table in play: one press, one transaction, and what it starts."""
