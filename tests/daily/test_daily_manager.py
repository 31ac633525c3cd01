"""The deals of the day of a server, day by day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from benches.stand_ins import HandClock, LocalComputers, NoDisplay
from kwbot.daily.daily_deal import DailyHand
from kwbot.daily.daily_manager import DailyDeals
from kwbot.daily.daily_venue import DailyNews
from kwbot.daily.day_end import FINISH_PERIOD, ONE_DAY
from kwbot.engine.values.actions import Action
from kwbot.ids import GuildId, UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.stored_dailies import DailyPlan, StoredDaily
from kwbot.storage.values.stored_people import PlayerBan
from kwbot.tables.errors.delivery_errors import (
    REFUSAL_RETRY_DELAY,
    REFUSAL_RETRY_PERIOD,
    Unreachable,
)
from kwbot.tables.errors.refusals import Refused, Stale
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.time_limits import CLOSING_GRACE
from kwbot.tables.thinking.computer_protocol import Turns
from kwbot.variants import games
from tests.daily.few_lines import few_lines
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.tables.conftest import house, same_cards, store
from tests.tables.sandbox import House

__all__ = ["compiled_once", "copied_tables", "few_lines", "house", "same_cards", "store"]

pytestmark = pytest.mark.usefixtures("few_lines")

GUILD = GuildId(2**62)
ANNA, BO, CLEO = map(UserId, (1, 2, 3))
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 11, 23, 23, tzinfo=UTC)
"""When that day ends in Stockholm."""
PLAN = DailyPlan(
    guild_id=GUILD, channel_id=7, games=("whist",), preset="rulebook", language="sv"
)  # fmt: skip


class Board:
    """A venue that notes what is shown. With `broken`, nothing gets through; with `refusing`, its
    channel takes nothing."""

    def __init__(self) -> None:
        self.shown: list[DailyNews] = []
        self.broken = self.refusing = False
        self.refused = 0
        self.complaints: list[tuple[int, int]] = []

    async def show(self, news: DailyNews) -> int:
        if self.broken:
            raise ConnectionError
        if self.refusing:
            self.refused += 1
            raise Unreachable
        self.shown.append(news)
        return 100 + news.daily.id

    async def complain(self, plan: DailyPlan, user_id: UserId) -> None:
        self.complaints.append((plan.channel_id, user_id))

    @property
    def told(self) -> list[tuple[int, str]]:
        return [(news.daily.day.day, news.daily.state) for news in self.shown]


class Calendar:
    """A server's deals, and shortcuts."""

    def __init__(self, store: Store, now: datetime = NOON) -> None:
        self.store, self.clock, self.board = store, HandClock(), Board()
        self.until(now)
        self.computers = LocalComputers()
        self.begin()

    def begin(self) -> None:
        """As after a restart."""
        tables = Tables(self.store, self.clock, NoDisplay(), self.computers, games())
        self.dailies = DailyDeals(
            self.store, self.clock, self.computers, self.board, games(), tables.downtime
        )

    def skip_analysis(self) -> None:
        """Let no strong player play: it takes its time, and a test is about something else."""
        self.dailies.analysis.begin = lambda: None  # type: ignore[method-assign]

    async def advance(self) -> datetime | None:
        until = await self.dailies.advance(GUILD)
        await self.dailies.analysis.wait()
        return until

    async def today(self) -> StoredDaily:
        found = await self.dailies.today(GUILD)
        assert found is not None
        return found

    def until(self, now: datetime) -> None:
        """Let time pass."""
        self.clock.advance((now - self.clock.now()).total_seconds())

    async def begun(self, user_id: UserId, moves: int) -> DailyHand:
        """Today's deal after some moves."""
        hand = await self.dailies.begin(await self.today(), user_id, f"user {user_id}")
        for _ in range(moves):
            hand = await self.moved(hand)
        return hand

    async def moved(self, hand: DailyHand) -> DailyHand:
        """A deal after the first thing that can be done."""
        return await self.dailies.act(hand, hand.play.seq, lambda solo: next(iter(solo.choice)))

    async def finished(self, hand: DailyHand) -> int:
        """Play a deal to its end, always by the first thing that can be done; what it brought."""
        while hand.solo.deal is not None:
            hand = await self.moved(hand)
        assert hand.play.points is not None
        return hand.play.points

    async def played(self, user_id: UserId) -> int:
        """Today's deal, played to its end; what it brought."""
        return await self.finished(await self.begun(user_id, moves=0))


