"""The printed tables of bids: 16 standard bids and 15 special bids.

What a bid changes in the play stands in `effects`, what it asks before play in `before`, by key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeVar

from kwbot.engine.actions import Bid
from kwbot.engine.choices import BidPart, Randomness
from kwbot.engine.errors import IllegalAction
from kwbot.engine.wording import N_, Listed, Sentence, Term

from .goal import (
    Goal,
    Need,
    alone_most,
    as_guessed,
    at_least,
    exactly,
    fewest,
    later_more,
    not_most,
    possible_counts,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Standard(BidPart):
    """A standard bid; `guesses` is how many trick counts declarer names before play."""

    points: int
    trump: bool
    need: Need
    guesses: int = 0


@dataclass(frozen=True)
class Special(BidPart):
    """A special bid; `not_with` are keys of bids that it cannot stand with."""

    not_with: tuple[str, ...] = ()


MIN_5 = at_least(5)


def _standard(
    key: str,
    name: Term,
    value: int,
    points: int,
    trump: str,
    need: Need,
    effect: Term,
    guesses: int = 0,
) -> Standard:
    return Standard(key, name, value, effect, points, trump == "yes", need, guesses)


# fmt: off
STANDARDS = (
    #          key              name                                     value points trump  needs
    _standard("skambud",       Term("Bid of Shame", "bid"),               0, 1, "no",  not_most,
              Term("Do not take the most tricks, not even as many as another who does.", "bid")),
    _standard("ungefar",       Term("Approximate", "bid"),                1, 1, "no",  as_guessed,
              Term("Name two numbers of tricks before play; take one of them exactly.", "bid"), 2),
    _standard("trumf",         Term("Trump", "bid"),                      1, 1, "yes", MIN_5,
              Term("You name trumps. At least 5 tricks.", "bid")),
    _standard("grill",         Term("Grill", "bid"),                      1, 2, "yes", MIN_5,
              Term("You name trumps for trick 1; then the suit led to the trick before. At least 5 tricks.", "bid")),
    _standard("blocktrumf",    Term("Block Trump", "bid"),                2, 1, "yes", MIN_5,
              Term("You name trumps, but play none until another player has. At least 5 tricks.", "bid")),
    _standard("limbo",         Term("Limbo", "bid"),                      2, 1, "no",  later_more,
              Term("Take fewer of tricks 1–7 than of tricks 8–13. No trumps.", "bid")),
    _standard("spel",          Term("Game", "bid"),                       2, 2, "no",  MIN_5,
              Term("At least 5 tricks without trumps.", "bid")),
    _standard("mastarskambud", Term("Master's Bid of Shame", "bid"),      3, 2, "no",  fewest,
              Term("Nobody may take fewer tricks than you. No trumps.", "bid")),
    _standard("precis",        Term("Precise", "bid"),                    3, 2, "no",  as_guessed,
              Term("Name a number of tricks before play; take exactly that. No trumps.", "bid"), 1),
    _standard("maxtrumf",      Term("Max Trump", "bid"),                  3, 3, "yes", at_least(7),
              Term("You name trumps. At least 7 tricks.", "bid")),
    _standard("subtrumf",      Term("Sub Trump", "bid"),                  3, 3, "yes", MIN_5,
              Term("You name trumps, but not your longest suit. At least 5 tricks.", "bid")),
    _standard("rangtrumf",     Term("Rank Trump", "bid"),                 3, 4, "yes", MIN_5,
              Term("Swap a card for the highest one shown; its suit is trumps. At least 5 tricks.", "bid")),
    _standard("mastarspel",    Term("Master's Game", "bid"),              4, 3, "no",  alone_most,
              Term("Take more tricks than every other player. No trumps.", "bid")),
    _standard("noll",          Term("Zero", "bid"),                       4, 4, "no",  exactly(0),
              Term("Take no trick at all. No trumps.", "bid")),
    _standard("mastartrumf",   Term("Master's Trump", "bid"),             6, 6, "yes", MIN_5,
              Term("The player on your left names trumps. At least 5 tricks.", "bid")),
    _standard("obesudlat",     Term("Taintless Master's Game", "bid"),    8, 0, "no",  at_least(12),
              Term("At least 12 tricks, no trumps. Scores its value; a value of 13 or more wins all.", "bid")),
)

SPECIALS = (
    #         key            name                         value
    Special("rattvisa",    Term("Justice", "bid"),       -4,
             Term("Name a card; you decide who takes the trick that holds it.", "bid")),
    Special("lattja",      Term("Sloth", "bid"),         -3,
             Term("You play last in every trick that you do not lead.", "bid")),
    Special("potential",   Term("Potential", "bid"),     -2,
             Term("If made, you gain a potential: it lets you bid an equal value.", "bid")),
    Special("bradska",     Term("Hurry", "bid"),         -2,
             Term("You lead to the first trick.", "bid")),
    Special("jarn",        Term("Iron", "bid"),          -1,
             Term("Aces are the lowest cards.", "bid")),
    Special("brev",        Term("Mail", "bid"),          -1,
             Term("All pass 3 cards in a direction that you name.", "bid")),
    Special("girighet",    Term("Greed", "bid"),          0,
             Term("One trick more or less must not matter. If made, 1 point extra.", "bid")),
    Special("atelje",      Term("Atelier", "bid"),        1,
             Term("Four cards of your choice always lie open.", "bid"), ("oppenhand",)),
    Special("mastarbrev",  Term("Master's Mail", "bid"),  1,
             Term("All but you pass 3 cards to the right. Worth 3 with trumps (not Grill).", "bid")),
    Special("sluthund",    Term("Ending Dog", "bid"),     1,
             Term("You must not take the last trick.", "bid"), ("noll",)),
    Special("oppentrumf",  Term("Open Trump", "bid"),     1,
             Term("Your trumps lie open.", "bid"), ("grill", "oppenhand")),
    Special("las",         Term("Lock", "bid"),           2,
             Term("You must not take any of the first 3 tricks.", "bid"), ("noll",)),
    Special("straff",      Term("Penalty", "bid"),        2,
             Term("If not made, you lose 2 points more.", "bid")),
    Special("pest",        Term("Plague", "bid"),         2,
             Term("Name a suit; you must not take the most cards of it (all of them is fine).", "bid"),
             ("mastarskambud", "noll", "skambud")),
    Special("oppenhand",   Term("Open Hand", "bid"),      3,
             Term("Your whole hand lies open.", "bid"), ("atelje", "oppentrumf")),
)
# fmt: on

STANDARD = {part.key: part for part in STANDARDS}
SPECIAL = {part.key: part for part in SPECIALS}
TABLE_ORDER = {part.key: place for place, part in enumerate(SPECIALS)}
MASTARBREV_WITH_TRUMPS = 3
COUNTED = ("girighet", "las", "sluthund")
"""The specials that bear on which tricks meet the contract."""


def goal_of(standard: Standard, specials: frozenset[str], guess: frozenset[int]) -> Goal:
    """Return what the bid needs, counted in tricks."""
    return Goal(
        standard.need, guess, "girighet" in specials, "las" in specials, "sluthund" in specials
    )


def value_of(standard: Standard, specials: frozenset[str] | tuple[str, ...]) -> int:
    """§2: the sum of the parts' values."""
    value = standard.value + sum(SPECIAL[key].value for key in specials)
    if "mastarbrev" in specials and standard.trump and standard.key != "grill":
        value += MASTARBREV_WITH_TRUMPS - SPECIAL["mastarbrev"].value
    return value


