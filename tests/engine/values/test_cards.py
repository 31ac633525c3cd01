"""Cards and sets of cards against plain Python sets."""

import copy
import pickle
from random import Random

import pytest

from kwbot.engine.values.cards import CARDS, FULL_DECK, JOKERS, NO_CARDS, Card, CardSet, Rank, Suit


def test_the_deck() -> None:
    assert len(CARDS) == 55
    assert len(FULL_DECK) == 52
    assert str(JOKERS) == "J1 J2 J3"
    assert str(FULL_DECK).split()[:3] == ["SA", "SK", "SQ"]
    assert len({card.text for card in CARDS}) == 55


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_one_object_whose_text_gives_it_again(card: Card) -> None:
    assert Card.parse(card.text) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert eval(repr(card)) is card


def test_cards_are_immutable() -> None:
    with pytest.raises(AttributeError):
        CARDS[0].rank = Rank.TWO


@pytest.mark.parametrize("text", ["", "S", "S1", "SX", "AS", "sa", "J0", "J4", "S10", " SA", "🂡"])
def test_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        Card.parse(text)


@pytest.mark.parametrize("text", ["", "s", "X", "SH", "spades"])
def test_no_suit(text: str) -> None:
    with pytest.raises(ValueError, match="no suit"):
        Suit.parse(text)


def test_a_suit_is_written_as_its_letter() -> None:
    assert f"{Suit.HEARTS} {Suit.parse('C')}" == "H C"


def test_a_set_is_written_by_suit_from_high_to_low() -> None:
    assert str(CardSet.parse("C2 H3 SA HT S5")) == "SA S5 HT H3 C2"
    with pytest.raises(ValueError, match="twice"):
        CardSet.parse("SA SA")


def test_sets_are_like_pythons_own() -> None:
    rng = Random(1)
    for _ in range(200):
        one = set(rng.sample(CARDS, rng.randrange(20)))
        two = set(rng.sample(CARDS, rng.randrange(20)))
        a, b, card = CardSet(one), CardSet(two), rng.choice(CARDS)
        assert set(a | b) == one | two
        assert set(a & b) == one & two
        assert set(a - b) == one - two
        assert (a <= b, a == b, bool(a), len(a)) == (one <= two, one == two, bool(one), len(one))
        assert (card in a) == (card in one)
        assert set(a.with_card(card)) == one | {card}
        assert set(a.without(card)) == one - {card}
        assert set(a.of_suit(Suit.CLUBS)) == {c for c in one if c.suit is Suit.CLUBS}
        assert CardSet.parse(str(a)) == a == eval(repr(a))
        assert hash(a) == hash(CardSet(one))
        assert [c.index for c in a] == sorted(c.index for c in one)
    assert set() != NO_CARDS


def test_the_cards_of_a_set_are_counted_as_they_come() -> None:
    hand = CardSet.parse("SA S3 HK D2 C9 J2")
    assert [hand.nth(place) for place in range(len(hand))] == list(hand)
