"""The printed tables of bids: 16 standard bids and 15 special bids, and how editions differ.

What a bid changes in the play is in `effects`, what it asks before play in `pre_play`, by key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, groupby
from typing import Any, TypeVar

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.choices import BidManner, BidPart, Randomness
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_, Listed, Sentence, Term

from .goal import (
    DEAL_TRICKS,
    AtLeast,
    Exactly,
    Goal,
    Need,
    alone_most,
    as_guessed,
    fewest,
    later_more,
    not_most,
    possible_counts,
)

_T = TypeVar("_T")
_P = TypeVar("_P", bound=BidPart)


@dataclass(frozen=True, kw_only=True)
class Standard(BidPart):
    """A standard bid; `guesses` is how many trick counts declarer names before play.

    Where it `gathers_twos` declarer must take all of them besides. Without `points` it scores the
    value of the whole bid.
    """

    points: int | None
    need: Need
    trump: bool = False
    guesses: int = 0
    gathers_twos: bool = False

    @property
    def leaning(self) -> int:
        """1, 0 or −1: whether its player wants many tricks, a number, or few."""
        few = self.need in (not_most, fewest, Exactly(0))
        return int(self.trump) - int(few)

    def __hash__(self) -> int:
        return hash(self.key)  # many caches are keyed by it


@dataclass(frozen=True)
class Special(BidPart):
    """A special bid; `not_with` are keys of bids that it cannot stand with."""

    not_with: tuple[str, ...] = ()


MIN_5 = AtLeast(5)

# fmt: off
STANDARDS = (
    Standard("skambud", Term("Bid of Shame", "bid"), value=0, points=1, need=not_most,
             effect=Term("Don't take the most tricks, or tie for the most.", "bid"),
             others=Term("{player} must not take the most tricks, or tie for the most.", "bid")),
    Standard("ungefar", Term("Approximate", "bid"), value=1, points=1, need=as_guessed, guesses=2,
             effect=Term("Name two numbers before play; take exactly as many tricks as one of them.", "bid"),
             others=Term("{player} names two numbers before play and must take exactly as many tricks as one of them.", "bid")),
    Standard("trumf", Term("Trump", "bid"), value=1, points=1, trump=True, need=MIN_5,
             effect=Term("You name trumps. At least 5 tricks.", "bid"),
             others=Term("{player} names trumps and needs 5 tricks.", "bid")),
    Standard("grill", Term("Grill", "bid"), value=1, points=2, trump=True, need=MIN_5, manner=BidManner.ODD,
             effect=Term("You name trumps for trick 1; then it's the suit led the trick before. At least 5 tricks.", "bid"),
             others=Term("{player} needs 5 tricks and names trumps for trick 1; then it's the suit led the trick before.", "bid")),
    Standard("blocktrumf", Term("Block Trump", "bid"), value=2, points=1, trump=True, need=MIN_5,
             effect=Term("You name trumps, but can't play one until someone else has. At least 5 tricks.", "bid"),
             others=Term("{player} names trumps and needs 5 tricks, but can't play a trump until someone else has.", "bid")),
    Standard("limbo", Term("Limbo", "bid"), value=2, points=1, need=later_more, manner=BidManner.ODD,
             effect=Term("Take fewer of tricks 1–7 than of tricks 8–13. No trumps.", "bid"),
             others=Term("{player} must take fewer of tricks 1–7 than of tricks 8–13. No trumps.", "bid")),
    Standard("spel", Term("Game", "bid"), value=2, points=2, need=MIN_5,
             effect=Term("At least 5 tricks without trumps.", "bid"),
             others=Term("{player} needs 5 tricks without trumps.", "bid")),
    Standard("mastarskambud", Term("Master's Bid of Shame", "bid"), value=3, points=2, need=fewest,
             effect=Term("Nobody may take fewer tricks than you. No trumps.", "bid"),
             others=Term("Nobody may take fewer tricks than {player}. No trumps.", "bid")),
    Standard("precis", Term("Precise", "bid"), value=3, points=2, need=as_guessed, guesses=1,
             effect=Term("Name a number before play; take exactly that many tricks. No trumps.", "bid"),
             others=Term("{player} names a number before play and must take exactly that many tricks. No trumps.", "bid")),
    Standard("maxtrumf", Term("Max Trump", "bid"), value=3, points=3, trump=True, need=AtLeast(7),
             effect=Term("You name trumps. At least 7 tricks.", "bid"),
             others=Term("{player} names trumps and needs 7 tricks.", "bid")),
    Standard("subtrumf", Term("Sub Trump", "bid"), value=3, points=3, trump=True, need=MIN_5,
             effect=Term("You name trumps, but not your longest suit. At least 5 tricks.", "bid"),
             others=Term("{player} names trumps, but not their longest suit, and needs 5 tricks.", "bid")),
    Standard("rangtrumf", Term("Rank Trump", "bid"), value=3, points=4, trump=True, need=MIN_5, manner=BidManner.PASSING,
             effect=Term("Swap a card for the highest one shown; its suit is trumps. At least 5 tricks.", "bid"),
             others=Term("{player} needs 5 tricks and swaps a card for the highest one shown; its suit is trumps.", "bid")),
    Standard("mastarspel", Term("Master's Game", "bid"), value=4, points=3, need=alone_most,
             effect=Term("Take more tricks than anyone else. No trumps.", "bid"),
             others=Term("{player} must take more tricks than anyone else. No trumps.", "bid")),
    Standard("noll", Term("Zero", "bid"), value=4, points=4, need=Exactly(0),
             effect=Term("Don't take a single trick. No trumps.", "bid"),
             others=Term("{player} must not take a single trick. No trumps.", "bid")),
    Standard("mastartrumf", Term("Master's Trump", "bid"), value=6, points=6, trump=True, need=MIN_5,
             effect=Term("The player on your left names trumps. At least 5 tricks.", "bid"),
             others=Term("{player} needs 5 tricks; the player on their left names trumps.", "bid")),
    Standard("obesudlat", Term("Taintless Master's Game", "bid"), value=8, points=None, need=AtLeast(12), manner=BidManner.RISK,
             effect=Term("At least 12 tricks, no trumps. Scores its value; at 13 or more it wins the game.", "bid"),
             others=Term("{player} needs 12 tricks, no trumps. Scores its value; at 13 or more it wins the game.", "bid")),
)

SPECIALS = (
    Special("rattvisa", Term("Justice", "bid"), value=-4, manner=BidManner.ODD,
            effect=Term("Name a card; you decide who takes the trick with it.", "bid"),
            others=Term("{player} names a card and decides who takes the trick with it.", "bid")),
    Special("lattja", Term("Sloth", "bid"), value=-3, manner=BidManner.ODD,
            effect=Term("You play last to every trick you don't lead.", "bid"),
            others=Term("{player} plays last to every trick that others lead.", "bid")),
    Special("potential", Term("Potential", "bid"), value=-2,
            effect=Term("If made, you gain a potential: you can then overbid with an equal value.", "bid"),
            others=Term("If made, {player} gains a potential: the right to overbid with an equal value.", "bid")),
    Special("bradska", Term("Hurry", "bid"), value=-2, manner=BidManner.ODD,
            effect=Term("You lead to the first trick.", "bid"),
            others=Term("{player} leads to the first trick.", "bid")),
    Special("jarn", Term("Iron", "bid"), value=-1, manner=BidManner.ODD,
            effect=Term("Aces are the lowest cards.", "bid")),
    Special("brev", Term("Mail", "bid"), value=-1, manner=BidManner.PASSING,
            effect=Term("Everyone passes 3 cards in a direction you name.", "bid"),
            others=Term("Everyone passes 3 cards in a direction that {player} names.", "bid")),
    Special("girighet", Term("Greed", "bid"), value=0, not_with=("obesudlatbud",), manner=BidManner.RISK,
            effect=Term("You must make it with one trick more and one fewer. If made, 1 extra point.", "bid"),
            others=Term("{player} must make it with one trick more and one fewer. If made, 1 extra point.", "bid")),
    Special("atelje", Term("Atelier", "bid"), value=1, not_with=("oppenhand",), manner=BidManner.OPEN,
            effect=Term("Four cards of your choice always lie open.", "bid"),
            others=Term("Four cards of {player}'s choice always lie open.", "bid")),
    Special("mastarbrev", Term("Master's Mail", "bid"), value=1, manner=BidManner.PASSING,
            effect=Term("Everyone but you passes 3 cards to the right. Worth 3 with trumps (not Grill).", "bid"),
            others=Term("Everyone but {player} passes 3 cards to the right. Worth 3 with trumps (not Grill).", "bid")),
    Special("sluthund", Term("Ending Dog", "bid"), value=1, not_with=("noll",), manner=BidManner.RISK,
            effect=Term("You must not take the last trick.", "bid"),
            others=Term("{player} must not take the last trick.", "bid")),
    Special("oppentrumf", Term("Open Trump", "bid"), value=1, not_with=("grill", "oppenhand"), manner=BidManner.OPEN,
            effect=Term("Your trumps lie open.", "bid"),
            others=Term("{player}'s trumps lie open.", "bid")),
    Special("las", Term("Lock", "bid"), value=2, not_with=("noll",), manner=BidManner.RISK,
            effect=Term("You must not take any of the first 3 tricks.", "bid"),
            others=Term("{player} must not take any of the first 3 tricks.", "bid")),
    Special("straff", Term("Penalty", "bid"), value=2, manner=BidManner.RISK,
            effect=Term("If you go down, you lose 2 points more.", "bid"),
            others=Term("If {player} goes down, it costs 2 points more.", "bid")),
    Special("pest", Term("Plague", "bid"), value=2, not_with=("mastarskambud", "noll", "skambud"), manner=BidManner.RISK,
            effect=Term("Name a suit; you must not take the most cards of it (all of them is fine).", "bid"),
            others=Term("{player} names a suit and must not take the most cards of it (all of them is fine).", "bid")),
    Special("oppenhand", Term("Open Hand", "bid"), value=3, not_with=("atelje", "oppentrumf"), manner=BidManner.OPEN,
            effect=Term("Your whole hand lies open.", "bid"),
            others=Term("{player}'s whole hand lies open.", "bid")),
)

# Edition 1.5 (2024): the rows above that it reads otherwise, by key, and the one that it adds.
CHANGED: Mapping[str, Mapping[str, Any]] = {
    "skambud": {"name": Term("Misery", "bid")},
    "ungefar": {"name": Term("Uncertainty", "bid")},
    "spel": {"name": Term("Abundance", "bid")},
    "mastarskambud": {"name": Term("Master Misery", "bid")},
    "precis": {"name": Term("Certainty", "bid")},
    "mastarspel": {"name": Term("Master Abundance", "bid")},
    "rangtrumf": {
        "value": 4,
        "effect": Term("Swap any card for the highest one the others show; its suit is trumps. At least 5 tricks.", "bid"),
        "others": Term("{player} needs 5 tricks and swaps any card for the highest one shown; its suit is trumps.", "bid"),
    },
    "mastartrumf": {
        "name": Term("Master Trump", "bid"),
        "effect": Term("The player on your right names trumps. At least 5 tricks.", "bid"),
        "others": Term("{player} needs 5 tricks; the player on their right names trumps.", "bid"),
    },
    "brev": {
        "effect": Term("Everyone passes 3 cards to the right.", "bid"),
        "others": None,
    },
    "mastarbrev": {
        "name": Term("Master Mail", "bid"),
        "effect": Term("Everyone but you passes 3 cards to the left. Worth 3 with trumps (not Grill).", "bid"),
        "others": Term("Everyone but {player} passes 3 cards to the left. Worth 3 with trumps (not Grill).", "bid"),
    },
}
REMOVED_BID = "obesudlat"
ADDED = Standard("obesudlatbud", Term("Taintless Bid", "bid"), value=8, points=None, need=AtLeast(1), gathers_twos=True, manner=BidManner.RISK,
                 effect=Term("Take all four twos, which lie open. Scores its value; at 13 or more it wins the game.", "bid"),
                 others=Term("{player} must take all four twos, which lie open. Scores its value; at 13 or more it wins the game.", "bid"))
# fmt: on


@dataclass(frozen=True)
class Edition:
    """The bids of one edition of the game, in the order of its tables."""

    standards: tuple[Standard, ...]
    specials: tuple[Special, ...]

    @cached_property
    def parts(self) -> dict[str, BidPart]:
        """All bids of the edition by their keys."""
        return {part.key: part for part in (*self.standards, *self.specials)}

    @cached_property
    def standard(self) -> dict[str, Standard]:
        """The standard bids of the edition by their keys."""
        return {part.key: part for part in self.standards}


def _revise(rows: Iterable[_P]) -> tuple[_P, ...]:
    return tuple(replace(row, **CHANGED.get(row.key, {})) for row in rows if row.key != REMOVED_BID)


BIDS_BY_EDITION = {
    "1.4": Edition(STANDARDS, SPECIALS),
    "1.5": Edition((*_revise(STANDARDS), ADDED), _revise(SPECIALS)),
}
"""By the table option `edition`."""
STANDARD_BIDS = {ADDED.key: ADDED, **BIDS_BY_EDITION["1.4"].standard}
"""Every standard bid of any edition: what they need is the same in all that have them."""
SPECIAL = {part.key: part for part in SPECIALS}
TABLE_ORDER = {part.key: place for place, part in enumerate(SPECIALS)}
MASTARBREV_WITH_TRUMPS = 3
COUNTED = ("girighet", "las", "sluthund")
"""The specials that bear on which tricks meet the contract."""


def subsets(keys: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Return all sets of these keys, the smallest first."""
    return chain.from_iterable(combinations(keys, size) for size in range(len(keys) + 1))


