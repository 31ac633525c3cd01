"""The courses of the tricks that a hand leaves open: the arguments of docs/impossible-bids.md."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import permutations
from operator import or_

from .frame import Frame

Voids = tuple[tuple[int, int], ...]
"""Suits of the hand, each as its sure cards and all its cards."""


@lru_cache(maxsize=4096)
def reachable_ends(
    frame: Frame, covers: int | None, voids: Voids, *, leads: bool, joining: int | None
) -> int:
    """Arguments 5 and 6: return the ends reachable if declarer loses the lead at most `covers`
    times (None: any number).

    `leads`: whether declarer leads to trick 1. `joining`: how many of these times it costs to win a
    trick that others lead; None: declarer cannot win one.
    """
    limit = 0 if covers is None else covers
    mine, theirs = ([0] * (limit + 1) for _ in "12")
    (mine if leads else theirs)[0] = 1
    for done in range(frame.tricks):
        free = _may_discard(frame, voids, done)
        won = [_courses_by_winning(frame, one, done) for one in mine]
        if joining is not None:
            for used in range(limit + 1 - joining):
                won[used + joining] |= _courses_by_winning(frame, theirs[used], done)
        if covers is None:
            lost = [mine[0] | theirs[0]]
        else:
            stays = [other & free for other in theirs]
            lost = [stays[0], *map(or_, stays[1:], map(or_, mine, theirs))]
        mine, theirs = won, lost
    return reduce(or_, (one << frame.last for one in mine)) | reduce(or_, theirs)


def _courses_by_winning(frame: Frame, courses: int, done: int) -> int:
    step = frame.trick + (done < frame.early)
    if done >= frame.locked:
        return courses << step
    kept = courses & frame.lock_courses
    return kept << step + frame.opening | (courses ^ kept) << step


def _may_discard(frame: Frame, voids: Voids, done: int) -> int:
    """Return the courses in which declarer can have run out of a suit."""
    ready = [sure for sure, own in voids if own <= done]
    return frame.at_least[min(ready)] if ready else 0


@lru_cache(maxsize=4096)
def most_by_low(
    frame: Frame, others: int, low: tuple[tuple[int, int], ...], *, leads: bool, spare: int
) -> int:
    """Argument 4: return the most tricks that declarer can take with low cards, given by suit as
    own low and unseen ones, and `others` further cards. `spare`: number of tricks lost after the
    last one that declarer takes."""
    if not others and not (leads and any(unseen == 0 for _, unseen in low)):
        return 0
    for most in range(frame.tricks - spare, others, -1):
        before = frame.tricks - most - spare
        if any(
            _can_drain(frame, others, order, before, most)
            for size in range(1, len(low) + 1)
            for order in permutations(low, size)
        ):
            return most
    return min(others, frame.tricks - spare)


def _can_drain(
    frame: Frame, others: int, order: Sequence[tuple[int, int]], before: int, most: int
) -> bool:
    """Whether the unseen cards of each of these suits can be gone before its low cards win."""
    won, gone = others, 0
    for own, unseen in order:
        gone += unseen
        if gone > (frame.players - 1) * (before + won):
            return False
        won += own
    return won >= most
