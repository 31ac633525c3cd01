# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""How a deal was played so far, and how well hands explain it."""

from __future__ import annotations

from array import array

from .position import Position

UNLIKE = 0.2
"""How likely a card is that the rule of thumb would not have played, against one that it would."""


class Course:
    """The `cards` played since `opening`, whose hands hold them; `takers` has for each the player
    who took its trick, or −1. What `viewer` played tells them nothing."""

    def __init__(
        self, opening: Position, cards: array[int], takers: array[int], viewer: int
    ) -> None:
        self.opening = opening
        self.cards = cards
        self.takers = takers
        self.viewer = viewer
        self.replay = Position(opening.rules)

    def explained(self, now: Position) -> float:
        """How well the hands of `now` explain what was played: 1 if all of it is as expected."""
        replay = self.replay
        replay.copy(self.opening)
        replay.careful = 1
        replay.aside = now.aside
        for seat in range(4):
            replay.hold(seat, now.hand[seat] | replay.hand[seat])
        found = 1.0
        for at in range(len(self.cards)):
            card = self.cards[at]
            if replay.seat != self.viewer:
                legal = replay.legal()
                if legal & (legal - 1):
                    alike = replay.apart(card | replay.choose(legal))
                    if alike & (alike - 1):
                        found = found * UNLIKE
            replay.given = self.takers[at]
            replay.play(card)
        return found