def goal_of(standard: Standard, specials: frozenset[str], guess: frozenset[int]) -> Goal:
    """Return what the bid needs, counted in tricks."""
    return Goal(
        standard.need, guess, "girighet" in specials, "las" in specials, "sluthund" in specials,
        standard.gathers_twos,
    )  # fmt: skip


def value_of(standard: Standard, specials: Collection[str]) -> int:
    """§2: the sum of the parts' values."""
    value = standard.value + sum(SPECIAL[key].value for key in specials)
    if "mastarbrev" in specials and standard.trump and standard.key != "grill":
        value += MASTARBREV_WITH_TRUMPS - SPECIAL["mastarbrev"].value
    return value


def clash(standard: Standard, specials: Collection[str]) -> Sentence | None:
    """§2: why these parts may not stand together; None if they may."""
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
    """§7: why no course of the tricks makes this, whoever holds what; None if one does.

    `counted` are the specials of the bid that are in `COUNTED`. Derived from the goal alone.
    """
    if next(_counts(standard, counted, table_size), None) is not None:
        return None
    for fewer in combinations(sorted(counted), len(counted) - 1) if counted else ():
        reason = never_made(standard, frozenset(fewer), table_size)
        if reason:
            return reason  # the fewest parts that clash explain it best
    parts = Listed((standard.name, *(SPECIAL[key].name for key in COUNTED if key in counted)))
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
    """Return the numbers of tricks that can make it, with the guess that fits."""
    for guess in combinations(range(DEAL_TRICKS + 1), standard.guesses):
        yield from possible_counts(goal_of(standard, counted, frozenset(guess)), table_size)


