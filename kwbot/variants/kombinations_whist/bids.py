"""Combination bids: which parts may be combined, their value, and what makes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, combinations, groupby
from typing import TypeVar

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.choices import BidPart, Randomness
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_, Listed, Sentence, Term

from .goal import DEAL_TRICKS, AtLeast, Goal, possible_counts
from .printed_bids import BIDS_BY_EDITION, SPECIAL, SPECIALS, TABLE_ORDER, Special, Standard

_T = TypeVar("_T")
_P = TypeVar("_P", bound=BidPart)

MASTARBREV_WITH_TRUMPS = 3
COUNTED_SPECIALS = ("girighet", "las", "sluthund")
"""The specials that affect which tricks make the contract."""


def subsets(keys: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Return all subsets of these keys, the smallest first."""
    return chain.from_iterable(combinations(keys, size) for size in range(len(keys) + 1))


def goal_of(standard: Standard, specials: frozenset[str], guess: frozenset[int]) -> Goal:
    """Return the goal of a bid in tricks."""
    return Goal(
        standard.need, guess, "girighet" in specials, "las" in specials, "sluthund" in specials,
        standard.gathers_twos,
    )  # fmt: skip


def value_of(standard: Standard, specials: Collection[str]) -> int:
    """§2: return the value of a bid, the sum of its parts' values."""
    value = standard.value + sum(SPECIAL[key].value for key in specials)
    if "mastarbrev" in specials and standard.trump and standard.key != "grill":
        value += MASTARBREV_WITH_TRUMPS - SPECIAL["mastarbrev"].value
    return value


def clash(standard: Standard, specials: Collection[str]) -> Sentence | None:
    """§2: return why these parts may not be combined; None if they may."""
    for key in specials:
        for other in SPECIAL[key].not_with:
            if other == standard.key or other in specials:
                name = (standard if other == standard.key else SPECIAL[other]).name
                text = N_("{one} doesn't go with {other}.")
                return Sentence(text, one=SPECIAL[key].name, other=name)
    if "oppentrumf" in specials and not standard.trump:
        return Sentence(N_("Open Trump needs a bid with trumps."))
    return None


@lru_cache(maxsize=4096)
def never_made(standard: Standard, counted: frozenset[str], table_size: int) -> Sentence | None:
    """§7: return why no course of the tricks makes this bid, whatever the hands; None if one does.
    `counted`: its specials in `COUNTED_SPECIALS`. Only the goal is considered."""
    if next(_counts(standard, counted, table_size), None) is not None:
        return None
    for fewer in combinations(sorted(counted), len(counted) - 1) if counted else ():
        reason = never_made(standard, frozenset(fewer), table_size)
        if reason:
            return reason  # the fewest conflicting parts explain it best
    parts = Listed(
        (standard.name, *(SPECIAL[key].name for key in COUNTED_SPECIALS if key in counted))
    )
    needs = set(_counts(standard, counted & {"girighet"}, table_size))
    leaves = set(_counts(_ANYTHING, counted - {"girighet"}, table_size))
    if not needs:
        return Sentence(
            N_("{parts}: one trick more and one fewer can't both make it."), parts=parts
        )
    if not needs & leaves:
        return Sentence(
            N_("{parts}: you'd need {needs} tricks, but can take {most} at most."),
            parts=parts, needs=min(needs), most=max(leaves),
        )  # fmt: skip
    return Sentence(N_("{parts}: no line of play can make these together."), parts=parts)


def _counts(standard: Standard, counted: frozenset[str], table_size: int) -> Iterator[int]:
    """Yield the numbers of tricks that can make the bid with a suitable guess."""
    for guess in combinations(range(DEAL_TRICKS + 1), standard.guesses):
        yield from possible_counts(goal_of(standard, counted, frozenset(guess)), table_size)


PLAIN_EXTRAS = 1
"""Most special bids in a bid at a table with plain bids."""
_ANYTHING = Standard("", Term(""), Term(""), points=0, need=AtLeast(0))