def clash(standard: Standard, special: Special, others: frozenset[str]) -> BidPart | None:
    """Return a part that `special` cannot stand with, or None."""
    for key in special.not_with:
        if key == standard.key:
            return standard
        if key in others:
            return SPECIAL[key]
    return None


@lru_cache(maxsize=4096)
def never_made(standard: Standard, counted: frozenset[str], table_size: int) -> Sentence | None:
    """§7: why no course of the tricks makes this, whoever holds what; None if one does.

    `counted` are the specials of the bid that are in `COUNTED`. Derived from the goal alone.
    """
    guesses = combinations(range(14), standard.guesses)
    if any(
        possible_counts(goal_of(standard, counted, frozenset(guess)), table_size)
        for guess in guesses
    ):
        return None
    for fewer in combinations(sorted(counted), len(counted) - 1) if counted else ():
        reason = never_made(standard, frozenset(fewer), table_size)
        if reason:
            return reason  # the fewest parts that clash explain it best
    parts = Listed((standard.name, *(SPECIAL[key].name for key in COUNTED if key in counted)))
    needs = _counts(standard, counted & {"girighet"}, table_size)
    leaves = possible_counts(goal_of(_ANYTHING, counted - {"girighet"}, frozenset()), table_size)
    if not needs:
        return Sentence(
            N_("{parts}: one trick more and one trick fewer cannot both be right."), parts=parts
        )
    if not set(needs) & set(leaves):
        return Sentence(
            N_("{parts}: you would need {needs} tricks, but can take {most} at most."),
            parts=parts, needs=min(needs), most=max(leaves),
        )  # fmt: skip
    return Sentence(N_("{parts}: no course of the tricks makes this together."), parts=parts)


def _counts(standard: Standard, counted: frozenset[str], table_size: int) -> list[int]:
    found: set[int] = set()
    for guess in combinations(range(14), standard.guesses):
        found |= set(possible_counts(goal_of(standard, counted, frozenset(guess)), table_size))
    return sorted(found)


_ANYTHING = Standard("", Term(""), 0, Term(""), 0, False, at_least(0))


