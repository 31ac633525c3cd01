"""Why a bid or a pass: how often it is made, as it was counted."""

from __future__ import annotations

import pytest

from kwbot.engine.actions import Action, parse_action
from kwbot.engine.estimate import Estimate
from kwbot.engine.view import view
from kwbot.players.bid_reasons import explained_bids
from kwbot.variants import games
from tests.engine.playing import begin, dealt

TRUMP, ZERO, PASS = parse_action("bid trumf"), parse_action("bid noll"), parse_action("pass")
SEEN = view(dealt(begin(games()["kombinations-whist"], 4), {}, dealer=1), 2)


def said(action: Action, **made: tuple[float, float]) -> str:
    """Why `action` where these bring so many points and are made so often."""
    names = {"trump": TRUMP, "zero": ZERO, "passing": PASS}
    found = {names[key]: Estimate(points, made=share) for key, (points, share) in made.items()}
    reason = explained_bids(SEEN, found)[action].why
    return "" if reason is None else str(reason)


@pytest.mark.parametrize(
    ("share", "points", "why"),
    [
        (0.31, -2, "trumf was made in only 3 of 10 deals I tried."),
        (0.02, -5, "trumf was hardly ever made in the deals I tried."),
        (1.0, -0.05, "trumf was made in every deal I tried, but promises no more than passing."),
        (0.62, -1, "trumf was made in 6 of 10 deals I tried: too few for what it risks."),
        (
            0.62,
            -0.05,
            "trumf was made in 6 of 10 deals I tried, but promises no more than passing.",
        ),
    ],
)
def test_a_pass_names_the_best_bid(share: float, points: float, why: str) -> None:
    told = said(PASS, passing=(0, 0), trump=(points, share), zero=(-9, 0.9))
    assert told.removeprefix("bid ") == why


@pytest.mark.parametrize(
    ("zero", "why"),
    [
        (0.2, "It was made in 7 of 10 deals I tried, bid noll in only 2."),
        (0.8, "It was made in 7 of 10 deals I tried."),
    ],
)
def test_a_bid_is_compared_with_the_next_best(zero: float, why: str) -> None:
    assert said(TRUMP, passing=(0, 0), trump=(2, 0.7), zero=(1, zero)) == why


@pytest.mark.parametrize(
    ("share", "zero", "why"),
    [
        (0.97, 0.98, "It was made in 9 of 10 deals I tried."),
        (0.97, 0.3, "It was made in 9 of 10 deals I tried, bid noll in only 3."),
        (1.0, 1.0, "It was made in every deal I tried."),
        (1.0, 0.3, "It was made in every deal I tried, bid noll in only 3 of 10."),
    ],
)
def test_ten_of_ten_is_said_of_every_deal_alone(share: float, zero: float, why: str) -> None:
    assert said(TRUMP, passing=(0, 0), trump=(2, share), zero=(1, zero)) == why


def test_a_bid_that_seldom_comes_true_has_to_pay() -> None:
    assert "only 3 of 10" in said(TRUMP, passing=(0, 0), trump=(2, 0.3))
    assert said(TRUMP, passing=(-3, 0), trump=(-2, 0.3)) == ""


def test_only_declarer_is_told_of_the_contract() -> None:
    assert said(TRUMP, trump=(1, 0.5)) == "It was made in 5 of 10 deals I tried."
    spades, hearts = parse_action("suit S"), parse_action("suit H")
    found: dict[Action, Estimate] = {
        spades: Estimate(1.0, made=0.7), hearts: Estimate(-1.0, made=0.3)
    }  # fmt: skip
    assert explained_bids(SEEN, found)[spades].why is None
