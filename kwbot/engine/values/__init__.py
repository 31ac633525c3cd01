"""The values that everything else is made of: cards, actions, choices, names, words."""
