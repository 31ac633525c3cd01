"""Pictures from other addresses: Discord fetches them itself, and people see its copy.

This playground fetches from this machine only; any other address stays a link.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web

from playground.images.cdn import file_response
from playground.state import media
from playground.state.model import Json, Message
from playground.state.world import World

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")
PICTURE_CACHE_SIZE = 256
"""Most pictures kept; an older one is fetched anew when somebody looks at it."""


@dataclass(eq=False, slots=True)
class Fetched:
    """The response of an address: a picture if `pixels` is set."""

    url: str
    data: bytes = b""
    kind: str = ""
    pixels: tuple[int, int] | None = None

    def about(self) -> Json:
        """Return a fetched picture's description as in a message."""
        if self.pixels is None:
            return {"loading_state": media.LOADED_NOT_FOUND}
        width, height = self.pixels
        shown = {"width": width, "height": height, "content_type": self.kind}
        return {**shown, "loading_state": media.LOADED}


class Outside:
    """Pictures from other addresses, fetched once and kept for a while."""

    def __init__(self, world: World) -> None:
        self.fetches: list[str] = []
        """The addresses of all fetches, in order."""
        self._world = world
        self._numbers: dict[str, int] = {}
        self._kept: OrderedDict[int, Fetched] = OrderedDict()
        self._session: aiohttp.ClientSession | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get(r"/external/{number:\d+}", self._serve)

    def load(self, message: Message) -> None:
        """Fetch the pictures of a new or edited message; until then they are blank."""
        items = [one["media"] for one in media.gallery_items(message.components)]
        for item in (one for one in items if self._is_outside(one)):
            number = self._numbers.setdefault(item["url"], self._world.snowflake())
            item["proxy_url"] = f"{self._world.base}/external/{number}"
            if (kept := self._kept.get(number)) is not None:
                item.update(kept.about())
                continue
            item["loading_state"] = media.LOADING
            task = asyncio.create_task(self._show(message, number, item), name="fetching")
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    def forget(self) -> None:
        """Drop all kept pictures, so that they are fetched again when looked at."""
        self._kept.clear()

    async def close(self) -> None:
        for task in self._under_way:
            task.cancel()
        if self._session is not None:
            await self._session.close()

    def _is_outside(self, item: Json) -> bool:
        at, own = urlsplit(str(item["url"])), urlsplit(self._world.base)
        return (
            at.hostname in LOOPBACK_HOSTS
            and at.netloc != own.netloc
            and "attachment_id" not in item
        )

    async def _show(self, message: Message, number: int, item: Json) -> None:
        item |= (await self._fetch(number, item["url"])).about()
        if not message.deleted and any(one is item for one in self._shown_media(message)):
            event = self._world.message_event(message)
            self._world.emit("MESSAGE_UPDATE", event, message.channel.guild)
        self._world.wake()

    def _shown_media(self, message: Message) -> Iterator[Json]:
        return (one["media"] for one in media.gallery_items(message.components))

    async def _fetch(self, number: int, url: str) -> Fetched:
        self._session = self._session or aiohttp.ClientSession()
        self.fetches.append(url)
        found = Fetched(url)
        try:
            async with self._session.get(url, allow_redirects=False) as response:
                if response.status == 200:
                    found.data, found.kind = await response.read(), response.content_type
        except aiohttp.ClientError:
            return found
        found.pixels = media.pixels_of(found.data, found.kind)
        if found.pixels is not None:
            self._kept[number] = found
            if len(self._kept) > PICTURE_CACHE_SIZE:
                self._kept.popitem(last=False)
        return found

    async def _serve(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        url = next((url for url, known in self._numbers.items() if known == number), None)
        if url is None:
            raise web.HTTPNotFound
        found = self._kept.get(number) or await self._fetch(number, url)
        if found.pixels is None:
            raise web.HTTPNotFound
        return file_response(found.data, found.kind)
