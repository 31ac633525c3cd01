"""A window of the page as a client of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord

from playground import Playground
from tests.playground.conftest import Bot

Json = dict[str, Any]


class Pane:
    """An open window, as the page's script sees it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.events: list[Json] = []
        self.replies: dict[int, Json] = {}
        self.hello: Json = {}
        self._asked = 0

    async def ask(self, what: str, **payload: Any) -> Json:
        self._asked += 1
        await self.socket.send_json({"n": self._asked, "do": what, **payload})
        while self._asked not in self.replies:
            await self.next()
        return self.replies.pop(self._asked)

    async def next(self) -> Json:
        frame: Json = await self.socket.receive_json(timeout=60)
        if "re" in frame:
            self.replies[frame["re"]] = frame
        else:
            self.events.append(frame)
        return frame

    async def event(self, kind: str) -> Json:
        """The first event of a kind; then forgotten."""
        while True:
            for event in self.events:
                if event["event"] == kind:
                    self.events.remove(event)
                    return event
            await self.next()

    async def refused(self, what: str, **payload: Any) -> Json:
        found: Json = (await self.ask(what, **payload))["refused"]
        return found


@asynccontextmanager
async def window(playground: Playground, name: str, fresh: str = "&fresh") -> AsyncIterator[Pane]:
    url = f"{playground.base}/page/socket?as={name}{fresh}"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        pane = Pane(socket)
        pane.hello = await pane.event("hello")
        yield pane


def at(playground: Playground) -> str:
    return str(playground.channel.id)


async def button(playground: Playground, bot: Bot, custom_id: str, **more: Any) -> str:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Press", custom_id=custom_id, **more))
    sent = await bot.channel(playground.channel.id).send("Press", view=view)
    return str(sent.id)
