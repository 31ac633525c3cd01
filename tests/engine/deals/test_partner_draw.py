"""Drawing for partners: who sits where, and who deals first."""

from itertools import permutations
from random import Random

import pytest

from kwbot.engine.deals.partner_draw import PARTNERS, by_seat, check, first_dealer, seating
from kwbot.engine.values.cards import FULL_DECK, Card
from kwbot.engine.values.errors import IllegalAction


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def texts(drawn: tuple[Card, ...]) -> set[str]:
    return {card.text for card in drawn}


@pytest.mark.parametrize(
    ("drawn", "highest", "lowest"),
    [
        ("HK S9 C9 D4", "HK S9", "D4"),  # the rulebook's example
        ("SA D2 C2 HA", "SA HA", "C2"),  # aces are high
        ("S7 H7 D7 C7", "S7 H7", "C7"),  # equal ranks: spades, hearts, diamonds, clubs
        ("CK C3 H3 C2", "CK H3", "C2"),
        ("D2 CA CT S2", "CA CT", "D2"),
    ],
)
def test_the_two_highest_play_together_and_the_lowest_deals(
    drawn: str, highest: str, lowest: str
) -> None:
    for order in permutations(cards(drawn)):
        sitting = by_seat(order)
        assert texts(tuple(sitting[seat] for seat in PARTNERS[0])) == set(highest.split())
        assert sitting[first_dealer(sitting)].text == lowest
        check(sitting)


def test_everybody_has_the_card_they_drew() -> None:
    rng = Random(1)
    for _ in range(200):
        drawn = tuple(rng.sample(list(FULL_DECK), 4))
        places = seating(drawn)
        assert sorted(places) == [0, 1, 2, 3]
        assert by_seat(drawn) == tuple(drawn[place] for place in places)


def test_seats_may_be_turned_as_long_as_partners_sit_opposite() -> None:
    highest_first = cards("HK C9 S9 D4")
    for turns in range(4):
        check(highest_first[turns:] + highest_first[:turns])
    for wrong in ("HK S9 C9 D4", "D4 HK S9 C9"):
        with pytest.raises(IllegalAction, match="opposite"):
            check(cards(wrong))


@pytest.mark.parametrize("drawn", ["SA SA HK HQ", "SA S2 HA", "SA S2 HA H2 H3", "SA C2 HA J1"])
def test_four_different_cards_are_drawn_and_no_joker(drawn: str) -> None:
    with pytest.raises(IllegalAction, match="different card"):
        check(cards(drawn))
