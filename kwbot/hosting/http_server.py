"""An HTTP server for strangers, with limits on all that they can take from this process.

It limits connections, time and bodies, and logs one line a minute. It keeps nothing of a refused
request: aiohttp's exception would form a cycle with its request and the body.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import aiohttp
from aiohttp import web, web_response

from kwbot.late_tasks import LateTasks
from kwbot.logs import place_of
from kwbot.metrics import count_error

_log = logging.getLogger(__name__)

MAX_BODY_BYTES = 64 * 1024
"""Most bytes of a body. Discord's are seldom larger than 10,000."""
PIECE_BYTES = 16 * 1024
"""Bytes that are read from a connection at once. More may wait in the system's own memory."""
LINGER_SECONDS = 1.0
"""Seconds in which a refused body is read and dropped; otherwise the refusal may be lost."""
FILES_SHARE = 4
"""Each server has one in this many of the files that the process may open for its connections, and
half as many for those that come while it closes others."""
_LISTEN_BACKLOG = 128

# The versions in it would tell strangers which faults to try. There is no setting for it, and
# aiohttp's answer to a broken head passes no signal of the application.
web_response.SERVER_SOFTWARE = "Kwbot"  # type: ignore[attr-defined]


class CannotListen(Exception):
    """The port cannot be opened. The message is one sentence."""


