"""Deals that one person plays in private, with computers that play the same for everybody."""
