"""Cards, words and refusals: what every referee of this folder needs.

Part of the independent checker: written from the printed rules and the record format, it shares
no line with the program under test.
"""

import re
from collections.abc import Sequence

SUITS = "SHDC"
RANKS = "23456789TJQKA"
FULL_DECK = frozenset(suit + rank for suit in SUITS for rank in RANKS)


class Wrong(Exception):
    """A line that the rules or the format do not allow; the message says what is wrong."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise Wrong(message)


def one(args: Sequence[str], what: str) -> str:
    require(len(args) == 1, f"exactly one {what} expected")
    return args[0]


def whole(text: str) -> int:
    require(re.fullmatch(r"-?\d+", text), f"{text!r} is no whole number")
    return int(text)


def pairs(args: Sequence[str]) -> dict[str, str]:
    split = [arg.split("=", 1) for arg in args]
    require(all(len(pair) == 2 for pair in split), "NAME=VALUE expected")
    require(len({pair[0] for pair in split}) == len(split), "a name stands twice")
    return {pair[0]: pair[1] for pair in split}


def a_suit(args: Sequence[str]) -> str:
    suit = one(args, "suit")
    require(suit in tuple(SUITS), f"{suit!r} is no suit")
    return suit


def a_card_of(hand: set[str], who: int, args: Sequence[str]) -> str:
    card = one(args, "card")
    require(card in hand, f"player {who} does not hold {card}")
    return card
