# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False
"""What comes of a card, by playing on to the end."""

from __future__ import annotations

from array import array

from .position import Position


def tried_as_is(start: Position, trial: Position, seat: int, seed: int, chance: int) -> float:
    """What `seat` gets if the deal is played on to the end in `trial`."""
    trial.copy(start)
    trial.run(seed, chance)
    return trial.payoff(seat)


def tried_each(
    start: Position, trial: Position, cards: array[int], sums: array[float], seed: int, chance: int
) -> None:
    """Add to `sums` what the player in turn gets by each of `cards`, played on to the end."""
    for at in range(len(cards)):
        trial.copy(start)
        trial.play(cards[at])
        trial.run(seed, chance)
        sums[at] = sums[at] + trial.payoff(start.seat)


if __file__.endswith(".py"):  # not compiled: the interpreter has others for games that are plain
    from . import brisk

    globals().update(tried_as_is=brisk.tried_as_is, tried_each=brisk.tried_each)
