"""Galleries of addresses: the server fetches what they show, as Discord's proxy does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from playground import Playground
from playground.images.portraits import SIDE, default
from playground.state.media import LOADED, LOADED_NOT_FOUND, LOADING
from playground.state.model import Component, Message, MessageFlag


class Host:
    """A page elsewhere with pictures."""

    def __init__(self) -> None:
        self.pictures = {"a": default(0)}
        self.go = asyncio.Event()
        self.base = ""

    async def serve(self, request: web.Request) -> web.Response:
        await self.go.wait()
        found = self.pictures.get(request.match_info["name"])
        return web.Response(
            status=200 if found else 404, body=found or b"", content_type="image/png"
        )


@asynccontextmanager
async def hosting() -> AsyncIterator[Host]:
    made, app = Host(), web.Application()
    app.router.add_get("/{name}", made.serve)
    async with TestServer(app) as server:
        made.base = str(server.make_url("")).rstrip("/")
        yield made


@pytest.fixture
async def host() -> AsyncIterator[Host]:
    async with hosting() as made:
        yield made


def shown(message: Message) -> Any:
    return message.components[0]["items"][0]["media"]


def post(playground: Playground, url: str) -> Message:
    gallery = {"type": Component.MEDIA_GALLERY, "items": [{"media": {"url": url}}]}
    body = {"components": [gallery], "flags": MessageFlag.COMPONENTS_V2}
    return playground.post(playground.channel, playground.bot, body)


async def test_a_picture_is_a_blank_until_it_was_fetched_once(host: Host) -> None:
    async with Playground() as playground:
        url = f"{host.base}/a"
        message = post(playground, url)
        assert shown(message)["loading_state"] == LOADING
        host.go.set()
        await playground.until(lambda: shown(message)["loading_state"] == LOADED)
        about = shown(message)
        assert (about["url"], about["width"], about["content_type"]) == (url, SIDE, "image/png")
        assert shown(post(playground, url))["loading_state"] == LOADED
        async with aiohttp.ClientSession() as anybody:
            async with anybody.get(about["proxy_url"]) as found:
                assert await found.read() == host.pictures["a"]
            assert playground.outside.fetches == [url]
            host.pictures.clear()
            playground.outside.forget()
            async with anybody.get(about["proxy_url"]) as found:
                assert found.status == 404
            assert playground.outside.fetches == [url] * 2


async def test_what_is_not_there_is_not_found(host: Host) -> None:
    host.go.set()
    async with Playground() as playground:
        made = [post(playground, url) for url in (f"{host.base}/b", "http://127.0.0.1:9/a")]
        await playground.until(
            lambda: [shown(one)["loading_state"] for one in made] == [LOADED_NOT_FOUND] * 2
        )


async def test_nothing_is_fetched_beyond_this_machine() -> None:
    async with Playground() as playground:
        about = shown(post(playground, "https://whist.example.org/a.png"))
        assert about == {"url": "https://whist.example.org/a.png"}
        assert playground.outside.fetches == []
