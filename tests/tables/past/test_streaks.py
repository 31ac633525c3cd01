"""A row is told of when it is three, five or ten long, of people alone, the rarest one first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Bid
from kwbot.tables.past.streaks import streak_of
from kwbot.text.deal.result_news import streak_line
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games

KW, WHIST = games()["kombinations-whist"], games()["whist"]


def deal(declarer: int, bid: str, *, made: bool = True, played: bool = True) -> Any:
    contract = Bid(tuple(bid.split("+")))
    result = DealResult(played, (0,) * 4, (0,) * 4, declarer, contract, made)
    return SimpleNamespace(result=result, lines="")


def won(*points: int) -> Any:
    return SimpleNamespace(result=DealResult(True, points, (0,) * 4), lines="")


def table(*deals: Any, variant: Any = KW, lines: tuple[str, ...] = (), humans: Any = (0, 1)) -> Any:
    for one, line in zip(deals, lines, strict=False):
        one.lines = line
    match = SimpleNamespace(
        deals=deals, between=(), broken_off="", sheet=SimpleNamespace(options={})
    )
    return SimpleNamespace(match=match, variant=variant, humans=humans)


def said(game: Any, code: str = "en") -> tuple[str, str] | None:
    found = streak_of(game)
    voice = Voice.of_game(game.variant, language_of(code), ("Anna", "Bo", "Ada", "Brage"))
    if found is None:
        return None
    return streak_line(found.own, voice), streak_line(found.others, voice)


def test_a_third_nolo_in_a_row_is_told_of_whatever_others_played_between() -> None:
    game = table(deal(0, "noll"), deal(2, "trumf"), deal(0, "noll+plaga"), deal(0, "noll"))
    assert said(game) == ("🔥 Your third Zero in a row.", "🔥 Anna's third Zero in a row.")
    assert said(game, "sv") == ("🔥 Tredje Noll i rad för dig.", "🔥 Anna: tredje Noll i rad.")
    assert said(game, "da") == ("🔥 Din tredje Nolo i træk.", "🔥 Anna: tredje Nolo i træk.")


@pytest.mark.parametrize("length", range(1, 13))
def test_three_five_and_ten_contracts_in_a_row_are_told_of(length: int) -> None:
    bids = ("trumf", "noll", "spel")
    found = said(table(*(deal(1, bids[at % 3]) for at in range(length))))
    words = {3: "third", 5: "fifth", 10: "tenth"}
    if length not in words:
        assert found is None
    else:
        assert found == (
            f"🔥 Your {words[length]} contract in a row that was made.",
            f"🔥 Bo's {words[length]} contract in a row that was made.",
        )


def test_a_row_ends_with_what_fails_and_begins_with_whoever_sits_down() -> None:
    bids = [deal(0, "noll"), deal(0, "noll"), deal(0, "noll")]
    assert said(table(*bids)) is not None
    assert said(table(*bids[:2], deal(0, "noll", made=False), *bids[:1])) is None
    assert said(table(*bids, lines=("", "seat 0 Anna"))) is None, "the first was somebody else's"
    assert said(table(*bids, deal(1, "trumf"))) is None, "it was told of before"
    assert said(table(*(deal(2, "noll") for _ in range(3)))) is None, "a computer's"
    assert said(table(*bids, deal(0, "noll", played=False))) is None
    assert said(table()) is None


def test_where_nothing_is_bid_deals_are_won() -> None:
    ours, theirs = won(2, 0, 2, 0), won(0, 3, 0, 3)
    assert said(table(theirs, ours, ours, ours, variant=WHIST)) == (
        "🔥 Your third deal won in a row.", "🔥 Anna's third deal won in a row.",
    )  # fmt: skip
    assert said(table(ours, theirs, ours, ours, variant=WHIST)) is None
    assert said(table(*[won(0, 0, 0, 0)] * 3, variant=WHIST)) is None


@pytest.mark.parametrize(
    ("code", "others"),
    [
        ("en", "Anna and Ada's third deal won in a row."),
        ("sv", "Anna och Ada: tredje vunna given i rad."),
        ("da", "Anna og Ada: tredje vundne giv i træk."),
    ],
)
def test_partners_are_told_of_together(code: str, others: str) -> None:
    game = table(*[won(2, 0, 2, 0)] * 3, variant=WHIST, humans=(0, 1, 2))
    found = said(game, code)
    assert found is not None
    assert found[1] == f"🔥 {others}"
    streak = streak_of(game)
    assert streak is not None
    assert streak.seats == (0, 2)


def test_a_number_of_tricks_is_no_bid_to_be_proud_of_by_name() -> None:
    hus = games()["hus"]
    nine = table(deal(0, "9"), deal(0, "9+vip"), deal(0, "9"), variant=hus)
    assert said(nine) == (
        "🔥 Your third contract in a row that was made.",
        "🔥 Anna's third contract in a row that was made.",
    )
