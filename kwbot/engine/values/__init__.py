"""What everything speaks of: cards, actions, choices, names, words."""
