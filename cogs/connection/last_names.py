"""What people are called on a server, as the newest press says."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import suppress

import discord

from cogs.connection.context import name_of
from kwbot.engine.errors import RuleViolation
from kwbot.metrics import counted
from kwbot.storage.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.game_manager import Tables

_log = logging.getLogger(__name__)

REMEMBERED = 10_000
"""Names of which it is known that they are stored, at most."""


class LastNames:
    """Shows a changed name at tables, and stores it for boards, of those alone who have sat at a
    table there or have a standing. A press in direct messages does not say what a server calls
    somebody, unless they have no name of their own there."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._stored: OrderedDict[tuple[int, int], str] = OrderedDict()
        """By server and user."""
        self._unnamed: OrderedDict[tuple[int, int], None] = OrderedDict()
        """Who has no name of their own on a server: there they are called as everywhere."""

    async def heard(self, guild: int | None, user: discord.User | discord.Member) -> None:
        """Note the name with which somebody pressed something, or was named. Never raises."""
        if guild is None:
            await self._heard_elsewhere(user)
            return
        self._note_own(guild, user)
        name = name_of(user)
        if self._stored.get((guild, user.id)) == name:
            return
        try:
            await self._call(guild, user.id, name)
            before = await self._store.last_name(guild, user.id)
            if before is None:
                return
            if before != name:
                await self._store.rename(guild, user.id, name)
        except StorageError as error:
            _log.warning("a name was not stored: %s", counted(error))
            return
        self._stored[guild, user.id] = name
        if len(self._stored) > REMEMBERED:
            self._stored.popitem(last=False)

    def _note_own(self, guild: int, user: discord.User | discord.Member) -> None:
        """Note whether a member has a name of their own on a server."""
        if isinstance(user, discord.Member) and user.nick is not None:
            self._unnamed.pop((guild, user.id), None)
        elif isinstance(user, discord.Member):
            self._unnamed[guild, user.id] = None
            if len(self._unnamed) > REMEMBERED:
                self._unnamed.popitem(last=False)

    async def _heard_elsewhere(self, user: discord.User | discord.Member) -> None:
        """Note the name of somebody who presses in direct messages, on the servers at whose tables
        they sit without a name of their own."""
        for guild in {table.guild for table in self._tables.of_user(user.id)}:
            if (guild, user.id) in self._unnamed:
                await self.heard(guild, user)

    async def _call(self, guild: int, user: int, name: str) -> None:
        """Call somebody so at the tables where they sit."""
        for table in self._tables.of_user(user):
            if table.guild == guild:
                with suppress(RuleViolation):  # it is closed, or another process's, by now
                    await self._tables.at(table.id).call(user, name)

    def forget(self, user: int) -> None:
        """Forget somebody whose data is deleted."""
        for key in [key for key in self._stored if key[1] == user]:
            del self._stored[key]
