"""Examples for bids that can be made: a whole deal and its play, found by trying."""
