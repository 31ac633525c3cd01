"""§6: points, their options, and the formula."""

from dataclasses import replace
from operator import ge
from typing import Any

import pytest

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import Card
from kwbot.engine.values.trick import Trick
from kwbot.variants import esmakker, hus
from kwbot.variants._danish.bids import attachment_of, number_of
from kwbot.variants._danish.points import (
    PRICE_OPTIONS,
    SLAM_TRICKS,
    STANDARD_POINTS,
    nolo_played,
    stake,
    tricks_played,
)
from kwbot.variants._danish.pre_play import DanishSetup
from kwbot.variants._danish.sheet import account
from tests.variants.danish.table import ESMAKKER, HUS, deal_of, table

CALLED = {1: Card.parse("HA"), 3: Card.parse("CA")}
SOLOISTS = {"sol": (0, 1), "ren-sol": (1, 0), "bordlaegger": (2, 1), "ren-bordlaegger": (3, 0)}


def brought(
    bid: str, tricks: tuple[int, ...], partner: int = 1, turned: int = 1, **options: Any
) -> DealResult:
    """A deal of player 0 and a partner (0: none) in which the players took so many tricks."""
    start = deal_of(table(ESMAKKER)).layout
    called = CALLED[partner] if partner else Card.parse("SA")
    setup = DanishSetup(
        start, Bid(tuple(bid.split("+"))), 0, (), 0, 0, called=called, turned=turned
    )
    return tricks_played(setup, _play(setup, tricks), STANDARD_POINTS | options)


def nolo(
    bid: str, tricks: tuple[int, ...], joiners: tuple[int, ...] = (), **options: Any
) -> DealResult:
    start = deal_of(table(ESMAKKER)).layout
    setup = DanishSetup(start, Bid((bid,)), 0, joiners, 0, 0)
    place, limit = SOLOISTS[bid]
    return nolo_played(setup, _play(setup, tricks), limit, place, STANDARD_POINTS | options)


def _play(setup: DanishSetup, tricks: tuple[int, ...]) -> TrickPlay:
    won = tuple(Trick((), None, seat) for seat, count in enumerate(tricks) for _ in range(count))
    return replace(TrickPlay.begin(setup.layout, PlayRules(leader=1)), tricks=won)


def text(result: DealResult) -> str:
    return str(result.notes[-1])


# --- check values ----------------------------------------------------------------------------


def test_6_nine_good_with_ten_tricks() -> None:
    result = brought("9+gode", (6, 4, 1, 2))
    assert result.points == (16, 16, -16, -16)
    assert result.made is True
    assert text(result) == ("bid 9+gode, 10 of 13 tricks: 4 × 2 × (1 + 1) = 16 from each opponent.")


def test_6_nine_good_with_seven_tricks() -> None:
    result = brought("9+gode", (4, 3, 3, 3))
    assert result.points == (-32, -32, 32, 32)
    assert result.made is False
    assert text(result).endswith("7 of 13 tricks: 2 × 4 × 2 × 2 = 32 to each opponent.")


def test_6_nine_good_just_made_alone() -> None:
    result = brought("9+gode", (9, 0, 2, 2), partner=0)
    assert result.points == (24, -8, -8, -8)
    assert result.partner == 0
    said = str(result.notes[0])  # nobody is named who called: with Vip it may be another player
    assert "was called: player 0 had no partner and played alone" in said


def test_6_two_suns_one_made_one_lost() -> None:
    result = nolo("sol", (1, 2, 5, 5), (1,))
    assert result.points == (32, -32, 0, 0)
    assert result.soloists == ((0, True), (1, False))
    assert (result.declarer, result.made) == (0, True)


def test_6_two_suns_both_made() -> None:
    assert nolo("sol", (1, 0, 6, 6), (1,)).points == (16, 16, -16, -16)


PLAIN = {7: 1, 8: 2, 9: 4, 10: 8, 11: 16, 12: 32, 13: 64}


@pytest.mark.parametrize("number", PLAIN)
@pytest.mark.parametrize("attachment", ["", "vip", "staerke", "gode", "halve", "sans"])
def test_6_the_table_of_points(number: int, attachment: str) -> None:
    value = PLAIN[number] * (2 if attachment else 1)
    bid = f"{number}+{attachment}".rstrip("+")
    rest = 13 - number
    assert brought(bid, (number, 0, rest, 0)).points == (value, value, -value, -value)
    assert brought(bid, (0, number - 1, rest, 1)).points == (
        -2 * value, -2 * value, 2 * value, 2 * value,
    )  # fmt: skip
    assert brought(bid, (13, 0, 0, 0)).points[0] == value * (1 + rest)


