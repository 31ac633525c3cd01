"""§1 and §7: dealer, new deals, iron hand, the set of deals."""

from itertools import pairwise
from random import Random

import pytest

from kwbot.engine.values.errors import IllegalAction, MatchOver
from kwbot.engine.views.view import as_json, view
from tests.engine.playing import acted, begin, random_match
from tests.variants.danish.table import ESMAKKER, deal_of, dealt, legal, refused, table

WEAK = "S9 S8 S7 S6 H9 H8 H7 D9 D8 D7 C9 C8 CT"


def test_1_four_play_with_three_jokers() -> None:
    assert len(ESMAKKER.deck(4)) == 55
    for players in (3, 5):
        with pytest.raises(IllegalAction):
            ESMAKKER.check_players(players)
    assert [len(hand) for hand in deal_of(table(ESMAKKER)).layout.hands] == [13] * 4


def test_1_the_first_dealer_is_drawn_then_the_next_player_deals() -> None:
    match = begin(ESMAKKER, 4)
    assert match.next_dealer() is None
    for dealer in range(4):
        assert match.deal_begun(dealer).deal
    played = random_match(ESMAKKER, 4, Random(1), {"deals": "5"}).deals
    for before, after in pairwise(played):
        assert after.dealer == (before.dealer + before.result.played) % 4


def test_1_all_pass_the_same_dealer_deals_again() -> None:
    match = table(ESMAKKER, "3 pass/0 pass/1 pass/2 pass", dealer=2, deals="1").with_score()
    assert match.sheet.dealer == 2
    assert not match.is_won


# --- iron hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "claims"),
    [
        (WEAK, True),
        (WEAK.replace("CT", "CJ"), False),
        (WEAK.replace("CT", "CA"), False),
        (WEAK.replace("CT", "CQ"), False),
        (WEAK.replace("CT", "CK"), False),
        (WEAK.replace("CT", "J2"), False),
    ],
)
def test_1_an_iron_hand_has_no_ace_no_court_card_and_no_joker(hand: str, *, claims: bool) -> None:
    assert ("jernhand" in legal(table(ESMAKKER, hands={1: hand}))) == claims


def test_1_an_iron_hand_starts_the_deal_anew_by_the_same_dealer() -> None:
    match = table(ESMAKKER, "1 jernhand", {1: WEAK}).with_score()
    assert match.sheet.dealer == 0
    assert match.sheet.played == 0
    result = match.deals[0].result
    assert (result.played, result.contract, result.declarer) == (False, None, None)
    assert result.points == (0, 0, 0, 0)
    assert "iron hand" in str(result.notes[0])
    dealt(match, {}, dealer=0)


def test_1_an_iron_hand_may_be_claimed_over_a_standing_bid() -> None:
    match = acted(table(ESMAKKER, hands={2: WEAK}), "1 bid 13+vip/2 jernhand")
    assert deal_of(match).result
    assert ESMAKKER.contract(deal_of(match).phases) is None


def test_1_only_at_the_first_turn_and_only_if_one_likes() -> None:
    match = table(ESMAKKER, "1 bid 8/2 bid 9", {1: WEAK})
    assert "jernhand" not in legal(match)
    assert "Bid or pass." in refused(match, "1 jernhand")
    match = table(ESMAKKER, "1 pass/2 bid 9/3 pass/0 pass", {1: WEAK})
    assert ESMAKKER.declarer(deal_of(match).phases) == 2


def test_1_nobody_else_sees_that_one_could_claim() -> None:
    weak, strong = table(ESMAKKER, hands={1: WEAK}), table(ESMAKKER)
    for viewer in (None, 0, 2, 3):
        assert as_json(view(weak, viewer)) | {"hand": ""} == as_json(view(strong, viewer)) | {
            "hand": ""
        }


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", ["1", "3"])
def test_7_a_set_of_deals_that_count(deals: str) -> None:
    match = random_match(ESMAKKER, 4, Random(8), {"deals": deals})
    assert sum(played.result.played for played in match.deals) == int(deals)
    best = max(match.sheet.scores)
    leaders = tuple(seat for seat, score in enumerate(match.sheet.scores) if score == best)
    assert match.sheet.winners == leaders
    assert match.sheet.settlement is None


def test_7_four_rounds_by_default() -> None:
    assert begin(ESMAKKER, 4).sheet.options["deals"] == "16"


def test_7_a_game_that_its_host_ends_early_is_unfinished() -> None:
    match = begin(ESMAKKER, 4).finished_by(2)
    assert match.sheet.winners is None
    with pytest.raises(MatchOver):
        match.deal_begun(0)
