"""`/livez`, `/readyz`, `/healthz` and `/metrics` over HTTP, for monitoring the bot."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Gauge,
    GCCollector,
    Metric,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from kwbot import metrics

log = logging.getLogger(__name__)

_CHECK_SECONDS = 5.0
"""Seconds until a check times out."""
FINE = "ok"

Check = Callable[[], Awaitable[str | None]]
"""Returns what is wrong with a part of the bot as a short sentence, or None."""
Page = Callable[[web.Request], Awaitable[web.Response]]


@dataclass(frozen=True, slots=True)
class Health:
    """The health of the bot: whether it works, and why, as facts (JSON values, no secrets)."""

    ok: bool
    facts: Mapping[str, object] = field(default_factory=dict)


class Readiness:
    """Runs the checks of all parts of the bot on each call, except one that is still running."""

    def __init__(self, checks: Mapping[str, Check], *, patience: float = _CHECK_SECONDS) -> None:
        self._checks = checks
        self._patience = patience
        self._asked: dict[str, asyncio.Task[str | None]] = {}

    async def __call__(self) -> Health:
        """Return FINE or what is wrong for each part."""
        found = await asyncio.gather(*map(self._trouble, self._checks))
        facts = {name: trouble or FINE for name, trouble in zip(self._checks, found, strict=True)}
        return Health(ok=not any(found), facts=facts)

    async def _trouble(self, name: str) -> str | None:
        asked = self._asked.get(name)
        if asked is None or asked.done():
            asked = self._asked[name] = asyncio.create_task(_sentence(self._checks[name]))
        await asyncio.wait([asked], timeout=self._patience)
        if not asked.done():
            return f"No answer within {self._patience:g} s."
        return asked.result()


async def _sentence(check: Check) -> str | None:
    try:
        return await check()
    except Exception as error:  # noqa: BLE001 - only the type, as the text may contain anything
        return f"The check failed: {metrics.count_error(error)}."


def new_registry() -> CollectorRegistry:
    """Return a registry with the process's memory, time and files and all of kwbot.metrics."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    for metric in metrics.ALL_METRICS:
        registry.register(metric)
    return registry


def watch(registry: CollectorRegistry, name: str, what: str, value: Callable[[], float]) -> None:
    """Show the current result of `value` in /metrics as ``kwbot_`` and `name`."""
    Gauge(f"kwbot_{name}", what, registry=registry).set_function(value)


def watch_each(
    registry: CollectorRegistry,
    name: str,
    what: str,
    label: str,
    values: Callable[[], Mapping[str, float]],
) -> None:
    """Show in /metrics a value for each of a few `label`s, all from one call of `values`."""
    registry.register(_Each(f"kwbot_{name}", what, label, values))


@dataclass(frozen=True)
class _Each(Collector):
    name: str
    what: str
    label: str
    values: Callable[[], Mapping[str, float]]

    def collect(self) -> Iterable[Metric]:
        gauge = GaugeMetricFamily(self.name, self.what, labels=[self.label])
        for key, value in self.values().items():
            gauge.add_metric([key], value)
        yield gauge


def site(
    healthy: Callable[[], Awaitable[Health]],
    ready: Callable[[], Awaitable[Health]],
    registry: CollectorRegistry,
) -> web.Application:
    """Return the pages. `/healthz` and `/readyz` call `healthy` and `ready` and answer 200 or 503;
    `/metrics` calls `ready`, too; `/livez` answers while the event loop runs."""

    def page(check: Callable[[], Awaitable[Health]]) -> Page:
        async def answer(_request: web.Request) -> web.Response:
            try:
                health = await check()
            except Exception:
                log.exception("the health check failed")
                health = Health(ok=False)
            status = 200 if health.ok else 503
            return web.json_response({"ok": health.ok, **health.facts}, status=status)

        return answer

    async def alive() -> Health:
        return Health(ok=True)

    async def figures(_request: web.Request) -> web.Response:
        for part, said in (await ready()).facts.items():
            metrics.READY_GAUGE.labels(part).set(said == FINE)
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=generate_latest(registry), headers=headers)

    application = web.Application()
    application.add_routes(
        [
            web.get("/livez", page(alive)),
            web.get("/readyz", page(ready)),
            web.get("/healthz", page(healthy)),
            web.get("/metrics", figures),
        ]
    )
    return application
