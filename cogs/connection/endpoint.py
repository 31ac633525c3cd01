"""The address that discord.py connects to, if not Discord's: the playground's, or a proxy's."""

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.delivery.calls.retry import AnswerAdapter


@contextmanager
def connect_to(api: str, gateway: str) -> Iterator[None]:
    """Connect every client of this process to ``api`` and ``gateway`` within the block. ``api`` is
    the root of REST v10 (http://127.0.0.1:1234/api/v10), ``gateway`` a ws:// address. The server of
    ``api`` also serves the pictures of Discord's CDN."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)
    Asset.BASE = str(yarl.URL(api).origin())
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


@contextmanager
def through(proxy: str | None) -> Iterator[None]:
    """Send counted calls through `proxy` within the block; those by the tokens of interactions,
    which Discord does not count, bypass it."""
    if proxy is None:
        yield
        return
    before = Route.BASE
    AnswerAdapter.direct = before
    Route.BASE = proxy.rstrip("/") + yarl.URL(before).path
    try:
        yield
    finally:
        Route.BASE, AnswerAdapter.direct = before, None
