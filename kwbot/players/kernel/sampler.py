# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Dealing unseen cards at random, so that they fit what is known."""

from __future__ import annotations

from array import array

from .play_inference import PlayInference
from .state import State

_WORD_MASK = (1 << 64) - 1
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
"""As in rollouts: compiled modules do not export their constants."""
_WHOLE = 1 << 30
RIVALS = 8
"""Number of samples of which one is taken."""


class Sampler:
    """The unseen cards, and the players who may hold them.

    `cards` are in dealing order, the most restricted first. Some players cannot hold the first
    `bound` ones; for each of these `group` is the place of the first that is equally restricted. By
    player: `held` are sure cards, `room` the number of further ones, `lacking` impossible ones.
    `aside`: number of cards that nobody holds. `inference`: the play so far, for weighting.
    """

    def __init__(self, cards: list[int], bound: int) -> None:
        self.number = len(cards)
        self.cards = array("Q", cards or [0])
        self.group = array("i", [0] * (self.number + 1))
        self.bound = bound
        self.held = [0] * 12
        self.lacking = [0] * 12
        self.room = [0] * 12
        self.left = [0] * 12
        self.aside = self.left_aside = 0
        self.seed = 0
        self.taken = [0] * 12
        self.taken_aside = 0
        self.inference: PlayInference | None = None

    def player(self, seat: int, held: int, lacking: int, room: int) -> None:
        """Set what is known of a hand; see the class."""
        self.held[seat] = held
        self.lacking[seat] = lacking
        self.room[seat] = room

    def deal(self, state: State, seed: int, attempts: int) -> int:
        """Deal fitting hands into `state`, after `attempts` failures any hands of the right size,
        and return the next seed.

        With an inference one of several samples is taken: a likelier one always replaces the last
        one taken, a less likely one with the ratio of their likelihoods as probability.
        """
        if self.inference is None:
            return self.fit(state, seed, attempts)
        taken = 0.0
        for _ in range(RIVALS):
            seed = following(self.fit(state, seed, attempts))
            least = taken * ((seed >> 33) & 0x3FFFFFFF) / _WHOLE
            likely = self.inference.explain(state, least)
            if likely > least:
                taken = likely
                self.taken_aside = state.aside
                for seat in range(state.rules.players):
                    self.taken[seat] = state.hand[seat]
        if taken == 0.0:
            return seed
        state.aside = self.taken_aside
        for seat in range(state.rules.players):
            state.hand[seat] = self.taken[seat]
        return seed

    def fit(self, state: State, seed: int, attempts: int) -> int:
        """Deal hands without weighting, the most restricted cards first. Return the next seed."""
        self.seed = seed
        while True:
            self.shuffle()
            if self.attempt(state, attempts > 0):
                return following(self.seed)
            attempts = attempts - 1

    def shuffle(self) -> None:
        """Shuffle the cards within each group. Unrestricted cards need no shuffling: in any order
        they go to each player equally often."""
        for at in range(self.bound):
            self.seed = following(self.seed)
            other = self.group[at] + draw_number(self.seed, at + 1 - self.group[at])
            card = self.cards[at]
            self.cards[at] = self.cards[other]
            self.cards[other] = card

    def attempt(self, state: State, strict: int) -> int:
        """Deal all cards, to players in proportion to their room. Return 1 if all had a place."""
        for seat in range(state.rules.players):
            state.hand[seat] = self.held[seat]
            self.left[seat] = self.room[seat]
        state.aside = 0
        self.left_aside = self.aside
        bound = self.bound if strict else 0
        for at in range(self.number):
            card = self.cards[at]
            room = self.number - at
            if at < bound:
                room = self.left_aside
                for seat in range(state.rules.players):
                    if self.lacking[seat] & card == 0:
                        room = room + self.left[seat]
                if room == 0:
                    return 0
            self.seed = following(self.seed)
            self.put(state, card, draw_number(self.seed, room), strict)
        return 1

    def put(self, state: State, card: int, pick: int, strict: int) -> None:
        """Put `card` at the free place `pick`, counted over all players who may hold it."""
        for seat in range(state.rules.players):
            if strict == 0 or self.lacking[seat] & card == 0:
                if pick < self.left[seat]:
                    state.hand[seat] = state.hand[seat] | card
                    self.left[seat] = self.left[seat] - 1
                    return
                pick = pick - self.left[seat]
        state.aside = state.aside | card
        self.left_aside = self.left_aside - 1


def following(seed: int) -> int:
    """Return the next random number, whose upper bits are more random."""
    return (seed * _MULTIPLIER + _INCREMENT) & _WORD_MASK


def draw_number(seed: int, number: int) -> int:
    """Return a random number from 0 to below `number`."""
    return ((seed >> 33) & 0x3FFFFFFF) * number >> 30
