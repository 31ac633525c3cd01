"""§7: whatever was made in a deal is allowed to the hand that made it.

Everybody helps to odd courses of the tricks, of odd hands; the proof has no say in them.
"""

from collections.abc import Iterator
from random import Random

import pytest

from kwbot.engine.actions import Bid
from kwbot.engine.cards import CardSet
from kwbot.variants.kombinations_whist.bids import SPECIALS, STANDARDS, Bids
from kwbot.variants.kombinations_whist.proof.frame import End
from kwbot.variants.kombinations_whist.proof.judgement import WEIGHTY, Judgement, kind_of
from kwbot.variants.kombinations_whist.witness.acted import acted
from kwbot.variants.kombinations_whist.witness.search import Search, Witness, courses
from tests.variants.kombinations_whist.forced import worth_bidding
from tests.variants.kombinations_whist.table import GAME

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


def odd_deals(rng: Random) -> Iterator[tuple[CardSet, int, tuple[str, ...], Witness]]:
    while True:
        players = rng.choice((3, 4))
        hand = odd_hand(rng, players)
        standard = rng.choice(STANDARDS)
        specials = tuple(key for key in PLAYED if rng.random() < 0.25)
        if standard.key in ("skambud", "mastarskambud", "noll"):
            specials = tuple(key for key in specials if key != "pest")
        search = Search(hand, GAME.deck(players), players, standard, frozenset(specials), rng)
        search.wanted = list(courses(search.frame))
        search.weights = [1.0] * len(search.wanted)
        for witness in filter(None, (search.attempt() for _ in range(ATTEMPTS))):
            yield hand, players, (standard.key, *specials), witness


def check(hand: CardSet, players: int, parts: tuple[str, ...], witness: Witness) -> None:
    standard = next(one for one in STANDARDS if one.key == parts[0])
    takers = [taker for _, taker in witness.tricks]
    end = End(takers.count(0), takers[:7].count(0), 0 in takers[:3], takers[-1] == 0)
    judgement = Judgement.of(hand, GAME.deck(players), players)
    ends = judgement.ends(kind_of(standard), frozenset(parts) & frozenset(WEIGHTY))
    assert ends & judgement.frame.bit(end), (str(hand), parts, takers)


def act_out(parts: tuple[str, ...], players: int, witness: Witness) -> None:
    """The engine finds the same deal legal, and counts the same tricks."""
    bid = worth_bidding(parts, players)
    if bid is None or bid != parts:
        return
    canonical = Bids(forbid_impossible=False).canonical(Bid(bid))
    deal = acted(GAME, canonical, witness).deal
    assert deal
    assert deal.result
    takers = [taker for _, taker in witness.tricks]
    assert list(deal.result.tricks) == [takers.count(seat) for seat in range(players)]


def explore(count: int, seed: int) -> None:
    deals = odd_deals(Random(seed))
    for number in range(count):
        hand, players, parts, witness = next(deals)
        check(hand, players, parts, witness)
        if number % ACTED == 0:
            act_out(parts, players, witness)


def test_7_what_is_made_was_allowed() -> None:
    explore(250, seed=1)


@pytest.mark.heavy
def test_7_what_is_made_was_allowed_in_100000_deals() -> None:
    explore(100_000, seed=2)
