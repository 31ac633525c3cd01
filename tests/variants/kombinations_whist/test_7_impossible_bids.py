"""§7: bids that cannot possibly be made, derived anew here from the printed conditions."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

import pytest

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.errors import IllegalAction
from kwbot.variants.kombinations_whist.bids import COUNTED_SPECIALS, Bids, never_made
from kwbot.variants.kombinations_whist.printed_bids import SPECIAL, STANDARD_BIDS
from tests.variants.kombinations_whist.table import refused, table


class Course(NamedTuple):
    """A course of 13 tricks, as much of it as any bid can look at."""

    early: int
    late: int
    opened: bool
    ended: bool
    others: tuple[int, ...]


@cache
def courses(players: int) -> frozenset[Course]:
    """Every course, by who takes which trick: declarer any set, the others any share."""
    found = set()
    for tricks in range(1 << 13):
        own = tricks.bit_count()
        early = (tricks & 0b1111111).bit_count()
        found.add((early, own - early, bool(tricks & 0b111), bool(tricks >> 12)))
    return frozenset(
        Course(*mine, others)
        for mine in found
        for others in shares(13 - mine[0] - mine[1], players - 1)
    )


@cache
def shares(tricks: int, players: int) -> frozenset[tuple[int, ...]]:
    if players == 1:
        return frozenset({(tricks,)})
    return frozenset(
        tuple(sorted((first, *rest)))
        for first in range(tricks + 1)
        for rest in shares(tricks - first, players - 1)
    )


Condition = Callable[[int, tuple[int, ...], tuple[int, ...]], bool]
PRINTED: dict[str, Condition] = {
    "skambud": lambda own, others, guess: own < max(others),
    "ungefar": lambda own, others, guess: own in guess,
    "mastarskambud": lambda own, others, guess: all(own <= other for other in others),
    "precis": lambda own, others, guess: own in guess,
    "maxtrumf": lambda own, others, guess: own >= 7,
    "mastarspel": lambda own, others, guess: all(own > other for other in others),
    "noll": lambda own, others, guess: own == 0,
    "obesudlat": lambda own, others, guess: own >= 12,
}
GUESSES: dict[str, list[tuple[int, ...]]] = {
    "ungefar": list(combinations(range(14), 2)),
    "precis": [(count,) for count in range(14)],
}


def at_least_5(own: int, others: tuple[int, ...], guess: tuple[int, ...]) -> bool:
    return own >= 5


def made(standard: str, specials: frozenset[str], guess: tuple[int, ...], course: Course) -> bool:
    if "las" in specials and course.opened:
        return False
    if "sluthund" in specials and course.ended:
        return False
    greedy = "girighet" in specials
    if standard == "limbo":
        return course.early + greedy < course.late
    own = course.early + course.late
    counts = (own - 1, own + 1) if greedy else (own,)
    condition = PRINTED.get(standard, at_least_5)
    return all(condition(count, course.others, guess) for count in counts)


def makeable(standard: str, specials: frozenset[str], players: int) -> bool:
    return any(
        made(standard, specials, guess, course)
        for course in courses(players)
        for guess in GUESSES.get(standard, [()])
    )


SUBSETS = [
    frozenset(chosen)
    for chosen in chain.from_iterable(combinations(COUNTED_SPECIALS, size) for size in range(4))
]


def all_bids() -> Iterator[tuple[str, frozenset[str], int]]:
    return product(STANDARD_BIDS, SUBSETS, (3, 4))


@pytest.mark.parametrize("standard", STANDARD_BIDS)
def test_7_exactly_the_bids_that_no_course_makes_are_impossible(standard: str) -> None:
    for specials, players in product(SUBSETS, (3, 4)):
        reason = never_made(STANDARD_BIDS[standard], specials, players)
        assert (reason is None) == makeable(standard, specials, players), (specials, players)


def test_7_the_impossible_bids_in_full() -> None:
    """With Noll's printed incompatibilities left aside."""
    found = {
        "+".join((standard, *(key for key in COUNTED_SPECIALS if key in specials)))
        for standard, specials, players in all_bids()
        if never_made(STANDARD_BIDS[standard], specials, players) and standard != "noll"
    }
    assert found == {
        "precis+girighet",
        "precis+girighet+las",
        "precis+girighet+sluthund",
        "precis+girighet+las+sluthund",
        "obesudlat+las",
        "obesudlat+girighet+las",
        "obesudlat+las+sluthund",
        "obesudlat+girighet+sluthund",
        "obesudlat+girighet+las+sluthund",
    }


@pytest.mark.parametrize(
    ("bid", "reason"),
    [
        ("noll+girighet", "can't both make it"),
        ("precis+girighet+las", "can't both make it"),
        ("obesudlat+las", "need 12 tricks, but can take 10 at most"),
        ("obesudlat+sluthund+girighet", "need 13 tricks, but can take 12 at most"),
    ],
)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_7_the_printed_examples_are_refused_with_the_reason(
    bid: str, reason: str, players: int
) -> None:
    assert reason in refused(table(players=players), f"1 bid {bid}")


def test_7_they_may_be_bid_where_the_table_allows_it() -> None:
    table("1 bid noll+girighet/2 bid obesudlat+las", impossible_bids="allow")


def test_7_obesudlat_with_the_ending_dog_alone_may_be_made() -> None:
    table("1 bid obesudlat+sluthund/pass*/rest")
    table("1 bid obesudlat+girighet/pass*/rest")


def test_7_the_reason_names_the_standard_bid_and_parts_that_stand_in_the_bid() -> None:
    for standard, specials, players in all_bids():
        sentence = never_made(STANDARD_BIDS[standard], specials, players)
        if sentence:
            first, *others = sentence.values["parts"].items
            assert first == STANDARD_BIDS[standard].name
            assert others
            assert set(others) <= {SPECIAL[key].name for key in specials}


@pytest.mark.parametrize("option", ["forbid", "allow"])
def test_7_the_clashes_of_the_tables_are_refused_either_way(option: str) -> None:
    with pytest.raises(IllegalAction, match="go with"):
        Bids(forbid_impossible=option == "forbid").check(Bid(("noll", "las")), 4)
