"""§2, Ateljé, Öppen Trumf and Öppen Hand: declarer's cards that lie open."""

from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import as_json, view
from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import MIXED, legal, play_of, refused, result, table


def shown(lines: str) -> str:
    """What a spectator sees of declarer's hand."""
    return str((view(table(lines, MIXED), None).open_cards or {})[1])


def test_2_atelje_four_cards_of_choice_lie_open() -> None:
    match = table("1 bid noll+atelje/pass*", MIXED)
    assert (match.to_act(), len(match.choice(1))) == ((1,), 715)
    assert "exactly 4" in refused(match, "1 cards HA DK CQ")
    refused(match, "1 cards HA DK CQ SA")
    assert shown("1 bid noll+atelje/pass*/1 cards HA DK CQ SJ") == "SJ HA DK CQ"


def test_2_atelje_is_refilled_before_anything_else_in_the_trick() -> None:
    match = table("1 bid noll+atelje/pass*/1 cards HA DK CQ SJ/0 play ST/1 play SJ", MIXED)
    assert (match.to_act(), len(match.choice(1))) == ((1,), 9)
    assert "turn" in refused(match, "2 play SQ")
    assert acted(match, "1 cards H2").to_act() == (2,)


def test_2_atelje_a_card_from_the_hand_needs_no_refill() -> None:
    match = table("1 bid noll+atelje/pass*/1 cards HA DK CQ SJ/0 play ST/1 play S7", MIXED)
    assert match.to_act() == (2,)


def test_2_atelje_holds_what_is_left_when_cards_run_out() -> None:
    match = table("1 bid noll+atelje/pass*/1 cards H5 H4 H3 H2", early_stop="off")
    cards = [f"{rank}" for rank in "AKQJT98765432"]
    for rank in cards:
        while match.to_act() != (1,):
            match = acted(match, f"{match.to_act()[0]} {legal(match).split(', ')[0]}")
        match = acted(match, f"1 play H{rank}")
    assert result(acted(match, "rest")).tricks == (13, 0, 0, 0)


def test_2_atelje_rattvisa_refills_before_the_taker_is_asked() -> None:
    lines = "1 bid noll+atelje+rattvisa/pass*/1 card C4/1 cards C4 DK CQ SJ"
    match = table(f"{lines}/0 play CJ/1 play C4", MIXED)
    assert legal(match).startswith("cards")
    match = acted(match, "1 cards H2/2 play C5/3 play C2")
    assert legal(match).startswith("player")


def test_2_atelje_rattvisa_with_declarers_card_completing_the_trick() -> None:
    lines = "1 bid obesudlat+atelje+rattvisa+lattja/pass*/1 card C4/1 cards C4 DK CQ SJ"
    match = table(f"{lines}/0 play CJ/2 play C5/3 play C2/1 play C4", MIXED)
    assert (match.to_act(), legal(match).split()[0]) == ((1,), "cards")
    match = acted(match, "1 cards H2")
    assert (match.to_act(), legal(match).split()[0]) == ((1,), "player")


def test_2_oppen_trumf_trumps_lie_open_and_shrink_as_they_are_played() -> None:
    lines = "1 bid trumf+oppentrumf/pass*/1 suit S"
    assert shown(lines) == "SJ S7 S3"
    assert shown(f"{lines}/0 play ST/1 play SJ") == "S7 S3"


def test_2_oppen_hand_everything_lies_open_to_spectators_too() -> None:
    lines = "1 bid spel+oppenhand/pass*"
    assert shown(lines) == "SJ S7 S3 HA HT H6 H2 DK D9 D5 CQ C8 C4"
    assert "SJ" not in shown(f"{lines}/0 play ST/1 play SJ")
    seen = as_json(view(table(lines, MIXED), 3))
    assert seen["open"] == {"1": shown(lines)}


def test_2_atelje_with_oppen_trumf_holds_no_trumps() -> None:
    lines = "1 bid trumf+atelje+oppentrumf/pass*/1 suit S"
    match = table(lines, MIXED)
    assert len(match.choice(1)) == 210  # 4 of the 10 cards that are no trumps
    refused(match, "1 cards SJ HA DK CQ")
    assert shown(f"{lines}/1 cards HT HA DK CQ") == "SJ S7 S3 HA HT DK CQ"


def test_2_atelje_with_oppen_trumf_and_few_other_cards() -> None:
    hand = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 H2 H3"
    match = table("1 bid trumf+atelje+oppentrumf/pass*/1 suit S", {1: hand})
    assert legal(match) == "cards H3 H2"
    nothing = table("1 bid trumf+atelje+oppentrumf/pass*/1 suit H")
    assert nothing.to_act() == (0,)
    assert play_of(nothing).laid == CardSet()
