"""Which bids are tried, besides the most promising ones."""

from random import Random

import pytest

from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.estimate import Estimate
from kwbot.engine.views.view import View, view
from kwbot.players.search.bid_ideas import (
    IDEAS_A_MIND,
    MAX_UNUSUAL,
    MINDS,
    PARTS_TRIED,
    VARIED_BIDS,
    besides,
    overuse_of,
    promising,
    unusual,
    vary_bids,
)
from kwbot.players.tastes.bid_taste import BidTaste, plainer
from kwbot.variants import counsels, games
from tests.engine.playing import begin, dealt, shuffled
from tests.variants.danish.table import ESMAKKER, table

COMBINED = "kombinations-whist"
STRONG = "SA SK SQ SJ ST S9 S8 S7 HA HK DA DK CA"
BEST, NEXT = Bid(("maxtrumf", "rattvisa", "oppenhand")), Bid(("spel",))
FOUND: dict[Action, Estimate] = {
    Pass(): Estimate(0.5), NEXT: Estimate(1.0), BEST: Estimate(2.0), Bid(("noll",)): Estimate(0.1),
}  # fmt: skip


def seen() -> View:
    return view(dealt(begin(games()[COMBINED], 4), {1: STRONG}, dealer=0), 1)


def minded() -> list[list[Action]]:
    """What comes to mind besides, with the same hand a few times."""
    one = seen()
    advised = promising(one)
    found = [[*besides(one, advised, BidTaste(), Random(seed))] for seed in range(4)]
    for bids in found:
        assert set(bids).isdisjoint(advised)
        assert 0 < len(bids) <= IDEAS_A_MIND * MINDS
    return found


def test_what_is_bid_too_seldom_comes_to_mind_first_and_too_often_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counsel = type(counsels()[COMBINED])
    mains = dict[float, list[str]]()
    for overuse in (-5.0, 0.1):
        monkeypatch.setattr(counsel, "overuse", {"grill": overuse, "obesudlat": 5.0})
        bids = [bid for first, *_ in minded() for bid in [first] if isinstance(bid, Bid)]
        mains[overuse] = [bid.parts[0] for bid in bids]
    assert set(mains[-5.0]) == {"grill"}
    assert not {"grill", "obesudlat"} & set(mains[0.1])


def test_what_is_hardly_ever_worth_it_is_thought_of_for_being_rare() -> None:
    one, met = seen(), set[Action]()
    advised, overuse = promising(one), counsels()[COMBINED].overuse
    assert isinstance(one.choice, CombinationBid)
    for seed in range(8):
        bids = unusual(one, advised, Random(seed))
        assert 0 < len(bids) <= MAX_UNUSUAL
        met |= set(bids)
    assert met.isdisjoint(advised)
    kinds = {bid.parts[0] for bid in met if isinstance(bid, Bid)}
    assert {"obesudlat"} < kinds
    assert all(overuse[kind] < 0 for kind in kinds)
    assert all(bid in one.choice for bid in met)
    match = shuffled(begin(games()["fyrmanswhist"], 4), Random(1))
    assert unusual(view(match, match.to_act()[0]), {}, Random(1)) == {}


def test_a_bid_may_be_rare_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    overuse = {"10": -4.0, "10+vip": -15.0, "vip": 1.0}
    bids = [Bid(tuple(text.split("+"))) for text in ("10", "10+vip", "8+vip", "8")]
    assert [overuse_of(bid, overuse) for bid in bids] == [-4.0, -18.0, 1.0, 0.0]
    first = view(table(ESMAKKER), 1)
    worth = dict.fromkeys(bids, 0.0)
    monkeypatch.setattr(counsels()["esmakker"], "overuse", {"8+vip": -2.0})
    monkeypatch.setattr(counsels()["esmakker"], "unusual", lambda _: worth)
    assert next(iter(unusual(first, {}, Random(1)))) == Bid(("8", "vip"))


def test_the_best_bids_are_varied_by_a_part() -> None:
    one, met = seen(), set[Bid]()
    assert isinstance(one.choice, CombinationBid)
    for seed in range(20):
        bids = vary_bids(one, FOUND, Random(seed))
        assert 0 < len(bids) <= VARIED_BIDS * PARTS_TRIED
        assert len(set(bids)) == len(bids)
        met |= set(bids)
    assert met.isdisjoint(FOUND)
    for bid in met:
        (of,) = (best for best in (BEST, NEXT) if best.parts[0] == bid.parts[0])
        assert one.choice.accept(bid) == bid
        assert len(set(bid.parts) - set(of.parts)) == 1
        assert len(set(of.parts) - set(bid.parts)) <= 1
        assert one.choice.bids.value(bid) <= one.choice.bids.value(of) + 1
    assert {part for bid in met for part in bid.parts} > {"straff", "lattja", "sluthund"}


def test_who_combines_few_parts_varies_within_these() -> None:
    one = plainer(seen(), 1)
    bids = [bid for seed in range(20) for bid in vary_bids(one, FOUND, Random(seed))]
    assert bids
    assert all(len(bid.parts) <= 2 for bid in bids)


def test_bids_of_other_games_have_nothing_to_vary() -> None:
    match = shuffled(begin(games()["hus"], 4), Random(1))
    assert vary_bids(view(match, match.to_act()[0]), FOUND, Random(1)) == []
