"""The deals of the day of a server, day by day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kwbot.daily.daily_manager import DailyDeals
from kwbot.daily.daily_venue import DailyNews
from kwbot.engine.actions import Action
from kwbot.storage.documents import GuildSettings
from kwbot.storage.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.stored import DailyPlan, PlayerBan, StoredDaily
from kwbot.tables.clock import HandClock
from kwbot.tables.computers import LocalComputers
from kwbot.tables.game_manager import Tables
from kwbot.tables.reach import Unreachable
from kwbot.tables.refusals import Refused, Stale
from kwbot.tables.services import NoDisplay, Turns
from kwbot.tables.time_limits import CLOSING_GRACE
from kwbot.variants import games
from tests.daily.few_lines import few_lines
from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables
from tests.tables.conftest import house, same_cards, store
from tests.tables.sandbox import House

__all__ = ["compiled_once", "copied_tables", "few_lines", "house", "same_cards", "store"]

pytestmark = pytest.mark.usefixtures("few_lines")

GUILD, ANNA, BO = 2**62, 1, 2
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

    async def show(self, news: DailyNews) -> int:
        if self.broken:
            raise ConnectionError
        if self.refusing:
            self.refused += 1
            raise Unreachable
        self.shown.append(news)
        return 100 + news.daily.id

    @property
    def told(self) -> list[tuple[int, str]]:
        return [(news.daily.day.day, news.daily.state) for news in self.shown]


class Calendar:
    """A server's deals, and shortcuts."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.board = store, HandClock(), Board()
        self.clock.advance(
            (datetime(2026, 11, 23, 12, tzinfo=UTC) - self.clock.now()).total_seconds()
        )
        self.computers = LocalComputers()
        self.begin()

    def begin(self) -> None:
        """As after a restart."""
        tables = Tables(self.store, self.clock, NoDisplay(), self.computers, games())
        self.dailies = DailyDeals(
            self.store, self.clock, self.computers, self.board, games(), tables.lost_time
        )

    async def advance(self) -> datetime | None:
        until = await self.dailies.advance(GUILD)
        if self.dailies._weighing is not None:
            await self.dailies._weighing
        return until

    async def today(self) -> StoredDaily:
        found = await self.dailies.today(GUILD)
        assert found is not None
        return found

    async def played(self, user: int) -> int:
        """Today's deal, always by the first thing that can be done; what it brought."""
        hand = await self.dailies.begin(await self.today(), user, f"user {user}")
        while hand.solo.deal is not None:
            hand = await self.dailies.act(hand, hand.play.seq, lambda solo: next(iter(solo.asked)))
        assert hand.play.points is not None
        return hand.play.points


@pytest.fixture
async def calendar() -> AsyncIterator[Calendar]:
    store = await Store.open("sqlite+aiosqlite://")
    await store.set_guild_settings(GUILD, GuildSettings(time_zone="Europe/Stockholm"))
    await store.set_daily_plan(PLAN)
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


