"""The real bot on the playground, its tables without a display: for commands beside the game."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import discord

from benches.stand_ins import HandClock, LocalComputers, NoDisplay
from cogs.connection.client import Kwbot
from cogs.connection.endpoint import connect_to
from cogs.connection.preferences import PreferenceCache
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.messages.daily_messages import DailyMessages
from cogs.delivery.messages.evening_messages import EveningMessages
from cogs.delivery.messages.weekly_messages import WeeklyMessages
from cogs.delivery.pictures.table_renderer import TableRenderer
from kwbot.config import Settings
from kwbot.daily.daily_manager import DailyDeals
from kwbot.evenings.evening_manager import Evenings
from kwbot.ids import GuildId, TableId, UserId
from kwbot.local.clubhouse import clubhouse
from kwbot.solo.computer_moves import SharedAnswers
from kwbot.storage.store import Store
from kwbot.storage.values.stored_results import Outcome, PlayerResult, Title
from kwbot.storage.values.stored_tables import NewEvent, NewTable
from kwbot.tables.play import lobby
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import lobby_of, running_of
from kwbot.tables.time.clock import Clock
from kwbot.variants import games
from kwbot.weekly.weekly_posts import WeeklyPosts
from playground import Channel, LocalPerson, Message, Playground
from playground.api.oracle import Oracle
from tests.storage.databases import empty_database

if TYPE_CHECKING:
    from cogs.delivery.display import TableDisplay

GAME = "kombinations-whist"
SETTINGS = Settings(_env_file=None)
OPENAPI = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"


class Unseen(NoDisplay):
    """A display that the bot can hold, and that draws nothing."""

    def __init__(self, clock: Clock) -> None:
        self.calls = DiscordCalls(clock)
        self.renderer = renderer = TableRenderer(clock, self.calls.application.user)
        self.evening_messages = EveningMessages(self.calls, renderer, clock)
        self.daily_messages = DailyMessages(self.calls.messages, renderer)
        self.weekly_messages = WeeklyMessages(self.calls.messages, renderer)

    def connect(self, client: discord.Client, tables: Tables) -> None:
        """Draw nothing; what is sent directly comes."""
        self.calls.connect(client)

    def show_all(self, tables: Sequence[object]) -> None:
        """Nothing to draw."""

    def redraw_hands(self, user_id: UserId) -> None:
        """No hand is shown anywhere."""


class Bot(Kwbot):
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Go on at once."""


@dataclass
class Server:
    """What a test needs: where people are, what is stored, and the bot between both."""

    playground: Playground
    store: Store
    tables: Tables
    clock: HandClock
    bot: Bot
    presses: int = 1000

    @property
    def channel(self) -> Channel:
        return self.playground.channel

    @property
    def guild(self) -> GuildId:
        return GuildId(self.playground.guild.id)

    def becomes_community(self, locale: str) -> None:
        """The server gets a language of its own."""
        become_community(self.playground, self.bot, locale)

    async def finished(
        self,
        *results: PlayerResult,
        guild_id: GuildId | None = None,
        titles: tuple[Title, ...] = (),
    ) -> None:
        """Enter a finished game into the leaderboard."""
        now = self.clock.now()
        table = await self.store.create_table(
            NewTable(guild_id=guild_id or self.guild, channel_id=1, host_id=UserId(1), game=GAME,
                     language="en", created_at=now)
        )  # fmt: skip
        outcome = Outcome(
            finished_at=now, players=4, people=4, day=now.date(), results=results, titles=titles
        )
        event = NewEvent("over", "", now)
        await self.store.append(table, [event], expected_seq=0, scores=[outcome])

    async def table(
        self, host: LocalPerson, *guests: LocalPerson, channel: Channel | None = None
    ) -> TableId:
        """A lobby with computer players in the seats that are left of four."""
        host_id = UserId(host.id)
        new = NewLobby(
            guild=self.guild, channel=(channel or self.channel).id, game=GAME, language="en",
            seated=(Seated(host.name, host_id),),
        )  # fmt: skip
        table = await self.tables.open(new, await self.store.settings.guild_settings(self.guild))
        for guest in guests:
            self.presses += 1
            user_id = UserId(guest.id)
            seated = Seated(guest.name, user_id)
            await self.tables.index.at(table.id).join(user_id, seated, 12, self.presses)
        for _ in range(3 - len(guests)):
            await self.tables.index.at(table.id).rearrange(lobby.with_computer, host_id, 12, "easy")
        return table.id

    async def start(self, table_id: TableId, host: LocalPerson) -> None:
        """Start a game: the first deal is dealt."""
        self.presses += 1
        live = self.tables.index.at(table_id)
        await live.start(UserId(host.id), lobby_of(live.state).standing_seal().mark, self.presses)

    async def ready(self, table_id: TableId) -> None:
        """Everybody asks for the next deal, and it is dealt."""
        state = running_of(self.tables.index.at(table_id).open)
        assert state.ready is not None
        for seat in state.present:
            self.presses += 1
            user = state.seated[seat].user
            assert user is not None
            await self.tables.index.at(table_id).ready(user, state.ready.deal, self.presses)

    async def play_deal(self, table_id: TableId) -> None:
        """From *Ready*, if it is asked, to the end of the deal, anything legal."""
        if running_of(self.tables.index.at(table_id).open).ready:
            await self.ready(table_id)
        chance = random.Random(1)
        while (found := self.tables.index.get(table_id)) and (
            state := running_of(found)
        ).ready is None:
            seat = state.to_act()[0]
            user = state.seated[seat].user
            assert user is not None
            await self.tables.index.at(table_id).submit(
                user, state.asked_at[seat], lambda choice: choice.sample(chance)
            )


