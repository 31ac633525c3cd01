# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Endings solved double dummy: everybody sees all hands and plays their best (alpha-beta)."""

from __future__ import annotations

from array import array

from .power import strongest, winning
from .state import State
from .trick_rules import TrickRules

_WORD_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
"""The golden ratio of 64 bits: multiplying by it spreads a number over all bits."""
_TABLE_BITS = 14
"""Number of remembered positions, as a power of two."""


class DoubleDummy:
    """The best play with all hands known. `nodes` counts the positions searched.

    It is exact for two sides with opposite aims. With more sides, all who do not want the same as
    the player in turn are assumed to play against them, which is the worst case.

    With up to four players, positions between two tricks are remembered during an `era`, in which
    rules and player stay the same. An entry has four `hands`, the `rest` of the position, and the
    bounds `low` and `high` of its value.
    """

    def __init__(self) -> None:
        self.rules = TrickRules(4)  # a placeholder: positions have their own
        self.stack = [State(self.rules) for _ in range(60)]
        self.nodes = 0
        self.seat = 0
        self.side = 0
        self.era = 0
        self.hands = array("Q", bytes(32 << _TABLE_BITS))
        self.rest = array("Q", bytes(8 << _TABLE_BITS))
        self.low = array("d", bytes(8 << _TABLE_BITS))
        self.high = array("d", bytes(8 << _TABLE_BITS))

    def try_card(self, start: State, card: int) -> float:
        """Return the points of the player in turn if they play `card` and then everybody their
        best."""
        if start.rules is not self.rules or start.seat != self.seat:
            self.era = self.era + 1
        self.rules = start.rules
        self.seat = start.seat
        self.side = start.rules.side[start.seat]
        return self.after(start, card, 0, -1e9, 1e9)

    def value(self, state: State, depth: int, least: float, most: float) -> float:
        """Return the value of `state`, exact between `least` and `most`. It changes `state`."""
        rules = state.rules
        self.nodes = self.nodes + 1
        by_row = rules.overloaded < 0 and rules.gatherer < 0
        if by_row:
            at = state.row * rules.players + self.seat
            if rules.least[at] >= most:
                return rules.least[at]
            if rules.most[at] <= least:
                return rules.most[at]
            least = max(least, rules.least[at])
            most = min(most, rules.most[at])
        while True:
            if state.played == 0 and state.is_settled():
                return state.payoff(self.seat)
            legal = state.legal()
            if legal & (legal - 1) or self.gives(state, legal):
                break
            state.play(legal)
        if state.played or rules.players > 4 or not by_row:
            return self.best(state, legal, depth, least, most)
        return self.recall(state, legal, depth, least, most)

    def recall(self, state: State, legal: int, depth: int, least: float, most: float) -> float:
        """Return the value between two tricks, using and filling the table of positions."""
        rest = self.era
        rest = rest << 24 | state.row
        rest = rest << 16 | state.trumps << 8 | state.seat << 4 | state.first << 3
        rest = rest | state.plague_shown << 2 | state.trumps_shown << 1 | 1
        mixed = rest
        for seat in range(4):
            mixed = ((mixed ^ state.hand[seat]) * _GOLDEN) & _WORD_MASK
            mixed = mixed ^ mixed >> 29
        place = mixed & (1 << _TABLE_BITS) - 1
        low, high = -1e9, 1e9
        if self.remembers(state, rest, place):
            low, high = self.low[place], self.high[place]
            if low >= most or high == low:
                return low
            if high <= least:
                return high
            least = max(least, low)
            most = min(most, high)
        found = self.best(state, legal, depth, least, most)
        if found < most:
            high = min(high, found)
        if found > least:
            low = max(low, found)
        self.rest[place] = rest
        for seat in range(4):
            self.hands[4 * place + seat] = state.hand[seat]
        self.low[place] = low
        self.high[place] = high
        return found

    def remembers(self, state: State, rest: int, place: int) -> int:
        """Whether the table has this position at `place`."""
        same = self.rest[place] == rest
        for seat in range(4):
            same = same and self.hands[4 * place + seat] == state.hand[seat]
        return same

    def best(self, state: State, legal: int, depth: int, least: float, most: float) -> float:
        """Return the value after the best of the legal cards."""
        mine = state.rules.side[state.seat] == self.side
        found = -1e9 if mine else 1e9
        over = winning(state, legal) if state.played else 0
        card = strongest(over or legal)
        legal = state.apart(legal) & ~card
        while card:
            value = self.after(state, card, depth, least, most)
            if mine:
                found = max(found, value)
                least = max(least, value)
            else:
                found = min(found, value)
                most = min(most, value)
            if least >= most:
                break
            card = legal & (0 - legal)
            legal = legal ^ card
        return found

    def gives(self, state: State, card: int) -> int:
        """Whether `card` completes a trick whose taker a player decides."""
        rules = state.rules
        return state.played == rules.players - 1 and rules.awarded & (state.trick | card) != 0

    def after(self, state: State, card: int, depth: int, least: float, most: float) -> float:
        """Return the value after `card`; a player who decides on the trick's taker chooses the
        best for themselves."""
        child = self.stack[depth]
        if self.gives(state, card) == 0:
            child.copy(state)
            child.play(card)
            return self.value(child, depth + 1, least, most)
        mine = state.rules.side[state.rules.awarder] == self.side
        found = -1e9 if mine else 1e9
        for taker in range(state.rules.players):
            child.copy(state)
            child.given = taker
            child.play(card)
            value = self.value(child, depth + 1, least, most)
            if mine:
                found = max(found, value)
                least = max(least, value)
            else:
                found = min(found, value)
                most = min(most, value)
        return found
