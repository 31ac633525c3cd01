"""Commands for learning a game: rules, lessons, and the bids of a hand."""
