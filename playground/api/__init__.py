"""REST v10: what a bot may ask for, and what it is answered."""
