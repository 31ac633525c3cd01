from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import ClientSession
from prometheus_client import CollectorRegistry, Counter, generate_latest

from kwbot.hosting.health import Health, Readiness, new_registry, site, watch, watch_each
from kwbot.hosting.http_server import serving


async def get(
    page: str,
    health: Health | Exception,
    registry: CollectorRegistry | None = None,
    ready: Health | Exception | None = None,
) -> tuple[int, str, str]:
    def check(told: Health | Exception) -> Callable[[], Awaitable[Health]]:
        async def answer() -> Health:
            if isinstance(told, Exception):
                raise told
            return told

        return answer

    pages = check(health), check(ready or Health(ok=True))
    application = site(*pages, registry or CollectorRegistry())
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


async def test_a_turning_event_loop_is_alive_whatever_else_fails() -> None:
    assert await get("/livez", RuntimeError()) == (200, "application/json", '{"ok": true}')


async def test_readiness_is_a_page_of_its_own() -> None:
    red = Health(ok=False, facts={"database": "The disk is full."})
    status, _, body = await get("/readyz", Health(ok=True), ready=red)
    assert (status, body) == (503, '{"ok": false, "database": "The disk is full."}')


async def fine() -> str | None:
    return None


async def sick() -> str | None:
    return "The disk is full."


async def broken() -> str | None:
    raise KeyError("hunter2")


async def test_one_sick_part_is_enough_and_says_why() -> None:
    assert await Readiness({"a": fine, "b": fine})() == Health(
        ok=True, facts={"a": "ok", "b": "ok"}
    )
    ready = Readiness({"a": fine, "b": sick, "c": broken})
    assert await ready() == Health(
        ok=False, facts={"a": "ok", "b": "The disk is full.", "c": "The check failed: KeyError."}
    )


async def test_a_part_that_hangs_is_told_and_not_asked_twice() -> None:
    asked, go = [], asyncio.Event()

    async def hanging() -> str | None:
        asked.append(1)
        await go.wait()
        return None

    ready = Readiness({"database": hanging}, patience=0.01)
    assert (await ready()).facts == {"database": "No answer within 0.01 s."}
    assert not (await ready()).ok
    assert len(asked) == 1
    go.set()
    assert (await ready()).ok
    assert len(asked) == 2


async def test_metrics_say_which_part_is_ready() -> None:
    red = Health(ok=False, facts={"database": "The disk is full.", "discord": "ok"})
    _, _, body = await get("/metrics", Health(ok=True), new_registry(), red)
    assert 'kwbot_ready{part="database"} 0.0' in body
    assert 'kwbot_ready{part="discord"} 1.0' in body


async def test_there_is_nothing_else() -> None:
    assert (await get("/", Health(ok=True)))[0] == 404


def test_the_figures_of_the_bot_are_looked_up_each_time() -> None:
    registry = new_registry()
    tables = [1.0]
    watch(registry, "tables_running", "Open tables", lambda: tables[0])
    assert "kwbot_tables_running 1.0" in generate_latest(registry).decode()
    tables[0] = 5.0
    assert "kwbot_tables_running 5.0" in generate_latest(registry).decode()


def test_a_figure_may_have_a_value_for_each_state() -> None:
    registry = new_registry()
    watch_each(registry, "tables", "Tables", "state", lambda: {"lobby": 2, "running": 0})
    shown = generate_latest(registry).decode()
    assert 'kwbot_tables{state="lobby"} 2.0\nkwbot_tables{state="running"} 0.0' in shown


def test_a_registry_shows_what_is_counted_anywhere() -> None:
    for registry in (new_registry(), new_registry()):
        assert 'kwbot_decisions_total{kind="late"}' in generate_latest(registry).decode()
