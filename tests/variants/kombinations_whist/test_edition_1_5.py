"""Edition 1.5: every row in which it differs from 1.4, and what both share."""

from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet
from kwbot.engine.views.view import view
from kwbot.variants import games
from kwbot.variants.kombinations_whist import EXPLORER
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import (
    ADDED,
    BIDS_BY_EDITION,
    CHANGED,
    REMOVED_BID,
)
from kwbot.variants.kombinations_whist.scoring import points_of
from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import (
    GAME,
    MIXED,
    deal_of,
    legal,
    play_of,
    refused,
    result,
    sheet_of,
    table,
)
from tests.variants.kombinations_whist.witness.acted import example
from tests.variants.refereed import agreed

HAND = CardSet.parse("SA SJ S7 S3 HK HT H6 DQ D9 D8 C5 C4 C2")
ALL_TWOS = "1 play H2/2 play D2/3 play C2/0 play S2"
"""A trick of the table of suits: declarer, who leads hearts, takes all the twos in it."""


def newer(moves: str = "", hands: dict[int, str] | None = None, **options: Any) -> Match:
    return table(moves, hands, edition="1.5", **options)


# --- General -----------------------------------------------------------------------------------


def test_general_impossible_bids_are_allowed_unless_the_table_forbids_them() -> None:
    assert GAME.option_values({"edition": "1.5"})["impossible_bids"] == "allow"
    assert GAME.option_values({})["impossible_bids"] == "forbid"
    assert newer().apply(1, Bid(("noll", "girighet"))).to_act() == (2,)
    assert "one trick" in refused(newer(impossible_bids="forbid"), "1 bid noll+girighet")


def test_general_a_record_leaves_out_the_default_of_its_edition() -> None:
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"edition": "1.5"}, ["edition=1.5"]),
        ({"edition": "1.5", "impossible_bids": "allow"}, ["edition=1.5"]),
        (
            {"edition": "1.5", "impossible_bids": "forbid"},
            ["edition=1.5", "impossible_bids=forbid"],
        ),
        ({"impossible_bids": "allow"}, ["impossible_bids=allow"]),
        ({"edition": "1.4", "impossible_bids": "forbid"}, []),
    ]
    for options, stands in cases:
        text = write(table(**options))
        lines = [line.split()[1] for line in text.splitlines() if line.startswith("option")]
        assert lines == stands
        assert replay(text, games()).sheet.options == table(**options).sheet.options


@pytest.mark.parametrize(
    ("played", "scores", "won"),
    [
        (10, (0, 30, 0, 0), False),
        (11, (0, 30, 0, 0), False),  # the last deal of the last round
        (12, (0, 0, 0, 0), True),
        (12, (5, 0, 0, 0), False),
    ],
)
def test_general_limited_nobody_wins_by_the_last_deal_of_the_last_round(
    played: int, scores: tuple[int, ...], *, won: bool
) -> None:
    noll = "1 bid noll/pass*/rest/score"
    match = newer(noll, scores=scores, played=played, winning="limited")
    assert match.sheet.winners == ((1,) if won else None)
    if played == 11:
        printed = table(noll, scores=scores, played=played, winning="limited")
        assert printed.sheet.winners == (1,)


def test_general_the_time_to_bid() -> None:
    assert GAME.bid_seconds({"edition": "1.4"}) == (60, 20)
    assert GAME.bid_seconds({"edition": "1.5"}) == (90, 30)


# --- the tables --------------------------------------------------------------------------------


def test_the_tables_share_every_row_that_did_not_change() -> None:
    old, new = BIDS_BY_EDITION["1.4"].parts, BIDS_BY_EDITION["1.5"].parts
    assert old.keys() - new.keys() == {REMOVED_BID} == {"obesudlat"}
    assert new.keys() - old.keys() == {ADDED.key} == {"obesudlatbud"}
    for key in old.keys() & new.keys():
        assert (old[key] == new[key]) == (key not in CHANGED), key
    values = {key for key in old.keys() & new.keys() if old[key].value != new[key].value}
    assert values == {"rangtrumf"}
    for one, other in zip(
        BIDS_BY_EDITION["1.4"].standards[:-1], BIDS_BY_EDITION["1.5"].standards[:-1], strict=True
    ):
        fields = ("points", "need", "trump", "guesses", "gathers_twos")
        assert [getattr(one, name) for name in fields] == [getattr(other, name) for name in fields]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("skambud", "Misery"), ("ungefar", "Uncertainty"), ("spel", "Abundance"),
        ("mastarskambud", "Master Misery"), ("precis", "Certainty"),
        ("mastarspel", "Master Abundance"), ("mastartrumf", "Master Trump"),
        ("mastarbrev", "Master Mail"), ("obesudlatbud", "Taintless Bid"), ("noll", "Zero"),
    ],
)  # fmt: skip
def test_standard_bids_have_their_names(key: str, name: str) -> None:
    assert str(GAME.parts({"edition": "1.5"})[key].name) == name
    assert str(GAME.parts()["spel"].name) == "Game"


