"""The web page: its files, and a WebSocket for each open window. On loopback, for nobody else.

``guard`` refuses requests that a foreign web page makes this browser send: its name may point at
127.0.0.1 (DNS rebinding), but then Host or Origin tell. Windows hold no secrets: whoever is at
this machine may be any of the local people.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from kwbot.playground import sight
from kwbot.playground.model import Guild, Json, Message
from kwbot.playground.person import Person
from kwbot.playground.window import Window

if TYPE_CHECKING:
    from kwbot.playground.server import Playground

FILES = Path(__file__).parent / "page"
NAMES = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
# Whatever a bot uploads is shown as a picture or saved, and never runs here.
ATTACHED = {**HEADERS, "Content-Security-Policy": "sandbox; default-src 'none'"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """403 unless the request names this machine, and comes from this page if from any."""
    port = request.url.port
    known = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == 80 else set())
    origin = request.headers.get("Origin")
    if request.host not in known or (origin is not None and origin not in _origins(known)):
        raise web.HTTPForbidden(text="This server answers its own page on this machine alone.")
    return await handler(request)


def _origins(hosts: set[str]) -> set[str]:
    return {f"http://{host}" for host in hosts}


def attached(data: bytes, content_type: str) -> web.Response:
    """A file that somebody uploaded."""
    safe = content_type.startswith("image/") and "svg" not in content_type
    headers = ATTACHED if safe else {**ATTACHED, "Content-Disposition": "attachment"}
    return web.Response(body=data, headers={**headers, "Content-Type": content_type})


class Site:
    """The windows that are open, and what each person has read and dismissed."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.windows: set[Window] = set()
        self.read: dict[tuple[int, int], int] = {}
        """The last message that (person, channel) has read."""
        self.dismissed: set[tuple[int, int]] = set()
        """Ephemeral messages (person, message) that are gone from the person's screen."""

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self._socket)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/emojis/{emoji_id}", self._emoji)

    @property
    def people(self) -> list[Person]:
        return self.playground.people

    async def close(self) -> None:
        for window in list(self.windows):
            await window.close()

    # ------------------------------------------------------------------ files

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(FILES / "index.html", headers=HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        wanted = FILES / request.match_info["name"]
        if wanted.parent != FILES or not wanted.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(wanted, headers=HEADERS)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        wanted = request.match_info["emoji_id"]
        found = self.playground.emoji_images.get(int(wanted) if wanted.isdecimal() else 0)
        if found is None:
            raise web.HTTPNotFound
        kind, data = found
        return attached(data, kind)

    # ------------------------------------------------------------------ windows

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        name = request.query.get("as", "")
        person = next((p for p in self.people if p.name == name), None) or self.people[0]
        if "fresh" in request.query:
            self._forget_ephemeral(person)
        socket = web.WebSocketResponse(max_msg_size=1024 * 1024, heartbeat=30)
        await socket.prepare(request)
        window = Window(self, person, socket)
        self.windows.add(window)
        try:
            await window.run()
        finally:
            self.windows.discard(window)
        return socket

    def _forget_ephemeral(self, person: Person) -> None:
        """Messages that only one person sees are gone when their client starts anew."""
        if any(window.person is person for window in self.windows):
            return
        for channel in self.playground.channels.values():
            for message in channel.messages.values():
                if message.viewer is person.user:
                    self.dismissed.add((person.id, message.id))

    def shows(self, message: Message, person: Person) -> bool:
        return person.sees(message) and (person.id, message.id) not in self.dismissed

    def unread(self, person: Person) -> Json:
        """By channel: how many messages are unread, how many of these ring, the first one's id."""
        found: Json = {}
        for channel in self.playground.channels.values():
            if not sight.can_open(channel, person):
                continue
            last = self.read.get((person.id, channel.id), 0)
            new = [m for m in channel.messages.values() if m.id > last and self.shows(m, person)]
            new = [m for m in new if m.author is not person.user]
            if new:
                rings = sum(sight.rings(m, person) for m in new)
                first = str(min(m.id for m in new))
                found[str(channel.id)] = {"count": len(new), "rings": rings, "first": first}
        return found

    def to(self, person: Person, frame: Json) -> None:
        """The same to all windows of one person."""
        for window in self.windows:
            if window.person is person:
                window.send(frame)

    def tell(self, event: str, data: Json, guild: Guild | None) -> None:
        """Something has happened: tell every window that shows it."""
        for window in self.windows:
            if event.startswith("MESSAGE_"):
                self._tell_message(window, event, data)
            elif not event.startswith("INTERACTION_"):
                window.send_places()

    def _tell_message(self, window: Window, event: str, data: Json) -> None:
        if event == "MESSAGE_DELETE":
            window.send({"event": "gone", "channel": data["channel_id"], "message": data["id"]})
            return
        channel = self.playground.channels[int(data["channel_id"])]
        message = channel.messages.get(int(data["id"]))
        if message is not None and self.shows(message, window.person):
            window.send_message(message, new=event == "MESSAGE_CREATE")
