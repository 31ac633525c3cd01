from __future__ import annotations

import pytest
from aiohttp import ClientSession
from prometheus_client import CollectorRegistry, Counter, generate_latest

from kwbot.health import CannotListen, Health, new_registry, serving, site, watch


async def get(
    page: str, health: Health | Exception, registry: CollectorRegistry | None = None
) -> tuple[int, str, str]:
    async def check() -> Health:
        if isinstance(health, Exception):
            raise health
        return health

    application = site(check, registry or CollectorRegistry())
    async with (
        serving(application, "127.0.0.1", 0) as port,
        ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{page}") as response,
    ):
        return response.status, response.content_type, await response.text()


async def test_a_healthy_bot_answers_200_with_its_facts() -> None:
    health = Health(ok=True, facts={"tables": 3, "frame_age": 0.5})
    assert await get("/healthz", health) == (
        200,
        "application/json",
        '{"ok": true, "tables": 3, "frame_age": 0.5}',
    )


async def test_a_sick_bot_answers_503() -> None:
    status, _, body = await get("/healthz", Health(ok=False, facts={"gateway": "lost"}))
    assert (status, body) == (503, '{"ok": false, "gateway": "lost"}')


async def test_a_check_that_fails_is_a_sick_bot_and_tells_nothing() -> None:
    status, _, body = await get("/healthz", RuntimeError("hunter2"))
    assert (status, body) == (503, '{"ok": false}')


async def test_metrics_are_prometheus_text() -> None:
    registry = new_registry()
    clicks = Counter("kwbot_clicks", "Clicks that came in.", ["kind"], registry=registry)
    clicks.labels("card").inc(2)
    status, kind, body = await get("/metrics", Health(ok=True), registry)
    assert (status, kind) == (200, "text/plain")
    assert 'kwbot_clicks_total{kind="card"} 2.0\n' in body
    assert "process_cpu_seconds_total" in body


async def test_there_is_nothing_else() -> None:
    assert (await get("/", Health(ok=True)))[0] == 404


async def test_a_taken_port_is_told_in_one_sentence() -> None:
    async def check() -> Health:
        return Health(ok=True)

    async with serving(site(check, CollectorRegistry()), "127.0.0.1", 0) as port:
        with pytest.raises(CannotListen, match=rf"^Cannot listen on 127.0.0.1:{port}: .+\.$"):
            async with serving(site(check, CollectorRegistry()), "127.0.0.1", port):
                pass


def test_the_figures_of_the_bot_are_looked_up_each_time() -> None:
    registry = new_registry()
    tables = [1.0]
    watch(registry, "tables_running", "Open tables", lambda: tables[0])
    assert "kwbot_tables_running 1.0" in generate_latest(registry).decode()
    tables[0] = 5.0
    assert "kwbot_tables_running 5.0" in generate_latest(registry).decode()
