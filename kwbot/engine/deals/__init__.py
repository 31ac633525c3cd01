"""Deals, the matches they make up, and their records."""
