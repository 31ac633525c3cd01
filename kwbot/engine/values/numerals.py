"""Numbers as records and options write them."""

MAX_DIGITS = 9
"""Digits. No score, seat or setting has more, and `int` gives up at some thousands."""


def is_number(word: str) -> bool:
    """Whether it is a whole number as records write it: in the digits 0 to 9 alone, as `int` does
    not insist, and without zeros in front."""
    return is_typed_number(word) and (word == "0" or not word.startswith("0"))


def is_typed_number(word: str) -> bool:
    """Whether it is a whole number as people type it: ``03``, too."""
    return word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS
