"""Commands to learn a game by: rules, lessons, and the bids of a hand."""
