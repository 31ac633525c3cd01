"""What one person is told by direct message, because nobody reads it anywhere else."""

from __future__ import annotations

from contextlib import suppress

from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach, directly
from cogs.screens.parts.components import text_screen


async def tell(outlet: Outlet, user: int, text: str, nonce: str) -> None:
    """Send somebody a direct message; nothing where they take none."""
    with suppress(OutOfReach), directly():
        await outlet.say(await outlet.open_dm(user), Post(text_screen(text), nonce))


def place(guild: int, channel: int) -> str:
    """Return the address of a channel, which names it and its server in a direct message, too."""
    return f"https://discord.com/channels/{guild}/{channel}"
