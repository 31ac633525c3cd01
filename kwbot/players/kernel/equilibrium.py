# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Endings with more than two sides solved with all hands known: each plays for themselves."""

from __future__ import annotations

from array import array

from .state import State
from .trick_rules import TrickRules

_SUITS, _SUIT, _PLACES, _JOKERS = 4, 0x3FFF, 14, 0b111 << 56
"""As in state: compiled modules do not export their constants."""
_ONE = 1
_WORD_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
"""The golden ratio of 64 bits: multiplying by it spreads a number over all bits."""
_TABLE_BITS = 16
"""Number of remembered positions, as a power of two."""
_CLOSE = 1e-9
"""Points closer than this count as equal."""


class Equilibrium:
    """The play in which each player maximizes their own points (max^n), for up to four players, if
    no rule names a card and only tricks count. `nodes` counts the positions searched.

    Between moves that are equal for a player, each picks the one worst for the player in turn.
    Positions between two tricks are remembered without the ranks of their cards: `words` has the
    holders of each suit's remaining cards, `rest` the rest of the position, and `ends`, the last
    row of the tricks, holds its outcome. In an `era` rules and player stay the same.

    After `max_nodes` positions it is `spent`, and its results are meaningless.
    """

    def __init__(self, max_nodes: int) -> None:
        self.rules = TrickRules(4)  # a placeholder: positions have their own
        self.stack = [State(self.rules) for _ in range(60)]
        self.nodes = 0
        self.max_nodes = max_nodes
        self.seat = 0
        self.era = 0
        self.words = array("Q", bytes(32 << _TABLE_BITS))
        self.rest = array("Q", bytes(8 << _TABLE_BITS))
        self.ends = array("i", bytes(4 << _TABLE_BITS))

    @property
    def spent(self) -> bool:
        """Whether too many positions were searched."""
        return self.nodes > self.max_nodes

    def try_card(self, start: State, card: int) -> float:
        """Return the points of the player in turn if they play `card` and then everybody their
        best."""
        if start.rules is not self.rules or start.seat != self.seat:
            self.era = self.era + 1
        self.rules = start.rules
        self.seat = start.seat
        return self.worth(self.after(start, card, 0), self.seat)

    def worth(self, row: int, seat: int) -> float:
        """Return the points of a player if the tricks end in `row`."""
        found: float = self.rules.worth[row * self.rules.players + seat]
        return found

    def after(self, state: State, card: int, depth: int) -> int:
        """Return the last row after `card`."""
        child = self.stack[depth]
        child.copy(state)
        child.play(card)
        return self.end(child, depth + 1)

    def end(self, state: State, depth: int) -> int:
        """Return the last row from `state` on. It changes `state`."""
        self.nodes = self.nodes + 1
        if self.nodes > self.max_nodes:
            return state.row
        while True:
            if state.played == 0 and state.is_settled():
                return state.row
            legal = state.legal()
            if legal & (legal - 1):
                break
            state.play(legal)
        if state.played:
            return self.best(state, legal, depth)
        return self.recall(state, legal, depth)

    def recall(self, state: State, legal: int, depth: int) -> int:
        """Return the last row between two tricks, using and filling the table of positions."""
        first, second = self.word(state, 0), self.word(state, 1)
        third, fourth = self.word(state, 2), self.word(state, 3)
        rest = self.era
        rest = rest << 10 | self.word(state, _SUITS)
        rest = rest << 24 | state.row
        rest = rest << 8 | state.trumps << 5 | state.seat << 2 | state.first << 1 | 1
        place = mix(mix(mix(mix(rest, first), second), third), fourth) & (1 << _TABLE_BITS) - 1
        at = 4 * place
        if (
            self.rest[place] == rest
            and self.words[at] == first
            and self.words[at + 1] == second
            and self.words[at + 2] == third
            and self.words[at + 3] == fourth
        ):
            return self.ends[place]
        found = self.best(state, legal, depth)
        if self.nodes <= self.max_nodes:
            self.rest[place] = rest
            self.words[at] = first
            self.words[at + 1] = second
            self.words[at + 2] = third
            self.words[at + 3] = fourth
            self.ends[place] = found
        return found

    def word(self, state: State, suit: int) -> int:
        """Return the holders of a suit's remaining cards, or of the jokers, three bits a card."""
        left = 0
        for seat in range(self.rules.players):
            left = left | state.hand[seat]
        left = left & (_JOKERS if suit == _SUITS else _SUIT << _PLACES * suit)
        found = _ONE
        while left:
            card = left & (0 - left)
            left = left ^ card
            seat = 0
            while state.hand[seat] & card == 0:
                seat = seat + 1
            found = found << 3 | seat
        return found

    def best(self, state: State, legal: int, depth: int) -> int:
        """Return the last row after the legal card that is best for its player."""
        seat = state.seat
        row = state.row * self.rules.players
        most: float = self.rules.most[row + seat] - _CLOSE
        least: float = self.rules.least[row + self.seat] + _CLOSE
        if self.rules.side[seat] == self.rules.side[self.seat]:
            least = 1e9  # rows equal for one of the two are equal for both
        legal = state.apart(legal)
        found = -1
        while legal:
            card = legal & (0 - legal)
            legal = legal ^ card
            end = self.after(state, card, depth)
            if found < 0 or self.prefers(seat, end, found):
                found = end
            if self.worth(found, seat) >= most and self.worth(found, self.seat) <= least:
                break
        return found

    def prefers(self, seat: int, row: int, other: int) -> int:
        """Whether a player prefers the outcome `row` to `other`."""
        ahead = self.worth(row, seat) - self.worth(other, seat)
        if -_CLOSE < ahead < _CLOSE:
            return int(self.worth(row, self.seat) < self.worth(other, self.seat))
        return int(ahead > 0.0)


def mix(mixed: int, word: int) -> int:
    """Return a hash of both numbers that depends on all their bits."""
    mixed = ((mixed ^ word) * _GOLDEN) & _WORD_MASK
    return mixed ^ mixed >> 29
