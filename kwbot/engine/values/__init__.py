"""The basic values: cards, actions, choices, names, words."""
