"""§2: bidding, the value of bids, and who may bid."""

from random import Random

import pytest

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.views.view import view
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import SPECIAL
from tests.engine.playing import acted, begin, shuffled
from tests.variants.kombinations_whist.table import (
    GAME,
    deal_of,
    legal,
    refused,
    result,
    sheet_of,
    table,
)

PRINTED = {  # key: value, points, trump bid
    "skambud": (0, 1, False), "ungefar": (1, 1, False), "trumf": (1, 1, True),
    "grill": (1, 2, True), "blocktrumf": (2, 1, True), "limbo": (2, 1, False),
    "spel": (2, 2, False), "mastarskambud": (3, 2, False), "precis": (3, 2, False),
    "maxtrumf": (3, 3, True), "subtrumf": (3, 3, True), "rangtrumf": (3, 4, True),
    "mastarspel": (4, 3, False), "noll": (4, 4, False), "mastartrumf": (6, 6, True),
    "obesudlat": (8, None, False),
}  # fmt: skip
PRINTED_SPECIALS = {
    "rattvisa": -4, "lattja": -3, "potential": -2, "bradska": -2, "jarn": -1, "brev": -1,
    "girighet": 0, "atelje": 1, "mastarbrev": 1, "sluthund": 1, "oppentrumf": 1, "las": 2,
    "straff": 2, "pest": 2, "oppenhand": 3,
}  # fmt: skip
TRUMP_BIDS = [key for key, (_, _, trump) in PRINTED.items() if trump]
CLASHES = {
    *(("sluthund", "noll"), ("las", "noll"), ("oppentrumf", "grill")),
    *(("pest", key) for key in ("mastarskambud", "noll", "skambud")),
    *(("oppentrumf", key) for key in PRINTED if key not in TRUMP_BIDS),
}


def test_2_the_tables_of_bids_are_the_printed_ones() -> None:
    assert {s.key: (s.value, s.points, s.trump) for s in Bids().mains} == PRINTED
    assert {key: special.value for key, special in SPECIAL.items()} == PRINTED_SPECIALS


def test_2_bidding_goes_clockwise_from_the_dealers_left() -> None:
    match = table(dealer=2)
    order = []
    for bid in ("trumf", "spel", "noll", "mastartrumf"):
        order.append(match.to_act()[0])
        match = acted(match, f"{order[-1]} bid {bid}")
    assert order == [3, 0, 1, 2]
    assert match.to_act() == (3,)


def test_2_only_the_player_in_turn_bids() -> None:
    assert "turn" in refused(table(), "2 bid spel")


def test_2_who_passes_is_out_for_this_deal() -> None:
    match = table("1 pass/2 bid spel/3 bid noll/0 pass")
    assert match.to_act() == (2,)
    assert acted(match, "2 bid mastartrumf").to_act() == (3,)


def test_2_a_bid_must_be_worth_at_least_1() -> None:
    assert "at least 1" in refused(table(), "1 bid skambud")
    assert "at least 1" in refused(table(), "1 bid trumf+jarn")
    table("1 bid skambud+sluthund")


def test_2_a_bid_must_be_worth_more_than_the_standing_one() -> None:
    match = table("1 bid spel")
    assert "at least 3" in refused(match, "2 bid spel")
    assert "at least 3" in refused(match, "2 bid trumf")
    acted(match, "2 bid spel+sluthund")


@pytest.mark.parametrize(
    ("potentials", "equal"), [((0, 0, 0, 0), 0), ((0, 0, 1, 0), 1), ((0, 1, 1, 0), 0)]
)
def test_2_potential_exception_needs_strictly_more(
    potentials: tuple[int, ...], equal: bool
) -> None:
    match = table("1 bid spel", potentials=potentials)
    if equal:
        acted(match, "2 bid limbo")
        assert "at least 2" in refused(match, "2 bid trumf")
    else:
        assert "at least 3" in refused(match, "2 bid limbo")


def test_2_the_potential_exception_compares_with_the_player_of_the_standing_bid() -> None:
    match = table("1 bid spel/2 bid limbo", potentials=(0, 1, 2, 0))
    assert "at least 3" in refused(match, "3 bid limbo")
    match = acted(match, "3 pass/0 pass")
    assert "at least 3" in refused(match, "1 bid spel")


def test_2_a_bid_of_equal_value_becomes_the_standing_one() -> None:
    match = table("1 bid spel/2 bid limbo/3 pass/0 pass/1 pass", potentials=(0, 0, 1, 0))
    seen = view(match, None)
    assert (seen.declarer, str(seen.contract)) == (2, "bid limbo")


def test_2_the_auction_ends_when_all_but_the_bidder_have_passed() -> None:
    match = table("1 bid noll/2 pass/3 pass")
    assert GAME.declarer(deal_of(match).phases) is None
    match = acted(match, "0 pass")
    assert GAME.declarer(deal_of(match).phases) == 1


def test_2_after_three_passes_the_last_may_still_bid() -> None:
    match = table("1 pass/2 pass/3 pass")
    assert match.to_act() == (0,)
    assert GAME.declarer(deal_of(acted(match, "0 bid noll")).phases) == 0
    assert result(acted(match, "0 pass")).played is False


def test_2_all_pass_brings_no_points() -> None:
    assert result(table("pass*")).points == (0, 0, 0, 0)


