"""Single tricks: which card a simple player plays."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from kwbot.engine.actions import Play, Seat
from kwbot.engine.cards import JOKERS, NO_CARDS, Card, CardSet, Suit
from kwbot.engine.choices import PlayCard
from kwbot.engine.phases.base import Purpose
from kwbot.engine.playrules import Trick, ace_high, ace_low
from kwbot.engine.view import View
from kwbot.engine.wording import Sentence
from kwbot.players import RuleOfThumb
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


OURS = {0: 1.0, 1: 0.0, 2: 1.0, 3: 0.0}
"""Player 2 is the viewer's partner."""


def _opposite(worth: Mapping[Seat, float]) -> dict[Seat, float]:
    return {taker: 1 - value for taker, value in worth.items()}


def in_partnership(hand: str, plays: str = "", **other: Any) -> View:
    """As `seen`, with player 2 for a partner, whose tricks are as good."""
    return seen(hand, plays, worth=OURS, friends=(0, 2), **other)


def with_jokers(hand: str, plays: str = "", **other: Any) -> View:
    """As `seen`, in a game with jokers."""
    game = next(game for game in games().values() if game.deck(4) & JOKERS)
    return replace(seen(hand, plays, **other), variant=game)


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


def test_a_small_mistake_costs_a_card_and_not_the_trick() -> None:
    last = seen("SA SK S9 S2", "1:S5 2:S8 3:S7")
    whims = {best_card(last, last.hand, Random(seed), 0.25).text for seed in range(60)}
    assert {"S9", "SK"} <= whims
    assert "S2" not in whims


def test_who_remembers_little_forgets_which_card_is_the_highest_left() -> None:
    """The ace fell four tricks ago: the king is sure, but not for everybody."""
    tricks = tuple(
        Trick(tuple((who, Card.parse(text)) for who, text in enumerate(cards.split())), None, 0)
        for cards in ("S3 S4 SA S5", "D2 D3 D4 D5", "D6 D7 D8 D9", "C2 C3 C4 C5")
    )
    lead = seen("SK HA C6", tricks=tricks, purposes={ME: Purpose("play", Sentence("?"), "")})
    lead = replace(lead, choice=PlayCard(lead.hand))
    king = Play(Card.parse("SK"))
    assert {RuleOfThumb().choose(lead, Random(seed)) for seed in range(9)} == {king}
    assert king not in {RuleOfThumb(memory=2).choose(lead, Random(seed)) for seed in range(9)}


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


def test_who_plays_last_leaves_the_trick_to_their_partner() -> None:
    assert card(in_partnership("SA S3", "1:S5 2:SK 3:S7")) == "S3"
    assert card(in_partnership("SA S3", "1:S5 2:S6 3:S7")) == "SA"


def test_nobody_ruffs_the_trick_of_their_partner() -> None:
    for theirs, mine in (("SA", "D5"), ("S2", "H2")):
        view = in_partnership("HA H2 D5", f"1:S5 2:{theirs} 3:S7", trumps=Suit.HEARTS)
        assert card(view) == mine


def test_a_partner_who_cannot_be_beaten_is_not_overtaken() -> None:
    """Player 3 plays after me, but no card above the queen is left."""
    gone = Trick(tuple((1, Card.parse(text)) for text in ("SK", "SJ")), None, 1)
    view = in_partnership("SA S3", "2:SQ 1:S5", tricks=(gone,))
    assert card(view) == "S3"


def test_who_plays_third_plays_high_where_the_last_may_beat_the_partner() -> None:
    assert (
        card(in_partnership("SA S3 HA HK HQ HJ DA DK DQ DJ CA CK CQ", "2:S8 1:S5"), "SA S3") == "SA"
    )


def test_partners_who_avoid_tricks_duck_under_the_others_and_not_under_each_other() -> None:
    avoided = {0: 0.0, 1: 1.0, 2: 0.0, 3: 1.0}
    known: dict[str, Any] = {"worth": avoided, "friends": (0, 2), "appetite": -1.0}
    assert card(seen("SA SJ S2", "1:S5 2:S4 3:SQ", **known)) == "SJ"
    assert card(seen("SA SJ S2", "1:S5 2:SQ 3:S7", **known)) == "SA"  # lost in any case


