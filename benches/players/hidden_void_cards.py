"""A card that may count as the lowest of the called suit, in a hidden hand."""

from typing import NamedTuple

from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import View
from tests.independent.endings import Ending, bits

PRINTED = 0
"""Instead of a card that counts as another: none does."""


class HiddenVoidCard(NamedTuple):
    """Public knowledge of the hand that may have such a card. Cards are as in an Ending."""

    seat: Seat
    suit: int
    called: int
    """The cards of that suit. If the holder had one, no other card counts as one."""
    has_shown: bool
    """Whether the holder has played one of these."""
    lacked: int
    """The cards of the suits that the holder did not follow."""

    @classmethod
    def of(cls, seen: View, known: Ending) -> "HiddenVoidCard | None":
        """Return what the viewer knows of such a hand, or None if there is none."""
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
        """Return the cards that may count as one of the called suit, with PRINTED if all may be as
        printed. If the list is empty, the hand does not fit what was seen."""
        found = [] if hand & self.lacked else [PRINTED]
        if self.has_shown or hand & self.called:
            return found
        return found + [card for card in bits(hand) if not hand & ~card & self.lacked]