def become_community(playground: Playground, bot: Kwbot, locale: str) -> None:
    """Only a Community has another locale than American English."""
    playground.guild.locale = locale
    known = bot.get_guild(playground.guild.id)
    assert known is not None
    known.features = ["COMMUNITY"]


@cache
def oracle() -> Oracle | None:
    """Discord's own description of its API, if it lies beside the checkout."""
    return Oracle(OPENAPI) if OPENAPI.exists() else None


async def nothing() -> None:
    """There are no tables to resume."""


@asynccontextmanager
async def running() -> AsyncIterator[Server]:
    """Connected and with its commands registered; gone at the end, whatever happens."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    clock = HandClock()
    display = Unseen(clock)
    async with AsyncExitStack() as house:
        store = await Store.open(await empty_database())
        house.push_async_callback(store.close)
        tables = Tables(store, clock, display, LocalComputers(random.Random(1), "easy"), games())
        evenings = Evenings(store, clock, tables, display.evening_messages, games())
        display.evening_messages.evenings = evenings
        answers = SharedAnswers(tables.computers)
        dailies = DailyDeals(
            store, clock, answers, display.daily_messages, games(), tables.downtime
        )
        display.daily_messages.dailies = dailies
        weekly = WeeklyPosts(store, clock, display.weekly_messages, games())
        display.weekly_messages.posts = weekly
        house.push_async_callback(weekly.due.stop)
        house.push_async_callback(evenings.due.stop)
        house.push_async_callback(dailies.stop)
        bot = Bot(
            settings=SETTINGS,
            store=store,
            tables=tables,
            display=cast("TableDisplay", display),
            preferences=PreferenceCache(store, "en"),
            clock=clock,
            prepare=nothing,
            guild_ready_timeout=0.01,
            max_ratelimit_timeout=None,
        )
        playground = clubhouse(clock=lambda: clock.now().timestamp(), validate=oracle())
        playground.busy = lambda: store.busy
        await house.enter_async_context(playground)
        house.enter_context(connect_to(playground.api, playground.gateway_url))
        life = asyncio.create_task(bot.start(playground.token))
        try:
            await playground.until(lambda: bot.is_ready() or life.done())
            yield Server(playground, store, tables, clock, bot)
        finally:
            await bot.close()
            await life


def labels(message: Message) -> list[str]:
    return [str(button.get("label")) for button in message.buttons()]


def menu_of(message: Message, rest: str) -> dict[str, Any]:
    """A menu by the last part of its custom_id."""
    (found,) = [menu for menu in message.selects() if menu["custom_id"].split(":")[-1] == rest]
    return found


async def open_setting(person: LocalPerson, message: Message, key: str) -> None:
    """Choose from the further menu of /settings or /preferences, where this is not shown yet."""
    if all(menu["custom_id"].split(":")[-1] != key for menu in message.selects()):
        await person.select(message, menu_of(message, "more")["custom_id"], [key])


def default_of(message: Message, rest: str) -> str:
    """The value that a menu shows as chosen."""
    (value,) = [o["value"] for o in menu_of(message, rest)["options"] if o.get("default")]
    return str(value)