@pytest.fixture
async def calendar() -> AsyncIterator[Calendar]:
    store = await Store.open("sqlite+aiosqlite://")
    await store.settings.change_guild_settings(
        GUILD, lambda _: GuildSettings(time_zone="Europe/Stockholm")
    )
    await store.daily.set_plan(PLAN)
    found = Calendar(store)
    yield found
    await found.dailies.stop()
    await store.close()


@pytest.mark.slow
async def test_days_begin_and_end_at_the_servers_midnight(calendar: Calendar) -> None:
    until = await calendar.advance()
    assert until == datetime(2026, 11, 23, 23, tzinfo=UTC)
    await calendar.advance()
    assert calendar.board.told == [(23, "open")], "each once"
    points = await calendar.played(ANNA)
    seal = calendar.board.shown[-1].seal
    assert seal
    calendar.begin()
    calendar.clock.advance(timedelta(hours=11).total_seconds())
    await calendar.advance()
    assert calendar.board.told == [(23, "open"), (23, "over"), (24, "open")]
    over, new = calendar.board.shown[1:]
    assert new.daily.commitment == seal, "as sealed the day before"
    assert [one.points for one in over.plays] == [points]
    assert over.daily.strong_points is not None
    assert over.daily.possible_points is not None
    assert over.daily.possible_points >= over.daily.strong_points
    assert over.best is not None
    assert over.streaks == {ANNA: 1}
    assert new.before is not None
    assert new.before.id == over.daily.id
    with pytest.raises(Refused):
        await calendar.dailies.begin(over.daily, BO, "Bo")


async def test_whoever_has_begun_may_finish_within_an_hour_and_it_counts(
    calendar: Calendar,
) -> None:
    """Eight of thirteen cards at 23:50, the ninth at 0:01, over a restart."""
    calendar.skip_analysis()
    await calendar.advance()
    yesterday = await calendar.today()
    await calendar.played(BO)
    calendar.clock.advance(timedelta(hours=10, minutes=50).total_seconds())
    hand = await calendar.begun(ANNA, moves=8)
    assert calendar.dailies.soon_over(hand.daily) == MIDNIGHT.timestamp() + 3600
    calendar.until(MIDNIGHT + timedelta(minutes=1))
    calendar.begin()
    calendar.skip_analysis()
    assert await calendar.advance() == MIDNIGHT + FINISH_PERIOD
    assert calendar.board.told == [(23, "open"), (23, "closing"), (24, "open")]
    closing, new = calendar.board.shown[1:]
    assert (closing.best, closing.streaks, new.before) == (None, {}, None), "nothing is told yet"
    assert closing.last == MIDNIGHT + FINISH_PERIOD
    with pytest.raises(Stale):
        await calendar.dailies.reports.best(await calendar.dailies.daily(yesterday.id, GUILD))
    with pytest.raises(Refused, match="That day is over"):
        await calendar.dailies.begin(yesterday, CLEO, "Cleo")  # as it was shown before midnight
    assert (await calendar.dailies.left_over(GUILD, ANNA)) == await calendar.store.daily.load(
        yesterday.id
    )
    assert await calendar.dailies.left_over(GUILD, BO) is None
    assert (await calendar.today()).day == yesterday.day + timedelta(days=1)
    again = await calendar.dailies.begin(closing.daily, ANNA, "Anna")
    assert again.play.moves == hand.play.moves
    points = await calendar.finished(again)
    await calendar.advance()
    assert calendar.board.told[3:] == [(23, "over"), (24, "open")], "at once: nobody is left"
    over, told = calendar.board.shown[3:]
    assert {one.user_id: one.points for one in over.plays}[ANNA] == points
    assert over.best is not None
    assert over.streaks == {ANNA: 1, BO: 1}
    assert told.before is not None
    assert {one.user_id for one in told.before_plays} == {ANNA, BO}


