"""The application's own emojis: uploaded once, then used in texts, buttons and menus."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.undelivered import OutOfReach
from kwbot.looks.emojis import emojis, former_emojis, is_old_emoji
from kwbot.tables.time.clock import Clock

_log = logging.getLogger(__name__)

UPLOADED_MEANWHILE = timedelta(seconds=10)
"""Delay before looking again for what another process uploads."""
UPLOAD_RETRY_DELAY = timedelta(hours=1)
"""Delay after Discord has refused an upload, or an emoji that it lists."""
UNDER_WAY = timedelta(seconds=10)
"""The longest that messages drawn before may still be under way."""


class EmojiShelf:
    """Uploads missing emojis and renames or deletes our old ones, in the background. Existing ones
    are drawn meanwhile, under whatever name, and symbols for the others: Discord may take only some
    fifty an hour."""

    def __init__(self, clock: Clock, leads: Callable[[], bool] = lambda: True) -> None:
        """`leads`: whether this is the process, of several, that uploads them."""
        self._leads = leads
        self.ids: dict[str, int] = {}
        """Ids of the emojis to draw with, by name. Always the same mapping, so that whoever is
        about to draw with it sees a refusal."""
        self._there: dict[str, int] = {}
        """The application's emojis by present name, as far as known."""
        self._renames: dict[str, int] = {}
        """Those of them that are still to get these names."""
        self._listed = False
        """Whether we have asked Discord for them."""
        self._doubted: dict[int, datetime] = {}
        """Emojis that Discord refused, and until when each is not drawn even if it is listed."""
        self._uploads_from = clock.now()
        self._clock = clock
        self._calls: DiscordCalls
        self._looking = CatchUpLoop("emojis", clock, self._look)
        self._uploading = CatchUpLoop("uploads of emojis", clock, self._upload)
        """A loop of its own: when uploads are limited, discord.py waits as long as Discord says."""

    def stock(self, calls: DiscordCalls) -> None:
        """Begin, or go on after a new connection, unless all emojis exist and no old ones do."""
        self._calls = calls
        if not self._listed:
            self._looking.poke()
        elif self._missing or self._renames or self._old:
            self._uploading.poke()

    def doubt(self, refused: Collection[int]) -> bool:
        """Draw symbols for emojis that Discord has refused: a person or another version may have
        deleted them. Return False if none is ours, so none was drawn."""
        now = self._clock.now()
        for name in [name for name, number in self.ids.items() if number in refused]:
            self._doubted[self.ids.pop(name)] = now + UPLOAD_RETRY_DELAY
            self._looking.poke()
        lately = now + UPLOAD_RETRY_DELAY - UNDER_WAY
        return any(until > lately for one, until in self._doubted.items() if one in refused)

    async def stop(self) -> None:
        await self._looking.stop()
        await self._uploading.stop()

    @property
    def _missing(self) -> list[str]:
        """Names of the missing emojis, in the order in which they are wanted."""
        return [name for name in emojis() if name not in self._there]

    @property
    def _old(self) -> list[str]:
        """Names of our own emojis from earlier versions."""
        return [name for name in self._there if is_old_emoji(name)] if self._leads() else []

    async def _look(self) -> datetime | None:
        """Look for existing emojis. Return when to look again if some are awaited or doubted."""
        await self._list()
        self._show()
        if self._missing and not self._leads():
            return self._clock.now() + UPLOADED_MEANWHILE
        self._uploading.poke()
        return min(self._doubted.values(), default=None)

    async def _list(self) -> None:
        """List the existing emojis, under former names too: Discord draws an emoji by its id."""
        self._there, self._listed = await self._calls.application.emojis(), True
        former = {old: name for old, name in former_emojis().items() if old in self._there}
        self._renames = {
            name: self._there.pop(old) for old, name in former.items() if name not in self._there
        }
        self._there |= self._renames

    def _show(self) -> None:
        """Draw all existing emojis that are not (or no longer) doubted."""
        now = self._clock.now()
        self._doubted = {one: until for one, until in self._doubted.items() if until > now}
        self.ids.clear()
        self.ids.update(
            (name, number)
            for name, number in self._there.items()
            if name in emojis() and number not in self._doubted
        )

    async def _upload(self) -> datetime | None:
        """Rename emojis with former names, upload missing ones, then delete old ones."""
        while self._renames and self._leads():
            name, emoji = next(iter(self._renames.items()))
            await self._calls.application.rename_emoji(emoji, name)
            del self._renames[name]
        if self._clock.now() < self._uploads_from:
            return self._uploads_from
        missing = self._missing
        for name in missing:
            try:
                self._there[name] = await self._calls.application.add_emoji(name, emojis()[name])
            except OutOfReach as refusal:  # no room is left, or another process was quicker
                await self._list()
                if name not in self._there:
                    _log.warning("Discord refuses the emojis of the cards (%d)", refusal.code)
                    self._uploads_from = self._clock.now() + UPLOAD_RETRY_DELAY
                    return self._uploads_from
            self._show()
        if missing:
            _log.info("%d emojis are there, %d of them new", len(emojis()), len(missing))
        for name in self._old:
            await self._calls.application.remove_emoji(self._there[name])
            del self._there[name]
        return None