async def test_a_bot_that_was_gone_for_days_goes_on_today(calendar: Calendar) -> None:
    await calendar.advance()
    calendar.clock.advance(timedelta(days=3).total_seconds())
    await calendar.advance()
    assert calendar.board.told == [(23, "open"), (23, "over"), (26, "open")]
    await calendar.played(ANNA)
    assert await calendar.dailies.streak(await calendar.today(), ANNA) == 1


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
    await calendar.store.set_daily_plan(replace(PLAN, games=("hus",)))
    writes: list[str] = []

    def until_killed(write: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def written(*values: object, **named: object) -> None:
            writes.append(write.__name__)
            if len(writes) > 1:
                raise StorageError
            await write(*values, **named)

        return written

    with monkeypatch.context() as killed:
        for name in ("keep_daily", "change_daily"):
            killed.setattr(calendar.store, name, until_killed(getattr(calendar.store, name)))
        with pytest.raises(StorageError):
            await calendar.advance()
    assert sorted(writes) == ["change_daily", "keep_daily"]
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
    hand = await calendar.dailies.done(await calendar.today(), ANNA, "Anna")
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
    late = await calendar.dailies.act(pressed, -1, lambda solo: next(iter(solo.asked)))
    assert {one.solo.match.names[0] for one in (again, pressed, late)} == {"Anna"}
    assert [one.play.name for one in (again, pressed)] == ["", ""], "it is stored no more"
    await calendar.played(ANNA)
    done = await calendar.dailies.done(begun.daily, ANNA, "Anna")
    assert done is not None
    assert done.solo.match.names[0] == "Anna"


async def test_turned_off_there_is_none_from_tomorrow(calendar: Calendar) -> None:
    await calendar.advance()
    await calendar.dailies.remove_plan(GUILD)
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
        await calendar.dailies.hand(hand.play.id, GUILD + 1, ANNA, "Anna")
    tomorrow = await calendar.store.daily_of(GUILD, hand.daily.day + timedelta(days=1))
    assert tomorrow is not None
    with pytest.raises(Stale):
        await calendar.dailies.daily(tomorrow.id, GUILD)
    ban = PlayerBan(
        guild_id=GUILD, user_id=BO, game="whist", by=None, reason="", at=calendar.clock.now()
    )
    await calendar.store.add_ban(ban)
    with pytest.raises(Refused):
        await calendar.dailies.begin(hand.daily, BO, "Bo")


async def test_a_press_for_an_earlier_moment_brings_the_present_one(calendar: Calendar) -> None:
    await calendar.advance()
    before = await calendar.dailies.begin(await calendar.today(), ANNA, "Anna")

    async def first() -> tuple[str, ...]:
        after = await calendar.dailies.act(
            before, before.play.seq, lambda solo: next(iter(solo.asked))
        )
        return after.play.moves

    moves = await first()
    assert await first() == moves, "twice at once counts once"
    late = await calendar.dailies.act(
        await calendar.dailies.hand(before.play.id, GUILD, ANNA, "Anna"),
        before.play.seq,
        lambda solo: next(iter(solo.asked)),
    )
    assert late.play.moves == moves


async def test_a_day_ends_later_where_nobody_was_served(house: House) -> None:
    """Neither does a clock that is put on end it at once."""
    board, clock = Board(), house.clock
    await house.store.set_daily_plan(PLAN)
    dailies = DailyDeals(
        house.store, clock, LocalComputers(), board, games(), house.tables.lost_time
    )
    clock.advance((datetime(2026, 11, 23, 12, tzinfo=UTC) - clock.now()).total_seconds())
    await dailies.advance(GUILD)
    first = await dailies.today(GUILD)
    assert first is not None
    for happens, back in ((clock.put_on, True), (clock.stall, False)):
        happens(24 * 3600)
        await house.settled()
        until = await dailies.advance(GUILD)
        assert until == clock.now() + CLOSING_GRACE
        assert (await dailies.daily(first.id, GUILD)).state == "open"
        if back:
            clock.put_on(-24 * 3600)
            await house.settled()
            await dailies.advance(GUILD)
            assert (await dailies.daily(first.id, GUILD)).state == "open"
    clock.advance(CLOSING_GRACE.total_seconds())
    await dailies.advance(GUILD)
    assert [one for one in board.told if one[1] == "over"] == [(23, "over")]
    assert board.told[-1] == (24, "open")
    await dailies.stop()


@pytest.mark.slow
async def test_what_its_channel_refuses_is_shown_when_it_takes_it(calendar: Calendar) -> None:
    calendar.board.refusing = True
    with pytest.raises(Unreachable):
        await calendar.advance()
    assert (await calendar.today()).state == "open", "it can be played by /daily"
    calendar.clock.advance(timedelta(days=1).total_seconds())
    with pytest.raises(Unreachable):
        await calendar.advance()
    assert calendar.board.refused == 3, "one refusal does not stop the next message"
    calendar.board.refusing = False
    await calendar.advance()
    assert calendar.board.told == [(23, "over"), (24, "open")]


@pytest.mark.slow
async def test_what_nobody_waits_for_any_more_is_let_go(calendar: Calendar) -> None:
    calendar.board.refusing = True
    for days in range(4):
        with pytest.raises(Unreachable):
            await calendar.advance()
        assert len(await calendar.store.unshown_dailies(GUILD)) == min(days + 1, 2)
        calendar.clock.advance(timedelta(days=1).total_seconds())


async def test_servers_with_the_same_midnight_are_all_weighed(calendar: Calendar) -> None:
    """Also those whose deal begins while another one is being weighed."""
    other, first = GUILD + 1, asyncio.Event()
    gone_on = asyncio.Event()
    taken = calendar.computers.taken

    async def held(turns: Turns) -> Sequence[Action]:
        first.set()
        await gone_on.wait()
        return await taken(turns)

    calendar.computers.taken = held  # type: ignore[method-assign]
    await calendar.store.set_guild_settings(other, GuildSettings(time_zone="Europe/Stockholm"))
    await calendar.store.set_daily_plan(replace(PLAN, guild_id=other))
    await calendar.dailies.advance(GUILD)
    await first.wait()
    await calendar.dailies.advance(other)
    gone_on.set()
    assert calendar.dailies._weighing is not None
    await calendar.dailies._weighing
    weighed = await calendar.store.open_dailies()
    assert {one.guild_id for one in weighed} == {GUILD, other}
    assert all(one.possible_points is not None for one in weighed)
