"""Single tricks: which card a simple player plays."""

from collections.abc import Mapping
from random import Random
from typing import Any

from kwbot.engine.actions import Seat
from kwbot.engine.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.phases.tricks import Trick
from kwbot.engine.playrules import ace_high, ace_low
from kwbot.engine.view import View
from kwbot.players.cardplay import Knowledge, best_card
from kwbot.variants import games
from tests.engine.playing import begin

ME = 0
MINE = {0: 1.0, 1: 0.0, 2: 0.0, 3: 0.0}
NOT_MINE = {0: 0.0, 1: 1.0, 2: 1.0, 3: 1.0}


def seen(
    hand: str,
    plays: str = "",
    *,
    worth: Mapping[Seat, float] = MINE,
    appetite: float = 1.0,
    trumps: Suit | None = None,
    friends: tuple[Seat, ...] = (ME,),
    **other: Any,
) -> View:
    """Player 0's view, with `plays` (``1:S5 2:SK``) of the players before."""
    match = begin(next(iter(games().values())), 4)
    made = [word.split(":") for word in plays.split()]
    before = tuple((int(who), Card.parse(card)) for who, card in made)
    played = [who for who, _ in before]
    order = (*played, ME, *(who for who in (1, 2, 3) if who not in played))
    known: dict[str, Any] = {
        "seats": (0, 1, 2, 3),
        "hand": CardSet.parse(hand),
        "open_cards": {},
        "declarer": ME,
        "trumps": trumps,
        "playing": True,
        "order": order,
        "strength": ace_high,
        "plays": before,
        "worth": {who: worth if who in friends else _opposite(worth) for who in (0, 1, 2, 3)},
        "appetite": appetite,
    }
    frame = (match.variant, ME, match.names, match.sheet, frozenset[int](), 1, None)
    return View(*frame, **{**known, **other})


def _opposite(worth: Mapping[Seat, float]) -> dict[Seat, float]:
    return {taker: 1 - value for taker, value in worth.items()}


def card(view: View, legal: str = "") -> str:
    cards = CardSet.parse(legal) if legal else view.hand
    found = {best_card(view, cards, Random(seed)).text for seed in range(10)}
    assert len(found) == 1
    return found.pop()


def test_the_last_hand_wins_as_cheaply_as_it_can() -> None:
    assert card(seen("SA SK S9 S2", "1:S5 2:S8 3:S7")) == "S9"


def test_who_cannot_win_gives_the_lowest() -> None:
    assert card(seen("SQ S9 S3", "1:SK 2:S8 3:SA")) == "S3"


def test_who_does_not_want_the_trick_ducks_with_the_highest_that_loses() -> None:
    view = seen("SA SJ S9 S2", "1:S5 2:SQ 3:S7", worth=NOT_MINE, appetite=-1.0)
    assert card(view) == "SJ"


def test_who_must_take_an_unwanted_trick_takes_it_with_the_highest() -> None:
    view = seen("SA SK SQ", "1:S5 2:SJ 3:S7", worth=NOT_MINE, appetite=-1.0)
    assert card(view) == "SA"


def test_who_avoids_tricks_throws_the_highest_card_away() -> None:
    view = seen("HA D3 D2", "1:S5 2:SJ 3:S7", worth=NOT_MINE, appetite=-1.0)
    assert card(view) == "HA"


def test_a_ruff_is_low_and_only_for_a_trick_that_is_wanted() -> None:
    assert card(seen("HA H2 D5", "1:S5 2:SJ 3:S7", trumps=Suit.HEARTS)) == "H2"
    assert card(seen("HA H2 D5", "1:S5 2:SJ 3:S7", trumps=Suit.HEARTS, worth=NOT_MINE)) == "D5"


def test_the_leader_who_wants_tricks_leads_a_sure_winner() -> None:
    assert card(seen("SA S2 H7 D7")) == "SA"


def test_the_leader_who_wants_none_leads_the_lowest() -> None:
    assert card(seen("SA SK S2 HA HK", worth=NOT_MINE, appetite=-1.0)) == "S2"


def test_only_legal_cards_are_played() -> None:
    assert card(seen("SA S2 H7 D6", worth=NOT_MINE), "H7 D6") == "D6"


def test_a_partner_against_declarer_keeps_the_trick() -> None:
    """Player 2, on the same side, holds the trick and declarer has played: no need to overtake."""
    worth = {0: 1.0, 1: 0.0, 2: 1.0, 3: 1.0}
    assert card(seen("SA S3", "1:S5 2:SK 3:S7", worth=worth, friends=(0, 2, 3))) == "S3"


def test_the_highest_card_left_is_sure_and_iron_turns_aces_low() -> None:
    high, low = seen("SK"), seen("SK", strength=ace_low)
    king = Card.parse("SK")
    assert Knowledge(low).takers(king)[ME] == 1.0
    assert Knowledge(high).takers(king)[ME] < 1.0


def test_open_cards_are_counted_on() -> None:
    """Player 1 lies open: with the ace they can beat the king, without it they cannot."""
    king = Card.parse("SK")
    for shown, sure in (("SA H2", False), ("S3 H2", True)):
        rest = CardSet.parse("SA S3 H2") - CardSet.parse(shown)
        gone = Trick(tuple((3, one) for one in rest), None, 3)
        view = seen("SK D2", "2:S4 3:S5", open_cards={1: CardSet.parse(shown)}, tricks=(gone,))
        assert (Knowledge(view).takers(king)[ME] == 1.0) is sure


def test_who_did_not_follow_holds_none_of_the_suit() -> None:
    earlier = Trick(((1, Card.parse("S9")), (2, Card.parse("H2"))), None, 1)
    known = Knowledge(seen("SK SQ", "3:S2", tricks=(earlier,)))
    assert known._holds(2, CardSet.parse("SA")) == 0.0
    assert known._holds(1, CardSet.parse("SA")) > 0.0
    assert known._holds(1, NO_CARDS) == 0.0
