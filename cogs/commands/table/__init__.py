"""Commands at a running table: the hand, the table, hints, the shuffle, and leaving."""
