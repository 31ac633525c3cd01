"""Endings by trying everything: what the kernel's solver is held against, here and in its tests."""

from __future__ import annotations

from collections.abc import Iterator

from kwbot.players.kernel import State


def each(cards: int) -> Iterator[int]:
    """The cards of a set of bits, one bit each."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def exhausted(position: State, card: int, seat: int) -> float:
    """The outcome for `seat` after `card`, everybody at their best; `position` stays as it is.

    A trick that is given away goes to everybody in turn.
    """
    rules, outcomes = position.rules, []
    gives = position.played == rules.players - 1 and rules.awarded & (position.trick | card)
    for taker in range(rules.players) if gives else (-1,):
        child = State(rules)
        child.copy(position)
        child.given = taker
        child.play(card)
        outcomes.append(_reached(child, seat))
    return _chosen(position, rules.awarder, seat, outcomes)


def _reached(position: State, seat: int) -> float:
    if position.played == 0 and not position.hand[position.seat]:
        return float(position.payoff(seat))
    outcomes = [exhausted(position, card, seat) for card in each(position.legal())]
    return _chosen(position, position.seat, seat, outcomes)


def _chosen(position: State, chooser: int, seat: int, outcomes: list[float]) -> float:
    sides = position.rules.side
    return max(outcomes) if sides[chooser] == sides[seat] else min(outcomes)
