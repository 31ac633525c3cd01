# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""A moment in the play of a deal, with all hands known."""

from __future__ import annotations

from .rules import Rules

NOBODY, NO_SUIT = -1, 5
"""As in rules; a compiled module keeps its constants to itself."""
PLACES, SUIT, JOKERS = 14, 0x3FFF, 0b111 << 56
"""As in position."""


class Moment:
    """`state` is a row of the rules' tables. `led`, `best` and `holder` are of the trick under way:
    the suit led, the best card, who played that. If that trick is given away, `given` says to whom;
    else to whom it is best. Bit ``4 * seat + suit`` of `out` says that somebody showed to be out of
    a suit. `shown` cards of a hand lie open, those `aside` are in no hand. `careful` players go by
    what they know, others by what all hold; the `able` ones of them (a bit each) think of later
    tricks.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hand = [0] * 4
        self.taken = [0] * 4
        self.leader = 0
        self.seat = 0
        self.played = 0
        self.led = NO_SUIT
        self.trumps = NO_SUIT
        self.best = 0
        self.best_suit = NO_SUIT
        self.holder = 0
        self.trick = 0
        self.state = 0
        self.trumps_shown = 0
        self.plague_shown = 0
        self.first = 1
        self.given = NOBODY
        self.out = 0
        self.shown = [0] * 4
        self.aside = 0
        self.careful = 0
        self.able = 0

    def copy(self, other: Moment) -> None:
        """Become the same as `other`."""
        for seat in range(4):
            self.hand[seat] = other.hand[seat]
            self.taken[seat] = other.taken[seat]
            self.shown[seat] = other.shown[seat]
        self.rules = other.rules
        self.leader = other.leader
        self.seat = other.seat
        self.played = other.played
        self.led = other.led
        self.trumps = other.trumps
        self.best = other.best
        self.best_suit = other.best_suit
        self.holder = other.holder
        self.trick = other.trick
        self.state = other.state
        self.trumps_shown = other.trumps_shown
        self.plague_shown = other.plague_shown
        self.first = other.first
        self.given = other.given
        self.out = other.out
        self.aside = other.aside
        self.careful = other.careful
        self.able = other.able

    def hold(self, seat: int, cards: int) -> None:
        """`seat` has these cards in hand."""
        self.hand[seat] = cards

    def take(self, seat: int, cards: int) -> None:
        """`seat` has these cards among those taken."""
        self.taken[seat] = self.taken[seat] | cards

    def show(self, seat: int, cards: int) -> None:
        """Everybody knows that `seat` has these cards."""
        self.shown[seat] = cards

    def settled(self) -> int:
        """Whether, between two tricks, nothing can change any more; then `state` is the last."""
        if self.hand[self.seat] == 0:
            return 1
        final = self.rules.final[self.state]
        if final < 0 or self.rules.overloaded >= 0:
            return 0
        self.state = final
        return 1

    def apart(self, cards: int) -> int:
        """Without those of `cards` that do the same as the next higher one beside them."""
        others = self.trick
        for seat in range(4):
            if seat != self.seat:
                others = others | self.hand[seat]
        single = self.rules.awarded | self.rules.must_fall
        found = cards & JOKERS
        for suit in range(4):
            rest = cards & SUIT << PLACES * suit
            last = 0
            while rest:
                card = rest & -rest
                rest = rest ^ card
                if last == 0 or others & (card - 1) & ~(last - 1) or (card | last) & single:
                    found = found | card
                last = card
        return found
