"""The weekly posts of servers."""

from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.messages import direct_notices
from cogs.delivery.messages.kept_message import Content, KeptMessage
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.club.weekly_screen import weekly_screen
from cogs.screens.parts.components import Screen
from kwbot.ids import UserId
from kwbot.storage.values.stored_weeklies import WeeklyPlan
from kwbot.text.club import weekly_text
from kwbot.weekly.weekly_news import WeeklyNews
from kwbot.weekly.weekly_posts import WeeklyPosts


class WeeklyMessages:
    """The bot's WeeklyVenue. `posts`: the weekly posts that it sends."""

    posts: WeeklyPosts

    def __init__(self, calls: MessageCalls, renderer: TableRenderer) -> None:
        self._calls = calls
        self._renderer = renderer

    async def post(self, news: WeeklyNews) -> None:
        plan, nonce = news.plan, f"w{news.plan.guild_id:x}.{news.week.first:%y%m%d}"
        message = KeptMessage(self._calls, self._renderer.refusals)
        shows = Content(self._screen, of=lambda: news, nonce=lambda: nonce)
        await message.post(plan.channel_id, shows)

    async def _screen(self, news: WeeklyNews, *, edit: bool) -> Screen:
        best, channel = news.hand, news.plan.channel_id
        hand = await self._renderer.deal(best.table, channel, edit=edit) if best else None
        return weekly_screen(news, hand)

    async def complain(self, plan: WeeklyPlan, user_id: UserId) -> None:
        await direct_notices.complain(self._calls, user_id, plan, weekly_text.refused_text, "w")
