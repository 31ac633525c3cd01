"""§7: whatever was made in a deal is allowed to the hand that made it.

Everybody helps to odd courses of the tricks, of odd hands; the proof has no say in them.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import SPECIALS, STANDARD_BIDS
from kwbot.variants.kombinations_whist.proof.frame import End
from kwbot.variants.kombinations_whist.proof.judgement import WEIGHTY, Judgement, kind_of
from tests.variants.kombinations_whist.forced import legal
from tests.variants.kombinations_whist.table import GAME
from tests.variants.kombinations_whist.witness.acted import acted
from tests.variants.kombinations_whist.witness.search import Search, Witness, courses

PLAYED = tuple(part.key for part in SPECIALS if part.key not in ("girighet", "las", "sluthund"))
ATTEMPTS = 20
ACTED = 50
"""One deal of so many is played again by the engine."""


def odd_hand(rng: Random, players: int) -> CardSet:
    """Long suits, high cards or low ones more often than chance deals them."""
    deck = list(GAME.deck(players))
    suit, rank, noise = rng.choice((0, 4, 30)), rng.choice((-2, 0, 0, 2)), rng.choice((1, 10, 40))
    long = rng.sample(range(4), 4)
    deck.sort(
        key=lambda card: (
            suit * long.index(card.suit or 0) + rank * int(card.rank or 0) + noise * rng.random()
        )
    )
    return CardSet(deck[:13])


class OddDeal(NamedTuple):
    edition: str
    hand: CardSet
    players: int
    parts: tuple[str, ...]
    witness: Witness


def odd_deals(rng: Random) -> Iterator[OddDeal]:
    while True:
        players, edition = rng.choice((3, 4)), rng.choice(("1.4", "1.5"))
        hand = odd_hand(rng, players)
        standard = rng.choice(Bids(edition).mains)
        specials = tuple(key for key in PLAYED if rng.random() < 0.25)
        if standard.key in ("skambud", "mastarskambud", "noll"):
            specials = tuple(key for key in specials if key != "pest")
        deck, wanted = GAME.deck(players), frozenset(specials)
        search = Search(hand, deck, players, standard, wanted, rng, edition)
        search.wanted = list(courses(search.frame))
        search.weights = [1.0] * len(search.wanted)
        for witness in filter(None, (search.attempt() for _ in range(ATTEMPTS))):
            yield OddDeal(edition, hand, players, (standard.key, *specials), witness)


def check(deal: OddDeal) -> None:
    _, hand, players, parts, witness = deal
    standard = STANDARD_BIDS[parts[0]]
    takers = [taker for _, taker in witness.tricks]
    end = End(takers.count(0), takers[:7].count(0), 0 in takers[:3], takers[-1] == 0)
    judgement = Judgement.of(hand, GAME.deck(players), players)
    ends = judgement.ends(kind_of(standard), frozenset(parts) & frozenset(WEIGHTY))
    assert ends & judgement.frame.bit(end), (str(hand), parts, takers)


def act_out(odd: OddDeal) -> None:
    """The engine finds the same deal legal, and counts the same tricks."""
    edition, _, players, parts, witness = odd
    bid, bids = Bid(parts), Bids(edition)
    if not legal(parts, players, bids) or bids.value(bid) < 1:
        return
    deal = acted(GAME, bids.canonical(bid), witness, edition).deal
    assert deal
    assert deal.result
    takers = [taker for _, taker in witness.tricks]
    assert list(deal.result.tricks) == [takers.count(seat) for seat in range(players)]


def explore(count: int, seed: int) -> None:
    deals = odd_deals(Random(seed))
    for number in range(count):
        deal = next(deals)
        check(deal)
        if number % ACTED == 0:
            act_out(deal)


@pytest.mark.slow
def test_7_what_is_made_was_allowed() -> None:
    explore(250, seed=1)


@pytest.mark.heavy
def test_7_what_is_made_was_allowed_in_100000_deals() -> None:
    explore(100_000, seed=2)
