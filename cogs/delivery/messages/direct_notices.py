"""Notices to one person by direct message, which nobody would read elsewhere."""

from collections.abc import Callable
from contextlib import suppress

from cogs.delivery.calls.message_calls import MessageCalls
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach, directly
from cogs.screens.parts.components import text_screen
from kwbot.ids import GuildId, UserId
from kwbot.storage.values.stored_dailies import DailyPlan
from kwbot.storage.values.stored_weeklies import WeeklyPlan
from kwbot.text.words.language import Language, language_of

RefusedText = Callable[[str, Language], str]
"""Returns the text that a channel, named by its address, refuses something."""


async def tell(calls: MessageCalls, user_id: UserId, text: str, nonce: str) -> None:
    """Send a user a direct message, unless they accept none."""
    with suppress(OutOfReach), directly():
        await calls.say(await calls.open_dm(user_id), Post(text_screen(text), nonce))


async def complain(
    calls: MessageCalls,
    user_id: UserId,
    plan: DailyPlan | WeeklyPlan,
    refused: RefusedText,
    about: str,
) -> None:
    """Tell whoever turned something on that its channel refuses it. `about` begins the nonce."""
    text = refused(place(plan.guild_id, plan.channel_id), language_of(plan.language))
    await tell(calls, user_id, text, f"{about}{plan.guild_id:x}.{plan.channel_id % 2**24:x}")


def place(guild_id: GuildId, channel_id: int) -> str:
    """Return a channel's address; in a direct message it shows channel and server by name."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"
