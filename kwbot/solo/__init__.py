"""Deals that one person plays in private, against computers that play the same for everybody."""
