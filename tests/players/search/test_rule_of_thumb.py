"""Single tricks: which card a simple player plays."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.values.actions import Bid, Play, Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View
from kwbot.players.samples import kernel_input
from kwbot.players.search.rule_of_thumb import RuleOfThumb, best_card
from kwbot.variants import games
from tests.engine.playing import begin

ME = 0
ALONE = ((0,), (1,), (2,), (3,))
PARTNERS = ((0, 2), (1, 3))
"""Player 2 is the viewer's partner."""
WANTED, AVOIDED = Bid(("spel",)), Bid(("pass",))


def seen(
    hand: str,
    plays: str = "",
    *,
    sides: tuple[tuple[Seat, ...], ...] = ALONE,
    contract: Bid = WANTED,
    trumps: Suit | None = None,
    rules: PlayRules | None = None,
    **other: Any,
) -> View:
    """Player 0's view, with `plays` (``1:S5 2:SK``) of the players before."""
    match = begin(games()["fyrmanswhist"], 4)
    made = [word.split(":") for word in plays.split()]
    before = tuple((int(who), Card.parse(card)) for who, card in made)
    played = [who for who, _ in before]
    order = (*played, ME, *(who for who in (1, 2, 3) if who not in played))
    rules = rules or PlayRules(leader=order[0])
    known: dict[str, Any] = {
        "seats": (0, 1, 2, 3),
        "hand": CardSet.parse(hand),
        "sides": sides,
        "contract": contract,
        "trumps": trumps,
        "playing": True,
        "order": order,
        "rules": rules,
        "strength": rules.strength,
        "plays": before,
        "purposes": {ME: Purpose("play", Sentence("?"), "")},
        "choice": PlayCard(CardSet.parse(hand)),
    }
    frame = (match.variant, ME, match.names, match.sheet, frozenset[int](), 1, None)
    return View(*frame, **{**known, **other})


def avoiding(hand: str, plays: str = "", **other: Any) -> View:
    """As `seen`, where the viewer, and everybody else, wants no tricks."""
    return seen(hand, plays, contract=AVOIDED, **other)


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
    assert card(avoiding("SA SJ S9 S2", "1:S5 2:SQ 3:S7")) == "SJ"


def test_who_must_take_an_unwanted_trick_takes_it_with_the_highest() -> None:
    assert card(avoiding("SA SK SQ", "1:S5 2:SJ 3:S7")) == "SA"


def test_who_avoids_tricks_throws_the_highest_card_away() -> None:
    assert card(avoiding("HA D3 D2", "1:S5 2:SJ 3:S7")) == "HA"


def test_a_ruff_is_low_and_only_for_a_trick_that_is_wanted() -> None:
    assert card(seen("HA H2 D5", "1:S5 2:SJ 3:S7", trumps=Suit.HEARTS)) == "H2"
    assert card(avoiding("HA H2 D5", "1:S5 2:SJ 3:S7", trumps=Suit.HEARTS)) == "D5"


def test_the_leader_who_wants_tricks_leads_a_sure_winner() -> None:
    assert card(seen("SA S2 H7 D7")) == "SA"


def test_the_leader_who_wants_none_leads_a_low_card() -> None:
    assert card(avoiding("SA SK S2 HA HK")) == "S2"


def test_only_legal_cards_are_played() -> None:
    assert card(avoiding("SA S2 H7 D6"), "H7 D6") in ("H7", "D6")


def test_a_small_mistake_costs_a_card_and_not_the_trick() -> None:
    last = seen("SA SK S9 S2", "1:S5 2:S8 3:S7")
    whims = {best_card(last, last.hand, Random(seed), whim=0.25).text for seed in range(60)}
    assert {"S9", "SK"} <= whims
    assert "S2" not in whims


def test_who_remembers_little_forgets_which_card_is_the_highest_left() -> None:
    """The ace fell four tricks ago: the king is sure, but not for everybody."""
    tricks = tuple(
        Trick(tuple((who, Card.parse(text)) for who, text in enumerate(cards.split())), None, 0)
        for cards in ("S3 S4 SA S5", "D2 D3 D4 D5", "D6 D7 D8 D9", "C2 C3 C4 C5")
    )
    lead = seen("SK HT C6", tricks=tricks)
    king = Play(Card.parse("SK"))
    assert {RuleOfThumb().choose(lead, Random(seed)) for seed in range(9)} == {king}
    assert king not in {RuleOfThumb(memory=2).choose(lead, Random(seed)) for seed in range(9)}
    assert king in {RuleOfThumb(memory=4).choose(lead, Random(seed)) for seed in range(9)}


