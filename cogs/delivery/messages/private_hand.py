"""One player's hand in the table's channel, visible to them alone: a copy, or where they play.

Discord lets only the token that brought such a message redraw it. So it lives for a quarter of an
hour, renewed by each press on it; after that *My hand* brings it again.
"""

from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import discord

from cogs.delivery.calls.posts import Private
from cogs.delivery.calls.undelivered import Undelivered
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.kept_message import Content, KeptMessage, always
from cogs.delivery.pictures.panels import Panels
from cogs.screens.hand.draft import Draft
from cogs.screens.hand.hand_screen import copy_in_dms
from cogs.screens.hand.panel import IN_CHANNEL
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_facts import HandKey, present_deal, shown_deal
from kwbot.engine.values.actions import Seat
from kwbot.ids import NO_USER, UserId
from kwbot.tables.state.table_state import TableState
from kwbot.text.words.facts import HandCopy

NAMELESS = timedelta(minutes=1)
"""How long before it expires a message stops naming whoever is in turn."""
LEFT_OVER = timedelta(seconds=30)
"""How long after our use of its token has ended a message can still be redrawn by it."""
SPARE = "spare"
"""First in the `others` of a hand that may be behind."""
PreferencesOf = Callable[[UserId, str], Awaitable[CardPreferences]]
"""Returns a user's display preferences, given the language to use where they have chosen none."""


@dataclass(eq=False)
class HandPanel:
    """What a player's hand shows, wherever it is. `unfolded`: what the player has opened besides,
    until they are asked again."""

    at: DisplayedTable
    seat: Seat
    panels: Panels
    preferences_of: PreferencesOf
    unfolded: str = ""
    is_private: bool = False
    is_spare: Callable[[], bool] = bool
    """Whether the other copy is played from, so that this one may be behind."""

    def __post_init__(self) -> None:
        self.user = self.at.table.seated[self.seat].user

    @property
    def key(self) -> HandKey:
        """The current content, for comparison."""
        return self.panels.key(self.at.table, self.seat)

    @property
    def seeks_bids(self) -> bool:
        """Whether bids to suggest are being found for it."""
        return self.panels.suggestions.seeks(self.at.table, self.seat)

    async def preferences(self) -> CardPreferences:
        """Return the player's display preferences."""
        return await self.preferences_of(self.user or NO_USER, self.at.table.language)

    async def is_wanted_here(self) -> bool:
        """Whether the hand belongs in the channel, by its player's preference or the server's."""
        if self.user is None:
            return False
        return (await self.preferences()).is_hand_here(self.at.table.options)

    def key_in(self, message: KeptMessage) -> HandKey:
        """Return the current content for one of its messages, for comparison.

        It names whoever is in turn as long as each change of that is redrawn. Where redrawing costs
        a counted call, an outdated name is corrected once, to nobody. A private message also names
        nobody shortly before it can no longer be redrawn.
        """
        key, shown, at = self.key, message.shows, message.at
        if shown == key.aside:
            return key.aside
        if self.is_spare():
            return key._replace(others=(SPARE, key.others), named=None)
        if isinstance(at, Private):
            lasts = self.at.clock.now() < at.until - NAMELESS
            return key if lasts else key._replace(named=None)
        if at is None or not isinstance(shown, HandKey) or not self.at.calls.client.counts(at):
            return key
        is_new = shown.own != key.own
        return key if is_new or shown.named == key.named else key._replace(named=None)

    async def draw(
        self, message: KeptMessage, channel_id: int, key: HandKey, *, edit: bool
    ) -> Screen:
        """Return the screen of the hand by `key`, for one of its messages."""
        table, was = self.at.table, message.shows
        if not isinstance(was, HandKey) or was.own != key.own:
            self.unfolded = ""
        return await self.panels.draw(
            table, self.seat, await self.preferences(), channel_id, Draft(unfolded=self.unfolded),
            edit=edit, copy=await self._copy(key),
        )  # fmt: skip

    async def _copy(self, key: HandKey) -> HandCopy:
        """Return what the first line says about the other copy."""
        is_spare, other = is_spare_key(key), ""
        if self.is_private:
            other = copy_in_dms(self.at.table, self.seat, await self.preferences())
        elif is_spare:
            other = IN_CHANNEL
        drawn = int(self.at.clock.now().timestamp())
        return HandCopy(key.named is not None, other, is_spare, drawn)


