"""Conflicts of a reason with other cards that are about as good; with one it is not given."""

from kwbot.engine.values.cards import Card

from .outlook import Outlook


def against_none(outlook: Outlook, card: Card, equal: Card) -> bool:
    return False


def against_all(outlook: Outlook, card: Card, equal: Card) -> bool:
    return True


def against_leaving(outlook: Outlook, card: Card, equal: Card) -> bool:
    """Whether `equal` leaves the trick to others, while the reason says that `card` takes it."""
    return not outlook.takes(equal)


def against_taking(outlook: Outlook, card: Card, equal: Card) -> bool:
    """Whether `equal` takes the trick, while the reason says that `card` leaves it to others."""
    return outlook.takes(equal)


def against_its_suit(outlook: Outlook, card: Card, equal: Card) -> bool:
    """Whether `equal` is of the suit of which the reason wants the highest or lowest card."""
    return outlook.suit(equal) == outlook.suit(card)


def against_other_suits(outlook: Outlook, card: Card, equal: Card) -> bool:
    return outlook.suit(equal) != outlook.suit(card)


def against_plain_suits(outlook: Outlook, card: Card, equal: Card) -> bool:
    """Whether `equal` is not a trump, while the reason is to trump."""
    return not outlook.is_trump(equal)