def test_a_bid_of_the_other_edition_is_none() -> None:
    assert refused(newer(), "1 bid obesudlat") == refused(table(), "1 bid obesudlatbud")


def test_rangtrumf_is_worth_4() -> None:
    assert Bids("1.5").value(Bid(("rangtrumf",))) == 4
    assert Bids("1.4").value(Bid(("rangtrumf",))) == 3
    assert GAME.bid_value(Bid(("rangtrumf", "mastarbrev")), {"edition": "1.5"}) == 7
    assert points_of(Bid(("rangtrumf",))) == 4


# --- Rangtrumf ---------------------------------------------------------------------------------


def test_rangtrumf_only_the_others_choose_and_declarer_gives_any_card() -> None:
    match = newer("1 bid rangtrumf/pass*")
    assert match.to_act() == (0, 2, 3)
    match = acted(match, "0 card S2/2 card DK/3 card CQ")
    assert str((view(match, 1).purposes or {})[1].prompt) == "Which card do you give for DK?"
    assert (match.to_act(), len(match.choice(1))) == ((1,), 13)
    match = acted(match, "1 card H7")
    hands = deal_of(match).layout.hands
    assert CardSet.parse("DK") <= hands[1]
    assert CardSet.parse("H7") <= hands[2]
    assert play_of(match).trumps == 2


def test_rangtrumf_declarer_picks_among_equals_then_gives() -> None:
    match = newer("1 bid rangtrumf/pass*/0 card SA/2 card DA/3 card CK")
    assert legal(match) == "card SA, card DA"
    match = acted(match, "1 card SA")
    assert len(match.choice(1)) == 13
    match = acted(match, "1 card HA")
    assert play_of(match).trumps == 0
    assert CardSet.parse("HA") <= deal_of(match).layout.hands[0]
    assert [line for line in deal_of(match).lines() if "card" in line] == [
        "0 card SA", "2 card DA", "3 card CK", "1 card SA", "1 card HA",
    ]  # fmt: skip


def test_rangtrumf_cards_are_secret_until_the_others_have_chosen() -> None:
    match = newer("1 bid rangtrumf/pass*/3 card CK")
    (laid,) = [said for said in view(match, 1).said if said.purpose.key == "rank-card"]
    assert laid.action is None
    known = view(acted(match, "0 card S2/2 card D2/1 card H3"), None).known or {}
    assert {seat: str(cards) for seat, cards in known.items()} == {
        0: "S2", 1: "CK", 2: "D2", 3: "H3",
    }  # fmt: skip


# --- the other bids ----------------------------------------------------------------------------


def test_mastartrumf_the_right_names_trumps_after_the_others_may_speak() -> None:
    match = acted(newer("1 bid mastartrumf/pass*"), "2 state C 5/3 state none")
    assert (match.to_act(), legal(match)) == ((0,), "suit S, suit H, suit D, suit C")


def test_mastartrumf_of_three_only_one_may_speak() -> None:
    match = acted(newer("1 bid mastartrumf/pass*", players=3), "2 state none")
    assert match.to_act() == (0,)


def test_brev_all_pass_to_the_right_and_no_direction_is_named() -> None:
    match = newer("1 bid spel+brev/pass*")
    assert match.to_act() == (0, 1, 2, 3)
    match = acted(match, "0 cards SA S2 S3/1 cards HA H2 H3/2 cards DA D2 D3/3 cards CA C2 C3")
    assert CardSet.parse("HA H2 H3") <= deal_of(match).layout.hands[0]


def test_mastarbrev_the_others_pass_to_the_left_skipping_declarer() -> None:
    match = newer("1 bid trumf+mastarbrev/pass*/1 suit H")
    assert match.to_act() == (0, 2, 3)
    match = acted(match, "0 cards SA S2 S3/2 cards DA D2 D3/3 cards CA C2 C3")
    hands = deal_of(match).layout.hands
    for giver, receiver in (("SA S2 S3", 2), ("DA D2 D3", 3), ("CA C2 C3", 0)):
        assert CardSet.parse(giver) <= hands[receiver]


def test_girighet_does_not_go_with_obesudlatbud() -> None:
    assert refused(newer(), "1 bid obesudlatbud+girighet") == (
        "Greed doesn't go with Taintless Bid."
    )


def test_pest_does_not_go_with_misar_by_its_name() -> None:
    assert refused(newer(), "1 bid skambud+pest") == "Plague doesn't go with Misery."


# --- Obesudlat Bud -----------------------------------------------------------------------------


def test_obesudlatbud_every_two_in_any_hand_lies_open_until_it_is_played() -> None:
    match = newer("1 bid obesudlatbud/pass*", MIXED)
    opened = {seat: str(cards) for seat, cards in (view(match, None).open_cards or {}).items()}
    assert opened == {0: "S2", 1: "H2", 2: "D2", 3: "C2"}
    match = acted(newer("1 bid obesudlatbud+bradska/pass*", early_stop="off"), ALL_TWOS)
    assert not any((view(match, None).open_cards or {}).values())