async def test_after_the_hour_it_is_over_for_all(calendar: Calendar) -> None:
    calendar.skip_analysis()
    await calendar.advance()
    hand = await calendar.begun(ANNA, moves=2)
    calendar.until(MIDNIGHT)
    await calendar.advance()
    calendar.until(MIDNIGHT + FINISH_PERIOD - timedelta(seconds=1))
    hand = await calendar.moved(await calendar.dailies.begin(hand.daily, ANNA, "Anna"))
    calendar.until(MIDNIGHT + FINISH_PERIOD)
    assert await calendar.advance() == MIDNIGHT + ONE_DAY
    assert calendar.board.told[-2:] == [(23, "over"), (24, "open")]
    with pytest.raises(Refused, match="That day is over"):
        await calendar.moved(hand)  # by a panel of before
    with pytest.raises(Refused, match="That day is over"):
        await calendar.dailies.begin(hand.daily, ANNA, "Anna")
    assert await calendar.dailies.left_over(GUILD, ANNA) is None


async def test_nobody_begins_after_midnight_even_before_anybody_has_looked(
    calendar: Calendar,
) -> None:
    calendar.skip_analysis()
    await calendar.advance()
    calendar.until(MIDNIGHT)
    with pytest.raises(Refused, match="That day is over"):
        await calendar.dailies.begin(await calendar.today(), ANNA, "Anna")
    calendar.until(MIDNIGHT + timedelta(seconds=1))
    await calendar.advance()
    assert (23, "closing") not in calendar.board.told, "nobody had begun"


async def test_whose_data_is_deleted_in_that_hour_may_finish_and_is_forgotten_then(
    calendar: Calendar,
) -> None:
    calendar.skip_analysis()
    await calendar.advance()
    hand = await calendar.begun(ANNA, moves=2)
    calendar.until(MIDNIGHT)
    await calendar.advance()
    await calendar.store.delete_user_data(ANNA)
    await calendar.finished(await calendar.dailies.begin(hand.daily, ANNA, "Anna"))
    await calendar.advance()
    (play,) = await calendar.store.daily.plays(hand.daily.id)
    assert (play.user_id, play.name, play.moves) == (None, "", ())


async def test_a_streak_does_not_miss_the_deal_that_can_still_be_finished(
    calendar: Calendar,
) -> None:
    calendar.skip_analysis()
    await calendar.advance()
    await calendar.played(ANNA)
    for days in (1, 2):  # one missed, which is forgiven, and one that is not finished
        calendar.until(MIDNIGHT + (days - 1) * ONE_DAY)
        await calendar.advance()
    await calendar.begun(ANNA, moves=2)
    calendar.until(MIDNIGHT + 2 * ONE_DAY)
    await calendar.advance()
    await calendar.played(ANNA)
    assert await calendar.dailies.reports.streak(await calendar.today(), ANNA) == 2


@pytest.mark.parametrize(
    ("zone", "day", "ends"),
    [
        # Further west the same day goes on for longer, and is not dealt again.
        ("America/Los_Angeles", 23, datetime(2026, 11, 24, 8, tzinfo=UTC)),
        # Further east it ends sooner, or at once.
        ("Asia/Kolkata", 23, datetime(2026, 11, 23, 18, 30, tzinfo=UTC)),
        ("Pacific/Auckland", 24, datetime(2026, 11, 24, 11, tzinfo=UTC)),
    ],
)
async def test_a_new_time_zone_moves_the_end_of_the_day_at_once(
    calendar: Calendar, zone: str, day: int, ends: datetime
) -> None:
    calendar.skip_analysis()
    await calendar.advance()
    hand = await calendar.begun(ANNA, moves=2)
    await calendar.store.settings.change_guild_settings(
        GUILD, lambda _: GuildSettings(time_zone=zone)
    )
    until = await calendar.advance()
    today = await calendar.today()
    assert (today.day.day, today.ends_at) == (day, ends)
    moved = calendar.clock.now() + FINISH_PERIOD if day == 24 else ends
    assert until == min(moved, ends), "an hour from now where the day is over by the new clock"
    assert calendar.board.shown[-1].ends == ends, "its message is drawn anew"
    await calendar.finished(await calendar.dailies.begin(hand.daily, ANNA, "Anna"))
    calendar.until(ends)
    await calendar.advance()
    days = [one for one, state in calendar.board.told if state == "open"]
    assert sorted({*days}) == list(range(23, (await calendar.today()).day.day + 1))