PLAIN_EXTRAS = 1
"""Special bids in a bid, at most, where a table plays with plain bids."""
_ANYTHING = Standard("", Term(""), Term(""), points=0, need=AtLeast(0))


@dataclass(frozen=True)
class Bids:
    """The combination bids of a table; see engine.choices.BidTable."""

    edition: str = "1.4"
    forbid_impossible: bool = True
    most_extras: int | None = None
    without: frozenset[str] = frozenset()
    """Parts that are not thought of, and so no longer among `mains` and `extras`."""

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
        """The standard bids that may be bid here."""
        return _rest(BIDS_BY_EDITION[self.edition].standards, self.without)

    @property
    def extras(self) -> tuple[Special, ...]:
        """The special bids that may be bid here."""
        return _rest(BIDS_BY_EDITION[self.edition].specials, self.without)

    def with_limits(self, most: int | None, without: frozenset[str]) -> Bids:
        """Return the same bids with so many specials at most, and `without` some of them."""
        bounds = [bound for bound in (self.most_extras, most) if bound is not None]
        return replace(self, most_extras=min(bounds, default=None), without=self.without | without)

    @property
    def standard(self) -> Mapping[str, Standard]:
        """The standard bids by key."""
        return BIDS_BY_EDITION[self.edition].standard

    def canonical(self, bid: Bid) -> Bid:
        """Return a bid with its specials in the printed order. Raises IllegalAction."""
        main, *rest = bid.parts or ("",)
        if main not in self.standard:
            raise IllegalAction(N_("A bid starts with one standard bid."))
        if any(key not in SPECIAL for key in rest):
            raise IllegalAction(N_("A bid has one standard bid; the rest must be special bids."))
        if len(set(rest)) != len(rest):
            raise IllegalAction(N_("A special bid can be in a bid only once."))
        return Bid((main, *sorted(rest, key=TABLE_ORDER.__getitem__)))

    def value(self, bid: Bid) -> int:
        """Return what a bid is worth in the auction."""
        return value_of(self.standard[bid.parts[0]], bid.parts[1:])

    def check(self, bid: Bid, table_size: int) -> None:
        """Raise IllegalAction for a bid that the table of bids does not allow."""
        reason = self.objection(self.standard[bid.parts[0]], bid.parts[1:], table_size)
        if reason:
            raise IllegalAction(reason.text, **reason.values)

    def objection(
        self, standard: Standard, specials: Collection[str], table_size: int
    ) -> Sentence | None:
        """Return why these parts are no bid at this table; None if they are one."""
        if self.most_extras is not None and len(specials) > self.most_extras:
            return Sentence(N_("At this table a bid has one special bid at most."))
        reason = clash(standard, specials)
        if not reason and self.forbid_impossible:
            reason = never_made(standard, frozenset(COUNTED).intersection(specials), table_size)
        return reason

    def count(self, least: int, table_size: int) -> int:
        """Return how many bids are worth `least` or more."""
        spread = _values(self, table_size)
        return sum(number for value, number in spread if value >= least)

    def all(self, least: int, table_size: int) -> Iterator[Bid]:
        """Yield every bid that is worth `least` or more."""
        for standard, kept in combinable(self, table_size):
            missing = least - value_of(standard, kept)
            enough = (sets for value, sets in self.free(kept).items() if value >= missing)
            for free in chain.from_iterable(enough):
                yield self.canonical(Bid((standard.key, *kept, *free)))

    def free(self, kept: Sequence[str]) -> Mapping[int, Sequence[tuple[str, ...]]]:
        """Return the sets of free specials that may stand beside bound ones, by what they add."""
        return FREE_BY_VALUE if self.most_extras is None else _few(self.most_extras - len(kept))

    def sample(self, least: int, table_size: int, rng: Randomness) -> Bid | None:
        """Return a bid by chance: first how high (mostly just enough), then any of such a value."""
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
    if part.not_with or part.key in COUNTED or part.key == "mastarbrev"
)
"""Specials that bear on what else may stand in the bid, or on its value; the others are free."""
_FREE = tuple(part.key for part in SPECIALS if part.key not in _BOUND)


