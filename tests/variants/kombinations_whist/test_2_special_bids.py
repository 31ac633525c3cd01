"""§2, special bids: who takes and leads tricks, and what a bid is worth."""

import pytest

from kwbot.engine.views.view import view
from tests.engine.playing import acted
from tests.variants.kombinations_whist.conditions import makes, tricks
from tests.variants.kombinations_whist.table import (
    MIXED,
    legal,
    play_of,
    refused,
    result,
    sheet_of,
    table,
)

# --- Rättvisa


def test_2_rattvisa_declarer_decides_who_takes_the_trick_and_leads() -> None:
    match = table("1 bid noll+rattvisa+straff/pass*/1 card C2", MIXED)
    match = acted(match, "0 play CJ/1 play C4/2 play C5/3 play C2")
    assert (match.to_act(), legal(match)) == ((1,), "player 0, player 1, player 2, player 3")
    match = acted(match, "1 player 2")
    assert play_of(match).tricks_taken() == (0, 0, 1, 0)
    assert match.to_act() == (2,)


def test_2_rattvisa_names_any_card_of_the_deck_publicly() -> None:
    match = table("1 bid noll+rattvisa+straff/pass*", players=3)
    assert len(match.choice(1)) == 39
    refused(match, "1 card C7")
    refused(match, "1 card none")
    assert "card SA" in [str(said.action) for said in view(acted(match, "1 card SA"), 2).said]


def test_2_rattvisa_offers_only_players_of_the_deal() -> None:
    match = table("1 bid noll+rattvisa+straff/pass*/1 card SA", players=5)
    assert legal(acted(match, "0 play SA/1 play HA/2 play DA/3 play CA")) == (
        "player 0, player 1, player 2, player 3"
    )


# --- Lättja and Brådska


def test_2_lattja_declarer_plays_last_and_the_others_keep_their_order() -> None:
    match = table("1 bid noll+lattja/pass*", MIXED)
    assert play_of(match).order == (0, 2, 3, 1)
    match = acted(match, "0 play HK/2 play HJ/3 play HQ/1 play H2/0 play SA")
    assert match.to_act() == (2,)


def test_2_lattja_declarer_leads_what_they_win() -> None:
    match = table("1 bid noll+lattja/pass*/0 play HK/2 play HJ/3 play HQ/1 play HA", MIXED)
    assert play_of(match).order == (1, 2, 3, 0)


def test_2_lattja_of_three() -> None:
    match = table("1 bid noll+lattja/pass*", players=3)
    assert play_of(match).order == (0, 2, 1)
    assert play_of(table("0 bid noll+lattja/pass*", players=3, dealer=2)).order == (2, 1, 0)


def test_2_bradska_declarer_leads_to_trick_1() -> None:
    assert play_of(table("1 bid noll+bradska/pass*")).order == (1, 2, 3, 0)
    both = "1 bid noll+bradska+lattja+oppenhand/pass*"
    match = table(both, MIXED)
    assert play_of(match).order == (1, 2, 3, 0)
    match = acted(match, "1 play H2/2 play H3/3 play HQ/0 play HK")
    assert play_of(match).order == (0, 2, 3, 1)


# --- Potential, Järn, Girighet, Straff


def test_2_potential_is_gained_when_made_and_kept() -> None:
    match = table("1 bid noll+potential/pass*/rest/score")
    assert sheet_of(match).potentials == (0, 1, 0, 0)
    failed = table("1 bid spel+potential+straff/pass*/rest/score", potentials=(0, 2, 0, 0))
    assert sheet_of(failed).potentials == (0, 2, 0, 0)


def test_2_straff_costs_two_more_points() -> None:
    assert result(table("1 bid spel/pass*/rest")).points == (0, -2, 0, 0)
    assert result(table("1 bid spel+straff/pass*/rest")).points == (0, -4, 0, 0)


def test_2_girighet_scores_1_extra_when_made() -> None:
    match = table("1 bid spel+girighet+bradska+straff/pass*/rest")
    assert result(match).points == (0, 3, 0, 0)


@pytest.mark.parametrize(
    ("bid", "made", "not_made"),
    [
        ("skambud", tricks(3, 5, 5, 0), tricks(4, 5, 4, 0)),
        ("trumf", tricks(6, 7, 0, 0), tricks(5, 8, 0, 0)),
        ("spel", tricks(6, 7, 0, 0), tricks(5, 8, 0, 0)),
        ("maxtrumf", tricks(8, 5, 0, 0), tricks(7, 6, 0, 0)),
        ("mastarskambud", tricks(2, 3, 4, 4), tricks(3, 3, 3, 4)),
        ("mastarskambud", tricks(0, 1, 6, 6), tricks(0, 0, 6, 7)),
        ("mastarspel", tricks(5, 3, 3, 2), tricks(4, 3, 3, 3)),
        ("obesudlat", tricks(13, 0, 0, 0), tricks(12, 1, 0, 0)),
        ("limbo", "0011111 000011", "0001111 000011"),
        ("limbo", "1111111 011110", "1111111 111110"),
    ],
)
def test_2_girighet_adds_or_takes_what_hurts(bid: str, made: str, not_made: str) -> None:
    assert makes(f"{bid}+girighet", made)
    assert not makes(f"{bid}+girighet", not_made)
    assert makes(bid, made)


def test_2_girighet_with_ungefar_needs_both_neighbours_guessed() -> None:
    assert makes("ungefar+girighet", tricks(4, 9, 0, 0), 3, 5)
    assert not makes("ungefar+girighet", tricks(4, 9, 0, 0), 4, 5)
    assert not makes("ungefar+girighet", tricks(0, 13, 0, 0), 0, 1)
    assert not makes("ungefar+girighet", tricks(13, 0, 0, 0), 12, 13)


def test_2_girighet_leaves_las_and_slut_hund_to_real_tricks() -> None:
    assert makes("spel+girighet+las+sluthund", "111000000111 1")
    assert not makes("spel+girighet+las", "1101000000111")
    assert not makes("spel+girighet+sluthund", "1110000001110")


# --- Lås, Slut-Hund


def test_2_las_declarer_takes_none_of_tricks_1_to_3() -> None:
    assert makes("spel+las", "1230000000000")
    for broken in ("0120000000000", "1020000000000", "1200000000000"):
        assert not makes("spel+las", broken)


def test_2_slut_hund_declarer_does_not_take_the_last_trick() -> None:
    assert makes("spel+sluthund", "0000000000001")
    assert not makes("spel+sluthund", "1000000000000")
