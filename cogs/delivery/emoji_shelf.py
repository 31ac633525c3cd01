"""The application's own emojis: uploaded once, then there for texts, buttons and menus."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from cogs.delivery.loop import Loop
from cogs.delivery.outlet import Outlet
from cogs.delivery.undelivered import OutOfReach
from kwbot.looks.emojis import PREFIX, emojis
from kwbot.tables.clock import Clock, sleep

_log = logging.getLogger(__name__)

UPLOADED_MEANWHILE = timedelta(seconds=10)
"""When to look again for what another process uploads."""
AGAIN = timedelta(hours=1)
"""How long to wait after Discord has refused emojis."""
UNDER_WAY = timedelta(seconds=10)
"""How long messages are under way, at most, that were drawn before."""


class EmojiShelf:
    """Uploads the emojis that are missing and removes our old ones, in the background."""

    def __init__(self, clock: Clock, leads: Callable[[], bool] = lambda: True) -> None:
        """`leads`: whether this process uploads them, of several."""
        self._leads = leads
        self.ids: dict[str, int] = {}
        """The emojis by name; empty until all are there, so that no two cards look different.
        Always the same mapping: whoever is about to draw with it sees that one was refused."""
        self._old: list[int] = []
        """Emojis of earlier versions, which are to be removed."""
        self._doubted = False
        self._drawn_until = clock.now()
        """When nothing is under way any more that was drawn with them."""
        self._clock = clock
        self._outlet: Outlet
        self._loop = Loop("emojis", clock, self._work)

    def stock(self, outlet: Outlet) -> None:
        """Begin, or go on after a new connection; do nothing once all emojis are there, and no old
        ones."""
        self._outlet = outlet
        if not self.ids or self._old:
            self._loop.poke()

    def doubt(self) -> bool:
        """Draw symbols until all emojis are there again: Discord has refused one, which somebody or
        another version has removed. Return False where it was none of ours: they were not drawn."""
        now = self._clock.now()
        if self.ids:
            self.ids.clear()
            self._doubted, self._drawn_until = True, now + UNDER_WAY
            self._loop.poke()
        return now < self._drawn_until

    async def stop(self) -> None:
        await self._loop.stop()

    async def _work(self) -> datetime | None:
        if self.ids:
            await self._remove_old()
            return None
        wanted, there = emojis(), await self._outlet.emojis()
        missing = wanted.keys() - there.keys()
        doubted, self._doubted = self._doubted, False
        if doubted and not missing:  # Discord refuses what it lists
            return await self._later()
        if missing and not self._leads():
            return self._clock.now() + UPLOADED_MEANWHILE
        try:
            for name in sorted(missing):
                there[name] = await self._outlet.add_emoji(name, wanted[name])
        except OutOfReach as refusal:  # no room is left; or another process was quicker
            there = await self._outlet.emojis()
            if not wanted.keys() <= there.keys():
                _log.warning("Discord refuses the emojis of the cards (%d)", refusal.code)
                return await self._later()
        _log.info("%d emojis are there, %d of them new", len(wanted), len(missing))
        self.ids.update((name, there[name]) for name in wanted)
        others = there.keys() - wanted.keys() if self._leads() else ()
        self._old = [there[name] for name in others if name.startswith(PREFIX)]
        await self._remove_old()
        return None

    async def _remove_old(self) -> None:
        while self._old:
            await self._outlet.remove_emoji(self._old[-1])
            self._old.pop()

    async def _later(self) -> datetime:
        await sleep(self._clock, self._clock.now() + AGAIN)
        return self._clock.now()
