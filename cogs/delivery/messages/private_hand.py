"""One player's hand in the table's channel, which they alone see: a copy, or where they play.

Discord lets nobody but the token that brought such a message redraw it. So it lives for a quarter
of an hour, and each press on it for another; after that *My hand* brings it anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import discord

from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Private
from cogs.delivery.calls.rate_limit import RateLimit
from cogs.delivery.calls.undelivered import Undelivered
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_facts import HandKey, present_deal
from kwbot.engine.values.actions import Seat
from kwbot.tables.state.table_state import TableState
from kwbot.tables.time.clock import Clock

PreferencesOf = Callable[[int, str], Awaitable[CardPreferences]]
"""How a user wants to be shown things; the language where they have not chosen one."""


class TableMessage(Protocol):
    """What a private hand asks of its table's message in the channel."""

    table: TableState
    message: int | None
    deal: int
    claimed: set[int]


class HandPanels(Protocol):
    """What draws hands for a channel; a picture that was refused there is not drawn again."""

    def key(self, table: TableState, seat: Seat) -> HandKey: ...

    def seeks_bids(self, table: TableState, seat: Seat) -> bool: ...

    @property
    def refusals(self) -> LookRefusals: ...

    async def draw(
        self,
        table: TableState,
        seat: Seat,
        preferences: CardPreferences,
        channel: int,
        *,
        edit: bool = False,
        unfolded: str = "",
    ) -> Screen: ...


class PrivateHand:
    """Redraws it, and lets it follow the table's message where the player plays by it."""

    def __init__(
        self,
        at: TableMessage,
        seat: Seat,
        outlet: Outlet,
        panels: HandPanels,
        preferences_of: PreferencesOf,
        clock: Clock,
    ) -> None:
        self._follows = False
        """Whether it is where the player plays, not a copy beside a direct message."""
        self._at = at
        self._seat = seat
        self._user = at.table.seated[seat].user or 0
        self._outlet = outlet
        self._panels = panels
        self._preferences_of = preferences_of
        self._clock = clock
        self._shown: Private | None = None
        self._channel = 0
        self._drawn: HandKey | None = None
        self._unfolded = ""
        """What its player wants to see besides, until they are asked again."""
        self._limit: RateLimit | None = None
        """What redrawing it waits for, from the first time on."""
        self._below: int | None = None
        """The table's message below which it stands."""
        self._left: list[Private] = []

    @property
    def is_unused(self) -> bool:
        """Whether there is nothing to redraw or to remove, and nobody plays by it."""
        return self._shown is None and not self._follows and not self._left

    def drew(
        self, interaction: discord.Interaction, key: HandKey, *, renewed: bool, unfolded: str
    ) -> None:
        """Note that the hand, as `key` and `unfolded` say, has answered a press: the pressed
        message itself, or a new one at the end of the channel."""
        if renewed or self._shown is None:
            self.leave()
            self._below = self._at.message
        self._shown = Private.answer(interaction, self._clock.now())
        self._channel, self._drawn = interaction.channel_id or 0, key
        self._unfolded = unfolded

    def outdate(self) -> None:
        """Draw the hand again, though it shows all there is."""
        self._drawn = None

    def leave(self) -> None:
        """Remove it soon."""
        if self._shown is not None:
            self._left.append(self._shown)
        self._shown, self._below = None, None

    async def draw(self) -> None:
        """Redraw it if it has changed, and remove what it has left behind."""
        while self._left:
            await self._outlet.delete_private(self._left.pop())
        shown = self._shown
        if shown is None or self._is_settled(shown):
            return
        if self._clock.now() > shown.until:
            self._shown = None
            return
        if self._limit is None:
            self._limit = self._outlet.token_limit()
        await self._limit.turn()
        if self._is_settled(shown):  # an answer to a press has drawn it meanwhile, or is about to
            return
        try:
            await self._edit(shown)
        except Undelivered:
            self._shown = None

    def _is_settled(self, shown: Private) -> bool:
        """Whether what is shown needs no call: it shows all, or the answer to a press will."""
        table = self._at.table
        if shown is not self._shown or shown.pressed in self._at.claimed or table.game is None:
            return True
        return self._drawn == self._panels.key(table, self._seat)

    async def _edit(self, shown: Private) -> None:
        key, was = self._panels.key(self._at.table, self._seat), self._drawn
        if was is None or was.own != key.own:
            self._unfolded = ""
        self._drawn = key

        async def send() -> None:
            await self._outlet.edit_private(shown, await self._view(edit=True))

        await self._panels.refusals.sent(self._channel, send, edit=True)

    async def _view(self, *, edit: bool = False) -> Screen:
        table, unfolded = self._at.table, self._unfolded if edit else ""
        preferences = await self._preferences_of(self._user, table.language)
        return await self._panels.draw(
            table, self._seat, preferences, self._channel, edit=edit, unfolded=unfolded
        )

    async def follow(self) -> bool:
        """Post it below the table's message, unless it stands there or that comes first. Return
        False without a token of the player."""
        self._follows = True
        comes_first = self._at.message is None or self._at.deal != present_deal(self._at.table)
        if comes_first or self._stands_below():
            return True
        self._channel = self._at.table.channel
        below, key = self._at.message, self._panels.key(self._at.table, self._seat)

        async def latest() -> Screen | None:
            nonlocal below, key
            below, key = self._at.message, self._panels.key(self._at.table, self._seat)
            return None if self._stands_below() else await self._view()

        posted = await self._panels.refusals.sent(
            self._channel, lambda: self._outlet.whisper(self._channel, self._user, latest)
        )
        if posted is not None:
            self.leave()
            await self.draw()
            self._shown, self._below, self._drawn, self._unfolded = posted, below, key, ""
        return self._stands_below()

    async def follow_no_more(self) -> None:
        """Remove it where the player played by it until now; a copy may stay."""
        if self._follows:
            self._follows = False
            self.leave()
            await self.draw()

    def _stands_below(self) -> bool:
        return self._shown is not None and self._below == self._at.message