def test_cards_that_all_have_seen_are_counted_on() -> None:
    """Player 1 is known to hold the ace and may have to play it on the king."""
    king, ace = Card.parse("SK"), CardSet.parse("SA")
    view = seen("SK D2", "2:S4 3:S5")
    known = Knowledge(replace(view, known={1: ace}))
    assert known.takers(king)[ME] < Knowledge(view).takers(king)[ME]
    assert known._holds(1, ace) == 1.0
    gone = Knowledge(seen("SK D2", "1:S4 2:S5", known={1: ace}))
    assert gone._holds(3, ace) == 0.0
    assert gone.takers(king)[ME] == 1.0


def test_a_known_card_leaves_less_room_for_unknown_ones() -> None:
    ace = CardSet.parse("SA")
    known = Knowledge(seen("SK D2", "2:S4", known={1: CardSet.parse("HA")}))
    assert 0 < known._holds(1, ace) < known._holds(3, ace)


def test_cards_of_the_kitty_and_laid_away_are_in_no_hand() -> None:
    king = Card.parse("SK")
    face_up: dict[str, Any] = {"kitty": (Card.parse("SA"),)}
    laid: dict[str, Any] = {"laid": CardSet.parse("SA")}
    for away in (face_up, laid):
        assert Knowledge(seen("SK D2", "2:S4 3:S5", **away)).takers(king)[ME] == 1.0


def test_a_joker_takes_the_trick_that_it_leads_and_no_other() -> None:
    joker = Card.parse("J1")
    assert Knowledge(with_jokers("J1 S2")).takers(joker) == {ME: 1.0}
    assert Knowledge(with_jokers("J1 S2", "1:S5 2:S3 3:S4")).takers(joker)[1] == 1.0
    assert Knowledge(with_jokers("SA S2", "1:J2 2:S3")).takers(Card.parse("SA")) == {1: 1.0}


def test_a_joker_keeps_out_of_a_trick_and_waits_for_its_lead() -> None:
    avoided: dict[str, Any] = {"worth": NOT_MINE, "appetite": -1.0}
    assert card(with_jokers("J1 SA", "1:S5 2:S7 3:S6", **avoided)) == "J1"
    assert card(with_jokers("J1 S2", **avoided)) == "S2"
    assert card(with_jokers("J1 S2", "1:S5 2:S7 3:S6")) == "S2"
    assert card(with_jokers("J1 S2")) == "J1"


def test_a_joker_that_is_played_does_not_show_a_void() -> None:
    earlier = Trick(((1, Card.parse("S9")), (2, Card.parse("J2"))), None, 1)
    known = Knowledge(with_jokers("SK SQ", "3:S2", tricks=(earlier,)))
    assert known._holds(2, CardSet.parse("SA")) > 0.0


def test_who_may_hold_a_joker_need_not_take_the_trick() -> None:
    """Player 1 lies open: with the ace alone they must beat the king, with a joker not."""
    worth: dict[str, Any] = {"worth": NOT_MINE, "friends": (ME, 1, 2, 3)}
    chance = {
        shown: Knowledge(
            with_jokers("SK D2", "2:S4 3:S5", open_cards={1: CardSet.parse(shown)}, **worth)
        ).takers(Card.parse("SK"))[1]
        for shown in ("SA D3", "SA J1")
    }
    assert chance["SA D3"] == 1.0
    assert chance["SA J1"] < 1.0


def test_a_card_that_stands_in_is_the_lowest_of_the_other_suit() -> None:
    ace = Card.parse("HA")
    view = in_partnership("HA S3", "1:S5 2:S4 3:S7", stand_in=(ace, Suit.SPADES))
    assert Knowledge(view).takers(ace)[3] == 1.0
    assert card(view) == "HA"
    led = in_partnership("S3 D2", "1:HA", stand_in=(ace, Suit.SPADES))
    assert 1 not in Knowledge(led).takers(Card.parse("S3"))
    assert ME not in Knowledge(led).takers(Card.parse("D2"))


def test_a_stand_in_shows_no_void_in_the_suit_that_it_counts_as() -> None:
    ace = Card.parse("HA")
    earlier = Trick(((1, Card.parse("S9")), (2, ace)), None, 1)
    known = Knowledge(seen("SK SQ", "3:S2", tricks=(earlier,), stand_in=(ace, Suit.SPADES)))
    assert known._holds(2, CardSet.parse("SA")) > 0.0