def test_obesudlatbud_nothing_lies_open_before_cards_are_passed() -> None:
    match = newer("1 bid obesudlatbud+brev/pass*")
    assert not view(match, 0).open_cards


def test_obesudlatbud_no_two_is_put_into_an_atelier() -> None:
    match = newer("1 bid obesudlatbud+atelje/pass*")
    refused(match, "1 cards HA HK HQ H2")
    match = acted(match, "1 cards H3 H4 H5 H6")
    assert str((view(match, 0).open_cards or {})[1]) == "H6 H5 H4 H3 H2"


def test_obesudlatbud_is_met_with_the_fourth_two_and_stops() -> None:
    match = newer(f"1 bid obesudlatbud+bradska/pass*/{ALL_TWOS}")
    assert len(play_of(match).tricks) == 1
    assert (result(match).made, result(match).points[1]) == (True, 6)


def test_obesudlatbud_has_failed_with_the_first_two_that_another_takes() -> None:
    match = newer("1 bid obesudlatbud/pass*/0 play SA/1 play H2/2 play DA/3 play CA")
    assert len(play_of(match).tricks) == 1
    assert (result(match).made, result(match).points[1]) == (False, -2)
    assert str(result(match).notes[-1]) == "player 1 took 0 of the four twos."


def test_obesudlatbud_without_a_two_it_goes_on() -> None:
    match = newer("1 bid obesudlatbud/pass*/0 play SA/1 play HA/2 play DA/3 play CA")
    assert match.to_act() == (0,)


@pytest.mark.parametrize(
    ("bid", "tricks", "made"),
    [
        ("obesudlatbud+bradska", 13, True),  # the twos fall in the last trick, the others' low ones
        ("obesudlatbud", 13, False),
        ("obesudlatbud+bradska+sluthund", 12, False),  # which then is not declarer's to take
        ("obesudlatbud+bradska+las", 1, False),
    ],
)
def test_obesudlatbud_stops_at_the_first_moment_at_which_nothing_can_change(
    bid: str, tricks: int, *, made: bool
) -> None:
    match = newer(f"1 bid {bid}/pass*/rest")
    assert len(play_of(match).tricks) == tricks
    assert result(match).made == made
    again = newer(f"1 bid {bid}/pass*/rest", early_stop="off")
    assert result(again).points == result(match).points


def test_obesudlatbud_other_parts_must_still_be_met() -> None:
    match = newer(f"1 bid obesudlatbud+bradska+sluthund/pass*/{ALL_TWOS}")
    assert match.to_act() == (1,)
    assert result(acted(match, "rest")).made is False


def test_obesudlatbud_justice_gives_a_two_away() -> None:
    bid = "1 bid obesudlatbud+bradska+rattvisa/pass*/1 card D2"
    match = acted(newer(bid), f"{ALL_TWOS}/1 player 1")
    assert result(match).made
    assert not result(acted(newer(bid), f"{ALL_TWOS}/1 player 3")).made


def test_obesudlatbud_at_13_wins_the_game_and_the_title() -> None:
    match = newer(
        f"1 bid obesudlatbud+bradska+straff+pest+oppenhand/pass*/1 suit S/{ALL_TWOS}/rest"
    )
    match = match.with_score()
    assert (match.sheet.winners, match.sheet.titles) == ((1,), ((1, "obesudlad"),))
    low = newer(f"1 bid obesudlatbud+bradska+straff/pass*/{ALL_TWOS}/score")
    assert (low.sheet.winners, low.sheet.titles, low.sheet.scores[1]) == (None, (), 8)


def test_obesudlatbud_of_three_all_four_twos_are_in_the_deck() -> None:
    match = newer("1 bid obesudlatbud/pass*", players=3)
    held = [len(cards) for cards in (view(match, None).open_cards or {}).values()]
    assert sum(held) == 4
    assert sheet_of(match).edition == "1.5"


# --- what a hand can bid -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "bid", ["obesudlatbud+straff", "rangtrumf+straff", "rangtrumf+brev+mastarbrev+pest",
            "mastartrumf+brev", "obesudlatbud+pest+mastarbrev"],
)  # fmt: skip
def test_what_nothing_rules_out_has_an_example(bid: str) -> None:
    explorer = EXPLORER.under("1.5")
    wanted = Bid(tuple(bid.split("+")))
    assert explorer.refusal(wanted, HAND, 4) is None
    match = example(wanted, HAND, 4, 60.0, 1, "1.5")
    assert match
    assert result(match).made
    assert match.sheet.options["edition"] == "1.5"
    agreed(match.with_score())


def test_the_proof_judges_bids_of_the_edition_alone() -> None:
    explorer = EXPLORER.under("1.5")
    spades = CardSet.parse("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2")
    reason = explorer.refusal(Bid(("obesudlatbud",)), spades, 4)
    assert str(reason) == "Taintless Bid: with this hand, you can never take a trick."
    assert explorer.refusal(Bid(("obesudlat",)), spades, 4) is not None
    possible, every = explorer.open_bids(spades, 4)
    assert possible < every == Bids("1.5").count(1, 4)
