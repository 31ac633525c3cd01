# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""Rollouts: a deal played to its end by a policy.

About `chance` of 1024 cards are played at random instead, depending on `seed`.
"""

from __future__ import annotations

from array import array

from .policy import Policy
from .state import State, count

_WORD_MASK = (1 << 64) - 1
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
"""Knuth's linear congruential generator."""
_NO_ERROR = 1 << 20
"""Number of cards before the next error if there is to be none."""


def rollout(start: State, trial: State, policy: Policy, seat: int, seed: int, chance: int) -> float:
    """Return the points of `seat` if the deal is played on from `start`, in `trial`."""
    trial.copy(start)
    run(trial, policy, seed, chance)
    return trial.payoff(seat)


def rollouts(
    start: State, trial: State, policy: Policy, cards: array[int],
    sums: array[float], seed: int, chance: int,
) -> None:  # fmt: skip
    """Add to `sums` the points of the player in turn with each of `cards`."""
    for at in range(len(cards)):
        trial.copy(start)
        trial.play(cards[at])
        run(trial, policy, seed, chance)
        sums[at] = sums[at] + trial.payoff(start.seat)


def run(state: State, policy: Policy, seed: int, chance: int) -> int:
    """Play on until the result is settled, and return the next seed."""
    wait = _NO_ERROR
    gap = 1
    if chance:
        gap = max(1, 2048 // chance - 1)
        seed = (seed * _MULTIPLIER + _INCREMENT) & _WORD_MASK
        wait = (seed >> 48) % gap
    while state.played or state.is_settled() == 0:
        legal = state.legal()
        if wait == 0:
            legal = some(legal, (seed >> 33) & 0x7FFF)
            seed = (seed * _MULTIPLIER + _INCREMENT) & _WORD_MASK
            wait = (seed >> 48) % gap + 1
        elif legal & (legal - 1):
            legal = policy.choose(state, legal)
        wait = wait - 1
        state.play(legal)
    return seed


def some(cards: int, number: int) -> int:
    """Return one of `cards`, chosen by `number`."""
    skip = number % count(cards)
    while skip:
        cards = cards & (cards - 1)
        skip = skip - 1
    return cards & -cards
