"""The measures of a deal, and sets of the ways in which its tricks may end, as bits of a number."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kwbot.variants.kombinations_whist.goal import DEAL_TRICKS, EARLY, LOCKED_TRICKS


class End(NamedTuple):
    """An end of a deal for declarer: tricks, those of them that count as early, whether one of the
    locked tricks is among them, and whether the last one is."""

    mine: int
    early: int
    opened: bool
    took_last: bool


@dataclass(frozen=True, eq=False)  # many caches are keyed by it, and there are a few of them
class Frame:
    """The measures of a deal: how many tricks are played by how many players, how many are early,
    how many are locked.

    A set of ends is a number with a bit for each: `bit`. Small frames are for tests.
    """

    tricks: int = DEAL_TRICKS
    players: int = 4
    early: int = EARLY
    locked: int = LOCKED_TRICKS

    @cached_property
    def trick(self) -> int:
        """How many places a trick of declarer's moves a bit."""
        return self.early + 1

    @cached_property
    def opening(self) -> int:
        """How many places the loss of Lås moves a bit."""
        return self.trick * (self.tricks + 1)

    @cached_property
    def last(self) -> int:
        """How many places the last trick moves a bit."""
        return 2 * self.opening

    def bit(self, end: End) -> int:
        """Return the bit of an end in a set of ends."""
        place = end.mine * self.trick + end.early
        return 1 << place + end.opened * self.opening + end.took_last * self.last

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """All ends that can be told apart, possible or not."""
        return tuple(
            End(mine, early, opened, took_last)
            for mine in range(self.tricks + 1)
            for early in range(min(mine, self.early) + 1)
            for opened in (False, True)
            for took_last in (False, True)
        )

    @cached_property
    def lock_courses(self) -> int:
        """Courses, the last trick not yet played, that keep Lås."""
        return (1 << self.opening) - 1

    @cached_property
    def at_least(self) -> tuple[int, ...]:
        """Courses with this many tricks of declarer's or more."""
        return tuple(
            sum(self.bit(end) for end in self.ends if end.mine >= least and not end.took_last)
            for least in range(self.tricks + 2)
        )

    def between(self, least: int, most: int, most_with_last_lost: int) -> int:
        """Return ends with `least` to `most` tricks of declarer's, or fewer if the last is lost."""
        above = self.at_least
        lost = above[max(0, least)] & ~above[min(self.tricks, most, most_with_last_lost) + 1]
        taken = above[max(0, least)] & ~above[min(self.tricks, most) + 1]
        return lost | taken << self.last
