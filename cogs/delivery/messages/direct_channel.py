"""The channel of one player's direct messages, and whether the player accepts any."""

import logging
from datetime import datetime, timedelta

from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.screens.parts.components import ActionRow, text_screen
from cogs.screens.table.table_buttons import hand_button
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.text.words import labels
from kwbot.text.words.language import language_of
from kwbot.text.words.mentions import mention

_log = logging.getLogger(__name__)

CLOSED = timedelta(minutes=30)
"""How long a player who refused a direct message is sent none."""
_DM_CLOSED = N_("{player}: I can't DM you. Press *{button}* on the table to see your cards.")


class DirectChannel:
    """The direct messages of the player on one seat of a table."""

    def __init__(self, at: DisplayedTable, seat: Seat) -> None:
        seated = at.table.seated[seat]
        self._at, self._seat, self._user = at, seat, seated.user
        self.known = seated.dm_channel
        """The channel's id, once it has been opened."""
        self._closed_until = None if seated.dm_open else self._until()
        self._told_closed = not seated.dm_open or seat in at.notes.seats_without_dms

    def _until(self) -> datetime:
        return self._at.clock.now() + CLOSED

    @property
    def is_closed(self) -> bool:
        """Whether the player refused a direct message lately."""
        return self._closed_until is not None and self._at.clock.now() < self._closed_until

    def try_again(self) -> None:
        """Assume that the player accepts direct messages, until one is refused."""
        self._closed_until = None

    async def open(self) -> int:
        """Return the channel's id. Raises OutOfReach."""
        if self.known is None:
            assert self._user is not None
            self.known = await self._at.calls.messages.open_dm(self._user)
        return self.known

    async def close(self, refusal: OutOfReach) -> None:
        """Note that the player refuses direct messages."""
        assert self._user is not None
        _log.info(
            "table %d: no message to player %d (%d)", self._at.table.id, self._seat, refusal.code
        )
        self._closed_until = self._until()
        await self._at.keep_dms(self._user, open_=False)

    async def offer_private_hand(self) -> None:
        """Offer the private hand in the channel, once, to a player who refuses direct messages."""
        if not self.is_closed or self._told_closed:
            return
        assert self._user is not None
        table = self._at.table
        language, button = language_of(table.language), labels.MY_HAND
        text = language.text(_DM_CLOSED, player=mention(self._user), button=language.term(button))
        screen = text_screen(text, ActionRow(hand_button(table, language)))
        post = Post(screen, f"{table.id}.c{self._seat}", [self._user])
        try:
            await self._at.calls.messages.say(table.channel, post)
        except OutOfReach:
            _log.info("table %d: a player cannot be reached", table.id)
            return
        self._told_closed = True
        self._at.notes.seats_without_dms = (*self._at.notes.seats_without_dms, self._seat)
        await self._at.keep()
