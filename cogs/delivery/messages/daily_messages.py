"""The messages of the deals of the day: one in each channel, edited when its day is over."""

from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.messages import direct_notices
from cogs.delivery.messages.kept_message import Content, KeptMessage
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.club.daily_screen import announce_screen, best_player, best_scene, over_screen
from cogs.screens.parts.components import Screen
from kwbot.daily.daily_manager import DailyDeals
from kwbot.daily.daily_venue import DailyNews
from kwbot.ids import UserId
from kwbot.storage.values.stored_dailies import DailyPlan
from kwbot.text.club import daily_text


class DailyMessages:
    """The bot's DailyVenue. `dailies`: the deals of the day that it shows."""

    dailies: DailyDeals

    def __init__(self, calls: MessageCalls, renderer: TableRenderer) -> None:
        self._calls = calls
        self._renderer = renderer

    async def show(self, news: DailyNews) -> int:
        """See kwbot.daily.daily_venue. A deleted message is reposted."""
        daily = news.daily
        message = KeptMessage(self._calls, self._renderer.refusals, daily.message_id)
        nonce = f"d{daily.id}.{daily.state}"
        shows = Content(self._screen, of=lambda: news, nonce=lambda: nonce)
        await message.edit_or_post(daily.channel_id, shows)
        assert message.id is not None
        return message.id

    async def complain(self, plan: DailyPlan, user_id: UserId) -> None:
        await direct_notices.complain(self._calls, user_id, plan, daily_text.refused_text, "d")

    async def _screen(self, news: DailyNews, *, edit: bool) -> Screen:
        if news.daily.state != "over":
            return announce_screen(news)
        label = self._renderer.faces.of(best_player(news)).labels.get(0)
        if (shows := best_scene(news, label)) is None:
            return over_screen(news, None)
        channel = news.daily.channel_id
        shown = await self._renderer.render(news.look, shows, channel, edit=edit)
        return over_screen(news, shows, shown)