@dataclass(frozen=True)
class Bids:
    """The combination bids of a table; see engine.values.choices.BidTable."""

    edition: str = "1.4"
    forbid_impossible: bool = True
    most_extras: int | None = None
    without: frozenset[str] = frozenset()
    """Parts to ignore: they are not among `mains` and `extras`."""

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Bids:
        """Return the bids of a table with these options."""
        return cls(
            options["edition"],
            options["impossible_bids"] == "forbid",
            PLAIN_EXTRAS if options["bids"] == "plain" else None,
        )

    @property
    def mains(self) -> tuple[Standard, ...]:
        """The standard bids of the table."""
        return _rest(BIDS_BY_EDITION[self.edition].standards, self.without)

    @property
    def extras(self) -> tuple[Special, ...]:
        """The special bids of the table."""
        return _rest(BIDS_BY_EDITION[self.edition].specials, self.without)

    def with_limits(self, most: int | None, without: frozenset[str]) -> Bids:
        """Return the bids with at most `most` specials and none of the parts `without`."""
        bounds = [bound for bound in (self.most_extras, most) if bound is not None]
        return replace(self, most_extras=min(bounds, default=None), without=self.without | without)

    @property
    def standard(self) -> Mapping[str, Standard]:
        """The standard bids by key."""
        return BIDS_BY_EDITION[self.edition].standard

    def canonical(self, bid: Bid) -> Bid:
        """Return a bid with its specials in printed order. Raises IllegalAction."""
        main, *rest = bid.parts or ("",)
        if main not in self.standard:
            raise IllegalAction(N_("A bid starts with one standard bid."))
        if any(key not in SPECIAL for key in rest):
            raise IllegalAction(N_("A bid has one standard bid; the rest must be special bids."))
        if len(set(rest)) != len(rest):
            raise IllegalAction(N_("A special bid can be in a bid only once."))
        return Bid((main, *sorted(rest, key=TABLE_ORDER.__getitem__)))

    def value(self, bid: Bid) -> int:
        """Return the value of a bid in the auction."""
        return value_of(self.standard[bid.parts[0]], bid.parts[1:])

    def check(self, bid: Bid, table_size: int) -> None:
        """Raise IllegalAction for a bid that the table does not allow."""
        reason = self.objection(self.standard[bid.parts[0]], bid.parts[1:], table_size)
        if reason:
            raise IllegalAction(reason.text, **reason.values)

    def objection(
        self, standard: Standard, specials: Collection[str], table_size: int
    ) -> Sentence | None:
        """Return why these parts are not a bid at this table; None if they are."""
        if self.most_extras is not None and len(specials) > self.most_extras:
            return Sentence(N_("At this table a bid has one special bid at most."))
        reason = clash(standard, specials)
        if not reason and self.forbid_impossible:
            reason = never_made(
                standard, frozenset(COUNTED_SPECIALS).intersection(specials), table_size
            )
        return reason

    def count(self, least: int, table_size: int) -> int:
        """Return the number of bids worth `least` or more."""
        spread = _values(self, table_size)
        return sum(number for value, number in spread if value >= least)

    def all(self, least: int, table_size: int) -> Iterator[Bid]:
        """Yield every bid worth `least` or more."""
        for standard, kept in combinable(self, table_size):
            missing = least - value_of(standard, kept)
            enough = (sets for value, sets in self.free(kept).items() if value >= missing)
            for free in chain.from_iterable(enough):
                yield self.canonical(Bid((standard.key, *kept, *free)))

    def free(self, kept: Sequence[str]) -> Mapping[int, Sequence[tuple[str, ...]]]:
        """Return the sets of free specials that may be added to the bound ones `kept`, by their
        value."""
        return FREE_BY_VALUE if self.most_extras is None else _few(self.most_extras - len(kept))

    def sample(self, least: int, table_size: int, rng: Randomness) -> Bid | None:
        """Return a random bid: first choose a value (mostly just high enough), then any bid of it.
        None if no bid is worth `least`."""
        values = [value for value, _ in _values(self, table_size) if value >= least]
        if not values:
            return None
        wanted = values[min(rng.randrange(len(values)), rng.randrange(len(values)), 3)]
        standard, kept = _pick(_reaching(self, table_size, wanted), rng)
        free = _pick(self.free(kept)[wanted - value_of(standard, kept)], rng)
        return self.canonical(Bid((standard.key, *kept, *free)))


def _rest(parts: tuple[_P, ...], without: frozenset[str]) -> tuple[_P, ...]:
    return tuple(part for part in parts if part.key not in without) if without else parts


def _pick(pool: Sequence[_T], rng: Randomness) -> _T:
    return pool[rng.randrange(len(pool))]


_BOUND = tuple(
    part.key
    for part in SPECIALS
    if part.not_with or part.key in COUNTED_SPECIALS or part.key == "mastarbrev"
)
"""Specials that restrict the other parts or change their value; all others are free."""
_FREE = tuple(part.key for part in SPECIALS if part.key not in _BOUND)


def _value_added(free: tuple[str, ...]) -> int:
    return sum(SPECIAL[key].value for key in free)


FREE_BY_VALUE = {
    value: tuple(sets)
    for value, sets in groupby(sorted(subsets(_FREE), key=_value_added), _value_added)
}
"""The sets of free specials by their value."""


@cache
def _few(most: int) -> Mapping[int, Sequence[tuple[str, ...]]]:
    """Return the sets of at most `most` free specials, by their value."""
    few = {
        value: tuple(one for one in sets if len(one) <= most)
        for value, sets in FREE_BY_VALUE.items()
    }
    return {value: sets for value, sets in few.items() if sets}


@cache
def combinable(bids: Bids, table_size: int) -> tuple[tuple[Standard, tuple[str, ...]], ...]:
    """Return every standard bid with every set of bound specials that it allows."""
    return tuple(
        (standard, kept)
        for standard in bids.mains
        for kept in subsets(_BOUND)
        if bids.objection(standard, kept, table_size) is None
    )


@cache
def _reaching(
    bids: Bids, table_size: int, value: int
) -> tuple[tuple[Standard, tuple[str, ...]], ...]:
    """Return the combinable parts that have exactly this value with some free specials."""
    return tuple(
        (standard, kept)
        for standard, kept in combinable(bids, table_size)
        if value - value_of(standard, kept) in bids.free(kept)
    )


@cache
def _values(bids: Bids, table_size: int) -> tuple[tuple[int, int], ...]:
    """Return the values of legal bids with the number of bids of each, ascending by value."""
    spread: Counter[int] = Counter()
    for standard, kept in combinable(bids, table_size):
        base = value_of(standard, kept)
        for value, free in bids.free(kept).items():
            spread[base + value] += len(free)
    return tuple(sorted((value, number) for value, number in spread.items() if value >= 1))
