"""§2, Pest: a suit that may not be led first."""

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.cards import CardSet
from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import MIXED, legal, play_of, refused, result, table


def _trick(match: Match) -> Match:
    """The trick under way completed by the first legal cards."""
    while play_of(match).plays:
        match = acted(match, f"{match.to_act()[0]} {legal(match).split(', ')[0]}")
    return match


def test_2_pest_declarer_names_the_suit() -> None:
    match = table("1 bid spel+pest/pass*")
    assert legal(match) == "suit S, suit H, suit D, suit C"


def test_2_pest_declarer_does_not_lead_it_first() -> None:
    match = table("1 bid spel+pest+bradska/pass*/1 suit H", MIXED)
    assert "Plague" in refused(match, "1 play H2")
    assert "play H" not in legal(match)


def test_2_pest_may_be_led_after_an_own_discard() -> None:
    hands = {1: "HA HK HQ HJ HT H9 H8 C2 C3 C4 C5 C6 S2", 0: "SA SK SQ"}
    match = table("1 bid spel+pest+bradska/pass*/1 suit H/1 play S2", hands)
    match = _trick(match)
    assert match.to_act() == (0,)
    match = acted(match, "0 play SK/1 play HA")
    assert play_of(match).rules.bans[0].cards(play_of(_trick(match)), 1) == CardSet()


def test_2_pest_following_with_the_plague_is_no_lead() -> None:
    match = table("1 bid spel+pest/pass*/1 suit C/0 play CJ", MIXED)
    assert legal(match) == "play CQ, play C8, play C4"
    match = acted(match, "1 play CQ/2 play C5/3 play C2")
    assert "play C8" in legal(match)


def test_2_pest_may_be_led_by_who_holds_nothing_else() -> None:
    assert legal(table("1 bid spel+pest+bradska/pass*/1 suit H")).startswith("play HA")


PLAGUED = {1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 D2", 2: "H2"}

LOSES_A_HEART = "1 play D2/2 play DA/3 play C2/0 play S2/2 play DK/3 play C3/0 play S3/1 play H3"


def test_2_pest_plagued_with_most_cards_but_not_all() -> None:
    match = table(f"1 bid spel+pest+bradska/pass*/1 suit H/{LOSES_A_HEART}/rest", PLAGUED)
    assert (result(match).made, result(match).points) == (False, (0, -2, 0, 0))
    assert result(match).tricks == (0, 11, 2, 0)


SPADE_A_TRICK = {
    1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 D2",
    2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 C2",
    3: "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 H2",
}


@pytest.mark.parametrize(("mine", "made"), [(5, True), (6, True), (7, False)])
def test_2_pest_plagued_only_by_strictly_more_cards(mine: int, made: bool) -> None:
    """Declarer leads hearts, then 2 diamonds, and 3 takes the last trick; 0 follows with spades."""
    match = table("1 bid spel+pest+bradska/pass*/1 suit S", SPADE_A_TRICK)
    for _ in range(mine):
        match = _trick(acted(match, f"1 {legal(match).split(', ')[0]}"))
    match = acted(match, "1 play D2/rest")
    assert result(match).tricks == (0, mine, 12 - mine, 1)
    assert result(match).made is made


def test_2_pest_with_every_plague_card_is_honourable() -> None:
    match = table("1 bid spel+pest+bradska+straff/pass*/1 suit D/rest")
    assert result(match).made is True
    assert result(match).points == (0, 3, 0, 0)


def test_2_pest_honourable_needs_everything_else_met() -> None:
    match = table("1 bid spel+pest+bradska+sluthund/pass*/1 suit D/rest")
    assert (result(match).made, result(match).points) == (False, (0, -2, 0, 0))


def test_2_pest_girighet_and_honour_score_one_each() -> None:
    match = table("1 bid maxtrumf+pest+girighet+bradska/pass*/1 suit H/1 suit S/rest")
    assert result(match).points == (0, 5, 0, 0)


def test_2_pest_yields_before_blocktrumf() -> None:
    hand = "HA HK HQ HJ HT H9 H8 DA DK DQ DJ DT D9"
    match = table("1 bid blocktrumf+pest+bradska/pass*/1 suit H/1 suit D", {1: hand})
    assert legal(match) == "play DA, play DK, play DQ, play DJ, play DT, play D9"
    assert "Block Trump" in refused(match, "1 play HA")


def test_2_pest_and_blocktrumf_both_yield_to_one_suit() -> None:
    match = table("1 bid blocktrumf+pest+bradska/pass*/1 suit H/1 suit H")
    assert len(match.choice(1)) == 13


def test_2_pest_and_blocktrumf_leave_a_third_suit_to_be_led() -> None:
    hand = "HA HK HQ HJ HT H9 H8 DA DK DQ DJ DT C2"
    match = table("1 bid blocktrumf+pest+bradska/pass*/1 suit H/1 suit D", {1: hand})
    assert legal(match) == "play C2"
