"""Computer players at the tables: their turns, budget and processes."""
