"""Courses of tricks in one line of text, for conditions that count tricks alone."""

from kwbot.variants.kombinations_whist.bids import goal_of
from kwbot.variants.kombinations_whist.goal import progress_of
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS

DECLARER = 0


def makes(bid: str, takers: str, *guess: int) -> bool:
    """Whether `bid` is made by 13 tricks taken by these players; 0 is declarer, blanks are air.

    The highest digit, or 3, tells how many play.
    """
    standard, *specials = bid.split("+")
    winners = [int(digit) for digit in takers if digit != " "]
    assert len(winners) == 13
    goal = goal_of(STANDARD_BIDS[standard], frozenset(specials), frozenset(guess))
    return goal.is_met(progress_of(winners, DECLARER, range(4)))


def tricks(*counts: int) -> str:
    """Takers of tricks by how many each player takes, declarer's first."""
    assert sum(counts) == 13
    return "".join(str(seat) * count for seat, count in enumerate(counts))
