"""The names of people on a server, kept up to date by every press."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

import discord
from cachetools import LRUCache, TTLCache

from cogs.connection.context import name_of
from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import GuildId, UserId
from kwbot.metrics import count_error
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.time.clock import Clock

_log = logging.getLogger(__name__)

NAME_CACHE_SIZE = 10_000
"""Most names remembered."""
LOOKUP_RETRY_DELAY = timedelta(minutes=1)
"""Shortest time between lookups of an unknown user, however often they press."""


class LastNames:
    """Shows a changed name at tables, and stores it for leaderboards if its user has sat at a table
    there or has a standing. A press in direct messages does not show the name on a server, unless
    the user has no nickname there."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._looked_up = LRUCache[tuple[GuildId, UserId], tuple[str, datetime | None]](
            NAME_CACHE_SIZE
        )
        """By server and user: a name, and until when it needs no work; None: until it changes."""
        self._unnamed = LRUCache[tuple[GuildId, UserId], None](NAME_CACHE_SIZE)
        """Members without a nickname on a server, where they have their usual name."""
        self._elsewhere = TTLCache[UserId, str, datetime](
            NAME_CACHE_SIZE, LOOKUP_RETRY_DELAY, clock.now
        )
        """Names of users who pressed in direct messages lately: finding their tables means
        searching all open ones."""

    async def note_name(self, guild_id: GuildId, user: discord.User | discord.Member) -> None:
        """Note the name of a user who pressed something or was named. Never raises."""
        if not guild_id:
            await self._note_name_elsewhere(user)
            return
        self._note_nickname(guild_id, user)
        user_id, name, now = UserId(user.id), name_of(user), self._clock.now()
        before, until = self._looked_up.get((guild_id, user_id), ("", None))
        if before == name and (until is None or now < until):
            return
        self._looked_up[guild_id, user_id] = name, now + LOOKUP_RETRY_DELAY
        try:
            await self._call(guild_id, user_id, name)
            stored = await self._store.people.last_name(guild_id, user_id)
            if stored not in (None, name):
                await self._store.people.rename(guild_id, user_id, name)
        except StorageError as error:
            self._looked_up.pop((guild_id, user_id), None)
            _log.warning("a name was not stored: %s", count_error(error))
            return
        if stored is not None:
            self._looked_up[guild_id, user_id] = name, None

    def _note_nickname(self, guild_id: GuildId, user: discord.User | discord.Member) -> None:
        """Note whether a member has a nickname on a server."""
        if isinstance(user, discord.Member) and user.nick is not None:
            self._unnamed.pop((guild_id, UserId(user.id)), None)
        elif isinstance(user, discord.Member):
            self._unnamed[guild_id, UserId(user.id)] = None

    async def _note_name_elsewhere(self, user: discord.User | discord.Member) -> None:
        """Note the name of a user who presses in direct messages, on the servers at whose tables
        they sit without a nickname."""
        user_id, name = UserId(user.id), name_of(user)
        if self._elsewhere.get(user_id) == name:
            return
        self._elsewhere[user_id] = name
        for guild in {table.guild for table in self._tables.index.of_user(user_id)}:
            if (guild, user_id) in self._unnamed:
                await self.note_name(guild, user)

    async def _call(self, guild_id: GuildId, user_id: UserId, name: str) -> None:
        """Show a user's name at the tables where they sit."""
        for table in self._tables.index.of_user(user_id):
            if table.guild == guild_id:
                with suppress(RuleViolation):  # it has closed, or moved to another process
                    await self._tables.index.at(table.id).call(user_id, name)

    def forget(self, user_id: UserId) -> None:
        """Forget a user whose data is deleted."""
        self._elsewhere.pop(user_id, None)
        for key in [key for key in self._looked_up if key[1] == user_id]:
            del self._looked_up[key]
