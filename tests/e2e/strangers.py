"""What strangers may send to a port of ours: bodies, connections that wait, and nonsense."""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from itertools import chain

PATH = b"/interactions"
MEGABYTE = b"x" * 1_000_000
SHAPED = b"X-Signature-Ed25519: " + b"ab" * 64 + b"\r\nX-Signature-Timestamp: %d\r\n"
"""Headers that look like a signature of a time."""
SLOW = b"POS"


def head(headers: bytes, start: bytes = b"POST " + PATH) -> bytes:
    return start + b" HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n"


def large(now: int) -> list[bytes]:
    """Requests with a megabyte each that nobody has signed, in all ways to bring it."""
    length, shaped = b"Content-Length: %d\r\n" % len(MEGABYTE), SHAPED % now
    packed = gzip.compress(MEGABYTE)
    pieces = b"%x\r\n%b\r\n0\r\n\r\n" % (len(MEGABYTE), MEGABYTE)
    chunked = b"Transfer-Encoding: chunked\r\n"
    return [
        head(length) + MEGABYTE,
        head(length + shaped) + MEGABYTE,
        head(chunked + shaped) + pieces,
        head(chunked) + pieces,
        head(b"Content-Encoding: gzip\r\nContent-Length: %d\r\n" % len(packed) + shaped) + packed,
        head(length, b"GET /nothing") + MEGABYTE,
        head(length, b"PUT " + PATH) + MEGABYTE,
        head(length + shaped + b"Expect: nonsense\r\n") + MEGABYTE,
        head(length + shaped + b"Expect: 100-continue\r\n") + MEGABYTE,
        head(length + shaped + b"Upgrade: websocket\r\nConnection: upgrade\r\n") + MEGABYTE,
        head(b"Content-Length: 65536\r\n" + shaped) + MEGABYTE[:65536],
    ]


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[socket.socket]:
    """A connection of which nothing is kept in this process's memory."""
    with socket.socket() as made:
        made.setblocking(False)
        await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", port))
        yield made


async def send(port: int, request: bytes) -> int:
    """The status of a request; 0: the connection was cut before there was one."""
    loop = asyncio.get_running_loop()
    async with connected(port) as made:
        with suppress(ConnectionError):
            await loop.sock_sendall(made, request)
        said = b""
        with suppress(ConnectionError):
            while piece := await loop.sock_recv(made, 65536):
                said += piece
                if b"\r\n\r\n" in said:
                    break
        return int(said.split()[1]) if said else 0


async def send_all(port: int, requests: Iterable[bytes], at_once: int = 50) -> list[int]:
    """The statuses of many requests, so many of them at a time."""
    waiting = iter(requests)

    async def some() -> list[int]:
        return [await send(port, request) for request in waiting]

    return [*chain(*await asyncio.gather(*(some() for _ in range(at_once))))]
