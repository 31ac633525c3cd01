"""A display on real tables with a client that only pretends: it can fail in every way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import discord

from benches.stand_ins import HandClock
from cogs.connection.preferences import PreferenceCache
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.display import TableDisplay
from cogs.screens.parts.components import Screen
from kwbot.ids import GuildId
from kwbot.storage.store import Store
from kwbot.tables.serving.table_manager import Tables
from playground.people.screen import GLUE
from tests.quiet import are_threads_busy, is_loop_busy
from tests.tables import sandbox

CHANNEL = sandbox.CHANNEL
DM = 10_000
"""The channel of direct messages with user n is DM + n."""


class Sent(NamedTuple):
    how: str
    """post, edit or delete; of a thread archive, of an event remove."""
    channel: int
    message: int
    text: str
    nonce: str = ""
    ping: tuple[int, ...] = ()
    files: tuple[str, ...] = ()


class FakeDiscord:
    """A client that keeps what it was given. `faults` are raised one a call of their kind."""

    def __init__(self) -> None:
        self.log: list[Sent] = []
        self.faults: dict[tuple[str, int], list[BaseException]] = {}
        self.numbers = count(discord.utils.time_snowflake(HandClock().now()))
        self.archived: list[int] = []
        self.talk: dict[int, int] = {}
        """The last message that somebody wrote in a channel."""
        self.events: dict[int, dict[str, object]] = {}
        self.user = SimpleNamespace(id=499)
        self.http = self

    def fail(self, how: str, channel_id: int, *errors: BaseException) -> None:
        self.faults.setdefault((how, channel_id), []).extend(errors)

    def do(self, sent: Sent) -> None:
        self.log.append(sent)
        self._may_fail(sent.how, sent.channel)

    def _may_fail(self, how: str, channel_id: int) -> None:
        if waiting := self.faults.get((how, channel_id)):
            raise waiting.pop(0)

    def to(self, channel_id: int) -> list[Sent]:
        return [sent for sent in self.log if sent.channel == channel_id]

    async def get_channel(self, channel_id: int) -> dict[str, str | None]:
        last = self.talk.get(channel_id)
        return {"id": str(channel_id), "last_message_id": None if last is None else str(last)}

    async def edit_channel(self, channel_id: int, *, archived: bool) -> None:
        assert archived
        self._may_fail("archive", channel_id)
        self.archived.append(channel_id)

    async def create_guild_scheduled_event(
        self, guild_id: GuildId, **about: object
    ) -> dict[str, str]:
        assert about
        self._may_fail("add", guild_id)
        event = next(self.numbers)
        self.events[event] = {"id": str(event), "creator_id": str(self.user.id), **about}
        self._may_fail("added", guild_id)
        return {"id": str(event)}

    async def edit_scheduled_event(
        self, guild_id: GuildId, event: int, **about: object
    ) -> dict[str, str]:
        self.events[event] |= about
        return {"id": str(event)}

    async def get_scheduled_events(
        self, guild_id: GuildId, *, with_user_count: bool
    ) -> list[dict[str, object]]:
        return list(self.events.values())

    async def delete_scheduled_event(self, guild_id: GuildId, event: int) -> None:
        self._may_fail("remove", guild_id)
        del self.events[event]

    async def create_dm(self, user: discord.Object) -> FakeChannel:
        return FakeChannel(self, DM + user.id)

    def get_partial_messageable(self, channel_id: int) -> FakeChannel:
        return FakeChannel(self, channel_id)


class FakeChannel(NamedTuple):
    client: FakeDiscord
    id: int

    async def send(
        self,
        *,
        view: Screen,
        files: Sequence[discord.File],
        nonce: str,
        allowed_mentions: discord.AllowedMentions,
    ) -> FakeMessage:
        users = allowed_mentions.users
        assert not isinstance(users, bool)
        number, ping = next(self.client.numbers), tuple(user.id for user in users)
        names = _names(files)
        self.client.do(Sent("post", self.id, number, _text(view), nonce, ping, names))
        return FakeMessage(self, number)

    def get_partial_message(self, number: int) -> FakeMessage:
        return FakeMessage(self, number)


class FakeMessage(NamedTuple):
    channel: FakeChannel
    id: int

    async def edit(self, *, view: Screen, attachments: Sequence[discord.File]) -> None:
        files = _names(attachments)
        self.channel.client.do(Sent("edit", self.channel.id, self.id, _text(view), files=files))

    async def delete(self) -> None:
        self.channel.client.do(Sent("delete", self.channel.id, self.id, ""))


def _names(files: Sequence[discord.File]) -> tuple[str, ...]:
    return tuple(file.filename for file in files)


def _text(view: Screen) -> str:
    components: Any = view.to_components()
    return GLUE.sub(" ", json.dumps(components, ensure_ascii=False))


class Office(sandbox.House):
    """Tables that are shown through a fake client."""

    def __init__(self, store: Store, *, channel_limit: int = 1000) -> None:
        self._channel_limit = channel_limit
        super().__init__(store)

    def begin(self) -> Tables:
        preferences_of = PreferenceCache(self.store, "en").preferences_of
        calls = DiscordCalls(self.clock, self._channel_limit)
        self.display = TableDisplay(calls, self.clock, preferences_of)
        self.listener = cast("sandbox.Listener", self.display)
        tables = super().begin()
        self.discord = FakeDiscord()
        self.display.connect(cast("discord.Client", self.discord), tables)
        return tables

    async def settled(self) -> None:
        """Until everything that needs no time to pass has been done."""
        pictures, seen, quiet = self.display.renderer.pictures, -1, 0
        while quiet < 3:
            await self.store.ping()
            busy = is_loop_busy() or are_threads_busy() or pictures.busy or self.store.busy
            busy = busy or len(self.discord.log) > seen
            seen, quiet = len(self.discord.log), 0 if busy else quiet + 1

    async def until(self, predicate: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not predicate():
                await self.store.ping()

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.settled()
