"""The messages of deals of the day in their channels: one each, edited when its day is over."""

from __future__ import annotations

from cogs.delivery.gallery import Gallery
from cogs.delivery.outlet import Outlet, Post
from cogs.delivery.undelivered import OutOfReach
from cogs.screens.components import Screen
from cogs.screens.daily_screen import announce_screen, best_scene, over_screen
from kwbot.daily.manager import DailyDeals
from kwbot.daily.venue import DailyNews


class DailyMessages:
    """The DailyVenue of the bot. `dailies`: those that it shows."""

    dailies: DailyDeals

    def __init__(self, outlet: Outlet, gallery: Gallery) -> None:
        self._outlet = outlet
        self._gallery = gallery

    def connect(self, dailies: DailyDeals) -> None:
        """Show these from now on."""
        self.dailies = dailies

    async def announce(self, news: DailyNews) -> int | None:
        """See kwbot.daily.venue."""
        post = Post(announce_screen(news), f"d{news.daily.id}")
        try:
            return (await self._outlet.say(news.daily.channel_id, post)).message
        except OutOfReach:
            return None

    async def conclude(self, news: DailyNews) -> None:
        """See kwbot.daily.venue."""
        daily = news.daily
        if daily.message_id is None:
            return
        message = daily.message_id

        async def send() -> bool:
            view = await self._screen(news)

            async def make() -> Screen:
                return view

            return await self._outlet.edit(daily.channel_id, message, make)

        try:
            await self._gallery.refusals.sent(daily.channel_id, send, edit=True)
        except OutOfReach:
            return

    async def _screen(self, news: DailyNews) -> Screen:
        shows = best_scene(news)
        if shows is None:
            return over_screen(news, None)
        shown = await self._gallery.shown(news.look, shows, news.daily.channel_id, edit=True)
        return over_screen(news, shows, shown)
