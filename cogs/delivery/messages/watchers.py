"""The watchers of a table: each has a private message that follows the game.

It is redrawn by the watcher's own token, which costs no counted call. A quarter of an hour after a
press it stops, until they press *Watch* again, and so it does at a restart: tokens are never
stored.
"""

from collections import OrderedDict
from datetime import datetime, timedelta

import discord

from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.posts import Private
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.kept_message import Content, KeptMessage
from cogs.delivery.messages.private_hand import PreferencesOf
from cogs.screens.parts.components import Screen, drawing
from kwbot.ids import UserId
from kwbot.tables.state.table_state import LobbyTable, TableState

MAX_WATCHERS = 50
"""Most watchers of one table whose messages are redrawn."""
WATCHER_INTERVAL = timedelta(seconds=2)
"""Shortest time between redrawings: a token has few calls."""


class Watchers:
    def __init__(self, at: DisplayedTable, preferences_of: PreferencesOf) -> None:
        self._at = at
        self._preferences_of = preferences_of
        self._messages: OrderedDict[UserId, KeptMessage] = OrderedDict()
        """By user; the latest to come is last."""
        self._redrawn: datetime | None = None
        self.loop = CatchUpLoop(f"watchers of table {at.table.id}", at.clock, self._work)

    def add(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Note that an interaction was answered with `screen` of the game."""
        user = UserId(interaction.user.id)
        answer = Private.answer(interaction, self._at.clock.now())
        calls, refusals = self._at.calls.messages, self._at.renderer.refusals
        self._messages[user] = KeptMessage(calls, refusals, answer, drawing(screen))
        self._messages.move_to_end(user)
        if len(self._messages) > MAX_WATCHERS:
            self._messages.popitem(last=False)

    async def _work(self) -> datetime | None:
        now = self._at.clock.now()
        if isinstance(self._at.table, LobbyTable) or not self._messages:
            return None
        if self._redrawn is not None and now < self._redrawn + WATCHER_INTERVAL:
            return self._redrawn + WATCHER_INTERVAL
        self._redrawn = now
        failed = [not await self._follow(user, one) for user, one in [*self._messages.items()]]
        return now + WATCHER_INTERVAL if any(failed) else None

    async def _follow(self, user_id: UserId, message: KeptMessage) -> bool:
        """Redraw a watcher's message if it has changed, or let it go. Return False to try again."""
        if isinstance(message.at, Private) and self._at.clock.now() < message.at.until:
            try:
                await message.edit(self._at.table.channel, self._content(user_id))
            except TransientFailure:
                return False
            except OutOfReach:
                self._let_go(user_id, message)
        else:
            self._let_go(user_id, message)
        return True

    def _content(self, user_id: UserId) -> Content[TableState]:
        async def draw(table: TableState, *, edit: bool) -> Screen:
            assert not isinstance(table, LobbyTable)
            preferences = await self._preferences_of(user_id, table.language)
            return await self._at.renderer.watcher_screen(
                table, preferences, table.channel, edit=edit
            )

        return Content(draw, of=lambda: self._at.table)

    def _let_go(self, user_id: UserId, message: KeptMessage) -> None:
        if self._messages.get(user_id) is message:
            del self._messages[user_id]
