"""Claims against an independent search through all hands that fit and all cards of all players."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kwbot.claims.claim_grounds import ClaimGrounds
from kwbot.claims.claim_proof import inevitable, proves
from kwbot.engine.phases.playrules import PlayRules, ace_high, ace_low
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Play, Seat
from kwbot.engine.values.cards import FULL_DECK, Card, CardSet, Suit
from kwbot.engine.values.layout import Layout
from tests.independent.endings import ASIDE, Ending, Solver

SUITS = tuple(FULL_DECK.of_suit(suit).bits for suit in Suit)


def few_left(rng: Random) -> ClaimGrounds:
    """What whoever is in turn knows of an ending of few cards and suits, who plays alone: of most
    of the others' cards that they may be here or there, and of some hands much more."""
    seats = tuple(range(rng.choice((3, 3, 4))))
    left, suits = rng.choice((2, 3, 3, 4)), rng.choice((2, 3, 4))
    deck = [card for card in FULL_DECK if card.suit is not None and card.suit < suits]
    cards = rng.sample(deck, len(seats) * left)
    hands = tuple(CardSet(cards[at * left : (at + 1) * left]) for at in seats)
    trumps = rng.choice((None, None, *Suit))
    table = Layout(len(seats), seats[-1], seats, CardSet(cards), hands)
    plain = PlayRules(0, trumps, rng.choice((ace_high, ace_high, ace_low)))
    play = TrickPlay(table, plain, seats, trumps, (0,))
    for _ in range(rng.randrange(len(seats))):
        (turn,) = play.turn
        play = play.apply(turn, Play(rng.choice(list(play.legal_cards()))))
    (seat,) = play.turn
    unseen = [card for who in seats if who != seat for card in play.layout.hands[who]]
    might = {who: _might(play, who, unseen, rng) for who in seats if who != seat}
    sizes = {who: len(play.layout.hands[who]) for who in might}
    rules = PlayRules(0, trumps, plain.strength, alone=seat)
    return ClaimGrounds(
        seat, hands[seat], rules, trumps, seats, play.order, play.plays, (), table.deck, might,
        sizes,
    )  # fmt: skip


def _might(play: TrickPlay, who: Seat, unseen: list[Card], rng: Random) -> CardSet:
    hand, rules = play.layout.hands[who], play.rules
    if rng.random() < 0.1:
        return hand
    cards = CardSet(unseen)
    for suit in Suit:
        if not rules.of_suit(hand, suit) and rng.random() < 0.4:
            cards -= rules.of_suit(cards, suit)
    mine = dict(play.plays).get(who)
    if mine is not None and play.led is not None and mine.suit is not play.led:
        cards -= rules.of_suit(cards, play.led)
    return cards


def ending(known: ClaimGrounds) -> Ending:
    unseen = known.outstanding
    return Ending(
        known.seat, known.seats, known.hand.bits,
        {**{who: cards.bits for who, cards in known.might.items()}, ASIDE: unseen.bits},
        {**known.sizes, ASIDE: 0}, SUITS,
        {card.bit: known.rules.strength(card) for card in FULL_DECK},
        None if known.trumps is None else int(known.trumps), known.order,
        tuple((who, card.bit) for who, card in known.plays),
    )  # fmt: skip


def tried(endings: int, seed: int) -> Counter[str]:
    """Try all claims in so many endings; fail at the first that is proven and can be beaten."""
    rng, seen = Random(seed), Counter[str]()
    for _ in range(endings):
        known = few_left(rng)
        exact = ending(known)
        for tricks in range(len(known.hand) + 1):
            proven, true = proves(known, tricks), Solver(exact).holds(tricks)
            assert true or not proven, f"{tricks}: {known}"
            seen.update(true=true, proven=proven)
        if (sure := inevitable(known)) is not None:
            assert Solver(exact, choosing=False).holds(sure), f"{sure} inevitable: {known}"
            seen["inevitable"] += 1
    return seen


@pytest.mark.parametrize("seed", [35, 49, 55])
def test_no_claim_with_few_cards_left_can_be_beaten(seed: int) -> None:
    """In each sample is a claim that comes true unless another opponent wins some trick."""
    assert tried(10, seed)["proven"] > 2


@pytest.mark.slow
def test_nearly_all_claims_are_granted_that_are_true() -> None:
    seen = tried(200, seed=1)
    assert seen["proven"] > 0.97 * seen["true"] > 100
    assert seen["inevitable"] > 50


@pytest.mark.heavy
def test_of_thousands_of_claims_with_few_cards_left_none_can_be_beaten() -> None:
    seen = tried(10_000, seed=2)
    print(dict(seen))  # noqa: T201
    assert seen["proven"] > 0.97 * seen["true"]


def test_a_card_that_may_be_void_falls_or_takes_nothing() -> None:
    """If the 8 of clubs is one, it need not fall under the ace, and does not beat the 2; if not,
    it must fall. But where two clubs may be out, one may fall, and the other beat the 2."""
    others = CardSet.parse("SA SK SQ SJ ST S9 S8").bits
    might = {1: others, 2: others | CardSet.parse("C8").bits, 3: others, ASIDE: 0}
    sizes = {1: 3, 2: 3, 3: 2, ASIDE: 0}
    power = {card.bit: ace_high(card) for card in FULL_DECK}
    hand = CardSet.parse("CA C9 C2").bits
    for two, certain in ((0, True), (CardSet.parse("CT").bits, False)):
        known = Ending(
            0, (0, 1, 2, 3), hand, {**might, 2: might[2] | two},
            {**sizes, 3: 2 + bool(two)}, SUITS, power, None, (0, 1, 2, 3), secret=(2, 1),
        )  # fmt: skip
        assert Solver(known).holds(3) == certain