def most_connections() -> int:
    """Return the most connections of a server, fewer than the files that may be open."""
    most = 1000
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - neither it nor the limit exists on Windows

        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files != resource.RLIM_INFINITY:
            most = min(most, files // FILES_SHARE)
    return max(1, most)


@dataclass(frozen=True)
class Limits:
    """A server's limits, in connections and seconds."""

    connections: int
    head: float = 10.0
    body: float = 3.0
    answer: float = 30.0
    """From head to answer. No page of ours takes half as long."""


class OneAMinute(logging.Filter):
    """Passes one line a minute, without a traceback and with the number of suppressed ones."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._until = -1.0
        self._held = 0

    def filter(self, record: logging.LogRecord) -> bool:
        now = self._now()
        if now < self._until:
            self._held += 1
            return False
        held, self._held, self._until = self._held, 0, now + 60
        why = record.exc_info[1] if record.exc_info else None
        said = (
            record.getMessage() if why is None else f"a request was refused: {type(why).__name__}"
        )
        record.msg = f"{said} (and {held:,} more since the last such line)" if held else said
        # A library's complaint about a stranger's broken request is not an error of ours.
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


_refusals = logging.getLogger(f"{__name__}.refusals")
_refusals.addFilter(OneAMinute())


def note_refusal(why: str) -> None:
    """Log why a request was refused, at most once a minute."""
    _refusals.warning("a request was refused: %s", why)


class Connection(asyncio.BufferedProtocol):
    """A connection between its transport and aiohttp, which can be cut."""

    def __init__(self, all_open: OpenConnections, served: asyncio.Protocol) -> None:
        self._all_open = all_open
        self._served = served
        self._piece = bytearray(PIECE_BYTES)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._served.connection_made(transport)
        self._all_open.add(self)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._piece

    def buffer_updated(self, nbytes: int) -> None:
        self._all_open.expect_head(self)
        self._served.data_received(bytes(self._piece[:nbytes]))

    def eof_received(self) -> bool | None:
        return self._served.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._all_open.remove(self)
        self._served.connection_lost(exc)

    def pause_writing(self) -> None:
        self._served.pause_writing()

    def resume_writing(self) -> None:
        self._served.resume_writing()

    def cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class OpenConnections:
    """The connections of a server: those waiting for a request or sending one, and those whose
    request is being answered."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[Connection, bool] = {}
        """Whether they have begun to send, in order of how long they wait, so that nobody stays by
        sending a byte now and then."""
        self._answered: dict[Connection, None] = {}
        self._heads = LateTasks[Connection](limits.head, Connection.cut)
        self._answers = LateTasks[Connection](limits.answer, Connection.cut)

    def __len__(self) -> int:
        return len(self._waiting) + len(self._answered)

    def add(self, connection: Connection) -> None:
        """Add a connection. If there are too many, it replaces the one that waits longest."""
        if len(self) >= self._limits.connections:
            longest = next(iter(self._waiting or self._answered))
            self.remove(longest)
            longest.cut()
        self._waiting[connection] = True  # its time runs whether it sends or not
        self._heads.begin(connection)

    def expect_head(self, connection: Connection) -> None:
        """Start the time limit of a head at a connection's first byte."""
        if self._waiting.get(connection) is False:
            self._waiting[connection] = True
            self._heads.begin(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        for some in (self._waiting, self._answered):
            some.pop(connection, None)
        for times in (self._heads, self._answers):
            times.end(connection)

    @asynccontextmanager
    async def answering(self, connection: Connection) -> AsyncIterator[None]:
        """Count a connection as answered within the block: all but its request's body has come."""
        self._heads.end(connection)
        if self._waiting.pop(connection, None) is not None:
            self._answered[connection] = None
            self._answers.begin(connection)
        try:
            yield
        finally:
            self._answers.end(connection)
            if self._answered.pop(connection, 0) is None:  # otherwise it is gone
                self._waiting[connection] = False


_LIMITS = web.AppKey("limits", Limits)
Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


def _with_time_limit(handler: Handler, all_open: OpenConnections) -> Handler:
    """Return a handler that answers within the server's time limit."""

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        transport = request.transport
        connection = None if transport is None else transport.get_protocol()
        if not isinstance(connection, Connection):  # already gone
            return await _answer(request, handler)
        async with all_open.answering(connection):
            return await _answer(request, handler)

    return answer


async def _answer(request: web.BaseRequest, handler: Handler) -> web.StreamResponse:
    """Return the answer of a page. A refusal ends the connection, and nothing of it is kept."""
    try:
        return await handler(request)
    except web.HTTPException as refused:
        refused.with_traceback(None)  # a cycle of request and exception
        allowed = {key: refused.headers[key] for key in ("Allow",) if key in refused.headers}
        answer = web.Response(status=refused.status, text=refused.text, headers=allowed)
    except Exception as error:  # noqa: BLE001 - our fault; logged by its place alone
        _log.error("a page failed: %s at %s", count_error(error), place_of(error))
        answer = web.Response(status=500)
    answer.force_close()
    return answer


async def body_of(request: web.Request) -> bytes:
    """Return the body of a request, after a check of its headers. Raises HTTPException if the body
    is compressed, larger than MAX_BODY_BYTES, slow or incomplete."""
    if "Content-Encoding" in request.headers:
        raise web.HTTPUnsupportedMediaType
    if (request.content_length or 0) > MAX_BODY_BYTES:
        raise web.HTTPRequestEntityTooLarge(MAX_BODY_BYTES)
    body = bytearray()
    try:
        async with asyncio.timeout(request.app[_LIMITS].body):
            while piece := await request.content.readany():
                body += piece
                if len(body) > MAX_BODY_BYTES:
                    raise web.HTTPRequestEntityTooLarge(MAX_BODY_BYTES)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (aiohttp.ClientError, web.RequestPayloadError, OSError, ValueError) as broken:
        broken.with_traceback(None)  # a cycle, as above
        note_refusal("its body breaks off")
        raise web.HTTPBadRequest from None
    return bytes(body)


@asynccontextmanager
async def serving(
    application: web.Application, host: str, port: int, limits: Limits | None = None
) -> AsyncIterator[int]:
    """Answer on `host` and `port` (0: any free) in the block; gives it. Raises CannotListen."""
    limits = limits or Limits(most_connections())
    all_open = OpenConnections(limits)
    application[_LIMITS] = limits
    runner = web.AppRunner(
        application,
        access_log=None,
        logger=_refusals,
        lingering_time=LINGER_SECONDS,
        read_bufsize=PIECE_BYTES,
        auto_decompress=False,
    )
    await runner.setup()
    assert runner.server is not None
    handlers, loop = runner.server, asyncio.get_running_loop()
    # Not a middleware of the application, because some refusals come before those.
    handlers.request_handler = _with_time_limit(handlers.request_handler, all_open)
    server: asyncio.Server | None = None
    backlog = min(_LISTEN_BACKLOG, 1 + limits.connections // 2)
    try:
        server = await loop.create_server(
            lambda: Connection(all_open, handlers()), host, port, backlog=backlog
        )
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
    except OSError as error:
        if server is not None:
            raise
        raise CannotListen(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
    finally:
        await runner.cleanup()
