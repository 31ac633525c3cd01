"""Deals, the matches that they make up, and their records."""
