"""The menu of all combination bids: counted, listed and drawn from, against plain enumeration."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.errors import IllegalAction
from kwbot.variants.kombinations_whist.bids import Bids, value_of
from kwbot.variants.kombinations_whist.printed_bids import BIDS_BY_EDITION, SPECIALS, STANDARDS
from tests.independent.bids import NOT_WITH, SPECIAL, impossible
from tests.independent.bids import Bid as PrintedBid

KEYS = tuple(SPECIAL)
EVERY = [
    *(Bids(edition, forbid) for edition in BIDS_BY_EDITION for forbid in (True, False)),
    Bids(most_extras=1),
]


def enumerated(bids: Bids, players: int) -> Iterator[tuple[int, str, int]]:
    """(value, standard, specials as bits of KEYS) of every bid worth at least 1."""
    worth = [0] * (1 << len(KEYS))
    for bits in range(1, len(worth)):
        low = bits & -bits
        worth[bits] = worth[bits ^ low] + SPECIAL[KEYS[low.bit_length() - 1]]
    pairs = [
        (1 << a) | (1 << b)
        for (a, one), (b, other) in combinations(enumerate(KEYS), 2)
        if other in NOT_WITH.get(one, ()) or one in NOT_WITH.get(other, ())
    ]
    together = [bits for bits in range(len(worth)) if not any(bits & p == p for p in pairs)]
    for standard in bids.mains:
        never = _never(standard.key, bids, players)
        alone = sum(1 << n for n, key in enumerate(KEYS) if standard.key in NOT_WITH.get(key, ()))
        bare = PrintedBid(0, standard.key, frozenset(), bids.edition).value
        dear = standard.trump and standard.key != "grill"
        for bits in together:
            if bits & alone or (bits & _COUNTED) in never:
                continue
            if bids.most_extras is not None and bits.bit_count() > bids.most_extras:
                continue
            value = bare + worth[bits] + (2 if dear and bits & _MASTARBREV else 0)
            if value >= 1:
                yield value, standard.key, bits


def _bits(*keys: str) -> int:
    return sum(1 << KEYS.index(key) for key in keys)


_COUNTED, _MASTARBREV = _bits("girighet", "sluthund", "las"), _bits("mastarbrev")


def _never(standard: str, bids: Bids, players: int) -> set[int]:
    traits = [
        (bits, *(bool(bits & _bits(key)) for key in ("girighet", "sluthund", "las")))
        for bits in range(1 << len(KEYS))
        if bits & _COUNTED == bits
    ]
    return {
        bits
        for bits, *has in traits
        if bids.forbid_impossible and impossible(standard, *has, players)
    }


@pytest.mark.parametrize("bids", EVERY, ids=str)
@pytest.mark.parametrize("players", [3, 4])
def test_counting_agrees_with_enumeration(bids: Bids, players: int) -> None:
    values = Counter(value for value, _, _ in enumerated(bids, players))
    for least in range(1, 20):
        count = sum(number for value, number in values.items() if value >= least)
        assert bids.count(least, players) == count
    assert min(values) == 1
    assert bids.count(max(values) + 1, players) == 0


def _listed(bids: Bids, players: int, least: int) -> None:
    wanted = {
        (key, frozenset(KEYS[n] for n in range(len(KEYS)) if bits >> n & 1))
        for value, key, bits in enumerated(bids, players)
        if value >= least
    }
    listed = [(bid.parts[0], frozenset(bid.parts[1:])) for bid in bids.all(least, players)]
    assert len(listed) == len(wanted)
    assert set(listed) == wanted


@pytest.mark.slow
def test_the_highest_bids_are_listed_each_once() -> None:
    _listed(Bids(), 4, least=9)
    _listed(Bids(most_extras=1), 4, least=1)


@pytest.mark.heavy
@pytest.mark.parametrize("bids", EVERY, ids=str)
@pytest.mark.parametrize("players", [3, 4])
def test_all_bids_are_listed_each_once(bids: Bids, players: int) -> None:
    _listed(bids, players, least=1)


@pytest.mark.parametrize("least", [1, 4, 9, 14])
def test_listed_bids_are_canonical_accepted_and_high_enough(least: int) -> None:
    choice = CombinationBid(Bids(), least, 4)
    for number, action in enumerate(choice):
        if number % 97 == 0:
            assert choice.accept(action) == action
        if isinstance(action, Bid):
            assert Bids().value(action) >= least
        if number > 20_000:
            break


@pytest.mark.parametrize("least", [1, 2, 5, 10, 15, 18])
def test_drawn_bids_are_accepted(least: int) -> None:
    rng = Random(least)
    for bids in (Bids(), Bids(most_extras=1)):
        choice = CombinationBid(bids, least, 3)
        for _ in range(200):
            assert choice.sample(rng) in choice


def test_nothing_is_drawn_where_nothing_is_left() -> None:
    assert Bids().sample(40, 4, Random(1)) is None


def test_every_part_is_drawn_sooner_or_later() -> None:
    rng = Random(5)
    drawn = [Bids().sample(least, 4, rng) for least in (1, 4, 7, 10) for _ in range(150)]
    parts = {key for bid in drawn if bid for key in bid.parts}
    assert parts == {part.key for part in (*STANDARDS, *SPECIALS)}


@pytest.mark.parametrize("bids", EVERY, ids=str)
def test_random_bids_are_judged_like_the_printed_tables(bids: Bids) -> None:
    rng = Random(7)
    legal = {(key, bits) for _, key, bits in enumerated(bids, 4)}
    for _ in range(3000):
        bits = rng.getrandbits(len(KEYS)) & rng.getrandbits(len(KEYS))
        standard = rng.choice(bids.mains)
        specials = [KEYS[n] for n in range(len(KEYS)) if bits >> n & 1]
        rng.shuffle(specials)
        accepted = True
        try:
            CombinationBid(bids, 1, 4).accept(Bid((standard.key, *specials)))
        except IllegalAction:
            accepted = False
        assert accepted == ((standard.key, bits) in legal)
        printed = PrintedBid(0, standard.key, frozenset(specials), bids.edition)
        assert value_of(standard, frozenset(specials)) == printed.value
