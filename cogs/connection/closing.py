"""How a connection ends."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

_log = logging.getLogger(__name__)

CLOSE_SECONDS = 10


class Closable(Protocol):
    """A client of Discord, or whatever is closed like one."""

    async def close(self) -> None: ...


async def end(client: Closable, *tasks: asyncio.Task[Any]) -> None:
    """Close a connection, however broken it is, and what goes on beside it."""
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()
    except Exception as error:  # noqa: BLE001 - a broken connection may break in any way
        _log.info("closing the connection: %s", type(error).__name__)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