@pytest.mark.parametrize(
    ("bid", "price"), [("sol", 8), ("ren-sol", 16), ("bordlaegger", 32), ("ren-bordlaegger", 64)]
)
def test_6_the_nolos(bid: str, price: int) -> None:
    limit = SOLOISTS[bid][1]
    made = nolo(bid, (limit, 13 - limit, 0, 0))
    lost = nolo(bid, (limit + 1, 12 - limit, 0, 0))
    assert made.points == (3 * price, -price, -price, -price)
    assert lost.points == (-3 * price, price, price, price)
    assert str(price) in text(made)
    assert "went down" in text(lost)


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "bid", "tricks", "each", "formula"),
    [
        ({}, "9", 11, 12, "4 × 1 × (1 + 2) = 12"),
        ({"rate": "5"}, "9", 11, 60, "(4 × 1 × (1 + 2)) × 5 = 60"),
        ({"rate": "5"}, "9", 7, -80, "(2 × 4 × 1 × 2) × 5 = 80"),
        ({"sans_price": "3"}, "9+sans", 9, 12, "4 × 3 = 12"),
        ({"gode_price": "1"}, "9+gode", 9, 4, "4 × 1 = 4"),
        ({"gode_price": "1"}, "9+staerke", 9, 8, "4 × 2 = 8"),
        ({"halve_price": "4"}, "9+halve", 9, 16, "4 × 4 = 16"),
        ({"over": "none"}, "9+gode", 11, 8, "4 × 2 = 8"),
        ({"over": "beyond-six"}, "9+gode", 11, 40, "4 × 2 × (11 − 6) = 40"),
        ({"over": "beyond-six"}, "9+gode", 8, -16, "2 × 4 × 2 × 1 = 16"),
        ({"lost": "1"}, "9+gode", 7, -16, "1 × 4 × 2 × 2 = 16"),
        ({"slam": "50"}, "9", 13, 70, "4 × 1 × (1 + 4) + 50 = 70"),
        ({"slam": "50"}, "9", 12, 16, "4 × 1 × (1 + 3) = 16"),
        ({"slam": "50", "rate": "2"}, "13", 13, 228, "(64 × 1 + 50) × 2 = 228"),
        ({"selvmakker": "2"}, "9", 9, 4, "4 × 1 = 4"),
    ],
)
def test_6_options_of_a_bid_with_a_partner(
    options: dict[str, Any], bid: str, tricks: int, each: int, formula: str
) -> None:
    result = brought(bid, (tricks, 0, 13 - tricks, 0), **options)
    assert result.points == (each, each, -each, -each)
    assert formula in text(result)


@pytest.mark.parametrize(
    ("prices", "factors"),
    [("2", (2, 2, 2)), ("2-4-8", (2, 4, 8)), ("2-4-6", (2, 4, 6)), ("3-4-6", (3, 4, 6))],
)
def test_6_price_of_vip_by_cards_turned(prices: str, factors: tuple[int, ...]) -> None:
    for turned, factor in enumerate(factors, 1):
        result = brought("9+vip", (9, 0, 4, 0), turned=turned, vip_price=prices)
        assert result.points[0] == 4 * factor


@pytest.mark.parametrize(
    ("bid", "tricks", "options", "each", "formula"),
    [
        ("9", 9, {}, 3, "⌈⅔ × (4 × 1)⌉ = 3"),
        ("8", 8, {}, 2, "⌈⅔ × (2 × 1)⌉ = 2"),
        ("9", 7, {}, -11, "⌈⅔ × (2 × 4 × 1 × 2)⌉ = 11"),
        ("13", 13, {"slam": "10"}, 50, "⌈⅔ × (64 × 1 + 10)⌉ = 50"),
        ("9", 9, {"rate": "10"}, 30, "(⌈⅔ × (4 × 1)⌉) × 10 = 30"),
    ],
)
def test_6_a_self_partner_for_two_shares(
    bid: str, tricks: int, options: dict[str, Any], each: int, formula: str
) -> None:
    result = brought(bid, (tricks, 13 - tricks, 0, 0), partner=0, selvmakker="2", **options)
    assert result.points == (3 * each, -each, -each, -each)
    assert formula in text(result)


