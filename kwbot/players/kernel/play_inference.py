# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""How a deal was played so far, and how well hands explain it."""

from __future__ import annotations

from array import array

from .policy import Policy
from .state import State

UNLIKE = 0.2
"""How likely a card is that the rule of thumb would not have played, against one that it would."""


class PlayInference:
    """The `cards` played since `opening`, whose hands hold them; `takers` has for each the player
    who took its trick, or −1. What `viewer` played tells them nothing.

    `moments` are those in which others played `played`; `later` has by moment and player what they
    have played since. `order` is that in which they are asked: one that hands did not explain comes
    earlier next time, so that hands that are no good are soon found out.
    """

    def __init__(self, opening: State, cards: array[int], takers: array[int], viewer: int) -> None:
        self.policy = Policy()
        self.moments: list[State] = []
        played, later = [], []
        now = State(opening.rules)
        now.copy(opening)
        for card, taker in zip(cards, takers, strict=True):
            if now.seat != viewer:
                moment = State(now.rules)
                moment.copy(now)
                self.moments.append(moment)
                played.append(card)
                later.extend(list(now.hand)[: now.rules.players])
            now.given = taker
            now.play(card)
        self.played = array("Q", played or [0])
        self.later = array("Q", later or [0])
        self.order = array("i", range(len(self.moments)) or [0])

    def explain(self, now: State, least: float = 0.0) -> float:
        """Return how well the hands of `now` explain it all, 1 if they do in all; what is not more
        than `least` may be still less."""
        found = 1.0
        players = now.rules.players
        for turn in range(len(self.moments)):
            at = self.order[turn]
            moment = self.moments[at]
            moment.aside = now.aside
            for seat in range(players):
                moment.hand[seat] = now.hand[seat] | self.later[players * at + seat]
            legal = moment.legal()
            if legal & (legal - 1):
                played, usual = self.played[at], self.policy.choose(moment, legal)
                if played == usual:
                    continue
                alike = moment.apart(played | usual)
                if alike & (alike - 1):
                    if turn:
                        self.order[turn] = self.order[turn - 1]
                        self.order[turn - 1] = at
                    found = found * UNLIKE
                    if found <= least:
                        break
        return found
