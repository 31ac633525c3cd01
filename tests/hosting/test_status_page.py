"""What the page for everyone shows, and what strangers can take of it."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count

import pytest
from aiohttp import ClientSession

from kwbot import BUILD
from kwbot.hosting.http_server import Limits, serving
from kwbot.hosting.status_page import StatusPage, quantile
from kwbot.metrics import ANSWER_LATENCY, PRESSES
from tests.e2e.strangers import PATH, head, large, send, send_all

CUT_OR_REFUSED = {0, 100, 400, 404, 405, 417}
SINCE = datetime(2026, 11, 29, 14, 5, tzinfo=UTC)


def page(servers: int = 1234, tables: int = 56, language: str = "en") -> StatusPage:
    return StatusPage(lambda: servers, lambda: tables, SINCE, language)


def rows(status: StatusPage, accepted: str = "") -> dict[str, str]:
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", status.page(accepted)))


def press(times: int, seconds: float = 0.001) -> None:
    for _ in range(times):
        PRESSES.labels("play", "answered").inc()
        ANSWER_LATENCY.labels("component").observe(seconds)


def test_it_has_what_is_asked_and_nothing_else() -> None:
    status = page()
    press(1900)
    press(100, 0.9)
    status.refresh()
    assert rows(status) == {
        "Servers": "1,234",
        "Open tables": "56",
        "Presses in the last hour": "2,000",
        "19 of 20 answers within": "5 ms",
        "Up since": "29\N{NO-BREAK SPACE}November, 14:05 UTC",
        "Version": BUILD,
    }


def test_before_anybody_has_pressed_anything() -> None:
    shown = rows(page())
    assert (shown["Presses in the last hour"], shown["19 of 20 answers within"]) == ("0", "–")


def test_after_an_hour_it_is_forgotten() -> None:
    status = page()
    press(3, 0.02)
    for _ in range(60):
        status.refresh()
    assert rows(status)["Presses in the last hour"] == "3"
    press(2, 2.0)
    status.refresh()
    shown = rows(status)
    assert (shown["Presses in the last hour"], shown["19 of 20 answers within"]) == ("2", "1.9 s")


@pytest.mark.parametrize(
    ("answers", "seconds"),
    [
        ({}, None),
        ({0.005: 95, 3.0: 100, math.inf: 100}, 0.005),
        ({0.1: 90, 0.25: 100, 0.5: 100, 3.0: 100, math.inf: 100}, 0.175),
        ({math.inf: 10}, 3.0),
    ],
)
def test_it_is_estimated_as_prometheus_does(
    answers: dict[float, float], seconds: float | None
) -> None:
    bounds = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
    whole = {bound: max([0, *(n for b, n in answers.items() if b <= bound)]) for bound in bounds}
    found = quantile(whole | answers, 0.95)
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_it_speaks_the_language_that_is_asked_for() -> None:
    swedish = page(language="sv")
    assert "Öppna bord" in rows(swedish)
    assert "Öppna bord" in rows(swedish, "sv-SE,sv;q=0.9,en;q=0.8")
    assert "Åbne borde" in rows(swedish, "nb-NO,no;q=0.9")
    assert "Åbne borde" in rows(swedish, "da;q=0.9, en;q=0.1")
    assert "Open tables" in rows(swedish, "en-GB")
    for odd in ("<script>", "*", ",", "x" * 5000, "de"):
        assert rows(swedish, odd).keys() in (rows(swedish, "en").keys(), rows(swedish).keys())
        assert odd[:8] not in swedish.page(odd) or len(odd) < 3


def test_it_is_written_once_a_minute_however_many_ask() -> None:
    asked = count()
    status = StatusPage(lambda: next(asked), lambda: 0, SINCE, "en")
    shown = [rows(status)["Servers"] for _ in range(3)]
    status.refresh()
    assert [*shown, rows(status)["Servers"]] == ["0", "0", "0", "1"]


@asynccontextmanager
async def served(connections: int = 100) -> AsyncIterator[int]:
    limits = Limits(connections)
    async with serving(page().application(), "127.0.0.1", 0, limits) as port:
        yield port


async def test_a_browser_gets_it_and_nothing_from_elsewhere() -> None:
    async with served() as port, ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/") as answer:
            assert (answer.status, answer.content_type, answer.charset) == (
                200,
                "text/html",
                "utf-8",
            )
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
            # aiohttp has one such name a process, which the playground sets, too: no versions.
            assert answer.headers["Server"] in {"Kwbot", "playground"}
            assert not re.search(r"https?://|<script|\bsrc=|@import|url\(", await answer.text())
        for path in ("/metrics", "/readyz", "/healthz", "/nothing"):
            async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                assert answer.status == 404


async def test_strangers_take_nothing() -> None:
    async with served(connections=20) as port:
        requests = [one.replace(b" " + PATH, b" /") for one in large(0)]
        assert set(await send_all(port, requests)) <= CUT_OR_REFUSED
        for start in (b"POST /", b"PUT /", b"DELETE /"):
            assert await send(port, head(b"Content-Length: 5\r\n", start) + b"hello") == 405
        assert await send(port, head(b"", b"GET /")) == 200
