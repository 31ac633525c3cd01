"""Which looks Discord refuses where, so that nobody waits for the same refusal again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TypeVar

from cogs.delivery.undelivered import INVALID_FORM, EmojiRefused, LookRefused
from kwbot.tables.clock import Clock

T = TypeVar("T")

IN_CHANNEL = timedelta(hours=1)
"""How long a channel gets none after it has refused one: the bot may lack *Attach Files*."""
IN_EDITS = timedelta(days=1)
"""How long none is sent with an edit after Discord took one for invalid: its bug #7529."""
_REMEMBERED = 1000


class LookRefusals:
    """What Discord has refused lately. `clock` is a steady one; `emojis_gone` is called when an
    emoji was refused: from then on none of the application's is to be drawn. It returns False where
    none was."""

    def __init__(self, clock: Clock, emojis_gone: Callable[[], bool]) -> None:
        self._clock = clock
        self._emojis_gone = emojis_gone
        self._channels: OrderedDict[int, datetime] = OrderedDict()
        self._edits: datetime | None = None

    async def sent(
        self, channel: int, send: Callable[[], Awaitable[T]], *, edit: bool = False
    ) -> T:
        """Send; where the look is refused, note that and send again, when `send` draws a plainer
        one: emojis for a picture, symbols for emojis."""
        for _ in range(2):
            try:
                return await send()
            except LookRefused as refusal:
                self.note(channel, refusal, edit=edit)
        return await send()

    def note(self, channel: int, refusal: LookRefused, *, edit: bool) -> None:
        """Note that a look was refused, by an `edit` or where it was posted. Raises the refusal
        where no plainer look is left."""
        if isinstance(refusal, EmojiRefused):
            if not self._emojis_gone():
                raise refusal
            return
        now = self._clock.now()
        if edit and refusal.code == INVALID_FORM:
            self._edits = now + IN_EDITS
            return
        self._channels[channel] = now + IN_CHANNEL
        if len(self._channels) > _REMEMBERED:
            self._channels.popitem(last=False)

    def forget(self, channel: int) -> None:
        """Try again: the bot's permissions may be others now."""
        self._channels.pop(channel, None)

    def takes(self, channel: int, *, edit: bool = False) -> bool:
        """Whether a picture may be sent to a channel, or brought by an `edit` there."""
        until, now = self._channels.get(channel), self._clock.now()
        if until is not None and until > now:
            return False
        return not (edit and self._edits is not None and self._edits > now)
