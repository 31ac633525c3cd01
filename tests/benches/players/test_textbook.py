"""The book's answers: one position a rule, and no trick given away in deals that are played."""

from random import Random
from typing import Any

import pytest

from benches.players.textbook import Textbook
from kwbot.engine.phases.playrules import ace_high
from kwbot.engine.values.actions import Bid, Play, Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.trick import Trick
from kwbot.engine.views.view import View, view
from kwbot.players.turns.levels import decide
from kwbot.variants import games
from tests.engine.playing import begin, shuffled

SIDES = ((0, 2), (1, 3))
ROUND = {1: (1, 2, 3, 0), 2: (2, 3, 0, 1), 3: (3, 0, 1, 2), 0: (0, 1, 2, 3)}


def seen(hand: str, plays: str = "", **other: Any) -> View:
    """Player 0's view at plain whist with player 2; `plays` such as ``3:S5`` came before."""
    match = begin(games()["whist"], 4)
    before = [(int(word[0]), Card.parse(word[2:])) for word in plays.split()]
    cards = CardSet.parse(hand)
    following = cards.of_suit(before[0][1].suit or Suit.SPADES) if before else cards
    known: dict[str, Any] = {
        "sides": SIDES,
        "seats": (0, 1, 2, 3),
        "hand": cards,
        "choice": PlayCard(following or cards, ()),
        "order": ROUND[before[0][0] if before else 0],
        "strength": ace_high,
        "plays": tuple(before),
        "playing": True,
    }
    frame = (match.variant, 0, match.names, match.sheet, frozenset[int](), 1, None)
    return View(*frame, **{**known, **other})


def trick(cards: str, leader: Seat, winner: Seat) -> Trick:
    plays = zip(ROUND[leader], map(Card.parse, cards.split()), strict=True)
    return Trick(tuple(plays), None, winner)


def card(given: View) -> str:
    action = Textbook().choose(given, Random(0))
    assert isinstance(action, Play)
    return action.card.text


@pytest.mark.parametrize(
    ("hand", "plays", "played"),
    [
        pytest.param("SK S9 S3 H2", "3:S5", "S3", id="second hand low"),
        pytest.param("SA S9 S3 H2", "3:S5", "SA", id="second hand takes with a master"),
        pytest.param("SK S3 H2 H4", "3:SQ", "SK", id="second hand covers an honour"),
        pytest.param("SK SQ S3 H2", "3:S5", "SK", id="second hand splits a sequence"),
        pytest.param("SK S9 S3 H2", "2:S5 3:S7", "SK", id="third hand high"),
        pytest.param("SK SQ S3 H2", "2:S5 3:S7", "SQ", id="third hand by the lowest of equals"),
        pytest.param("SA SQ S3 H2", "2:S5 3:S7", "SQ", id="third hand finesses"),
        pytest.param("SK S3 H2 H4", "2:SA 3:S7", "S3", id="third hand leaves partner's master"),
        pytest.param("SA SQ S9 S3", "1:S5 2:S7 3:SJ", "SQ", id="fourth hand as cheap as wins"),
        pytest.param("SA SQ S9 S3", "1:S5 2:SJ 3:S7", "S3", id="fourth hand spares partner"),
        pytest.param("SK SQ SJ H7 H6 H5 H4 H2 D3", "", "SK", id="lead from a sequence"),
        pytest.param("H9 H7 H6 H5 H4 S8 S3 D3 D2", "", "H5", id="lead the fourth best"),
        pytest.param("SA H9 H7 H6 H5 D3 D2 C3 C2", "", "SA", id="lead a master"),
    ],
)
def test_without_trumps(hand: str, plays: str, played: str) -> None:
    assert card(seen(hand, plays)) == played


@pytest.mark.parametrize(
    ("hand", "plays", "played"),
    [
        pytest.param("H5 H2 C9 C3", "1:S5 2:S7 3:SJ", "H2", id="ruff a foe's trick low"),
        pytest.param("H5 H2 C9 C3", "1:S5 2:SA 3:SJ", "C3", id="never trump partner's trick"),
        pytest.param("H5 H3 C9 C3", "1:S5 2:S7 3:H4", "H5", id="overruff"),
        pytest.param("HA HK HQ H8 H6", "1:H5 2:H3 3:HJ", "HQ", id="take a trump with the queen"),
        pytest.param("HA HK HQ H8 H6 C3 D2", "", "HA", id="draw trumps with length"),
    ],
)
def test_with_hearts_as_trumps(hand: str, plays: str, played: str) -> None:
    assert card(seen(hand, plays, trumps=Suit.HEARTS)) == played


def test_partners_suit_is_led_back() -> None:
    before = (trick("S4 S6 SA S2", 2, 0),)
    assert card(seen("SJ S7 H9 H7 H6 H5 D2", tricks=before)) == "SJ"


@pytest.mark.parametrize(
    ("hand", "plays", "played"),
    [
        pytest.param("SA SQ S9 S3", "3:SJ", "S9", id="under the winner, as high as can be"),
        pytest.param("SA SK", "1:S5 2:S7 3:SJ", "SA", id="a trick that must be taken takes most"),
        pytest.param("HA D2 C3", "3:SJ", "HA", id="the most dangerous card goes"),
        pytest.param("SA S2 HK", "", "S2", id="lead low"),
    ],
)
def test_declarer_at_nolo(hand: str, plays: str, played: str) -> None:
    given = seen(hand, plays, sides=(), declarer=0, contract=Bid(("noll",)))
    assert card(given) == played


def test_the_fourth_hand_ducks_no_trick_of_a_foe() -> None:
    """Over whole deals: by the engine's rules, and legal throughout."""
    asked = 0
    for number in range(20):
        match = shuffled(begin(games()["whist"], 4), Random(number))
        while match.to_act():
            seat = match.to_act()[0]
            given = view(match, seat)
            action = decide(Textbook(), match, seat, Random(number))
            after = match.apply(seat, action)
            if isinstance(given.choice, PlayCard) and len(given.plays) == 3 and after.deal:
                winners = {
                    one.deal.play.tricks[-1].winner
                    for one in (match.apply(seat, Play(legal)) for legal in given.choice.cards)
                    if one.deal and one.deal.play
                }
                assert after.deal.play
                taker = after.deal.play.tricks[-1].winner
                ours = next(side for side in given.sides if seat in side)
                assert taker in ours or not winners & set(ours)
                asked += 1
            match = after
    assert asked > 150
