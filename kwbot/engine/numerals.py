"""Numbers as records and options write them."""

from __future__ import annotations

LONGEST = 9
"""Digits. No score, seat or setting has more, and `int` gives up at some thousands."""


def is_number(word: str) -> bool:
    """Whether it is a whole number in the digits 0 to 9 alone, as `int` does not insist."""
    return word.isascii() and word.isdigit() and len(word) <= LONGEST
