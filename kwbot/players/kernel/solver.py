# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Endings, played by everybody as well as can be."""

from __future__ import annotations

from array import array

from .position import Position
from .rules import Rules


class Solver:
    """The best play for two sides with all hands known. `nodes` counts the positions looked at."""

    def __init__(self) -> None:
        self.stack = [Position(Rules(4)) for _ in range(60)]
        self.nodes = 0
        self.seat = 0
        self.side = 0

    def tried(self, start: Position, card: int) -> float:
        """What the player in turn gets by `card` if everybody plays their best from then on."""
        position = self.stack[0]
        position.copy(start)
        self.seat = start.seat
        self.side = start.rules.side[start.seat]
        position.play(card)
        return self.value(position, 1, -1e9, 1e9)

    def tried_each(self, start: Position, cards: array[int], sums: array[float]) -> float:
        """Add to `sums` what `tried` says of each of `cards`; gives the sum of squares."""
        squares = 0.0
        for at in range(len(cards)):
            points = self.tried(start, cards[at])
            sums[at] = sums[at] + points
            squares = squares + points * points
        return squares

    def value(self, position: Position, depth: int, least: float, most: float) -> float:
        """What is reached between `least` and `most`; `position` is used up."""
        rules = position.rules
        self.nodes = self.nodes + 1
        while True:
            if position.played == 0 and position.settled():
                return position.payoff(self.seat)
            legal = position.legal()
            if legal & (legal - 1):
                break
            position.play(legal)
        mine = rules.side[position.seat] == self.side
        found = -1e9 if mine else 1e9
        card = position.choose(legal)
        legal = position.apart(legal) & ~card
        child = self.stack[depth]
        while card:
            child.copy(position)
            child.play(card)
            value = self.value(child, depth + 1, least, most)
            if mine:
                found = max(found, value)
                least = max(least, value)
            else:
                found = min(found, value)
                most = min(most, value)
            if least >= most:
                break
            card = legal & -legal
            legal = legal ^ card
        return found