@dataclass(frozen=True)
class Bids:
    """The combination bids of a table; see engine.choices.BidTable."""

    forbid_impossible: bool = True
    mains: tuple[BidPart, ...] = field(default=STANDARDS, hash=False)
    extras: tuple[BidPart, ...] = field(default=SPECIALS, hash=False)

    def canonical(self, bid: Bid) -> Bid:
        main, *rest = bid.parts or ("",)
        if main not in STANDARD:
            raise IllegalAction(N_("A bid begins with one standard bid."))
        if any(key not in SPECIAL for key in rest):
            raise IllegalAction(N_("A bid has one standard bid; all else must be special bids."))
        if len(set(rest)) != len(rest):
            raise IllegalAction(N_("A special bid can stand in a bid only once."))
        return Bid((main, *sorted(rest, key=TABLE_ORDER.__getitem__)))

    def value(self, bid: Bid) -> int:
        return value_of(STANDARD[bid.parts[0]], bid.parts[1:])

    def check(self, bid: Bid, table_size: int) -> None:
        standard, specials = STANDARD[bid.parts[0]], frozenset(bid.parts[1:])
        for key in bid.parts[1:]:
            other = clash(standard, SPECIAL[key], specials)
            if other:
                raise IllegalAction(
                    N_("{one} cannot be combined with {other}."),
                    one=SPECIAL[key].name, other=other.name,
                )  # fmt: skip
        if "oppentrumf" in specials and not standard.trump:
            raise IllegalAction(N_("Open Trump needs a bid with trumps."))
        if self.forbid_impossible:
            reason = never_made(standard, specials & frozenset(COUNTED), table_size)
            if reason:
                raise IllegalAction(reason.text, **reason.values)

    def count(self, least: int, table_size: int) -> int:
        spread = _values(self, table_size)
        return sum(number for value, number in spread if value >= least)

    def all(self, least: int, table_size: int) -> Iterator[Bid]:
        for standard, kept in _combinable(self, table_size):
            for size in range(len(_FREE) + 1):
                for free in combinations(_FREE, size):
                    if value_of(standard, (*kept, *free)) >= least:
                        yield self.canonical(Bid((standard.key, *kept, *free)))

    def sample(self, least: int, table_size: int, rng: Randomness) -> Bid | None:
        """First how high (mostly just enough), then any bid of such a value."""
        values = [value for value, _ in _values(self, table_size) if value >= least]
        if not values:
            return None
        wanted = values[min(rng.randrange(len(values)), rng.randrange(len(values)), 3)]
        standard, kept = _pick(_reaching(self, table_size, wanted), rng)
        free = _pick(_FREE_BY_VALUE[wanted - value_of(standard, kept)], rng)
        return self.canonical(Bid((standard.key, *kept, *free)))


BIDS = {"forbid": Bids(True), "allow": Bids(False)}
"""By the table option `impossible_bids`."""


def _pick(pool: Sequence[T], rng: Randomness) -> T:
    return pool[rng.randrange(len(pool))]


_BOUND = tuple(
    part.key
    for part in SPECIALS
    if part.not_with or part.key in COUNTED or part.key == "mastarbrev"
)
"""Specials that bear on what else may stand in the bid, or on its value; the others are free."""
_FREE = tuple(part.key for part in SPECIALS if part.key not in _BOUND)


def _free_by_value() -> dict[int, list[tuple[str, ...]]]:
    sets: dict[int, list[tuple[str, ...]]] = {}
    for size in range(len(_FREE) + 1):
        for chosen in combinations(_FREE, size):
            sets.setdefault(sum(SPECIAL[key].value for key in chosen), []).append(chosen)
    return sets


_FREE_BY_VALUE = _free_by_value()


@cache
def _combinable(bids: Bids, table_size: int) -> tuple[tuple[Standard, tuple[str, ...]], ...]:
    """Return every standard bid with every set of bound specials that may stand with it."""
    found = []
    for standard in STANDARDS:
        for size in range(len(_BOUND) + 1):
            for kept in combinations(_BOUND, size):
                try:
                    bids.check(bids.canonical(Bid((standard.key, *kept))), table_size)
                except IllegalAction:
                    continue
                found.append((standard, kept))
    return tuple(found)


@cache
def _reaching(
    bids: Bids, table_size: int, value: int
) -> tuple[tuple[Standard, tuple[str, ...]], ...]:
    """Return the combinable parts that some free specials bring to exactly this value."""
    return tuple(
        (standard, kept)
        for standard, kept in _combinable(bids, table_size)
        if value - value_of(standard, kept) in _FREE_BY_VALUE
    )


@cache
def _values(bids: Bids, table_size: int) -> tuple[tuple[int, int], ...]:
    """Return the values of legal combinations, and how many have each: (value, number) ascending."""
    spread: Counter[int] = Counter()
    for standard, kept in _combinable(bids, table_size):
        base = value_of(standard, kept)
        for value, free in _FREE_BY_VALUE.items():
            spread[base + value] += len(free)
    return tuple(sorted((value, number) for value, number in spread.items() if value >= 1))
