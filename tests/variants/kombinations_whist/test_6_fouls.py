"""§6: foul calls, their rulings, and taking back."""

import pytest

from tests.engine.playing import acted
from tests.variants.kombinations_whist.table import deal_of, refused, result, table

BID = "1 bid noll+straff/pass*"  # made by taking no trick
LOST = "1 bid maxtrumf+straff/pass*/1 suit D"


def test_6_before_a_declarer_stands_the_deal_is_cancelled() -> None:
    match = table("1 bid noll/foul 2 by=0 ruling=cancel", scores=(0, 0, 0, -6))
    assert (result(match).played, result(match).points) == (False, (0, 0, -2, 0))
    assert acted(match, "score").next_dealer() == 0


def test_6_a_cancelled_deal_is_over() -> None:
    match = table("1 bid noll/foul 2 by=0 ruling=cancel")
    assert "turn" in refused(match, "2 pass")
    assert "over" in refused(match, "undo 1")
    assert "over" in refused(match, "foul 3 by=0 ruling=cancel")


def test_6_by_declarer_the_bid_fails_whatever_the_tricks() -> None:
    match = table(f"{BID}/0 play SA/1 play HA/foul 1 by=0 ruling=fail")
    assert match.to_act() == (2,)  # the trick under way is played to its end
    match = acted(match, "2 play DA/3 play CA")
    assert (result(match).made, result(match).points) == (False, (0, -4, 0, 0))
    assert "fouled" in str(result(match).notes[0])


def test_6_by_declarer_after_the_last_card_while_the_score_does_not_stand() -> None:
    match = table(f"{BID}/rest")
    assert result(match).made is True
    assert result(acted(match, "foul 1 by=0 ruling=fail")).points == (0, -4, 0, 0)


def test_6_by_another_declarer_loses_nothing_and_the_offender_pays() -> None:
    match = table(f"{LOST}/foul 3 by=1 ruling=deduct/rest")
    assert (result(match).made, result(match).points) == (False, (0, 0, 0, -3))


def test_6_by_another_the_offender_pays_also_if_the_bid_is_made() -> None:
    match = table(f"{BID}/0 play SA/foul 3 by=1 ruling=deduct/rest")
    assert result(match).points == (0, 4, 0, -4)


def test_6_the_offender_pays_the_standard_part_without_extras() -> None:
    match = table("1 bid spel+girighet+bradska+straff/pass*/foul 0 by=1 ruling=deduct/rest")
    assert result(match).points == (-2, 3, 0, 0)


def test_6_obesudlat_costs_the_offender_its_value() -> None:
    match = table("1 bid obesudlat+straff/pass*/foul 0 by=1 ruling=deduct/rest")
    assert result(match).points == (-10, 0, 0, 0)


def test_6_two_offenders_pay_both_and_one_pays_for_each_foul() -> None:
    lines = f"{BID}/foul 0 by=1 ruling=deduct/foul 2 by=1 ruling=deduct/foul 0 by=3 ruling=deduct"
    assert result(table(f"{lines}/rest")).points == (-8, 4, -4, 0)


def test_6_a_foul_by_another_spares_declarer_who_fouled_too() -> None:
    lines = f"{BID}/foul 0 by=1 ruling=deduct/0 play SA/foul 1 by=0 ruling=fail"
    match = table(f"{lines}/1 play HA/2 play DA/3 play CA")
    assert (result(match).made, result(match).points) == (False, (-4, 0, 0, 0))


def test_6_restored_by_all_costs_the_offender_1() -> None:
    match = table(f"{BID}/0 play SA/foul 0 by=1 ruling=restore/undo 1")
    assert match.to_act() == (0,)
    assert result(acted(match, "0 play SK/rest")).points == (-1, 4, 0, 0)


def test_6_restored_before_a_declarer_stands() -> None:
    match = table(
        "1 bid noll/2 bid obesudlat/foul 2 by=1 ruling=restore/undo 1/2 pass/3 pass/0 pass"
    )
    assert result(acted(match, "rest")).points == (0, 4, -1, 0)


@pytest.mark.parametrize(
    ("before", "foul"),
    [
        ("1 bid noll", "foul 1 by=2 ruling=fail"),
        ("1 bid noll", "foul 1 by=2 ruling=deduct"),
        (BID, "foul 1 by=2 ruling=deduct"),
        (BID, "foul 2 by=1 ruling=fail"),
        (BID, "foul 2 by=1 ruling=cancel"),
        (BID, "foul 2 by=1 ruling=win"),
    ],
)
def test_6_rulings_fit_the_offender_and_the_moment(before: str, foul: str) -> None:
    assert "doesn't fit" in refused(table(before), foul)


@pytest.mark.parametrize("foul", ["foul 4 by=1 ruling=cancel", "foul 1 by=4 ruling=cancel"])
def test_6_only_among_players_of_the_deal(foul: str) -> None:
    assert "Only players" in refused(table(players=5), foul)


def test_6_a_foul_may_still_be_called_when_all_have_passed() -> None:
    match = table("pass*/foul 2 by=1 ruling=restore/undo 4/1 bid noll/pass*/rest")
    assert result(match).points == (0, 4, -1, 0)
    assert result(table("pass*/foul 2 by=1 ruling=cancel")).points == (0, 0, -2, 0)


@pytest.mark.parametrize("count", [0, 5, 100])
def test_6_undo_reaches_back_to_the_first_action_of_the_deal(count: int) -> None:
    assert "take back" in refused(table("1 pass/2 pass/3 bid noll/0 pass"), f"undo {count}")


def test_6_undo_to_the_beginning() -> None:
    match = table("1 pass/2 pass/3 bid noll/0 pass/undo 4")
    assert match.to_act() == (1,)
    assert deal_of(match).moves() == ()


def test_6_undo_takes_back_the_end_of_a_deal() -> None:
    match = table(f"{BID}/rest/undo 1")
    assert deal_of(match).result is None


def test_6_undo_takes_no_foul_back() -> None:
    match = table(f"{BID}/foul 2 by=1 ruling=deduct/undo 4/1 bid spel/pass*/rest")
    assert result(match).points == (0, 0, -2, 0)


def test_6_undo_of_an_undone_line() -> None:
    match = table("1 bid spel/2 bid noll/undo 1/2 pass/undo 2/1 pass")
    assert [str(action) for _, action in deal_of(match).moves()] == ["pass"]


def test_6_undo_may_part_choices_made_together() -> None:
    passing = "0 cards S2 S3 S4/1 cards H2 H3 H4/2 cards D2 D3 D4/3 cards C2 C3 C4"
    match = table(f"1 bid spel+brev/pass*/1 direction left/{passing}/undo 2")
    assert match.to_act() == (2, 3)
    match = acted(match, "3 cards CA CK CQ/2 cards D2 D3 D4")
    assert "SA" in str(deal_of(match).layout.hands[0])
    assert "CA CK CQ" in str(deal_of(match).layout.hands[0])
    assert deal_of(match).lines()[-3:] == ["undo 2", "2 cards D4 D3 D2", "3 cards CA CK CQ"]
    assert len(deal_of(match).moves()) == 9
