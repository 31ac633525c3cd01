"""A proxy that keeps Discord's limits: the bot's own calls go through it, no others do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import web

from cogs.connection.endpoint import connect_to, through
from kwbot.hosting.http_server import serving
from tests.e2e.club import Club

HANDED_ON = ("Authorization", "Content-Type", "X-Audit-Log-Reason")


class Proxy:
    """Sends on whatever comes, as nirn-proxy does, to the server at `origin`."""

    def __init__(self, origin: str) -> None:
        self.calls: list[str] = []
        self._origin = origin
        self._session: aiohttp.ClientSession

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Yield its address."""
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._send_on)
        async with aiohttp.ClientSession() as self._session, serving(app, "127.0.0.1", 0) as port:
            yield f"http://127.0.0.1:{port}"

    async def _send_on(self, request: web.Request) -> web.Response:
        self.calls.append(f"{request.method} {request.path}")
        headers = {name: request.headers[name] for name in HANDED_ON if name in request.headers}
        url, body = self._origin + request.path_qs, await request.read()
        async with self._session.request(
            request.method, url, data=body, headers=headers
        ) as response:
            said = await response.read()
            return web.Response(
                status=response.status, body=said, content_type=response.content_type
            )


async def test_a_hand_is_played_through_a_proxy(tmp_path: Path, same_cards: None) -> None:
    club = Club(f"sqlite+aiosqlite:///{tmp_path / 'kwbot.sqlite3'}")
    async with club.playground as here:
        proxy = Proxy(here.base)
        async with proxy.running() as address:
            with connect_to(here.api, here.gateway_url), through(address):
                await club.start()
                try:
                    table = await club.table([club.guest("Anna")], computers=3)
                    await club.ready(table.id)
                    await club.turn()
                    await here.idle()
                finally:
                    await club.stop()
        assert here.refusals == []
        by_token = [call.path for call in here.calls if "/callback" in call.path]
        assert by_token, "interactions were answered"
        assert [path for path in proxy.calls if "/webhooks/" in path or "/callback" in path] == []
        assert any(path.endswith("/messages") for path in proxy.calls), "and hands were sent"
