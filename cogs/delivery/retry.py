"""A retry of answers to interactions whose connection broke.

Discord takes the answer to an interaction once. So it may be sent again when nobody knows whether
it came through: at worst the second one is refused as too late, which is no error here.
"""

from __future__ import annotations

from typing import Any

import aiohttp
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

BROKEN = (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)


class RetryingAdapter(AsyncWebhookAdapter):
    """discord.py itself retries on Windows and BSD alone, by the number of the error."""

    async def request(self, route: Any, session: aiohttp.ClientSession, **named: Any) -> Any:
        try:
            return await super().request(route, session, **named)
        except BROKEN:
            if not route.path.endswith("/callback"):
                raise
        return await super().request(route, session, **named)


def retry_answers() -> None:
    """Retry what this task, and those that it starts, answer."""
    async_context.set(RetryingAdapter())  # type: ignore[no-untyped-call]
