"""The page from which Discord fetches pictures (`cogs.delivery.pictures.picture_addresses`).

In a cluster any process may be asked; the address tells it who has the picture.
"""

from __future__ import annotations

from aiohttp import web

from cogs.connection.switchboard import HANDED_ON, Switchboard
from cogs.delivery.pictures.picture_addresses import PATH, PictureAddresses

GONE = {"Cache-Control": "no-store"}
SERVED = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


class PictureSite:
    def __init__(self, addresses: PictureAddresses, switchboard: Switchboard | None) -> None:
        """`switchboard`: in a cluster, by which others are asked."""
        self._addresses = addresses
        self._switchboard = switchboard

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get(PATH + r"/{mark:[0-9a-f]{8}}/{token:[\w-]{32}}.png", self._serve)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        found = self._addresses.picture(request.match_info["token"])
        if found is None:
            return await self._from_another(request) or web.Response(status=404, headers=GONE)
        png, left = found
        # No cache that others share keeps it, nor does anybody for longer than it has its address.
        kept = {"Cache-Control": f"private, max-age={int(left.total_seconds())}"}
        return web.Response(body=png, content_type="image/png", headers={**SERVED, **kept})

    async def _from_another(self, request: web.Request) -> web.Response | None:
        if self._switchboard is None or HANDED_ON in request.headers:
            return None
        return await self._switchboard.picture(request.match_info["mark"], request.path)
