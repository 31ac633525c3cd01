"""Answers to presses are sent by a call of few steps, on the connections that all calls share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from cogs.delivery.calls import brief_call
from cogs.delivery.calls.brief_call import BriefCalls

PATH = "/interactions/1/aW50%2B/callback"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """A server that answers as `handle` says, and what it was sent."""

    def __init__(self) -> None:
        self.handle: Handler = self.nothing
        self.heard: list[tuple[str, str, dict[str, str], bytes]] = []
        self.peers = list[Any]()
        """Where each request came from: a connection."""
        app = web.Application()
        app.router.add_route("*", "/{any:.*}", self._any)
        self.server = TestServer(app)

    async def nothing(self, _request: web.Request) -> web.StreamResponse:
        return web.Response(status=204)

    async def _any(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        self.peers.append(request.transport.get_extra_info("peername"))
        body = await request.read()
        self.heard.append((request.method, request.raw_path, dict(request.headers), body))
        return await self.handle(request)

    @property
    def root(self) -> str:
        return str(self.server.make_url("/api/v10"))


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    site = Site()
    await site.server.start_server()
    yield site
    await site.server.close()


@pytest.fixture
async def traced() -> AsyncIterator[tuple[aiohttp.ClientSession, list[str]]]:
    """A session, and what its trace hears."""
    trace, told = aiohttp.TraceConfig(), list[str]()

    async def ended(_session: object, _context: SimpleNamespace, end: Any) -> None:
        told.append(f"{end.method} {end.url.path} {end.response.status}")

    async def broke(_session: object, _context: SimpleNamespace, end: Any) -> None:
        told.append(f"{end.method} {end.url.path} {type(end.exception).__name__}")

    trace.on_request_end.append(ended)
    trace.on_request_exception.append(broke)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        yield session, told


async def posted(
    calls: BriefCalls, session: aiohttp.ClientSession, root: str, body: bytes = b"{}"
) -> int:
    return (await calls.made(session, "POST", root, PATH, body)).status


Traced = tuple[aiohttp.ClientSession, list[str]]


async def test_it_is_what_aiohttp_would_send_on_the_same_connection(
    site: Site, traced: Traced
) -> None:
    session, _ = traced
    calls, body = BriefCalls(), '{"type":7,"data":{"content":"♠"}}'.encode()
    for _ in range(3):
        assert await posted(calls, session, site.root, body) == 204
    kind = {"Content-Type": "application/json"}
    url = URL(site.root + PATH, encoded=True)
    async with session.post(url, data=body, headers=kind) as response:
        assert response.status == 204
    assert site.heard[0] == site.heard[2] == site.heard[3]
    assert site.heard[0][1] == f"/api/v10{PATH}"
    assert len(set(site.peers)) == 1


async def test_traces_hear_of_it_as_of_any_call(site: Site, traced: Traced) -> None:
    session, told = traced
    await posted(BriefCalls(), session, site.root)
    assert told == ["POST /api/v10/interactions/1/aW50+/callback 204"]


@pytest.mark.parametrize("encoded", [False, True])
@pytest.mark.parametrize("status", [200, 400, 404, 429, 500])
async def test_what_a_response_says_is_read_whole(
    site: Site, traced: Traced, status: int, *, encoded: bool
) -> None:
    """The next call has the same connection with nothing of it on it."""
    session, told = traced

    async def speaks(_request: web.Request) -> web.StreamResponse:
        response = web.json_response({"message": "x" * 100_000}, status=status, reason="So It Is")
        if encoded:
            response.enable_compression(web.ContentCoding.gzip)
        return response

    calls = BriefCalls()
    site.handle = speaks
    response = await calls.made(session, "PATCH", site.root, PATH, b"{}", "wait=1")
    assert (response.status, response.reason) == (status, "So It Is")
    assert response.body == b'{"message": "%s"}' % (b"x" * 100_000)
    assert site.heard[-1][:2] == ("PATCH", f"/api/v10{PATH}?wait=1")
    site.handle = site.nothing
    assert await posted(calls, session, site.root) == 204
    assert [one.rsplit(" ", 1)[1] for one in told] == [str(status), "204"]
    assert len(set(site.peers)) == 1


async def test_a_connection_that_breaks_is_told(site: Site, traced: Traced) -> None:
    session, told = traced

    async def breaks(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    calls, root = BriefCalls(), site.root
    site.handle = breaks
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await posted(calls, session, root)
    await site.server.close()
    with pytest.raises(aiohttp.ClientConnectorError):
        await posted(calls, session, root)
    assert [one.rsplit(" ", 1)[1] for one in told] == [
        "ServerDisconnectedError", "ClientConnectorError",
    ]  # fmt: skip
    await session.close()
    with pytest.raises(aiohttp.ClientConnectionError):
        await posted(calls, session, root)


async def test_who_never_responds_is_not_waited_for(
    site: Site, traced: Traced, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = traced
    go_on = asyncio.Event()

    async def silent(_request: web.Request) -> web.StreamResponse:
        await go_on.wait()
        return web.Response(status=204)

    patient = BriefCalls()
    monkeypatch.setattr(brief_call, "PATIENCE", 0.01)
    site.handle = silent
    with pytest.raises(TimeoutError):
        await posted(BriefCalls(), session, site.root)
    go_on.set()
    site.handle = site.nothing
    assert await posted(patient, session, site.root) == 204
    assert len(set(site.peers)) == 2, "what comes too late is no response to the next one"


async def test_who_stops_in_the_middle_of_a_response_is_not_waited_for(
    site: Site, traced: Traced, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = traced
    go_on = asyncio.Event()

    async def stops(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"{")
        await go_on.wait()
        return response

    monkeypatch.setattr(brief_call, "PATIENCE", 0.05)
    site.handle = stops
    async with asyncio.timeout(10):
        with pytest.raises(aiohttp.ClientError):
            await posted(BriefCalls(), session, site.root)
    go_on.set()


async def test_a_call_that_is_cancelled_leaves_no_half_of_it(site: Site, traced: Traced) -> None:
    session, _ = traced
    come, go_on = asyncio.Event(), asyncio.Event()

    async def silent(_request: web.Request) -> web.StreamResponse:
        come.set()
        await go_on.wait()
        return web.Response(status=204)

    site.handle, calls = silent, BriefCalls()
    call = asyncio.create_task(posted(calls, session, site.root))
    await come.wait()
    call.cancel()
    await asyncio.wait({call})
    assert call.cancelled()
    go_on.set()
    site.handle = site.nothing
    assert await posted(calls, session, site.root) == 204
    assert len(set(site.peers)) == 2


@pytest.mark.parametrize("root", ["https://discord.com/api/v10", "http://localhost:8080/api/v10"])
async def test_it_connects_as_aiohttp_does(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By TLS, with the certificate checked, where the address says so."""
    asked = list[Any]()

    async def connect(
        _self: object, request: aiohttp.ClientRequest, *_: object, **__: object
    ) -> Any:
        asked.append((request.connection_key, request.is_ssl(), request.server_hostname))
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(aiohttp.TCPConnector, "connect", connect)
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await posted(BriefCalls(), session, root)
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await session.post(root + PATH, data=b"{}")
    assert asked[0] == asked[1]
    assert asked[0][1] == root.startswith("https:")
