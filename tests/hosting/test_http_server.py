"""What strangers can take of a server: some connections, some time, no memory and one line."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from aiohttp import web

from kwbot.hosting import http_server
from kwbot.hosting.http_server import (
    MAX_BODY_BYTES,
    CannotListen,
    Limits,
    OneAMinute,
    body_of,
    most_connections,
    serving,
)
from tests.e2e.strangers import MEGABYTE, head, large, send, send_all

LONG, SHORT = 60.0, 0.05
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"


def limits(
    connections: int = 100, head: float = LONG, body: float = LONG, answer: float = LONG
) -> Limits:
    return Limits(connections, head, body, answer)


@asynccontextmanager
async def echo(given: Limits) -> AsyncIterator[int]:
    """A page that sends back what it gets; gives the port."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=await body_of(request))

    over = asyncio.Event()

    async def hang(_request: web.Request) -> web.Response:
        await over.wait()
        return web.Response()

    async def stumble(_request: web.Request) -> web.Response:
        raise RuntimeError("the ace of spades")

    app = web.Application()
    app.add_routes([web.post("/", answer), web.get("/hang", hang), web.get("/stumble", stumble)])
    async with serving(app, "127.0.0.1", 0, given) as port:
        yield port
        over.set()


class Talk:
    """A connection on which anything may be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int) -> AsyncIterator[Talk]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            yield cls(reader, writer)
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def say(self, words: bytes) -> None:
        self._writer.write(words)
        await self._writer.drain()

    async def heard(self) -> bytes:
        """All that comes until the other side ends it."""
        said = b""
        with suppress(ConnectionError):
            while piece := await self.reader.read(65536):
                said += piece
        return said

    async def answer(self) -> int:
        """The status of an answer, with which the connection may go on."""
        start = await self.reader.readuntil(b"\r\n\r\n")
        length = next(int(x.split(b":")[1]) for x in start.split(b"\r\n") if b"Length" in x)
        await self.reader.readexactly(length)
        return int(start.split()[1])


async def test_what_is_sent_comes_back() -> None:
    async with echo(limits()) as port, Talk.to(port) as talk:
        for _ in range(2):  # on one connection
            await talk.say(POST + b"ha")
            await talk.say(b"llo")
            assert await talk.answer() == 200


@pytest.mark.parametrize("sent", [b"", b"POS", POST[:-2], POST + b"hello" + POST[:9]])
async def test_a_head_that_does_not_come_ends_the_connection(sent: bytes) -> None:
    async with echo(limits(head=SHORT)) as port, Talk.to(port) as talk:
        if sent.startswith(POST):
            await talk.say(POST + b"hello")
            assert await talk.answer() == 200
            sent = sent.removeprefix(POST + b"hello")
        await talk.say(sent)
        assert await talk.heard() == b""


async def test_a_head_that_comes_byte_by_byte_has_no_more_time() -> None:
    async with echo(limits(head=SHORT)) as port, Talk.to(port) as talk:
        ended = asyncio.create_task(talk.heard())
        with suppress(ConnectionError):
            while not ended.done():
                await talk.say(b"P")
                await asyncio.wait({ended}, timeout=SHORT / 10)
        assert b"200" not in await ended


async def test_who_has_been_answered_may_come_again_later() -> None:
    async with echo(limits(head=SHORT)) as port, Talk.to(port) as kept, Talk.to(port) as slow:
        await kept.say(POST + b"hello")
        assert await kept.answer() == 200
        assert await slow.heard() == b""  # meanwhile a head's time has passed
        await kept.say(POST + b"hello")
        assert await kept.answer() == 200


async def test_a_body_that_does_not_come_is_waited_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_server, "LINGER_SECONDS", SHORT)
    async with echo(limits(body=SHORT)) as port, Talk.to(port) as talk:
        await talk.say(POST + b"hel")
        assert (await talk.heard()).startswith(b"HTTP/1.1 408 ")


async def test_an_answer_that_nobody_gives_ends_the_connection() -> None:
    async with echo(limits(answer=SHORT)) as port, Talk.to(port) as talk:
        await talk.say(head(b"", b"GET /hang"))
        assert await talk.heard() == b""


async def test_who_waits_longest_gives_way_and_who_is_answered_stays() -> None:
    async with (
        echo(limits(connections=3)) as port,
        Talk.to(port) as answered,
        Talk.to(port) as longest,
    ):
        await answered.say(POST)
        await longest.say(b"P")
        async with Talk.to(port) as third, Talk.to(port) as fourth:
            assert await longest.heard() == b""
            for talk, rest in ((answered, b"hello"), (third, POST + b"hello")):
                await talk.say(rest)
                assert await talk.answer() == 200
            await fourth.say(POST + b"hello")
            assert await fourth.answer() == 200


async def test_thousands_who_wait_leave_room_for_one_who_does_not() -> None:
    async with echo(limits(connections=20)) as port:
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(60)]
        for _, writer in crowd:
            writer.write(b"POS")
        assert await send(port, POST + b"hello") == 200
        for _, writer in crowd:
            writer.close()


def test_fewer_connections_than_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for files, most in ((256, 64), (1024, 256), (10**6, 1000), (resource.RLIM_INFINITY, 1000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, files=files: (files, files))
        assert most_connections() == most


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (head(b"Content-Length: 65537\r\n", b"POST /"), 413),
        (head(b"Content-Length: 65536\r\n", b"POST /") + MEGABYTE[:MAX_BODY_BYTES], 200),
        (head(b"Transfer-Encoding: chunked\r\n", b"POST /") + b"10001\r\n" + MEGABYTE, 413),
        (head(b"Transfer-Encoding: chunked\r\n", b"POST /") + b"zz\r\n", 400),
        (head(b"Content-Encoding: gzip\r\n", b"POST /"), 415),
        (head(b"Content-Encoding: br\r\n", b"POST /"), 415),
        (head(b"Content-Length: -1\r\n", b"POST /"), 400),
        (head(b"Content-Length: 5\r\nContent-Length: 6\r\n", b"POST /"), 400),
        (head(b"", b"GET /"), 405),
        (head(b"", b"POST /nothing"), 404),
        (head(b"Expect: nonsense\r\n", b"POST /"), 417),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"POST / HTTP/9.9\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nX" + b"y" * 10_000 + b": 1\r\n\r\n", 400),
        (b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ],
)
async def test_refusals_take_one_line_and_tell_no_version(
    sent: bytes, status: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server._refusals, "filters", [OneAMinute()])
    monkeypatch.setattr(http_server, "LINGER_SECONDS", SHORT)
    async with echo(limits()) as port:
        for _ in range(3):
            async with Talk.to(port) as talk:
                await talk.say(sent)
                start = await talk.reader.readuntil(b"\r\n\r\n")
                assert int(start.split()[1]) == status
                assert b"aiohttp" not in start
                assert b"Python" not in start
    assert len(caplog.records) <= 1
    assert all(not record.exc_info for record in caplog.records)
    assert all(record.levelno <= logging.WARNING for record in caplog.records)


async def test_who_breaks_off_takes_one_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server._refusals, "filters", [OneAMinute()])
    async with echo(limits()) as port:
        for sent in (b"", b"POS", POST, POST + b"hel", POST + b"hello") * 3:
            async with Talk.to(port) as talk:
                await talk.say(sent)
        assert await send(port, POST + b"hello") == 200
    assert len(caplog.records) <= 1
    assert "Traceback" not in caplog.text


async def test_a_fault_of_ours_is_told_by_its_place_alone(caplog: pytest.LogCaptureFixture) -> None:
    async with echo(limits()) as port:
        assert await send(port, head(b"", b"GET /stumble")) == 500
    assert "a page failed: RuntimeError at stumble" in caplog.text
    assert "ace" not in caplog.text


@pytest.mark.parametrize("number", range(len(large(0))))
async def test_what_is_refused_is_not_kept(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even until Python looks for garbage: under load it comes too late."""
    monkeypatch.setattr(http_server, "LINGER_SECONDS", SHORT)
    async with echo(limits()) as port:
        gc.freeze()  # what is there already is not looked through
        gc.disable()
        try:
            await send_all(port, [large(0)[number]] * 3)
            async with asyncio.timeout(5):
                # Nobody says when the last one is closed.
                while any(isinstance(one, web.Request) for one in gc.get_objects()):  # noqa: ASYNC110
                    await asyncio.sleep(SHORT)
        finally:
            gc.enable()


def test_a_minute_has_one_line_that_counts_the_others() -> None:
    now, said = 0.0, list[str]()
    sparing = OneAMinute(lambda: now)

    def note(error: Exception | None = None) -> None:
        trace = None if error is None else (type(error), error, None)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "no %s", ("sense",), trace)
        if sparing.filter(record):
            said.append(record.getMessage())

    for now in (0.0, 1.0, 59.0, 60.0, 61.0):  # noqa: B007 - the clock
        note()
    now = 200.0
    note(ValueError("100% of a stranger's words"))
    assert said == [
        "no sense",
        "no sense (and 2 more since the last such line)",
        "a request was refused: ValueError (and 1 more since the last such line)",
    ]


async def test_a_taken_port_is_told_in_one_sentence() -> None:
    async with serving(web.Application(), "127.0.0.1", 0) as port:
        with pytest.raises(CannotListen, match=rf"^Cannot listen on 127.0.0.1:{port}: .+\.$"):
            async with serving(web.Application(), "127.0.0.1", port):
                pass


async def test_an_error_within_is_not_taken_for_one_of_the_port() -> None:
    with pytest.raises(OSError, match="of another kind"):
        async with serving(web.Application(), "127.0.0.1", 0):
            raise OSError("of another kind")
