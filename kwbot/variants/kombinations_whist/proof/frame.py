"""The dimensions of a deal, and sets of the possible ends of its tricks as bits of a number."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kwbot.variants.kombinations_whist.goal import DEAL_TRICKS, EARLY, LOCKED_TRICKS


class End(NamedTuple):
    """An end of a deal for declarer: tricks taken, early ones among them, whether any of the locked
    tricks is among them, and whether the last trick is."""

    mine: int
    early: int
    opened: bool
    took_last: bool


@dataclass(frozen=True, eq=False)  # fast as a cache key: there are only a few of them
class Frame:
    """The dimensions of a deal: numbers of tricks, players, early tricks and locked tricks.

    A set of ends is a number with one `bit` for each. Small frames are for tests.
    """

    tricks: int = DEAL_TRICKS
    players: int = 4
    early: int = EARLY
    locked: int = LOCKED_TRICKS

    @cached_property
    def trick(self) -> int:
        """Places by which a trick of declarer's shifts a bit."""
        return self.early + 1

    @cached_property
    def opening(self) -> int:
        """Places by which breaking Lås shifts a bit."""
        return self.trick * (self.tricks + 1)

    @cached_property
    def last(self) -> int:
        """Places by which taking the last trick shifts a bit."""
        return 2 * self.opening

    def bit(self, end: End) -> int:
        """Return the bit of an end in a set of ends."""
        place = end.mine * self.trick + end.early
        return 1 << place + end.opened * self.opening + end.took_last * self.last

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """All distinguishable ends, possible or not."""
        return tuple(
            End(mine, early, opened, took_last)
            for mine in range(self.tricks + 1)
            for early in range(min(mine, self.early) + 1)
            for opened in (False, True)
            for took_last in (False, True)
        )

    @cached_property
    def lock_courses(self) -> int:
        """The courses that keep Lås, without the last trick."""
        return (1 << self.opening) - 1

    @cached_property
    def at_least(self) -> tuple[int, ...]:
        """For each number, the courses with at least that many tricks of declarer's."""
        return tuple(
            sum(self.bit(end) for end in self.ends if end.mine >= least and not end.took_last)
            for least in range(self.tricks + 2)
        )

    def between(self, least: int, most: int, most_with_last_lost: int) -> int:
        """Return the ends with `least` to `most` tricks of declarer's, or at most
        `most_with_last_lost` if the last trick is lost."""
        above = self.at_least
        lost = above[max(0, least)] & ~above[min(self.tricks, most, most_with_last_lost) + 1]
        taken = above[max(0, least)] & ~above[min(self.tricks, most) + 1]
        return lost | taken << self.last
