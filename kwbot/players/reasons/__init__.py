"""Reasons for advising a card or a bid."""
