"""The web page: its files, and a WebSocket for each open window, on loopback only.

``guard`` refuses requests that a foreign web page makes this browser send: its name may point at
127.0.0.1 (DNS rebinding), but then Host or Origin gives it away. Windows hold no secrets: whoever
is at this machine may be any of the local people.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from playground.page.window import Windows

FILES = Path(__file__).parent / "files"
FONTS = Path(__file__).parent / "fonts"
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse (403) a request that does not name this machine or comes from another page."""
    try:
        port = request.url.port
    except ValueError:  # not a valid host
        port = None
    known = {f"{name}:{port}" for name in LOOPBACK_NAMES} | (
        set(LOOPBACK_NAMES) if port == 80 else set()
    )
    origin = request.headers.get("Origin")
    if request.host not in known or (origin is not None and origin not in _origins(known)):
        raise web.HTTPForbidden(text="This server answers its own page on this machine alone.")
    return await handler(request)


def _origins(hosts: set[str]) -> set[str]:
    return {f"http://{host}" for host in hosts}


class Site:
    """The routes of the page."""

    def __init__(self, windows: Windows) -> None:
        self._windows = windows

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self._socket)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/page/fonts/{name}", self._font)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(FILES / "index.html", headers=HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _file_in(FILES, request.match_info["name"])

    async def _font(self, request: web.Request) -> web.StreamResponse:
        return _file_in(FONTS, request.match_info["name"])

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=1024 * 1024, heartbeat=30)
        name, fresh = request.query.get("as", ""), "fresh" in request.query
        await socket.prepare(request)
        await self._windows.open(socket, name, fresh=fresh)
        return socket


def _file_in(folder: Path, name: str) -> web.FileResponse:
    """Return the response with a file directly in the folder. Raises HTTPNotFound."""
    wanted = folder / name
    if wanted.parent != folder or not wanted.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(wanted, headers=HEADERS)
