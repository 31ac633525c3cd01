# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Cards that somebody has not seen, dealt at random so that they fit what is known."""

from __future__ import annotations

from array import array

from .play_inference import PlayInference
from .state import State

_WORD_MASK = (1 << 64) - 1
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
"""As in rollouts: compiled modules keep their constants to themselves."""
_WHOLE = 1 << 30
RIVALS = 8
"""Of so many samples one is taken."""


class Sampler:
    """Cards whose holders are not known, and who may hold how many of which.

    `cards` in the order in which they are dealt out, the most restricted first: not everybody may
    hold the first `bound` ones, and of these `group` says where those begin that are as restricted.
    `held` is what players hold for sure, `room` how many more, `lacking` what they cannot hold;
    `aside` cards lie away. `inference` has what was played.
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
        """Set what is known of a hand, as the class says."""
        self.held[seat] = held
        self.lacking[seat] = lacking
        self.room[seat] = room

    def deal(self, state: State, seed: int, attempts: int) -> int:
        """Deal hands that fit into `state`; after so many failures any hands of the right size.

        Of several samples one is taken, by how likely they are: a likelier one in place of the last
        that was, a less likely one as often as is due to it. Gives the next seed.
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
        """Deal hands of which none is preferred, but that those who may hold less get it first."""
        self.seed = seed
        while True:
            self.shuffle()
            if self.attempt(state, attempts > 0):
                return following(self.seed)
            attempts = attempts - 1

    def shuffle(self) -> None:
        """Shuffle the cards within each group. Those that anybody may hold need not be: wherever
        they lie, they go to each as often."""
        for at in range(self.bound):
            self.seed = following(self.seed)
            other = self.group[at] + draw_number(self.seed, at + 1 - self.group[at])
            card = self.cards[at]
            self.cards[at] = self.cards[other]
            self.cards[other] = card

    def attempt(self, state: State, strict: int) -> int:
        """Return 1 if every card has found a place; players get them as often as they have room."""
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
        """Put `card` at the place numbered `pick` of those left with whoever may hold it."""
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
    """Return the next number of chance; its upper bits are the better ones."""
    return (seed * _MULTIPLIER + _INCREMENT) & _WORD_MASK


def draw_number(seed: int, number: int) -> int:
    """Return one of so many, from 0."""
    return ((seed >> 33) & 0x3FFFFFFF) * number >> 30
