"""A player's own panel: their cards, the controls of each decision, what others do."""
