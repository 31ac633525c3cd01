"""Running tables: the hand, its table, hints, the shuffle, and how one leaves."""
