"""What a hand is worth, by rules of thumb: how many tricks it takes, wanting them or not.

`Prospect` is the hand in two numbers; `chance` plays a goal's automaton with them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

from kwbot.engine.cards import Card, CardSet, Suit

from .goal import COMPARED, EARLY, LOCKED, TRICKS, Goal, Progress, later_more

Strength = Callable[[Card], int]

HONOUR = (0.92, 0.62, 0.36, 0.18, 0.08, 0.03)
"""Chance of a trick for a card with so many higher ones in other hands, trumps or not."""
TRUMP_HONOUR = (0.98, 0.82, 0.66, 0.5, 0.4, 0.32)
LONG_CARD, LONG_TRUMP = 0.35, 0.45
"""What a suit's fifth and each further card adds."""
RUFF = (0.75, 0.45, 0.15)
"""What a side suit of so few cards adds to a hand with trumps."""
FORCED = (0.7, 0.5, 0.3, 0.15, 0.08)
"""How often a suit's lowest, second lowest … card must be played in earnest, avoiding tricks."""
STEP = 0.25


@dataclass(frozen=True, slots=True)
class Prospect:
    """Tricks expected of a hand: `low` if its player avoids them, `high` if they want them.

    In whole `STEP`s of a trick, so that few differ and what follows from them can be kept.
    """

    low: float
    high: float

    @classmethod
    def of(cls, low: float, high: float) -> Prospect:
        low = max(0.0, round(low / STEP) * STEP)
        return cls(low, max(low, round(high / STEP) * STEP))


@lru_cache(maxsize=4096)
def prospect(hand: CardSet, deck: CardSet, strength: Strength, trumps: Suit | None) -> Prospect:
    """Return what `hand` promises against three unknown ones (or two)."""
    low = high = 0.0
    trump_count = 0 if trumps is None else len(hand.of_suit(trumps))
    for suit in Suit:
        mine = sorted(map(strength, hand.of_suit(suit)))
        theirs = sorted(map(strength, (deck - hand).of_suit(suit)))
        high += _taking(mine, theirs, trump=suit == trumps)
        low += _forced(mine, theirs)
        if suit != trumps and trump_count > 2 and len(mine) < len(RUFF):
            high += RUFF[len(mine)]
    return Prospect.of(low, high)


def _taking(mine: list[int], theirs: list[int], *, trump: bool) -> float:
    honour, long_card = (TRUMP_HONOUR, LONG_TRUMP) if trump else (HONOUR, LONG_CARD)
    found = 0.0
    for place, power in enumerate(reversed(mine)):
        above = sum(other > power for other in theirs)
        if above < len(honour) and len(mine) > above:
            found += honour[above]
        elif place >= 4:
            found += long_card
    return found


def _forced(mine: list[int], theirs: list[int]) -> float:
    """Return tricks that a suit cannot but take: its cards that others stay under."""
    found = 0.0
    for place, power in enumerate(mine[: len(FORCED)]):
        below = sum(other < power for other in theirs) - place
        found += FORCED[place] * max(0.0, min(1.0, below / max(1, len(theirs))))
    return found


@cache
def _end_chance(goal: Goal, table_size: int, mine: int, early: int) -> float:
    """Return how likely `mine` tricks meet the goal, as the others may share theirs."""
    rest = TRICKS - mine
    if goal.need not in COMPARED:
        return float(goal.met(Progress(TRICKS, mine, (rest,), early)))
    met = 0
    for one in range(rest + 1):
        if table_size == 3:
            met += comb(rest, one) * goal.met(Progress(TRICKS, mine, (one, rest - one), early))
            continue
        for two in range(rest - one + 1):
            others = (one, two, rest - one - two)
            ways = comb(rest, one) * comb(rest - one, two)
            met += ways * goal.met(Progress(TRICKS, mine, others, early))
    return float(met / (table_size - 1) ** rest)


@lru_cache(maxsize=50_000)
def chance(goal: Goal, table_size: int, hand: Prospect) -> float:
    """Return how likely declarer, steering for it, meets the goal with a hand of this prospect."""
    # Backwards over the tricks: each is wanted or not, and taken with the chance for that.
    avoiding, wanting = (min(0.97, tricks / TRICKS) for tricks in (hand.low, hand.high))
    counts_early = goal.need is later_more
    after = {
        (mine, early): _end_chance(goal, table_size, mine, early)
        for mine in range(TRICKS + 1)
        for early in (range(min(mine, EARLY) + 1) if counts_early else (0,))
    }
    for done in reversed(range(TRICKS)):
        early_trick = counts_early and done < EARLY
        refused = (goal.lock and done < LOCKED) or (goal.ending_dog and done == TRICKS - 1)
        before = {}
        for (mine, early), left in after.items():
            if mine > done:
                continue
            taken = 0.0 if refused else after.get((mine + 1, early + early_trick), 0.0)
            share = wanting if taken > left else avoiding
            before[mine, early] = share * taken + (1 - share) * left
        after = before
    return after[0, 0]
