"""Which looks Discord refuses where, so that nobody waits for the same refusal again."""

from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from typing import TypeVar

from cachetools import TTLCache

from cogs.delivery.calls.undelivered import INVALID_FORM, EmojiRefused, LookRefused
from kwbot.tables.time.clock import Clock

T = TypeVar("T")

CHANNEL_REFUSAL_TIME = timedelta(hours=1)
"""How long a channel gets no pictures after refusing one: the bot may lack *Attach Files*, or it is
Discord's bug #7529, which affects edits alone."""
_REMEMBERED = 1000


class LookRefusals:
    """What Discord has refused lately. `clock` is a steady one; `emojis_gone` is called with
    refused emojis, which must no longer be drawn, and returns False if none of them was drawn."""

    def __init__(self, clock: Clock, emojis_gone: Callable[[Collection[int]], bool]) -> None:
        self._emojis_gone = emojis_gone
        self._channels = TTLCache[int, None, datetime](_REMEMBERED, CHANNEL_REFUSAL_TIME, clock.now)
        """Channels that get no pictures for a while."""
        self._edits = TTLCache[int, None, datetime](_REMEMBERED, CHANNEL_REFUSAL_TIME, clock.now)
        """Channels where no edit brings a picture for a while."""

    async def send_with_fallback(
        self, channel_id: int, send: Callable[[], Awaitable[T]], *, edit: bool = False
    ) -> T:
        """Send. Where the look is refused, note that and send again; `send` then draws a plainer
        look: emojis instead of a picture, symbols instead of emojis."""
        for _ in range(2):
            try:
                return await send()
            except LookRefused as refusal:
                self.note(channel_id, refusal, edit=edit)
        return await send()

    def note(self, channel_id: int, refusal: LookRefused, *, edit: bool) -> None:
        """Note that a look was refused, in an `edit` or a post. Raises the refusal if no plainer
        look is left."""
        if isinstance(refusal, EmojiRefused):
            if not self._emojis_gone(refusal.emojis):
                raise refusal
            return
        refusing = self._edits if edit and refusal.code == INVALID_FORM else self._channels
        refusing[channel_id] = None

    def forget(self, channel_id: int) -> None:
        """Allow pictures again: the bot's permissions may have changed."""
        self._channels.pop(channel_id, None)

    def takes(self, channel_id: int, *, edit: bool = False) -> bool:
        """Whether a picture may be sent to a channel, or be brought by an `edit` there."""
        return not (channel_id in self._channels or (edit and channel_id in self._edits))
