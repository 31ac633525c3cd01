"""Points discord.py at another server than Discord: at the playground."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


@contextmanager
def connect_to(api: str, gateway: str) -> Iterator[None]:
    """Within the block every client of this process speaks to ``api`` and ``gateway``.

    ``api`` is the root of REST v10 (http://127.0.0.1:1234/api/v10), ``gateway`` a ws:// address.
    The pictures of Discord's CDN are not redirected.
    """
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
