"""The address that discord.py connects to, if it is not Discord's but the playground's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


@contextmanager
def connect_to(api: str, gateway: str) -> Iterator[None]:
    """Connect every client of this process to ``api`` and ``gateway`` within the block.

    ``api`` is the root of REST v10 (http://127.0.0.1:1234/api/v10), ``gateway`` a ws:// address.
    The pictures of Discord's CDN are on the same server as ``api``.
    """
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)
    Asset.BASE = str(yarl.URL(api).origin())
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
