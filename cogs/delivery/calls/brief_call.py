"""Calls in few steps, on connections of aiohttp's: for answers, and what else goes by a token.

They take less than half as long without all that aiohttp does for any request and discord.py for
any call by a token: timers, cookies, redirects, a lock, a task to write.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
from aiohttp.client_proto import ResponseHandler
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from kwbot.late_tasks import LateTasks

PATIENCE = 30.0
"""Seconds until a response has failed to come; Discord has no use for an answer after three."""
_TO_CONNECT = aiohttp.ClientTimeout(sock_connect=PATIENCE)
_SENT = CIMultiDict[str]()
"""The headers that a trace is told of: none."""


@dataclass(slots=True)
class BriefResponse:
    """What came back; a trace is told no more of it, either."""

    status: int
    reason: str
    headers: CIMultiDictProxy[str]
    body: bytes


@dataclass(slots=True)
class _Place:
    """A root of Discord's API. `way` tells how to connect; it is never sent."""

    way: aiohttp.ClientRequest
    headers: str
    """From the version of HTTP to the length of the body."""


class BriefCalls:
    """Calls that bring JSON."""

    def __init__(self) -> None:
        self._places: dict[str, _Place] = {}
        self._overdue = LateTasks[ResponseHandler](PATIENCE, _give_up)

    async def made(
        self,
        session: aiohttp.ClientSession,
        method: str,
        root: str,
        path: str,
        body: bytes,
        query: str = "",
    ) -> BriefResponse:
        """Make a call, and return the response; `path` and `query` are quoted.

        The session's traces hear of it as of any other. Raises what aiohttp raises where there is
        no connection, or no response.
        """
        place = self._place(root)
        url = place.way.url.with_path(place.way.url.raw_path + path, encoded=True)
        try:
            target = f"{url.raw_path}?{query}" if query else url.raw_path
            response = await self._response(session, place, f"{method} {target}", body)
        except Exception as error:
            broken = aiohttp.TraceRequestExceptionParams(method, url, _SENT, error)
            for trace in session.trace_configs:
                await trace.on_request_exception.send(session, SimpleNamespace(), broken)
            raise
        told = cast(Any, response)
        ended = aiohttp.TraceRequestEndParams(method, url, _SENT, told)
        for trace in session.trace_configs:
            await trace.on_request_end.send(session, SimpleNamespace(), ended)
        return response

    async def _response(
        self, session: aiohttp.ClientSession, place: _Place, asked: str, body: bytes
    ) -> BriefResponse:
        if session.connector is None:
            raise aiohttp.ClientConnectionError("The session is closed.")
        connection = await session.connector.connect(place.way, [], _TO_CONNECT)
        try:
            protocol, transport = connection.protocol, connection.transport
            if protocol is None or transport is None:
                raise aiohttp.ServerDisconnectedError
            protocol.set_response_params(read_until_eof=True)
            head = f"{asked} {place.headers}{len(body)}\r\n\r\n"
            transport.write(head.encode() + body)
            self._overdue.begins(protocol)
            try:
                message, content = await protocol.read()
                said = await content.read()
            finally:
                self._overdue.over(protocol)
        except BaseException:
            connection.close()
            raise
        connection.release()
        return BriefResponse(message.code, message.reason, message.headers, said)

    def _place(self, root: str) -> _Place:
        found = self._places.get(root)
        if found is None:
            way = aiohttp.ClientRequest("GET", URL(root))
            named = [f"{name}: {value}" for name, value in way.headers.items()]
            lines = ["HTTP/1.1", *named, "Content-Type: application/json", "Content-Length: "]
            found = self._places[root] = _Place(way, "\r\n".join(lines))
        return found


def _give_up(protocol: ResponseHandler) -> None:
    protocol.set_exception(aiohttp.SocketTimeoutError("There is no response."))
    if protocol.transport is not None:
        protocol.transport.abort()  # which ends one that has begun, too
