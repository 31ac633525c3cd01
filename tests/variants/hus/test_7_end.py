"""§6 and §7: the host ends the game; the account."""

from random import Random

import pytest

from kwbot.commands.replay import result as as_result
from kwbot.engine.deals.reader import replay
from kwbot.engine.deals.record import write
from kwbot.engine.values.errors import IllegalAction, MatchOver
from kwbot.variants import games
from kwbot.variants._danish.sheet import PotSheet
from tests.engine.playing import begin, one_move, random_match, shuffled
from tests.variants.danish.table import HUS, refused, table


def test_7_only_the_host_ends_the_game() -> None:
    match = begin(HUS, 4)
    with pytest.raises(IllegalAction, match="host"):
        match.finished_by(1)
    assert match.finished_by(0).is_won
    with pytest.raises(MatchOver):
        match.finished_by(0).finished_by(0)


def test_7_before_any_deal_nobody_wins_or_pays() -> None:
    match = begin(HUS, 5).finished_by(0)
    assert match.sheet.winners == (0, 1, 2, 3, 4)
    assert match.sheet.settlement == (0,) * 5
    assert write(match).splitlines()[-3:] == [
        "finish 0", "settle 0=0 1=0 2=0 3=0 4=0", "end winner=0,1,2,3,4",
    ]  # fmt: skip


def test_7_the_running_deal_does_not_count() -> None:
    match = random_match(HUS, 4, Random(5), most_deals=2)
    before = match.sheet.scores
    running, _ = one_move(shuffled(match, Random(6)), Random(7))
    ended = running.finished_by(0)
    assert ended.sheet.scores == before
    assert ended.deal is None
    assert replay(write(ended), games()) == ended


def test_7_the_leader_wins_and_ties_are_shared() -> None:
    sheet = HUS.opening(HUS.option_values({}), 4)
    assert isinstance(sheet, PotSheet)
    for scores, winners in [((3, -1, -2, 0), (0,)), ((2, 2, -4, 0), (0, 1))]:
        after = HUS.sheet_at_end(PotSheet(sheet.options, scores, dealer=1))
        assert after.winners == winners


@pytest.mark.parametrize("deals", ["0", "2"])
def test_6_the_account_stands_at_the_end_whoever_ends_it(deals: str) -> None:
    match = random_match(HUS, 4, Random(4), {"deals": deals, "pot": "100"})
    assert match.is_won
    account = match.sheet.settlement
    assert account is not None
    assert sum(account) == 0
    assert sum(amount for amount in account if amount > 0) == 10_000
    assert match.sheet.is_for_money
    found = as_result(match)
    assert found["settlement"] == list(account)
    assert found["deals"][-1]["settlement"] == list(account)
    assert (match.ended_by == 0) == (deals == "0")


def test_6_each_deal_shows_the_account_as_it_would_stand() -> None:
    match = random_match(HUS, 4, Random(9), most_deals=3)
    for played in match.deals:
        account = played.sheet.entry()["settlement"]
        assert sum(account) == 0
        assert [amount > 0 for amount in account] == [score > 0 for score in played.scores]


def test_7_what_the_sheet_says() -> None:
    endless, set_ = (begin(HUS, 4, {"deals": deals}).sheet for deals in ("0", "8"))
    assert [str(remark) for remark in endless.remarks()] == []
    assert [str(remark) for remark in set_.remarks()] == ["8 deals in all"]
    assert set_.public() == {"played": 0, "deals": 8}


def test_7_a_foul_is_not_called_here() -> None:
    assert "no foul" in refused(table(HUS), "foul 1 by=2 ruling=fail")