def test_2_who_stands_below_minus_5_is_skipped() -> None:
    match = table("1 bid spel", scores=(0, 0, -6, -5))
    assert match.to_act() == (3,)
    assert acted(match, "3 pass/0 pass").to_act() == (0,)  # who leads: declarer's right


def test_2_one_bidder_left_by_barred_players_may_bid_or_pass() -> None:
    match = table(scores=(-6, -6, -6, 0), dealer=3)
    assert match.to_act() == (3,)
    assert result(acted(match, "3 pass")).points == (1, 1, 1, 0)
    assert GAME.declarer(deal_of(acted(match, "3 bid noll")).phases) == 3


def test_2_barred_players_get_a_free_point_after_omgiv_too() -> None:
    assert result(table("pass*", scores=(0, -6, -5, -9))).points == (0, 1, 0, 1)


def test_2_barred_players_get_a_free_point_after_a_played_deal() -> None:
    match = table("1 bid noll/pass*/rest", scores=(-6, 0, 0, 0))
    assert result(match).points == (1, 4, 0, 0)


def test_2_no_free_point_for_who_sits_out() -> None:
    match = table("pass*", players=5, scores=(0, 0, -7, 0, -7), dealer=0)
    assert result(match).points == (0, 0, 1, 0, 0)


def test_2_four_barred_players_have_no_auction() -> None:
    match = table(scores=(-6, -6, -7, -8, 0), players=5, dealer=0)
    assert match.to_act() == ()
    assert result(match).points == (1, 1, 1, 1, 0)
    assert match.with_score().next_dealer() == 0


def test_2_barred_is_judged_at_the_start_of_the_deal() -> None:
    match = table("1 bid spel/foul 0 by=1 ruling=restore/undo 1", scores=(-5, 0, 0, 0))
    match = acted(match, "1 pass/2 pass/3 pass")
    assert match.to_act() == (0,)
    assert result(acted(match, "0 pass")).points == (-1, 0, 0, 0)
    assert sheet_of(acted(match, "0 pass/score")).is_barred(0)


@pytest.mark.parametrize("bid", ["las", "straff+pest", "spel+noll", "spel+spel", "hus", "9+vip"])
def test_2_a_bid_has_exactly_one_standard_bid_first(bid: str) -> None:
    assert "standard bid" in refused(table(), f"1 bid {bid}")


def test_2_every_special_stands_at_most_once() -> None:
    assert "only once" in refused(table(), "1 bid spel+las+straff+las")


def test_2_specials_may_be_named_in_any_order() -> None:
    match = table("1 bid spel+pest+brev+las/pass*")
    assert str(view(match, 0).contract) == "bid spel+brev+las+pest"


@pytest.mark.parametrize("standard", PRINTED)
@pytest.mark.parametrize("special", PRINTED_SPECIALS)
def test_2_incompatible_bids_are_the_printed_ones(standard: str, special: str) -> None:
    bid = Bid((standard, special))
    if (special, standard) in CLASHES:
        with pytest.raises(IllegalAction, match=r"doesn't go with|needs a bid"):
            Bids(forbid_impossible=False).check(bid, 4)
    else:
        Bids(forbid_impossible=False).check(bid, 4)


@pytest.mark.parametrize("pair", ["atelje+oppenhand", "oppenhand+atelje", "oppentrumf+oppenhand"])
def test_2_incompatible_specials(pair: str) -> None:
    assert "go with" in refused(table(), f"1 bid trumf+{pair}")


@pytest.mark.parametrize("standard", PRINTED)
def test_2_mastarbrev_is_worth_3_with_trumps_but_not_with_grill(standard: str) -> None:
    value, _, trump = PRINTED[standard]
    worth = value + (3 if trump and standard != "grill" else 1)
    match = table("1 bid obesudlat+straff+oppenhand")
    assert f"worth {worth}." in refused(match, f"2 bid {standard}+mastarbrev")


def test_2_values_add_up() -> None:
    match = table("1 bid obesudlat+straff+oppenhand")
    assert "worth 6." in refused(match, "2 bid noll+straff+atelje+jarn")
    assert "worth -11." in refused(
        match, "2 bid skambud+rattvisa+lattja+potential+bradska+jarn+brev+girighet+las"
    )


def test_2_running_out_of_bids_leaves_the_pass() -> None:
    highest = "mastartrumf+mastarbrev+sluthund+las+straff+pest+oppenhand+girighet"
    match = table(f"1 bid {highest}")
    assert legal(match) == "pass"
    assert len(match.choice(2)) == 1


def test_plain_bids_have_one_special_at_most_and_computers_keep_to_it() -> None:
    plain = Bids(most_extras=1)
    plain.check(Bid(("spel", "las")), 4)
    with pytest.raises(IllegalAction, match="one special bid at most"):
        plain.check(Bid(("spel", "las", "pest")), 4)
    bids = 0
    for seed in range(6):
        rng = Random(seed)
        match = shuffled(begin(GAME, 4, {"bids": "plain"}), rng)
        while match.deal and match.deal.play is None and match.deal.result is None:
            seat = match.to_act()[0]
            level = "easy" if seed % 2 else "thumb"
            match = match.apply(seat, decide(COMPUTERS[level], match, seat, rng))
        assert match.deal
        made = [action for _, action in match.deal.log if isinstance(action, Bid)]
        assert all(len(bid.parts) <= 2 for bid in made)
        bids += any(len(bid.parts) == 2 for bid in made)
    assert bids, "they combine where they may"
