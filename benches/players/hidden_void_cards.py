"""A card that may count as the lowest of the called suit, in a hand that nobody sees."""

from typing import NamedTuple

from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import View
from tests.independent.endings import Ending, bits

PRINTED = 0
"""In place of a card that counts as another: none does."""


class HiddenVoidCard(NamedTuple):
    """What everybody knows of the hand in which there may be such a card. Cards as in an Ending."""

    seat: Seat
    suit: int
    called: int
    """The cards of that suit. Where their holder had one, no other counts as such."""
    has_shown: bool
    """Whether they have played one of these."""
    lacked: int
    """The cards of the suits that they did not follow."""

    @classmethod
    def of(cls, seen: View, known: Ending) -> "HiddenVoidCard | None":
        """Return what the viewer knows of it; None where there is none to them."""
        if known.secret is None:
            return None
        seat, suit = known.secret
        courses = [*(trick.plays for trick in seen.tricks), seen.plays]
        called = known.suits[suit]
        has_shown = any(
            who == seat and card.bit & called for plays in courses for who, card in plays
        )
        lacked = sum(cards for at, cards in enumerate(known.suits) if known.lacks >> at & 1)
        return cls(seat, suit, called, has_shown, lacked)

    def ways(self, hand: int) -> list[int]:
        """Return which of these cards may count as one of the called suit, or PRINTED where all may
        be what is printed on them. Without any the hand does not fit what was seen."""
        found = [] if hand & self.lacked else [PRINTED]
        if self.has_shown or hand & self.called:
            return found
        return found + [card for card in bits(hand) if not hand & ~card & self.lacked]
