"""The ends that a hand leaves open, depending on trumps."""

from collections.abc import Sequence
from dataclasses import dataclass

from .courses import most_by_low, reachable_ends
from .frame import End, Frame
from .holding import Holding

MOVED = 6
"""Most sure trumps lost by passing three cards: each one passed on counts twice."""
SWAPPED = 2


@dataclass(frozen=True, slots=True)
class Terms:
    """The parts of a bid that affect which ends are open."""

    leads: bool = False
    freed: bool = False
    """Whether declarer may give one trick to anyone (Rättvisa)."""
    moved: int = 0
    """Most sure trumps lost by passing cards; above 0 the hand may also gain all it needs."""


def anything(frame: Frame) -> int:
    """Return the ends of all courses of the tricks."""
    return reachable_ends(frame, None, (), leads=True, joining=0)


def without_trumps(frame: Frame, suits: Sequence[Holding], terms: Terms) -> int:
    """Return the ends that a hand leaves open without trumps."""
    if terms.moved:
        return anything(frame)
    covers = sum(suit.covered for suit in suits)
    others = sum(suit.own - suit.low for suit in suits)
    most, ending = _by_low(frame, suits, others, terms)
    least = min(suit.sure for suit in suits)
    if not terms.freed and not _beaten_at_last(suits):
        ending = min(ending, frame.tricks - 2)
    return frame.between(least - terms.freed, most, ending) & reachable_ends(
        frame,
        min(covers + terms.freed, frame.tricks),
        _voids(suits, terms.freed),
        leads=terms.leads,
        joining=0 if others else 1 if terms.freed else None,
    )


def _beaten_at_last(sides: Sequence[Holding]) -> bool:
    """Argument 7: whether the last card can be beaten in its suit after all others have won."""
    return any(side.covered and side.low <= 1 and side.own <= side.unseen for side in sides)


def _trumps_left_at_last(trumps: Holding, terms: Terms) -> bool:
    """Argument 7: whether the last card can be beaten by a trump after all others have won."""
    more = trumps.unseen - trumps.own + (not terms.leads)
    return more > 0 or (trumps.covered > 0 and more == 0)


def with_trumps(frame: Frame, suits: Sequence[Holding], trumps: int, terms: Terms) -> int:
    """Return the ends that a hand leaves open with the suit `trumps` as trumps."""
    mine = suits[trumps]
    least = mine.sure - terms.moved
    if terms.moved:
        return anything(frame) & frame.between(least - terms.freed, frame.tricks, frame.tricks)
    sides = [suit for at, suit in enumerate(suits) if at != trumps]
    others = mine.own + sum(suit.own - suit.low for suit in sides)
    most, ending = _by_low(frame, sides, others, terms)
    most = min(most, frame.tricks - mine.lost + terms.freed)
    if terms.freed:
        return anything(frame) & frame.between(least - 1, most, ending)
    if not _beaten_at_last(sides) and not _trumps_left_at_last(mine, terms):
        ending = min(ending, frame.tricks - 2)
    return frame.between(least, most, ending) & reachable_ends(
        frame, None, (), leads=terms.leads, joining=0 if others else None
    )


def with_blocked_trumps(frame: Frame, suits: Sequence[Holding], trumps: int, terms: Terms) -> int:
    """Return the ends that a hand leaves open if declarer's trumps are blocked (Blocktrumf)."""
    ends = with_trumps(frame, suits, trumps, terms)
    mine = suits[trumps]
    if mine.unseen or not mine.own or terms.moved or terms.freed:
        return ends
    return ends & ~((1 << frame.last) - 1)  # declarer's trumps are the last cards they play


def in_grill(frame: Frame, suits: Sequence[Holding], terms: Terms) -> int:
    """Return the ends that a hand leaves open in Grill. Argument 10: with a hand of only one suit
    every second trick is sure, counted from the first that declarer leads or takes."""
    if terms.moved or terms.freed or all(suit.own < frame.tricks or suit.unseen for suit in suits):
        return anything(frame)
    ends = 0 if terms.leads else frame.bit(End(0, 0, opened=False, took_last=False))
    for all_from in range(frame.tricks + 1):
        won = [at % 2 == terms.leads or at >= all_from for at in range(frame.tricks)]
        opened = any(won[: frame.locked])
        ends |= frame.bit(End(sum(won), sum(won[: frame.early]), opened, won[-1]))
    return ends


def _by_low(frame: Frame, suits: Sequence[Holding], others: int, terms: Terms) -> tuple[int, int]:
    low = tuple(sorted((suit.low, suit.unseen) for suit in suits if suit.low))
    if not low or others >= frame.tricks:
        return frame.tricks, frame.tricks
    if terms.freed:
        most = 1 + most_by_low(frame, max(1, others), low, leads=True, spare=0)
        return min(frame.tricks, most), min(frame.tricks, most)
    return (
        most_by_low(frame, others, low, leads=terms.leads, spare=0),
        most_by_low(frame, others, low, leads=terms.leads, spare=1),
    )


def _voids(suits: Sequence[Holding], given: int) -> tuple[tuple[int, int], ...]:
    """Return the suits that declarer may run out of first, as sure cards and all cards. Leaving out
    the others makes the cache effective. `given`: sure tricks that may be given away."""
    found = {(max(0, suit.sure - given), suit.own) for suit in suits}
    return tuple(sorted(one for one in found if not any(_before(other, one) for other in found)))


def _before(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] <= other[0] and one[1] <= other[1]
