# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Inference from the play so far: how well hands explain it."""

from __future__ import annotations

from array import array

from .policy import Policy
from .state import State

UNLIKE = 0.2
"""Likelihood of a card that the rule of thumb would not have played, against 1 for its choice."""


class PlayInference:
    """The play since `opening`: `cards` in order, which the opening's hands hold, and for each the
    taker of its trick or −1. The cards of `viewer` tell them nothing.

    `moments` are the positions in which others played the cards `played`; `later` has, by moment
    and player, the cards played from then on. Moments are checked in `order`: one that hands did
    not explain moves forward, so that bad hands are found quickly.
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
        """Return the likelihood of the play with the hands of `now`, 1 if they explain all of it. A
        value up to `least` is only an upper bound."""
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