@pytest.mark.parametrize("price", ["8", "4", "6", "10", "16"])
@pytest.mark.parametrize("lost", ["1", "2"])
def test_6_price_of_nolos(price: str, lost: str) -> None:
    options: dict[str, Any] = {"nolo": price, "nolo_lost": lost, "rate": "3"}
    for place, bid in enumerate(SOLOISTS):
        each = 3 * int(price) * 2**place
        assert nolo(bid, (0, 13, 0, 0), **options).points[0] == 3 * each
        assert nolo(bid, (13, 0, 0, 0), **options).points[0] == -3 * each * int(lost)


def test_6_three_soloists_settle_each_with_all_others() -> None:
    assert nolo("ren-sol", (0, 1, 12, 0), (1, 3), nolo_lost="2").points == (
        16 * 3 + 32 - 16, -32 * 3 - 16 - 16, -16 + 32 - 16, 16 * 3 + 32 - 16,
    )  # fmt: skip


def test_6_options_of_both_games() -> None:
    keys = [option.key for option in PRICE_OPTIONS]
    assert keys == [
        "rate", "vip_price", "sans_price", "gode_price", "halve_price", "over", "lost", "nolo",
        "nolo_lost", "selvmakker", "slam",
    ]  # fmt: skip
    assert [option.standard for option in PRICE_OPTIONS] == [
        "1", "2", "2", "2", "2", "counted", "2", "8", "1", "3", "0",
    ]  # fmt: skip
    assert [option.key for option in HUS.options] == ["deals", "pot", *keys]
    unused = [option.key for option in HUS.options if not option.matters(HUS.option_values({}))]
    assert unused == ["sans_price"]
    first = [option.key for option in ESMAKKER.options[:4]]
    assert first == ["deals", "lowest", "nolo_ace", "attachments"]
    assert ESMAKKER.options[4:] == PRICE_OPTIONS
    assert HUS.unit == ESMAKKER.unit == Unit.BALANCE
    for option in (*HUS.options, *ESMAKKER.options):
        assert str(option.name)
        assert str(option.effect).endswith(".")


@pytest.mark.parametrize("over", ["counted", "none", "beyond-six"])
@pytest.mark.parametrize("selvmakker", ["3", "2"])
def test_6_every_deal_sums_to_nothing(over: str, selvmakker: str) -> None:
    for won in range(14):
        for partner in (0, 1, 3):
            result = brought(
                "8+gode", (won, 0, 13 - won, 0), partner, over=over, selvmakker=selvmakker
            )
            assert sum(result.points) == 0


def test_stakes_never_change_sides() -> None:
    for won in range(14):
        found = stake(Bid(("9",)), 0, won, STANDARD_POINTS, alone=False)
        assert (found.amount > 0) == (won >= 9)


# --- the account -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "pot", "shares"),
    [
        ((30, 10, -15, -25), 40000, (30000, 10000, -15000, -25000)),
        ((0, 0, 0, 0), 40000, (0, 0, 0, 0)),
        ((1, 1, 1, -3), 40000, (13334, 13333, 13333, -40000)),
        ((-1, -1, -1, 3), 40000, (-13334, -13333, -13333, 40000)),
        ((7, -7, 0, 0, 0), 40000, (40000, -40000, 0, 0, 0)),
        ((2, 1, -1, -1, -1), 1, (1, 0, -1, 0, 0)),
        ((5, -5), 0, (0, 0)),
        ((1, 2, 4, -7), 10, (1, 3, 6, -10)),
    ],
)
def test_6_the_pot_is_shared(scores: tuple[int, ...], pot: int, shares: tuple[int, ...]) -> None:
    assert account(scores, pot) == shares
    assert sum(shares) == 0


@pytest.mark.parametrize(
    "ladder", [hus.LADDER, esmakker.ladder(7, esmakker.DRAWN_ATTACHMENTS)], ids=["hus", "esmakker"]
)
def test_only_13_tricks_are_outdone_by_a_lower_bid_on_the_same_trumps(
    ladder: tuple[Bid, ...],
) -> None:
    """Twelve pay as much for all 13 tricks, and more for fewer."""
    numbers = [bid for bid in ladder if number_of(bid)]
    prices = {
        bid: [stake(bid, 1, won, STANDARD_POINTS, alone=False).amount for won in range(14)]
        for bid in numbers
    }
    outdone = {
        higher
        for at, higher in enumerate(numbers)
        for lower in numbers[:at]
        if attachment_of(lower) == attachment_of(higher)
        and all(map(ge, prices[lower], prices[higher]))
    }
    assert outdone == {bid for bid in numbers if number_of(bid) == SLAM_TRICKS}
