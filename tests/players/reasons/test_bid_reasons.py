"""Why a bid or a pass: how often it is made, as it was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from kwbot.engine.values.actions import Action, Bid, parse_action
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.views.view import View, view
from kwbot.players.reasons.bid_reasons import explained_bids
from kwbot.players.search.monte_carlo import weighed_actions
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from tests.engine.playing import Setting, begin, dealt, settings, shuffled

TRUMP, ZERO, PASS = parse_action("bid trumf"), parse_action("bid noll"), parse_action("pass")
SEEN = view(dealt(begin(games()["kombinations-whist"], 4), {}, dealer=1), 2)


def said(action: Action, /, *done: Action, **made: tuple[float, float]) -> str:
    """Why `action` where these bring so much and are made so often, and one was done, if any."""
    names = {"trump": TRUMP, "zero": ZERO, "passing": PASS}
    found = {names[key]: Estimate(points, made=share) for key, (points, share) in made.items()}
    reason = explained_bids(SEEN, found, *done)[action].why
    return "" if reason is None else str(reason)


@pytest.mark.parametrize(
    ("share", "points", "why"),
    [
        (0.31, -2, "was made in only 3 of 10 deals I tried."),
        (0.02, -5, "was hardly ever made in the deals I tried."),
        (1.0, -0.05, "was made in every deal I tried, but promises no more than passing."),
        (0.62, -1, "was made in 6 of 10 deals I tried: too few for what it risks."),
        (0.62, -0.05, "was made in 6 of 10 deals I tried, but promises no more than passing."),
    ],
)
def test_a_pass_names_a_bid_only_if_that_was_made(share: float, points: float, why: str) -> None:
    brought = {"passing": (0, 0), "trump": (points, share), "zero": (-9, 0.9)}
    assert said(PASS, **brought) == f"The best bid {why}"
    assert said(PASS, TRUMP, **brought) == f"bid trumf {why}"


@pytest.mark.parametrize(
    ("zero", "why"),
    [
        (0.2, "It was made in 7 of 10 deals I tried, bid noll in 2."),
        (0.8, "It was made in 7 of 10 deals I tried."),
    ],
)
def test_a_bid_is_compared_with_the_one_that_was_made(zero: float, why: str) -> None:
    brought = {"passing": (0, 0), "trump": (2, 0.7), "zero": (1, zero)}
    assert said(TRUMP, ZERO, **brought) == why
    assert said(TRUMP, **brought) == "It was made in 7 of 10 deals I tried."


@pytest.mark.parametrize(
    ("share", "zero", "why"),
    [
        (0.97, 0.98, "It was made in 9 of 10 deals I tried."),
        (0.97, 0.3, "It was made in 9 of 10 deals I tried, bid noll in 3."),
        (1.0, 1.0, "It was made in every deal I tried."),
        (1.0, 0.3, "It was made in every deal I tried, bid noll in 3 of 10."),
    ],
)
def test_ten_of_ten_is_said_of_every_deal_alone(share: float, zero: float, why: str) -> None:
    assert said(TRUMP, ZERO, passing=(0, 0), trump=(2, share), zero=(1, zero)) == why


def test_a_bid_that_seldom_comes_true_has_to_pay() -> None:
    assert "only 3 of 10" in said(TRUMP, passing=(0, 0), trump=(2, 0.3))
    assert said(TRUMP, passing=(-3, 0), trump=(-2, 0.3)) == ""
    assert said(TRUMP, passing=(1.95, 0), trump=(2, 0.3)) == "", "nor about as well as passing"


def test_only_declarer_is_told_of_the_contract() -> None:
    assert said(TRUMP, trump=(1, 0.5)) == "It was made in 5 of 10 deals I tried."
    spades, hearts = parse_action("suit S"), parse_action("suit H")
    found: dict[Action, Estimate] = {
        spades: Estimate(1.0, made=0.7), hearts: Estimate(-1.0, made=0.3)
    }  # fmt: skip
    assert explained_bids(SEEN, found)[spades].why is None


def test_a_review_speaks_of_the_bid_that_was_made_and_of_none_that_nobody_chose() -> None:
    brought = {"passing": (0.0, 0.0), "trump": (-1.0, 0.62), "zero": (-3.0, 0.3)}
    assert said(PASS, **brought).startswith("The best bid was made in 6")
    assert said(PASS, ZERO, **brought) == "bid noll was made in only 3 of 10 deals I tried."
    assert said(PASS, TRUMP, **brought).startswith("bid trumf was made in 6")
    better = {"passing": (0.0, 0.0), "trump": (2.0, 0.7), "zero": (1.0, 0.2)}
    assert said(TRUMP, ZERO, **better).endswith("bid noll in 2.")
    assert said(TRUMP, PASS, **better) == "It was made in 7 of 10 deals I tried."
    spades, hearts, clubs = map(parse_action, ("suit S", "suit H", "suit C"))
    assert said(PASS, parse_action("join"), **brought) == ""
    declarer = replace(SEEN, declarer=2)
    found: dict[Action, Estimate] = {
        spades: Estimate(3.0, made=0.9), hearts: Estimate(1.0, made=0.6),
        clubs: Estimate(-1.0, made=0.3),
    }  # fmt: skip
    for done, fewer in ((None, 6), (hearts, 6), (clubs, 3)):
        why = explained_bids(declarer, found, done)[spades].why
        assert why is not None
        assert why.values["fewer"] == fewer


@pytest.mark.parametrize(
    ("share", "why"),
    [
        (0.31, ""),
        (0.02, ""),
        (0.62, "trumf was made in 6 of 10 deals I tried, but promises no more than passing."),
    ],
)
def test_a_bid_about_as_good_as_passing_is_not_called_seldom_made(share: float, why: str) -> None:
    told = said(PASS, TRUMP, passing=(0, 0), trump=(-0.05, share))
    assert told.removeprefix("bid ") == why


def test_a_bid_about_as_good_as_another_is_not_compared_with_it() -> None:
    told = said(TRUMP, ZERO, passing=(0, 0), trump=(2, 0.7), zero=(1.95, 0.2))
    assert told == "It was made in 7 of 10 deals I tried."


def test_a_pass_is_held_against_the_bid_about_as_good_though_another_is_better() -> None:
    """Which of them is better is less sure where one is tried in fewer deals."""
    found = {
        PASS: Estimate(0), TRUMP: Estimate(-1, made=0.5), ZERO: Estimate(-2, doubt=3, made=0.7),
    }  # fmt: skip
    assert as_good(found, PASS) == [ZERO]
    why = explained_bids(SEEN, found)[PASS].why
    assert str(why) == "The best bid was made in 7 of 10 deals I tried, but " + NO_MORE
    named = explained_bids(SEEN, found, TRUMP)[PASS].why
    assert str(named) == "bid trumf was made in 5 of 10 deals I tried: too few for what it risks."


NO_MORE, PAYS = "promises no more than passing.", "but it pays well."
RISKS = "too few for what it risks."


def advised_before_tricks(setting: Setting, seed: int) -> Iterator[str]:
    """Decisions of a deal before the tricks: what reasons say, as hints and in reviews."""
    rng = Random(f"{setting} {seed}")
    match = shuffled(setting.begin(), rng)
    while match.to_act():
        seat = match.to_act()[0]
        seen = view(match, seat)
        assert seen.choice is not None
        if seen.playing:
            return
        done = decide(COMPUTERS["thumb" if rng.random() < 0.6 else "random"], match, seat, rng)
        if len(seen.choice) > 1:
            yield from hinted(seen)
            yield from reviewed(seen, done)
        match = match.apply(seat, done)


def hinted(seen: View) -> Iterator[str]:
    found = weighed_actions(seen, Random(1), 8)
    if found and (why := found[first := next(iter(found))].why) is not None:
        equal = [one for one in as_good(found, first) if one == why.values.get("other")]
        assert not equal or why.text.endswith(NO_MORE), (why, equal)
        bids = [one for one in as_good(found, first) if isinstance(one, Bid)]
        assert not (why.text.endswith(RISKS) and bids), (why, bids)
        assert not (why.text.endswith(PAYS) and PASS in as_good(found, first))
        yield why.text


def reviewed(seen: View, done: Action) -> Iterator[str]:
    for better, brings in weighed_actions(seen, Random(1), 8, done).items():
        if better != done and brings.why is not None:
            assert brings.why.values.get("other", done) == done, (better, done, brings.why)
            yield brings.why.text


@pytest.mark.parametrize("key", ["esmakker", "hus", "kombinations-whist"])
def test_reasons_for_bids_contradict_no_equal_and_no_choice(key: str) -> None:
    told = advised_before_tricks(Setting(games()[key], 4), 0)
    assert len(list(islice(told, 5))) == 5


@pytest.mark.heavy
def test_a_thousand_reasons_for_bids_contradict_nothing() -> None:
    told = Counter(
        text for setting in settings() if setting.variant.has_auction
        for seed in range(6) for text in advised_before_tricks(setting, seed)
    )  # fmt: skip
    assert told.total() >= 1000
    assert len(told) >= 8
