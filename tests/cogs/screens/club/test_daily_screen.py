"""What is told of a deal of the day before its day is over: nothing of any card."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from cogs.screens.club import daily_screen as screens
from cogs.screens.parts.components import drawing
from kwbot.daily import daily_deal
from kwbot.daily.daily_deal import DailyHand
from kwbot.daily.daily_manager import options_of
from kwbot.daily.daily_venue import DailyNews
from kwbot.daily.day_end import FINISH_PERIOD
from kwbot.ids import GuildId, UserId
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_dailies import DailyPlan, StoredPlay
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.storage.samples import NOON

GAME = "kombinations-whist"
PLAN = DailyPlan(guild_id=GuildId(1), channel_id=1, games=(GAME,), preset="rulebook", language="sv")
PLAY = StoredPlay(
    id=1, daily_id=1, user_id=UserId(1), name="Anna", seq=9, moves=(), points=3, shared=False
)  # fmt: skip
MANY = tuple(
    replace(PLAY, id=number, user_id=UserId(number), points=9 - number) for number in range(1, 30)
)


def news_of(secret: bytes) -> DailyNews:
    """A deal of these cards that has gone the same for all."""
    options = options_of("rulebook", games()[GAME], GuildSettings())
    daily = daily_deal.seal(PLAN, date(2026, 11, 23), games()[GAME], options)
    daily = replace(
        daily, secret=secret, commitment=secret.hex()[:64], state="open", id=1,
        strong=(secret.hex(),), strong_points=4,
    )  # fmt: skip
    ends = NOON + timedelta(days=1)
    return DailyNews(daily, ends, ends + FINISH_PERIOD, MANY, None, daily, MANY, "ab" * 32)


def outside(news: DailyNews) -> list[object]:
    """All that others see, or that one sees again who has played."""
    language = language_of("sv")
    closing = replace(news, daily=replace(news.daily, state="closing"))
    hand = DailyHand(news.daily, PLAY, daily_deal.begin(news.daily, games(), "Anna"))
    return [
        drawing(screens.announce_screen(news)),
        drawing(screens.home_screen(news, begun=True, moderates=True, language=language)),
        drawing(screens.announce_screen(closing)),
        drawing(screens.left_over_screen(closing, (2, NOON), moderates=True, language=language)),
        drawing(screens.standing_screen(news, (), (), language)),
        drawing(screens.share_screen(hand, news, 4, UserId(1), language)),
        screens.panel_asked_at(hand),
    ]


def test_other_cards_change_nothing_that_leaves_a_panel() -> None:
    assert outside(news_of(bytes(48))) == outside(news_of(bytes(range(48))))


def test_the_best_line_is_known_by_its_player() -> None:
    news = news_of(bytes(48))
    assert screens.best_player(news) == []
    plays = (
        replace(PLAY, user_id=UserId(1), name="Bo"),
        replace(PLAY, user_id=UserId(2), name="王小明"),
    )
    best = daily_deal.begin(news.daily, games(), "王小明")
    assert screens.best_player(replace(news, best=best, plays=plays)) == [(2, "王小明")]


def test_all_that_is_said_has_room_for_many_people() -> None:
    news = news_of(bytes(48))
    shown = [
        screens.announce_screen(news),
        screens.over_screen(replace(news, daily=replace(news.daily, state="over")), None),
        screens.standing_screen(news, (), (), language_of("da")),
    ]
    assert all(len(str(drawing(one))) < 4000 for one in shown)


def test_what_was_possible_is_told_to_who_has_played_and_in_the_end() -> None:
    news = news_of(bytes(48))
    news = replace(news, daily=replace(news.daily, possible_points=6))
    language, over = language_of("en"), replace(news, daily=replace(news.daily, state="over"))
    told = "Best possible, seeing all hands: {} or more"
    assert told.format("+8") in str(drawing(screens.standing_screen(news, (), (), language)))
    assert "ppna: minst\\u00a0+8" in str(drawing(screens.over_screen(over, None)))
    fewer = replace(news, plays=MANY[5:])
    assert told.format("+6") in str(drawing(screens.standing_screen(fewer, (), (), language)))
    before = (
        drawing(screens.announce_screen(news)),
        drawing(screens.home_screen(news, begun=True, moderates=True, language=language)),
    )
    assert "🔮" not in str(before)
