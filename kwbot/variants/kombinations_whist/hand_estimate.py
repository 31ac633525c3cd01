"""Estimates of hands by rules of thumb: the tricks when wanting tricks, and when avoiding them.

`HandEstimate` reduces a hand to two numbers; `chance` runs a goal's automaton with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

from kwbot.engine.values.cards import CardSet, Suit
from kwbot.variants._hands import Strength, Weights, by_suit

from .goal import COMPARED, DEAL_TRICKS, EARLY, LOCKED_TRICKS, Goal, Progress, later_more

_TRICK_WEIGHTS = Weights(
    honour=(0.92, 0.62, 0.36, 0.18, 0.08, 0.03),
    trump_honour=(0.98, 0.82, 0.66, 0.5, 0.4, 0.32),
    long_card=0.35,
    long_trump=0.45,
    trump_length=4,
    ruff=(0.75, 0.45, 0.15),
    forced=(0.7, 0.5, 0.3, 0.15, 0.08),
)
_TRICK_STEP = 0.25


@dataclass(frozen=True, slots=True)
class HandEstimate:
    """Expected tricks of a hand: `low` if its player avoids tricks, `high` if they want them. Both
    are multiples of `_TRICK_STEP`, so that few estimates differ and results can be cached."""

    low: float
    high: float

    @classmethod
    def of(cls, low: float, high: float) -> HandEstimate:
        """Return an estimate rounded to steps, with `high` no less than `low`."""
        low = max(0.0, round(low / _TRICK_STEP) * _TRICK_STEP)
        return cls(low, max(low, round(high / _TRICK_STEP) * _TRICK_STEP))


def shorter_suits(hand: CardSet) -> list[Suit]:
    """Return the suits shorter than the longest; several equally long ones all count as longest."""
    most = max(len(hand.of_suit(suit)) for suit in Suit)
    return [suit for suit in Suit if len(hand.of_suit(suit)) < most]


@lru_cache(maxsize=4096)
def estimate_hand(
    hand: CardSet, deck: CardSet, strength: Strength, trumps: Suit | None
) -> HandEstimate:
    """Return the estimate of `hand` against unknown hands."""
    suits = by_suit(hand, deck, strength)
    return HandEstimate.of(
        _TRICK_WEIGHTS.forced_to_take(suits), _TRICK_WEIGHTS.taking(suits, trumps)
    )


@cache
def _end_chance(goal: Goal, table_size: int, mine: int, early: int) -> float:
    """Return the probability that `mine` tricks meet the goal, over all ways for the others to
    share theirs."""
    rest = DEAL_TRICKS - mine
    if goal.need not in COMPARED:
        return goal.promise(Progress(DEAL_TRICKS, mine, (rest,), early))
    met = 0
    for one in range(rest + 1):
        if table_size == 3:
            met += comb(rest, one) * goal.is_met(
                Progress(DEAL_TRICKS, mine, (one, rest - one), early)
            )
            continue
        for two in range(rest - one + 1):
            others = (one, two, rest - one - two)
            ways = comb(rest, one) * comb(rest - one, two)
            met += ways * goal.is_met(Progress(DEAL_TRICKS, mine, others, early))
    return float(met / (table_size - 1) ** rest)


@lru_cache(maxsize=8192)
def chance(goal: Goal, table_size: int, hand: HandEstimate) -> float:
    """Return the probability that declarer, who tries to, meets the goal with such a hand."""
    # Backwards over the tricks: declarer wants or avoids each, whichever is better.
    early_tricks = EARLY if goal.need is later_more else 0
    chances = {
        (mine, early): _end_chance(goal, table_size, mine, early)
        for mine in range(DEAL_TRICKS + 1)
        for early in range(min(mine, early_tricks) + 1)
    }
    for done in reversed(range(DEAL_TRICKS)):
        chances = {
            (mine, early): _steer(
                hand,
                _after_taking(goal, done, chances.get((mine + 1, early + (done < early_tricks)))),
                left,
            )
            for (mine, early), left in chances.items()
            if mine <= done
        }
    return chances[0, 0]


def _after_taking(goal: Goal, done: int, chance_left: float | None) -> float:
    """Return the probability after declarer took the trick: 0 if the goal forbids it."""
    locked = goal.lock and done < LOCKED_TRICKS
    bitten = goal.ending_dog and done == DEAL_TRICKS - 1
    return 0.0 if locked or bitten else chance_left or 0.0


def _steer(hand: HandEstimate, taken: float, left: float) -> float:
    """Return the probability before a trick that declarer wants or avoids, whichever is better."""
    tricks = hand.high if taken > left else hand.low
    share = min(0.97, tricks / DEAL_TRICKS)
    return share * taken + (1 - share) * left
