"""Harm that strangers can do at the port for presses: unsigned bodies of a megabyte, connections
that send three bytes and wait, and signed requests that are repeated or make no sense."""

import asyncio
import gc
import io
import json
import logging
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

import yarl

from benches.figures import Figure, benchmark, resident_megabytes
from tests.e2e.club import Club
from tests.e2e.odd_payloads import ODD, PRESS
from tests.e2e.strangers import SLOW, connected, large, send_all

BODIES, WAITING, COPIES = 6_000, 2_000, 500
HONEST_PRESSES = 20
WATCHED_SECONDS = 20.0
"""Seconds for which waiting connections are watched."""


@asynccontextmanager
async def _logging() -> AsyncIterator[io.StringIO]:
    """Yield all that is logged within the block."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    logging.getLogger().addHandler(handler)
    try:
        yield said
    finally:
        logging.getLogger().removeHandler(handler)


async def _time_press(club: Club) -> float:
    """Return the seconds a press takes."""
    began = perf_counter()
    said = await club.guests[0].person.slash(club.playground.channel, "preferences")
    assert said.text
    return perf_counter() - began


async def _bodies(club: Club, port: int) -> AsyncIterator[Figure]:
    kinds = large(int(club.clock.now().timestamp()))
    await send_all(port, kinds * 3)
    gc.collect()
    before = resident_megabytes()
    statuses = await send_all(port, islice(cycle(kinds), BODIES))
    yield Figure("unsigned bodies of 1 MB", len(statuses), "")
    yield Figure("that were served", sum(one == 200 for one in statuses), "", 0)
    yield Figure("memory that they take", resident_megabytes() - before, "MB", 50)


async def _waiting(club: Club, port: int) -> AsyncIterator[Figure]:
    loop = asyncio.get_running_loop()
    async with _logging() as said, AsyncExitStack() as open_all:
        for _ in range(WAITING):
            await loop.sock_sendall(await open_all.enter_async_context(connected(port)), SLOW)
        began, waits = perf_counter(), []
        while perf_counter() - began < WATCHED_SECONDS:
            waits.append(await _time_press(club))
            await asyncio.sleep(WATCHED_SECONDS / HONEST_PRESSES)
    yield Figure("connections that send three bytes and wait", WAITING, "")
    yield Figure("longest press meanwhile", max(waits), "s", 1)
    yield Figure("log", len(said.getvalue()) / 1000 / WATCHED_SECONDS * 60, "kB a minute", 10)


async def _send_signed(club: Club) -> AsyncIterator[Figure]:
    post, carried_out = club.playground.post_interactions, 0
    body = json.dumps(PRESS).encode()
    signed = post.sign(body)
    signature = signed["X-Signature-Ed25519"]
    for number in range(COPIES):
        said = (signature, signature.upper(), signature.title(), f"{signature[:9]} {signature[9:]}")
        again = {**signed, "X-Signature-Ed25519": said[number % len(said)]}
        carried_out += (await post.post(body, again))[0] == 200
        if number == COPIES // 2:
            await club.restart()
    yield Figure("copies of a request, half of them after a restart", COPIES, "")
    yield Figure("that were carried out", carried_out, "", 1)
    async with _logging() as said_then:
        statuses = [(await post.post(one, post.sign(one)))[0] for one in ODD.values()]
    yield Figure("signed requests that make no sense", len(statuses), "")
    yield Figure("that were not refused with 400", sum(one != 400 for one in statuses), "", 0)
    yield Figure("lines that they take in the log", said_then.getvalue().count("\n"), "", 1)


async def _measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        club = Club(f"sqlite+aiosqlite:///{Path(folder) / 'kwbot.sqlite3'}", by_http=True)
        async with club.opened():
            club.guest("Anna")
            await _time_press(club)
            port = yarl.URL(club.playground.post_interactions.url).port
            assert port is not None
            found = [one async for one in _bodies(club, port)]
            found += [one async for one in _waiting(club, port)]
            return found + [one async for one in _send_signed(club)]


@benchmark("edges", "strangers at the port for presses: memory, waiting, log, copies")
def measure() -> Iterable[Figure]:
    yield from asyncio.run(_measure())
