"""What is no table, by several processes on a real PostgreSQL: evenings, lessons, pings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar, cast

import pytest
from discord import Client
from sqlalchemy import Connection, select, text

from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.undelivered import TransientFailure
from cogs.delivery.messages.evening_messages import EveningMessages
from cogs.delivery.pictures.table_renderer import TableRenderer
from kwbot.evenings.entrant import Entrant
from kwbot.evenings.evening import CHECK_IN_LEAD, Evening, EveningStage
from kwbot.evenings.evening_manager import Evenings
from kwbot.evenings.evening_rows import from_row, to_row
from kwbot.ids import UserId
from kwbot.looks.emojis import NO_EMOJIS
from kwbot.storage.backend.postgresql import Postgresql
from kwbot.storage.queries import evening_queries, setting_queries
from kwbot.storage.upkeep.recounting import recount
from kwbot.storage.values.documents import Document, GuildSettings, Learning, Preferences
from kwbot.storage.values.models import EveningRow
from kwbot.storage.values.stored_evenings import StoredEvening
from kwbot.storage.values.stored_results import DealShare, Outcome, ScoredDeal
from kwbot.storage.values.stored_tables import TableChange
from kwbot.tables.state.seated import Seated
from kwbot.variants import games
from tests.cluster.conftest import Share
from tests.cluster.test_takeover import Process, processes
from tests.cogs.post_office import FakeDiscord
from tests.evenings.test_evening_manager import Night
from tests.storage.queries.test_daily_queries import DAILY
from tests.storage.samples import ANNA, BO, GAME, GUILD, NOON, TABLE, events, outcome, result

__all__ = ["processes"]

D = TypeVar("D", bound=Document)


async def test_an_evening_is_run_by_the_leader_and_goes_on_when_it_dies(
    processes: tuple[Process, Process],
) -> None:
    nights = leader, other = [Night(process) for process in processes]
    for night in nights:
        await night.evenings.resume()
    await other.announce()
    leader.number = other.number

    async def pass_time(time: timedelta) -> None:
        for night in nights:
            night.house.clock.advance(time.total_seconds())
            await night.house.settled()

    await pass_time(timedelta(hours=1) - CHECK_IN_LEAD)
    await leader.until(lambda now: now.stage is EveningStage.CHECK_IN)
    await other.come(1, 2, 3, 4)
    await pass_time(CHECK_IN_LEAD)
    await leader.until(lambda now: bool(leader.tables()) and leader.evenings.due.is_idle)
    assert (leader.rooms.given, other.rooms.given) == (101, 100)
    await leader.evenings.due.stop()
    await processes[0].kill()
    await processes[1].beat()
    assert len(other.tables()) == 1
    assert len((await other.play()).rounds) == 2
    await other.until(lambda now: bool(other.tables()))
    await other.evenings.due.stop()


class Hall:
    """An evening as a process shows it, in a Discord that all share."""

    def __init__(self, process: Process, discord: FakeDiscord) -> None:
        self.clock, calls = process.clock, DiscordCalls(process.clock, channel_limit=1000)
        calls.connect(cast("Client", discord))
        renderer = TableRenderer(self.clock, calls.application.user, lambda: NO_EMOJIS)
        self.messages = EveningMessages(calls, renderer, self.clock)
        self.evenings = Evenings(
            process.store, self.clock, process.tables, self.messages, games()
        )  # fmt: skip
        self.messages.evenings = self.evenings
        self.store = process.store

    async def announce(self, message: int) -> int:
        starts = self.clock.now() + timedelta(hours=1)
        new = Evening(
            guild=GUILD, channel=20, host=ANNA, game="whist", starts=starts,
            ends=starts + timedelta(hours=2), deals=4, seats=4,
        )  # fmt: skip
        number = (await self.evenings.open(new)).id
        await self.evenings.notes.note_announcement(number, message)
        return number

    async def until(self, done: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not done():
                await self.store.ping()


async def test_no_process_draws_an_older_evening_over_a_newer_one(
    processes: tuple[Process, Process],
) -> None:
    discord = FakeDiscord()
    slow, other = (Hall(process, discord) for process in processes)
    number = await slow.announce(77)
    await slow.until(lambda: discord.log)
    discord.fail("edit", 20, TransientFailure())
    await slow.evenings.arrive(number, Seated("Bo", BO), 1)
    await slow.until(lambda: len(discord.log) == 2 and slow.clock._waiting)
    await other.evenings.arrive(number, Seated("Cleo", UserId(33)), 2)
    await other.until(lambda: len(discord.log) == 3)
    slow.clock.advance(1)
    await slow.until(lambda: len(discord.log) == 4)
    assert [f"<@{user}>" in discord.log[-1].text for user in (BO, 33)] == [True, True]


async def test_of_two_processes_that_remind_people_of_an_evening_one_does(
    processes: tuple[Process, Process],
) -> None:
    discord = FakeDiscord()
    one, other = (Hall(process, discord) for process in processes)
    number = await one.announce(77)
    await one.until(lambda: discord.log)
    begun = replace(await one.evenings.evening(number), stage=EveningStage.CHECK_IN)
    await one.messages._post(begun)
    await other.messages._post(begun)
    posts = [sent.message for sent in discord.log if sent.how == "post"]
    assert (await one.evenings.evening(number)).message == posts[0]
    assert posts[1:] == [one.message for one in discord.log if one.how == "delete"][1:2]


async def test_several_processes_change_an_evening_one_after_the_other(share: Share) -> None:
    stores = [await share(), await share()]
    new = Evening(
        guild=GUILD, channel=20, host=ANNA, game="whist", starts=NOON, ends=NOON, deals=4, seats=4
    )
    number = await stores[0].evenings.create(to_row(new))

    def came(user_id: UserId) -> object:
        def step(row: StoredEvening) -> StoredEvening:
            return to_row(from_row(row).with_arrival(user_id, f"P{user_id}"))

        return stores[user_id % 2].evenings.change(number, step)

    await asyncio.gather(*(came(user) for user in map(UserId, range(1, 9))))  # type: ignore[call-overload]
    row = await stores[0].evenings.load(number)
    assert row is not None
    assert {one.user_id for one in row.entrants} == set(range(1, 9))
    await stores[1].delete_user_data(UserId(1))
    row = await stores[0].evenings.load(number)
    assert row is not None
    assert [one.user_id for one in row.entrants].count(None) == 1


async def test_whoever_is_forgotten_during_a_change_of_an_evening_stays_forgotten(
    share: Share,
) -> None:
    one, other = await share(), await share()
    new = Evening(
        guild=GUILD, channel=20, host=BO, game="whist", starts=NOON, ends=NOON, deals=4, seats=4,
        entrants=(Entrant(ANNA, "Anna"),),
    )  # fmt: skip
    number = await one.evenings.create(to_row(new))
    backend = one._database._backend
    assert isinstance(backend, Postgresql)
    async with backend._engine.begin() as connection:
        held = select(EveningRow.id).where(EveningRow.id == number).with_for_update()
        row = await one.evenings.load(number)
        assert row is not None
        await connection.execute(held)
        forgetting = asyncio.ensure_future(other.delete_user_data(ANNA))
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        while not forgetting.done() and not await one.transactions.run_statement(
            lambda reading: reading.scalar(waiting)
        ):
            pass
        await connection.run_sync(evening_queries._set_entrants, number, row.entrants)
    await forgetting
    row = await one.evenings.load(number)
    assert row is not None
    assert [(entrant.user_id, entrant.name) for entrant in row.entrants] == [(None, "")]


async def test_of_two_changes_of_settings_at_once_in_two_processes_both_count(share: Share) -> None:
    one, other = await share(), await share()
    await one.settings.change_guild_settings(GUILD, lambda _: GuildSettings())
    await one.settings.change_preferences(ANNA, lambda _: Preferences())

    def of(**values: object) -> Callable[[D], D]:
        return lambda before: before.model_copy(update=values)

    def begin(connection: Connection) -> None:
        setting_queries.change_guild_settings(connection, GUILD, of(look="text"))
        setting_queries.change_preferences(connection, ANNA, of(look="text"))

    backend = one._database._backend
    assert isinstance(backend, Postgresql)
    async with backend._engine.begin() as connection:
        await connection.run_sync(begin)
        changing = asyncio.gather(
            other.settings.change_guild_settings(GUILD, of(threads=False)),
            other.settings.change_preferences(ANNA, of(hand="here")),
        )
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        while await one.transactions.run_statement(lambda reading: reading.scalar(waiting)) != 2:
            pass
    await changing
    settings, preferences = (
        await one.settings.guild_settings(GUILD),
        await other.settings.preferences(ANNA),
    )
    assert (settings.look, settings.threads) == ("text", False)
    assert (preferences.look, preferences.hand) == ("text", "here")


async def test_a_move_of_a_lesson_counts_once_in_whichever_process(share: Share) -> None:
    one, other = await share(), await share()
    seq, learning = await one.settings.learning(ANNA)
    changed = learning.model_copy(update={"offered": True})
    stored = await asyncio.gather(
        one.settings.set_learning(ANNA, seq, changed),
        other.settings.set_learning(ANNA, seq, changed),
    )
    assert sorted(stored) == [False, True]
    assert await other.settings.learning(ANNA) == (seq + 1, Learning(offered=True))


async def test_an_invitation_counts_once_in_whichever_process(share: Share) -> None:
    stores = [await share(), await share()]
    table = await stores[0].create_table(TABLE)
    asked = await asyncio.gather(*(store.tables.invite(table, BO, most=5) for store in stores))
    assert sorted(asked) == [False, True]


async def test_a_deal_of_the_day_is_begun_once_by_presses_at_several_processes(
    share: Share,
) -> None:
    stores = [await share() for _ in range(2)]
    number = await stores[0].daily.store_deal(replace(DAILY, state="open"))
    begun = await asyncio.gather(*(stores[n % 2].daily.begin(number, BO, "Bo") for n in range(8)))
    assert begun[0] is not None
    assert begun == begun[:1] * 8


@pytest.mark.heavy
async def test_pings_are_asked_for_and_noted_by_all(share: Share) -> None:
    one, other = await share(), await share()
    for user in (ANNA, BO):
        await one.people.set_ping_wish(GUILD, user, wanted=True)
    await other.people.note_pings(GUILD, [BO], NOON)
    later = NOON + timedelta(hours=1)
    assert await one.people.waiting_for_ping(GUILD, later) == [ANNA, BO]
    assert await one.people.waiting_for_ping(GUILD, NOON) == [ANNA]


async def test_games_that_end_at_once_in_several_processes_are_rated_one_after_the_other(
    share: Share,
) -> None:
    stores = [await share(), await share()]

    async def play(number: int) -> None:
        store, people = stores[number % 2], (ANNA, BO) if number % 4 < 2 else (BO, ANNA)
        table = await store.create_table(replace(TABLE, channel_id=number))
        results = [result(user, place=place) for place, user in enumerate(people, 1)]
        shares = tuple(
            DealShare(seat=seat, user_id=user, side=seat, points=1, tricks=0)
            for seat, user in enumerate(people)
        )
        scores: list[ScoredDeal | Outcome] = [
            ScoredDeal(number=1, people=2, shares=shares, day=NOON.date()), outcome(*results)
        ]  # fmt: skip
        closed = TableChange(state="closed")
        await store.append(table, events(1), expected_seq=0, change=closed, scores=scores)

    await asyncio.gather(*(play(number) for number in range(24)))
    assert [one.games for one in (await stores[0].results.rating_leaderboard(GUILD, GAME))[0]] == [
        24,
        24,
    ]
    assert (await recount(stores[0]))[1] == 0
