"""`/healthz` and `/metrics` over HTTP, for whoever watches over the bot."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Gauge,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

log = logging.getLogger(__name__)


class CannotListen(Exception):
    """The port cannot be opened; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the bot does its work, and the facts (JSON values, no secrets) that say why."""

    ok: bool
    facts: Mapping[str, object] = field(default_factory=dict)


def new_registry() -> CollectorRegistry:
    """A registry with the process's memory, time and files, for the bot's own (`watch`) too."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


def watch(registry: CollectorRegistry, name: str, what: str, value: Callable[[], float]) -> None:
    """Show in /metrics what `value` gives at each look, as ``kwbot_`` and `name`."""
    Gauge(f"kwbot_{name}", what, registry=registry).set_function(value)


def site(check: Callable[[], Awaitable[Health]], registry: CollectorRegistry) -> web.Application:
    """The two pages: `check` is asked anew for each `/healthz`, which answers 200 or 503."""

    async def healthz(_request: web.Request) -> web.Response:
        try:
            health = await check()
        except Exception:
            log.exception("the health check failed")
            health = Health(ok=False)
        status = 200 if health.ok else 503
        return web.json_response({"ok": health.ok, **health.facts}, status=status)

    async def metrics(_request: web.Request) -> web.Response:
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=generate_latest(registry), headers=headers)

    application = web.Application()
    application.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    return application


@asynccontextmanager
async def serving(application: web.Application, host: str, port: int) -> AsyncIterator[int]:
    """Answer on `host` and `port` (0: any that is free) while inside; gives the port.

    Raises CannotListen.
    """
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise CannotListen(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