async def test_further_west_than_yesterday_the_day_is_not_dealt_again(calendar: Calendar) -> None:
    """At one in the morning in Stockholm it is the day before in Los Angeles."""
    calendar.skip_analysis()
    calendar.until(MIDNIGHT + timedelta(hours=1))
    await calendar.advance()
    assert (await calendar.today()).day.day == 24
    los_angeles = GuildSettings(time_zone="America/Los_Angeles")
    await calendar.store.settings.change_guild_settings(GUILD, lambda _: los_angeles)
    assert await calendar.advance() == datetime(2026, 11, 25, 8, tzinfo=UTC)
    (only,) = await calendar.store.daily.under_way(GUILD)
    assert only.day.day == 24


@pytest.mark.parametrize(
    ("zone", "now", "midnight"),
    [
        # Clocks skip midnight: the day begins at one.
        ("America/Santiago", "2026-09-05T12", "2026-09-06T04"),
        ("Asia/Beirut", "2026-03-28T12", "2026-03-28T22"),
        # Clocks are put back at midnight, to 23:00.
        ("America/Santiago", "2026-04-04T12", "2026-04-05T04"),
        ("Asia/Beirut", "2026-10-24T12", "2026-10-24T22"),
        # Midnight comes twice.
        ("America/Havana", "2026-10-31T12", "2026-11-01T04"),
    ],
)
async def test_a_day_ends_once_where_clocks_change_at_midnight(
    store: Store, zone: str, now: str, midnight: str
) -> None:
    await store.settings.change_guild_settings(GUILD, lambda _: GuildSettings(time_zone=zone))
    await store.daily.set_plan(PLAN)
    calendar, ends = Calendar(store, moment_of(now)), moment_of(midnight)
    calendar.skip_analysis()
    assert await calendar.advance() == ends
    first = (await calendar.today()).day
    calendar.until(ends - timedelta(seconds=1))
    assert await calendar.advance() == ends
    calendar.until(ends)
    until = await calendar.advance()
    assert until is not None
    assert until > ends + timedelta(hours=20)
    calendar.until(ends + timedelta(hours=2))
    assert await calendar.advance() == until
    opened = [day for day, state in calendar.board.told if state == "open"]
    assert opened == [first.day, (first + ONE_DAY).day]
    await calendar.dailies.stop()


def moment_of(utc: str) -> datetime:
    return datetime.fromisoformat(f"{utc}:00+00:00")


async def test_a_bot_that_was_gone_for_days_goes_on_today(calendar: Calendar) -> None:
    await calendar.advance()
    calendar.clock.advance(timedelta(days=3).total_seconds())
    await calendar.advance()
    assert calendar.board.told == [(23, "open"), (23, "over"), (26, "open")]
    await calendar.played(ANNA)
    assert await calendar.dailies.reports.streak(await calendar.today(), ANNA) == 1


async def test_what_could_not_be_shown_is_shown_later(calendar: Calendar) -> None:
    calendar.board.broken = True
    with pytest.raises(ConnectionError):
        await calendar.advance()
    calendar.board.broken = False
    await calendar.advance()
    assert calendar.board.told == [(23, "open")]
    assert (await calendar.today()).message_id == 101


@pytest.mark.slow
async def test_another_plan_holds_from_tomorrow_and_the_new_seal_is_shown(
    calendar: Calendar,
) -> None:
    await calendar.advance()
    today, seal = await calendar.today(), calendar.board.shown[-1].seal
    await calendar.dailies.set_plan(replace(PLAN, games=("hus",)))
    await calendar.advance()
    assert (await calendar.today()).game == "whist"
    assert calendar.board.told == [(23, "open"), (23, "open")]
    news = calendar.board.shown[-1]
    assert news.daily.commitment == today.commitment
    assert news.seal != seal
    calendar.clock.advance(timedelta(days=1).total_seconds())
    await calendar.advance()
    assert (await calendar.today()).game == "hus"
    assert (await calendar.today()).commitment == news.seal


