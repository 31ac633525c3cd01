"""What decides among bids that are about equal."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.engine.values.actions import Action, Bid, Join, Pass
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.views.view import view
from kwbot.players.search.monte_carlo import MonteCarloPlayer
from kwbot.players.search.rule_of_thumb import RuleOfThumb
from kwbot.players.tastes.bid_taste import COMMON_LEEWAY, BidTaste, plainer
from kwbot.players.turns import levels
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import counsels, games
from tests.engine.playing import begin, dealt

FIRST = next(iter(games()))
STRONG = "SA SK SQ SJ ST S9 S8 S7 HA HK DA DK CA"
MIDDLING = "SA SQ S9 S4 S2 HK H8 H3 DJ D9 D5 C7 C2"
LEEWAY = 0.2
PLAIN, FANCY, POOR = Bid(("a",)), Bid(("b", "x")), Bid(("c",))
WORTH: dict[Action, float] = {Pass(): 0.0, PLAIN: 1.0, FANCY: 0.95, POOR: 0.7}


def chosen(taste: BidTaste, worth: dict[Action, float] = WORTH) -> set[Action]:
    bids = [action for action in worth if isinstance(action, Bid)]
    moods = [taste.appeals(bids, Random(seed)) for seed in range(40)]
    return {taste.choice(worth, LEEWAY, {bid: LEEWAY * one[bid] for bid in bids}) for one in moods}


def played(*contracts: Bid | None) -> Any:
    return [SimpleNamespace(result=SimpleNamespace(contract=bid)) for bid in contracts]


def test_of_bids_that_hardly_differ_chance_takes_one() -> None:
    assert chosen(BidTaste()) == {PLAIN, FANCY}


def test_what_is_liked_is_bid_where_it_is_about_equal() -> None:
    assert chosen(BidTaste({"b": 1.0, "a": -1.0})) == {FANCY}
    assert chosen(BidTaste({"a": 1.0})) == {PLAIN}
    assert POOR not in chosen(BidTaste({"c": 1.0, "a": -1.0, "b": -1.0}))


def test_what_was_bid_lately_is_less_tempting() -> None:
    taste = BidTaste().after(played(PLAIN, None, *[FANCY] * 6))
    assert taste.lately == (PLAIN, *[FANCY] * 6)
    assert chosen(taste) == {PLAIN}
    equal: dict[Action, float] = {Pass(): 0.0, PLAIN: 1.0, FANCY: 1.0}
    assert chosen(BidTaste().after(played(*[PLAIN] * 9)), equal) == {FANCY}


def test_the_bold_bid_where_it_is_about_equal_to_passing() -> None:
    close: dict[Action, float] = {Pass(): 0.05, PLAIN: 0.0}
    assert chosen(BidTaste(boldness=1.0), close) == {PLAIN}
    assert chosen(BidTaste(), close) == chosen(BidTaste(boldness=-1.0), close) == {Pass()}
    assert chosen(BidTaste(boldness=1.0), {Pass(): 0.2, PLAIN: 0.0}) == {Pass()}


def test_what_everybody_bids_is_passed_where_that_is_about_equal() -> None:
    worth: dict[Action, float] = {Pass(): 0.0, PLAIN: 1.0}
    assert BidTaste().choice(worth, LEEWAY, {PLAIN: -LEEWAY - 0.9}) == PLAIN
    assert BidTaste().choice(worth, LEEWAY, {PLAIN: -LEEWAY - 1.1}) == Pass()


def test_what_leaves_too_common_a_bid_standing_must_be_ahead() -> None:
    worth: dict[Action, float] = {Pass(): 0.0, Join(): 0.5, PLAIN: -0.4}
    left: dict[Action, float] = {Pass(): -1.0, Join(): -1.0}
    assert BidTaste().choice(worth, LEEWAY, left) == PLAIN
    assert BidTaste().choice(worth | {PLAIN: -0.6}, LEEWAY, left) == Join()
    assert BidTaste().choice(worth, LEEWAY, {}) == Join()


def test_no_bid_is_so_tempting_that_it_is_taken_far_behind_not_bidding() -> None:
    def taken(behind: float, appeal: float, best: float = 0.1) -> Action:
        worth: dict[Action, float] = {Pass(): 0.0, PLAIN: best, FANCY: -behind}
        return BidTaste().choice(worth, LEEWAY, {FANCY: appeal})

    assert taken(LEEWAY / 2, COMMON_LEEWAY) == FANCY
    assert taken(2 * LEEWAY, COMMON_LEEWAY) == PLAIN
    assert taken(0.0, 1.0, best=0.9) == FANCY
    assert taken(0.0, 1.0, best=1.1) == PLAIN
    assert taken(2 * LEEWAY, COMMON_LEEWAY + 3 * LEEWAY) == FANCY  # rare as nothing else is
    assert taken(4 * LEEWAY, COMMON_LEEWAY + 3 * LEEWAY) == PLAIN


def test_what_is_liked_is_bid_rather_than_passed_where_that_is_about_equal() -> None:
    close: dict[Action, float] = {Pass(): 0.05, PLAIN: 0.0}
    assert chosen(BidTaste({"a": 1.0}), close) == {PLAIN}
    assert chosen(BidTaste({"a": -1.0}), {Pass(): 0.0, PLAIN: 0.05}) == {Pass()}
    assert chosen(BidTaste({"a": -1.0}), {Pass(): 0.0, PLAIN: 0.07}) == {PLAIN}


def test_the_bold_of_simple_players_bid_more() -> None:
    seen = view(dealt(begin(games()[FIRST], 4), {1: MIDDLING}, dealer=0), 1)
    bids = {
        boldness: sum(
            isinstance(
                RuleOfThumb().with_taste(BidTaste(boldness=boldness)).choose(seen, Random(seed)),
                Bid,
            )
            for seed in range(40)
        )
        for boldness in (-1.0, 1.0)
    }
    assert bids[1.0] > bids[-1.0]


@pytest.mark.parametrize("player", [RuleOfThumb(), MonteCarloPlayer(8)], ids=["thumb", "search"])
def test_players_bid_to_their_taste_and_to_what_was_bid_lately(
    player: MonteCarloPlayer | RuleOfThumb, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0)
    seen, tastes = view(match, 1), []

    def choose(self: MonteCarloPlayer | RuleOfThumb, *_: object) -> Action:
        tastes.append(self.taste)
        return Pass()

    for kind in (MonteCarloPlayer, RuleOfThumb):
        monkeypatch.setattr(kind, "choose", choose)
    monkeypatch.setattr(levels, "view", lambda *_: seen)
    earlier = replace(match, deals=tuple(played(PLAIN, FANCY)))
    decide(player.with_taste(BidTaste(boldness=1.0)), earlier, 1, Random(1))
    assert tastes == [BidTaste(boldness=1.0, lately=(PLAIN, FANCY))]
    assert player.taste == BidTaste()


@pytest.mark.parametrize(("level", "extras"), [("easy", 1), ("normal", 2)])
def test_the_weaker_combine_few_parts(level: str, extras: int) -> None:
    match = dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0)
    seen = plainer(view(match, 1), extras)
    assert isinstance(seen.choice, CombinationBid)
    assert seen.choice.bids.most_extras == extras
    assert plainer(seen, extras + 1).choice == seen.choice
    for seed in range(3):
        bid = decide(COMPUTERS[level], match, 1, Random(seed))
        assert isinstance(bid, Bid)
        assert len(bid.parts) <= 1 + extras


def test_what_one_is_tired_of_does_not_come_to_mind() -> None:
    seen = view(dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0), 1)
    assert isinstance(seen.choice, CombinationBid)
    tired = seen.choice.bids.extras[0].key
    taste = BidTaste().after(played(*[Bid(("a", tired))] * 9))
    for seed in range(9):
        fresh = taste.fresh(seen, Random(seed))
        assert isinstance(fresh.choice, CombinationBid)
        extras = {part.key for part in fresh.choice.bids.extras}
        assert tired not in extras
        assert len(extras) > len(seen.choice.bids.extras) / 2
        advised = counsels()[FIRST].advice(fresh, None)
        assert len(advised) > 1
        assert all(tired not in bid.parts for bid in advised if isinstance(bid, Bid))


def test_what_everybody_has_all_the_time_does_not_come_to_mind() -> None:
    seen = view(dealt(begin(games()[FIRST], 4), {1: STRONG}, dealer=0), 1)
    assert isinstance(seen.choice, CombinationBid)
    often = seen.choice.bids.extras[0].key
    thought = [BidTaste().fresh(seen, Random(seed), {often: 1.0}) for seed in range(9)]
    extras = [{part.key for part in one.choice.bids.extras} for one in thought]  # type: ignore[union-attr]
    assert not any(often in keys for keys in extras)
    usual = [BidTaste().fresh(seen, Random(seed)) for seed in range(9)]
    assert any(often in str(one.choice.bids.extras) for one in usual)  # type: ignore[union-attr]