def _value_added(free: tuple[str, ...]) -> int:
    return sum(SPECIAL[key].value for key in free)


FREE_BY_VALUE = {
    value: tuple(sets)
    for value, sets in groupby(sorted(subsets(_FREE), key=_value_added), _value_added)
}
"""The sets of free specials by what they add to a bid's value."""


@cache
def _few(most: int) -> Mapping[int, Sequence[tuple[str, ...]]]:
    """Return the sets of so many free specials at most, by what they add to a bid's value."""
    few = {
        value: tuple(one for one in sets if len(one) <= most)
        for value, sets in FREE_BY_VALUE.items()
    }
    return {value: sets for value, sets in few.items() if sets}


@cache
def combinable(bids: Bids, table_size: int) -> tuple[tuple[Standard, tuple[str, ...]], ...]:
    """Return every standard bid with every set of bound specials that may stand with it."""
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
    """Return the combinable parts that some free specials bring to exactly this value."""
    return tuple(
        (standard, kept)
        for standard, kept in combinable(bids, table_size)
        if value - value_of(standard, kept) in bids.free(kept)
    )


@cache
def _values(bids: Bids, table_size: int) -> tuple[tuple[int, int], ...]:
    """Return the values of legal combinations, and how many have each: (value, number) ascending."""
    spread: Counter[int] = Counter()
    for standard, kept in combinable(bids, table_size):
        base = value_of(standard, kept)
        for value, free in bids.free(kept).items():
            spread[base + value] += len(free)
    return tuple(sorted((value, number) for value, number in spread.items() if value >= 1))