@pytest.mark.slow
async def test_a_new_seal_is_shown_though_the_bot_is_killed_before(
    calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the proof of tomorrow's deal would not fit what people have read."""
    await calendar.advance()
    seal = calendar.board.shown[-1].seal
    await calendar.store.daily.set_plan(replace(PLAN, games=("hus",)))
    writes: list[str] = []

    def until_killed(name: str) -> Callable[..., Awaitable[None]]:
        write = getattr(calendar.store.daily, name)

        async def written(*values: object, **named: object) -> None:
            writes.append(name)
            if len(writes) > 1:
                raise StorageError
            await write(*values, **named)

        return written

    with monkeypatch.context() as killed:
        for name in ("store_deal", "change"):
            killed.setattr(calendar.store.daily, name, until_killed(name))
        with pytest.raises(StorageError):
            await calendar.advance()
    assert sorted(writes) == ["change", "store_deal"]
    assert calendar.board.told == [(23, "open")]
    calendar.begin()
    await calendar.advance()
    assert calendar.board.told == [(23, "open")] * 2
    told = calendar.board.shown[-1].seal
    assert told != seal
    calendar.clock.advance(timedelta(days=1).total_seconds())
    await calendar.advance()
    assert (await calendar.today()).commitment == told


async def test_a_result_can_be_posted_until_it_is_out_and_then_no_more(calendar: Calendar) -> None:
    await calendar.advance()
    await calendar.played(ANNA)
    hand = await calendar.dailies.finished_hand(await calendar.today(), ANNA, "Anna")
    assert hand is not None
    posted = []

    async def lost() -> None:
        with pytest.raises(Refused):  # a second press meanwhile
            await calendar.dailies.share(hand, post)
        raise ConnectionError

    async def post() -> None:
        posted.append(hand.play.id)

    with pytest.raises(ConnectionError):
        await calendar.dailies.share(hand, lost)
    await calendar.dailies.share(hand, post)
    with pytest.raises(Refused):
        await calendar.dailies.share(hand, post)
    assert posted == [hand.play.id]


async def test_whose_name_was_deleted_still_reads_it_themselves(calendar: Calendar) -> None:
    await calendar.advance()
    begun = await calendar.dailies.begin(await calendar.today(), ANNA, "Anna")
    await calendar.store.delete_user_data(ANNA)
    again = await calendar.dailies.begin(begun.daily, ANNA, "Anna")
    pressed = await calendar.dailies.hand(begun.play.id, GUILD, ANNA, "Anna")
    late = await calendar.dailies.act(pressed, -1, lambda solo: next(iter(solo.choice)))
    assert {one.solo.match.names[0] for one in (again, pressed, late)} == {"Anna"}
    assert [one.play.name for one in (again, pressed)] == ["", ""], "it is stored no more"
    await calendar.played(ANNA)
    done = await calendar.dailies.finished_hand(begun.daily, ANNA, "Anna")
    assert done is not None
    assert done.solo.match.names[0] == "Anna"


async def test_turned_off_there_is_none_from_tomorrow(calendar: Calendar) -> None:
    await calendar.advance()
    await calendar.store.daily.remove_plan(GUILD)
    assert await calendar.played(ANNA) is not None
    calendar.clock.advance(timedelta(days=1).total_seconds())
    assert await calendar.advance() is None
    assert calendar.board.told == [(23, "open"), (23, "over")]


async def test_whose_hand_it_is_not_sees_nothing_of_it(calendar: Calendar) -> None:
    await calendar.advance()
    hand = await calendar.dailies.begin(await calendar.today(), ANNA, "Anna")
    with pytest.raises(Stale):
        await calendar.dailies.hand(hand.play.id, GUILD, BO, "Bo")
    with pytest.raises(Stale):
        await calendar.dailies.hand(hand.play.id, GuildId(GUILD + 1), ANNA, "Anna")
    tomorrow = await calendar.store.daily.of_day(GUILD, hand.daily.day + timedelta(days=1))
    assert tomorrow is not None
    with pytest.raises(Stale):
        await calendar.dailies.daily(tomorrow.id, GUILD)
    ban = PlayerBan(
        guild_id=GUILD, user_id=BO, game="whist", by=None, reason="", at=calendar.clock.now()
    )
    await calendar.store.settings.add_ban(ban)
    with pytest.raises(Refused):
        await calendar.dailies.begin(hand.daily, BO, "Bo")


async def test_a_press_for_an_earlier_moment_brings_the_present_one(calendar: Calendar) -> None:
    await calendar.advance()
    before = await calendar.dailies.begin(await calendar.today(), ANNA, "Anna")

    async def first() -> tuple[str, ...]:
        after = await calendar.dailies.act(
            before, before.play.seq, lambda solo: next(iter(solo.choice))
        )
        return after.play.moves

    moves = await first()
    assert await first() == moves, "twice at once counts once"
    late = await calendar.dailies.act(
        await calendar.dailies.hand(before.play.id, GUILD, ANNA, "Anna"),
        before.play.seq,
        lambda solo: next(iter(solo.choice)),
    )
    assert late.play.moves == moves


async def test_a_day_ends_later_where_nobody_was_served(house: House) -> None:
    """Neither does a clock that is put on end it at once."""
    board, clock = Board(), house.clock
    await house.store.daily.set_plan(PLAN)
    dailies = DailyDeals(
        house.store, clock, LocalComputers(), board, games(), house.tables.downtime
    )
    clock.advance((datetime(2026, 11, 23, 12, tzinfo=UTC) - clock.now()).total_seconds())
    await dailies.advance(GUILD)
    first = await dailies.today(GUILD)
    assert first is not None
    for happens, back in ((clock.jump, True), (clock.stall, False)):
        happens(24 * 3600)
        await house.settled()
        until = await dailies.advance(GUILD)
        assert until == clock.now() + CLOSING_GRACE
        assert (await dailies.daily(first.id, GUILD)).state == "open"
        if back:
            clock.jump(-24 * 3600)
            await house.settled()
            await dailies.advance(GUILD)
            assert (await dailies.daily(first.id, GUILD)).state == "open"
    clock.advance(CLOSING_GRACE.total_seconds())
    await dailies.advance(GUILD)
    assert [one for one in board.told if one[1] == "over"] == [(23, "over")]
    assert board.told[-1] == (24, "open")
    await dailies.stop()


async def test_the_last_hour_ends_later_where_nobody_was_served(house: House) -> None:
    clock, board = house.clock, Board()
    await house.store.daily.set_plan(PLAN)
    dailies = DailyDeals(
        house.store, clock, LocalComputers(), board, games(), house.tables.downtime
    )
    dailies.analysis.begin = lambda: None  # type: ignore[method-assign]
    clock.advance((MIDNIGHT - timedelta(minutes=1) - clock.now()).total_seconds())
    await dailies.advance(GUILD)
    daily = await dailies.today(GUILD)
    assert daily is not None
    hand = await dailies.begin(daily, ANNA, "Anna")
    clock.advance(60)
    await dailies.advance(GUILD)
    clock.advance(30 * 60)
    clock.stall(3600)
    await house.settled()
    until = await dailies.advance(GUILD)
    assert until == clock.now() + CLOSING_GRACE, "what was missed is made up for"
    assert (await dailies.daily(daily.id, GUILD)).ends_at == until
    hand = await dailies.begin(daily, ANNA, "Anna")
    await dailies.act(hand, hand.play.seq, lambda solo: next(iter(solo.choice)))
    clock.advance(CLOSING_GRACE.total_seconds())
    await dailies.advance(GUILD)
    assert (await dailies.daily(daily.id, GUILD)).state == "over"
    await dailies.stop()


async def test_what_its_channel_refuses_is_shown_when_it_takes_it(calendar: Calendar) -> None:
    calendar.skip_analysis()
    calendar.board.refusing = True
    assert await calendar.advance() == NOON + REFUSAL_RETRY_DELAY
    calendar.until(NOON + REFUSAL_RETRY_PERIOD)
    assert await calendar.advance() == MIDNIGHT, "it is not tried again and again"
    assert (await calendar.today()).state == "open", "it can be played by /daily"
    calendar.until(MIDNIGHT + timedelta(hours=13))
    await calendar.advance()
    assert calendar.board.refused == 4, "one refusal does not stop the next message"
    calendar.board.refusing = False
    await calendar.advance()
    assert calendar.board.told == [(23, "over"), (24, "open")]


async def test_whoever_turned_it_on_is_told_once_that_its_channel_refuses(
    calendar: Calendar,
) -> None:
    calendar.skip_analysis()
    await calendar.dailies.set_plan(replace(PLAN, user_id=BO))
    calendar.board.refusing = True
    for _ in range(2):
        await calendar.advance()
        calendar.begin()
        calendar.skip_analysis()
    assert calendar.board.complaints == [(7, BO)]
    plan = await calendar.store.daily.plan(GUILD)
    assert plan is not None
    assert plan.refused_at == NOON, "what /daily and /settings say goes by that"
    calendar.board.refusing = False
    await calendar.advance()
    assert await calendar.store.daily.plan(GUILD) == replace(PLAN, user_id=BO), "it is mended"
    calendar.board.refusing = True
    calendar.until(MIDNIGHT)
    await calendar.advance()
    assert calendar.board.complaints == [(7, BO)] * 2, "another fault, another word"


async def test_another_channel_gets_at_once_what_the_one_before_refuses(calendar: Calendar) -> None:
    calendar.skip_analysis()
    calendar.board.refusing = True
    await calendar.advance()
    assert calendar.board.complaints == [], "nobody knows who turned it on"
    calendar.board.refusing = False
    await calendar.dailies.set_plan(replace(PLAN, channel_id=8))
    await calendar.advance()
    assert calendar.board.told == [(23, "open")]
    assert calendar.board.shown[-1].daily.channel_id == 8
    assert await calendar.store.daily.plan(GUILD) == replace(PLAN, channel_id=8)


async def test_what_nobody_waits_for_any_more_is_let_go(calendar: Calendar) -> None:
    calendar.skip_analysis()
    calendar.board.refusing = True
    for days in range(4):
        await calendar.advance()
        assert len(await calendar.store.daily.dailies_to_show(GUILD)) == min(days + 1, 2)
        calendar.clock.advance(timedelta(days=1).total_seconds())


async def test_servers_with_the_same_midnight_are_all_weighed(calendar: Calendar) -> None:
    """Also those whose deal begins while another one is being weighed."""
    other, first = GuildId(GUILD + 1), asyncio.Event()
    gone_on = asyncio.Event()
    taken = calendar.computers.take_turns

    async def held(turns: Turns) -> Sequence[Action]:
        first.set()
        await gone_on.wait()
        return await taken(turns)

    calendar.computers.take_turns = held  # type: ignore[method-assign]
    await calendar.store.settings.change_guild_settings(
        other, lambda _: GuildSettings(time_zone="Europe/Stockholm")
    )
    await calendar.store.daily.set_plan(replace(PLAN, guild_id=other))
    await calendar.dailies.advance(GUILD)
    await first.wait()
    await calendar.dailies.advance(other)
    gone_on.set()
    await calendar.dailies.analysis.wait()
    weighed = await calendar.store.daily.under_way()
    assert {one.guild_id for one in weighed} == {GUILD, other}
    assert all(one.possible_points is not None for one in weighed)


@pytest.mark.parametrize("unreadable", ["moves", "game"])
async def test_a_deal_that_another_version_began_holds_up_none_after_it(
    calendar: Calendar, unreadable: str
) -> None:
    """Its rules have changed since, or its game has been taken away."""
    calendar.skip_analysis()
    await calendar.advance()
    await calendar.played(ANNA)
    today = await calendar.today()
    if unreadable == "moves":
        await calendar.store.daily.change(today.id, options={**today.options, "form": "?"})
    else:
        tomorrow = await calendar.store.daily.of_day(GUILD, today.day + ONE_DAY)
        assert tomorrow is not None
        for one in (today, tomorrow):
            await calendar.store.daily.change(one.id, game="gone")
        await calendar.store.daily.set_plan(replace(PLAN, games=("gone",)))
    calendar.until(MIDNIGHT)
    await calendar.advance()
    assert (24, "open") in calendar.board.told
    assert all(one.best is None for one in calendar.board.shown)
    assert (23, "over") in calendar.board.told or unreadable == "game"


async def test_a_clock_that_was_ahead_keeps_no_days_without_a_deal(calendar: Calendar) -> None:
    calendar.skip_analysis()
    await calendar.advance()
    ahead = timedelta(days=400).total_seconds()
    calendar.clock.jump(ahead)
    await calendar.advance()
    assert (await calendar.today()).day == NOON.date() + timedelta(days=400)
    calendar.clock.jump(-ahead)
    assert await calendar.advance() == MIDNIGHT
    assert await calendar.dailies.today(GUILD) is None, "that of today has ended"
    calendar.until(MIDNIGHT)
    await calendar.advance()
    assert (await calendar.today()).day == NOON.date() + ONE_DAY
