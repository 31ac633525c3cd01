# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Endings solved double dummy: everybody sees all hands and plays their best (alpha-beta)."""

from __future__ import annotations

from .power import strongest, winning
from .state import State
from .trick_rules import TrickRules


class DoubleDummy:
    """The best play with all hands known. `nodes` counts the positions looked at.

    Exact for two sides that want the contrary. Where there are more, all who do not want the same
    as the player in turn are taken to play against them, which is the worst that may come.
    """

    def __init__(self) -> None:
        rules = TrickRules(4)  # of no account: positions bring their own
        self.stack = [State(rules) for _ in range(60)]
        self.nodes = 0
        self.seat = 0
        self.side = 0

    def try_card(self, start: State, card: int) -> float:
        """Return what the player in turn gets by `card` if everybody plays their best from then
        on."""
        self.seat = start.seat
        self.side = start.rules.side[start.seat]
        return self.after(start, card, 0, -1e9, 1e9)

    def value(self, state: State, depth: int, least: float, most: float) -> float:
        """Return what is reached between `least` and `most`; `state` is used up."""
        rules = state.rules
        self.nodes = self.nodes + 1
        if rules.overloaded < 0 and rules.gatherer < 0:
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
        mine = rules.side[state.seat] == self.side
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
        """Whether `card` completes a trick that is given away."""
        rules = state.rules
        return state.played == rules.players - 1 and rules.awarded & (state.trick | card) != 0

    def after(self, state: State, card: int, depth: int, least: float, most: float) -> float:
        """Return the value after `card`, whoever gives a trick away giving it to whom they like
        best."""
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
