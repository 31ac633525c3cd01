"""Numbers as records and options write them."""

MAX_DIGITS = 9
"""Most digits of a number. No score, seat or setting has more, and `int` refuses thousands."""


def is_number(word: str) -> bool:
    """Whether `word` is a whole number as records write it: only the digits 0 to 9, where `int`
    takes others, and without leading zeros."""
    return is_typed_number(word) and (word == "0" or not word.startswith("0"))


def is_typed_number(word: str) -> bool:
    """Whether `word` is a whole number as people may type it: also ``03``."""
    return word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS
