# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Endings, played by everybody as well as can be."""

from __future__ import annotations

from .position import Position
from .rules import Rules


class Solver:
    """The best play with all hands known. `nodes` counts the positions looked at.

    Exact for two sides that want the contrary. Where there are more, all who do not want the same
    as the player in turn are taken to play against them, which is the worst that may come.
    """

    def __init__(self) -> None:
        rules = Rules(4)  # of no account: positions bring their own
        self.stack = [Position(rules) for _ in range(60)]
        self.nodes = 0
        self.seat = 0
        self.side = 0

    def tried(self, start: Position, card: int) -> float:
        """What the player in turn gets by `card` if everybody plays their best from then on."""
        self.seat = start.seat
        self.side = start.rules.side[start.seat]
        return self.after(start, card, 0, -1e9, 1e9)

    def value(self, position: Position, depth: int, least: float, most: float) -> float:
        """What is reached between `least` and `most`; `position` is used up."""
        rules = position.rules
        self.nodes = self.nodes + 1
        if rules.overloaded < 0:
            at = position.state * 4 + self.seat
            if rules.least[at] >= most:
                return rules.least[at]
            if rules.most[at] <= least:
                return rules.most[at]
            least = max(least, rules.least[at])
            most = min(most, rules.most[at])
        while True:
            if position.played == 0 and position.settled():
                return position.payoff(self.seat)
            legal = position.legal()
            if legal & (legal - 1) or self.gives(position, legal):
                break
            position.play(legal)
        mine = rules.side[position.seat] == self.side
        found = -1e9 if mine else 1e9
        card = position.choose(legal)
        legal = position.apart(legal) & ~card
        while card:
            value = self.after(position, card, depth, least, most)
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

    def gives(self, position: Position, card: int) -> int:
        """Whether `card` completes a trick that is given away."""
        rules = position.rules
        return position.played == rules.players - 1 and rules.awarded & (position.trick | card) != 0

    def after(self, position: Position, card: int, depth: int, least: float, most: float) -> float:
        """The value after `card`, whoever gives a trick away giving it to whom they like best."""
        child = self.stack[depth]
        if self.gives(position, card) == 0:
            child.copy(position)
            child.play(card)
            return self.value(child, depth + 1, least, most)
        mine = position.rules.side[position.rules.awarder] == self.side
        found = -1e9 if mine else 1e9
        for taker in range(position.rules.players):
            child.copy(position)
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
