"""Deals and games that are over: results, replays, reviews, and what is said of them."""
