"""Metrics of calls to Discord: their number, and the time from an interaction to its answer."""

from collections.abc import Callable
from time import perf_counter
from types import SimpleNamespace

import aiohttp
from cachetools import FIFOCache

from kwbot import metrics

WORDS = {
    "@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis",
    "gateway", "guilds", "interactions", "members", "messages", "oauth2", "thread-members",
    "threads", "typing", "users", "webhooks",
}  # fmt: skip
"""The words of routes. Everything else in a path is an id or a token."""
SCOPES = ("user", "global", "shared")
MAX_WAITING_ANSWERS = 1000
"""Most interactions that await an answer; older ones will not get one."""


def route(method: str, path: str) -> str:
    """Return a call's name without ids and tokens: ``PATCH /channels/{}/messages/{}``."""
    _, _, called = path.rpartition("/api/v10")
    parts = [part if part in WORDS else "{}" for part in called.strip("/").split("/") if part]
    return f"{method} /{'/'.join(parts)}"


class CallMetrics:
    """Counts the calls of one connection."""

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        self._now = now
        self._arrived = FIFOCache[str, tuple[str, float]](MAX_WAITING_ANSWERS)

    def note_arrival(self, interaction: int, kind: str) -> None:
        """Start timing an interaction: a "component", an "application_command" …"""
        self._arrived[str(interaction)] = kind, self._now()

    def trace(self) -> aiohttp.TraceConfig:
        """Return the trace to give to a client."""
        config = aiohttp.TraceConfig()

        async def on_end(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            end: aiohttp.TraceRequestEndParams,
        ) -> None:
            self._count(end.method, end.url.path, str(end.response.status))
            if end.response.status == 429:
                scope = end.response.headers.get("X-RateLimit-Scope", "")
                metrics.RATE_LIMITED.labels(scope if scope in SCOPES else "unknown").inc()

        async def on_exception(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            end: aiohttp.TraceRequestExceptionParams,
        ) -> None:
            self._count(end.method, end.url.path, "broken")

        config.on_request_end.append(on_end)
        config.on_request_exception.append(on_exception)
        return config

    def _count(self, method: str, path: str, status: str) -> None:
        metrics.DISCORD_CALLS.labels(route(method, path), status).inc()
        if path.endswith("/callback") and status != "broken":
            kind, since = self._arrived.pop(path.split("/")[-3], ("", 0.0))
            if kind:
                metrics.ANSWER_LATENCY.labels(kind).observe(self._now() - since)
