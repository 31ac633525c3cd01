"""Computer players at the tables: when they decide, on what budget, in which process."""