class PrivateHand:
    """Redraws the private hand; where the player plays from it, it follows the table's message."""

    def __init__(self, panel: HandPanel) -> None:
        self._follows = False
        """Whether the player plays here, and this is no copy beside a direct message."""
        self._at = panel.at
        self._panel = panel
        self._hidden: KeptMessage | None = None
        self._channel = 0
        self._below: int | None = None
        """The table's message below which it was posted."""
        self._left: list[Private] = []
        self._stage: tuple[int, bool] | None = None
        """The deal it shows, and whether that deal is over."""

    @property
    def is_unused(self) -> bool:
        """Whether there is nothing to redraw or remove, and nobody plays from it."""
        return self._hidden is None and not self._follows and not self._left

    def note_answer(
        self, interaction: discord.Interaction, key: HandKey, *, renewed: bool, unfolded: str
    ) -> None:
        """Note that the hand (`key`, `unfolded`) has answered a press: in the pressed message, or,
        if `renewed`, in a new one at the end of the channel."""
        if renewed or self._hidden is None:
            if not self._is_on(interaction.message):
                self.leave()
            self._below = self._at.present.id
        answer = Private.answer(interaction, self._at.clock.now())
        self._stage = _stage(self._at.table)
        self._hidden = self._at.message(answer, key)
        self._channel, self._panel.unfolded = interaction.channel_id or 0, unfolded

    def _is_on(self, message: discord.Message | None) -> bool:
        """Whether a pressed message is known to show the hand."""
        at = self._hidden.at if self._hidden else None
        hidden = message is not None and message.flags.ephemeral
        return (
            hidden and isinstance(at, Private) and message is not None and at.pressed == message.id
        )

    @property
    def is_aside(self) -> bool:
        """Whether it shows something else in the hand's place."""
        return self._hidden is not None and self._hidden.shows == self._panel.key.aside

    @property
    def due(self) -> datetime | None:
        """When it is due to be redrawn even if nothing happens: to name nobody, or to lead
        elsewhere. None where there is none that can be redrawn."""
        until, shows = self._until, self._hidden.shows if self._hidden else None
        if until is None or until <= self._at.clock.now():
            return None
        nameless = until - NAMELESS
        names = isinstance(shows, HandKey) and bool(shows.named)
        return nameless if names and nameless > self._at.clock.now() else until

    @property
    def _until(self) -> datetime | None:
        """Until when it can be redrawn; None where there is none."""
        at = self._hidden.at if self._hidden else None
        return at.until if isinstance(at, Private) else None

    def outdate(self) -> None:
        """Redraw the hand, even if it is up to date."""
        if self._hidden is not None:
            self._hidden.shows = None

    def leave(self) -> None:
        """Let go of the present message, which is removed soon."""
        if self._hidden is not None and isinstance(self._hidden.at, Private):
            self._left.append(self._hidden.at)
        self._hidden, self._below = None, None

    @property
    def is_over(self) -> bool:
        """Whether there is one that has expired and can no longer follow the game."""
        return self._until is not None and self._until <= self._at.clock.now()

    async def end(self, screen: Screen) -> None:
        """Show `screen` in an expired message, while Discord still lets its token do that."""
        shown, until, self._hidden = self._hidden, self._until, None
        if shown is not None and until is not None and self._at.clock.now() < until + LEFT_OVER:
            with suppress(Undelivered):
                await shown.edit(self._channel, Content(always(screen), of=object))

    async def draw(self, *, is_used: bool = True) -> None:
        """Redraw it if it has changed, and remove the messages it has left. If not `is_used`, show
        only results and new deals."""
        while self._left:
            await self._at.calls.messages.delete_private(self._left.pop())
        shown = self._hidden
        if shown is None or self._at.table.running is None:
            return
        if shown.is_settled(self._panel.key_in(shown)):
            return
        if self.is_over:
            self._hidden = None
            return
        stage = _stage(self._at.table)
        if not is_used and stage == self._stage and is_spare_key(shown.shows):
            return
        self._stage = stage

        def is_wanted() -> bool:
            return shown is self._hidden and self._at.table.running is not None

        try:
            await shown.edit(self._channel, self._content(shown, is_wanted))
        except Undelivered:
            if self._hidden is shown:
                self._hidden = None

    def _content(self, shown: KeptMessage, is_wanted: Callable[[], bool]) -> Content[HandKey]:
        draw = partial(self._panel.draw, shown, self._channel)
        return Content(draw, lambda: self._panel.key_in(shown), by_state=True, is_wanted=is_wanted)

    async def follow(self) -> bool:
        """Post it below the table's message, unless it is there or a new message of the table is
        due first. Return False without a token of the player."""
        self._follows = True
        present, deal = self._at.present.id, self._at.notes.deal
        if present is None or deal != present_deal(self._at.table) or self._stands_below():
            return True
        self._channel = self._at.table.channel
        message, below = self._at.message(), present

        def is_wanted() -> bool:
            nonlocal below
            below = self._at.present.id or below
            return not self._stands_below()

        shows = self._content(message, is_wanted)
        if await message.whisper(self._channel, self._panel.user or NO_USER, shows):
            self.leave()
            await self.draw()
            self._hidden, self._below = message, below
        elsewhere = self.due is not None and self._channel != self._at.table.channel
        return self._stands_below() or elsewhere

    async def follow_no_more(self) -> None:
        """Remove it if the player played from it until now; a mere copy may stay."""
        if self._follows:
            self._follows = False
            self.leave()
            await self.draw()

    def _stands_below(self) -> bool:
        return self._hidden is not None and self._below == self._at.present.id


def is_spare_key(key: Hashable) -> bool:
    """Whether a hand that shows `key` says that it may be behind."""
    others = key.others if isinstance(key, HandKey) else None
    return isinstance(others, tuple) and others[:1] == (SPARE,)


def _stage(table: TableState) -> tuple[int, bool]:
    return shown_deal(table), table.running is None or table.running.match.deal is None
