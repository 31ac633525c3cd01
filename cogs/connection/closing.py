"""How a connection ends."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

_log = logging.getLogger(__name__)

CLOSE_SECONDS = 10


async def end(client: discord.Client, *tasks: asyncio.Task[Any]) -> None:
    """Close a connection, however broken it is, and what goes on beside it."""
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()
    except Exception as error:  # noqa: BLE001 - a broken connection may break in any way
        _log.info("closing the connection: %s", type(error).__name__)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
