"""§2: the bids of both games, from the lowest to the highest."""

import pytest

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid
from kwbot.variants import esmakker, hus
from kwbot.variants._danish.bids import attachment_of, nolo_of, number_of
from tests.variants.danish.table import ESMAKKER, HUS, legal, table

HUS_LADDER = """
7 7+vip 7+gode 7+halve
8 8+vip 8+gode 8+halve
9 sol 9+vip 9+gode 9+halve
10 ren-sol 10+vip 10+gode 10+halve
11 bordlaegger 11+vip 11+gode 11+halve
12 super-bordlaegger 12+vip 12+gode 12+halve
13 13+vip 13+gode 13+halve
"""
ESMAKKER_LADDER = """
8 8+sans 8+staerke 8+gode 8+vip 8+halve
9 sol 9+sans 9+staerke 9+gode 9+vip 9+halve
10 ren-sol 10+sans 10+staerke 10+gode 10+vip 10+halve
11 bordlaegger 11+sans 11+staerke 11+gode 11+vip 11+halve
12 ren-bordlaegger 12+sans 12+staerke 12+gode 12+vip 12+halve
13 13+sans 13+staerke 13+gode 13+vip 13+halve
"""


def offered(game: Variant, **options: object) -> list[str]:
    match = table(game, **options)  # type: ignore[arg-type]
    return [text.removeprefix("bid ") for text in legal(match).split(", ") if "bid" in text]


def test_2_hus_bids_in_order() -> None:
    assert offered(HUS) == HUS_LADDER.split()
    assert len(hus.LADDER) == 32


def test_2_esmakker_bids_in_the_drawn_order() -> None:
    assert offered(ESMAKKER, order=("sans", "vip", "halve")) == ESMAKKER_LADDER.split()


def test_2_esmakker_may_begin_with_7() -> None:
    seven = "7 7+sans 7+staerke 7+gode 7+vip 7+halve"
    found = offered(ESMAKKER, order=("sans", "vip", "halve"), lowest="7")
    assert found == f"{seven} {ESMAKKER_LADDER}".split()


def test_2_esmakker_order_may_be_fixed() -> None:
    found = offered(ESMAKKER, attachments="fixed")
    assert found[:7] == ["8", "8+vip", "8+staerke", "8+gode", "8+halve", "8+sans", "9"]


def test_2_the_order_is_shown_before_the_auction() -> None:
    match = table(ESMAKKER, order=("halve", "sans", "vip"))
    assert match.deal
    assert match.deal.layout.order == ("halve", "sans", "vip")
    assert match.deal.lines()[0].startswith("order halve sans vip\n")


@pytest.mark.parametrize(("game", "ladder"), [(HUS, hus.LADDER), (ESMAKKER, None)])
def test_every_bid_has_names_for_its_parts(game: Variant, ladder: tuple[Bid, ...] | None) -> None:
    parts = game.parts()
    for bid in ladder or esmakker.ladder(7, esmakker.DRAWN_ATTACHMENTS):
        assert set(bid.parts) <= parts.keys()
        told = [parts[key] for key in bid.parts]
        assert all(str(part.effect) or part.bidding for part in told)
        assert bool(number_of(bid)) != bool(nolo_of(bid, parts))
        assert attachment_of(bid) == (bid.parts[1] if len(bid.parts) == 2 else "")
    assert game.between_parts == " "


@pytest.mark.parametrize(
    ("game", "bid", "points"),
    [
        (HUS, "9", 4), (HUS, "9+gode", 8), (HUS, "13+halve", 128), (HUS, "super-bordlaegger", 64),
        (ESMAKKER, "7", 1), (ESMAKKER, "13+sans", 128), (ESMAKKER, "sol", 8),
        (ESMAKKER, "ren-bordlaegger", 64), (ESMAKKER, "bordlaegger", 32),
    ],
)  # fmt: skip
def test_6_what_a_bid_is_worth(game: Variant, bid: str, points: int) -> None:
    assert game.bid_points(Bid(tuple(bid.split("+")))) == points