def test_who_remembers_little_forgets_who_is_out_of_a_suit() -> None:
    """Player 1 discarded on spades three tricks ago, and so cannot beat the partner's knave."""
    void = Trick(tuple(enumerate(map(Card.parse, ("S3", "D2", "S4", "S5")))), None, 2)
    later = [
        Trick(tuple(enumerate(map(Card.parse, cards.split()))), None, 0)
        for cards in ("C2 C3 C4 C5", "C6 C7 C8 C9")
    ]
    last = seen("SA ST D3", "2:SJ 3:S6", tricks=(void, *later), sides=PARTNERS)
    assert card(last, "SA ST") == "ST"
    forgetful = {
        best_card(last, CardSet.parse("SA ST"), Random(seed), memory=2).text for seed in range(9)
    }
    assert forgetful == {"SA"}


def test_who_plays_last_leaves_the_trick_to_their_partner() -> None:
    assert card(seen("SA S3", "1:S5 2:SK 3:S7", sides=PARTNERS)) == "S3"
    assert card(seen("SA S3", "1:S5 2:S6 3:S7", sides=PARTNERS)) == "SA"


def test_nobody_ruffs_the_trick_of_their_partner() -> None:
    for theirs, mine in (("SA", "D5"), ("S2", "H2")):
        view = seen("HA H2 D5", f"1:S5 2:{theirs} 3:S7", trumps=Suit.HEARTS, sides=PARTNERS)
        assert card(view) == mine


def test_a_partner_who_cannot_be_beaten_is_not_overtaken() -> None:
    """Player 1 plays after me, but no card above the queen is left."""
    gone = Trick(tuple((3, Card.parse(text)) for text in ("SK", "SJ")), None, 3)
    assert card(seen("SA S3", "2:SQ 3:S5", tricks=(gone,), sides=PARTNERS)) == "S3"


def test_who_plays_third_plays_high_where_the_last_may_beat_the_partner() -> None:
    hand = "SA S3 HA HK HQ HJ DA DK DQ DJ CA CK CQ"
    assert card(seen(hand, "2:S8 3:S5", sides=PARTNERS), "SA S3") == "SA"


def test_partners_who_avoid_tricks_duck_under_the_others_and_not_under_each_other() -> None:
    assert card(avoiding("SA SJ S2", "1:S5 2:S4 3:SQ", sides=PARTNERS)) == "SJ"
    assert card(avoiding("SA SJ S2", "1:S5 2:SQ 3:S7", sides=PARTNERS)) == "SA"  # lost in any case


@pytest.mark.parametrize("sure", ["open_cards", "known"])
def test_cards_that_all_have_seen_are_counted_on(sure: str) -> None:
    """Player 1 plays last: with the ace they beat the king, with the three they cannot."""
    for theirs, led in (("SA H3", "S2"), ("S3 H3", "SK")):
        shown: dict[str, Any] = {sure: {1: CardSet.parse(theirs)}}
        rest = CardSet.parse("SA S3 H3") - CardSet.parse(theirs)
        gone = Trick(tuple((3, one) for one in rest), None, 3)
        assert card(seen("SK S2", "2:S4 3:S5", tricks=(gone,), **shown)) == led


def test_a_card_that_stands_in_is_the_lowest_of_the_other_suit() -> None:
    ace = Card.parse("HA")
    rules = PlayRules(leader=1, stand_in=(ace, Suit.SPADES))
    view = seen("HA S3", "1:S5 2:S4 3:S7", rules=rules, stand_in=(ace, Suit.SPADES))
    assert card(view) == "HA"


def test_rules_that_the_kernel_does_not_support_are_played_by_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unsupported(*_: object) -> None:
        raise kernel_input.Unsupported

    monkeypatch.setattr(kernel_input, "_rules", unsupported)
    assert card(seen("SQ S9 S3", "2:SK 3:S8")) == "S3"
    assert card(replace(avoiding("SQ S9 S3", "2:SK 3:S8"))) == "SQ"
