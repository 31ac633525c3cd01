"""Who watches a table: each has a message for them alone, which follows the game.

Their own token redraws it, so it counts for nothing; a quarter of an hour after a press it stays as
it is, until they press *Watch* again. So it does after a restart: tokens are never stored.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import discord

from cogs.delivery.calls.loop import Loop
from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Private
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure
from cogs.delivery.messages.private_hand import PreferencesOf
from cogs.delivery.pictures.gallery import Gallery
from cogs.screens.parts.components import Screen, drawing
from kwbot.tables.state.table_state import LobbyTable, TableState
from kwbot.tables.time.clock import Clock

MOST = 50
"""So many messages of watchers of one table are redrawn."""
APART = timedelta(seconds=2)
"""How long they stay as they are, at least: a token has few calls."""


class WatchedTable(Protocol):
    """What watchers ask of the table's message, which holds the table's state."""

    table: TableState


@dataclass
class Watching:
    """A watcher's message, and what it shows."""

    private: Private
    shows: Hashable


class Watchers:
    def __init__(
        self,
        at: WatchedTable,
        outlet: Outlet,
        gallery: Gallery,
        preferences_of: PreferencesOf,
        clock: Clock,
    ) -> None:
        self._at = at
        self._outlet = outlet
        self._gallery = gallery
        self._preferences_of = preferences_of
        self._clock = clock
        self._watching: OrderedDict[int, Watching] = OrderedDict()
        """By user; who came last is last."""
        self._redrawn: datetime | None = None
        self.loop = Loop(f"watchers of table {at.table.id}", clock, self._work)

    def came(self, interaction: discord.Interaction, view: Screen) -> None:
        """Somebody's press was answered with what they watch."""
        private = Private.answer(interaction, self._clock.now())
        self._watching[interaction.user.id] = Watching(private, drawing(view))
        self._watching.move_to_end(interaction.user.id)
        if len(self._watching) > MOST:
            self._watching.popitem(last=False)

    async def _work(self) -> datetime | None:
        table, now = self._at.table, self._clock.now()
        if isinstance(table, LobbyTable) or not self._watching:
            return None
        if self._redrawn is not None and now < self._redrawn + APART:
            return self._redrawn + APART
        self._redrawn = now
        again = None
        for user, watching in list(self._watching.items()):
            if now >= watching.private.until:
                self._watching.pop(user, None)
                continue
            try:
                await self._redraw(user, watching)
            except TransientFailure:
                again = now + APART
            except OutOfReach:
                self._watching.pop(user, None)
        return again

    async def _redraw(self, user: int, watching: Watching) -> None:
        """Redraw somebody's message if it has changed."""
        table = self._at.table
        assert not isinstance(table, LobbyTable)
        preferences, channel = await self._preferences_of(user, table.language), table.channel

        async def send() -> None:
            view = await self._gallery.watched(table, preferences, channel, edit=True)
            shows = drawing(view)
            if shows != watching.shows:
                await self._outlet.edit_private(watching.private, view)
                watching.shows = shows

        await self._gallery.refusals.sent(channel, send, edit=True)
