"""What is counted of presses, answers and calls, and that no label tells who or what."""

from __future__ import annotations

import re
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.connection.call_metrics import MAX_WAITING_ANSWERS, CallMetrics, route
from kwbot import metrics
from kwbot.tables.errors.refusals import NoTable
from tests.cogs.server import Server


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/api/v10/channels/123/messages/456", "/channels/{}/messages/{}"),
        ("/api/v10/interactions/1/aW50ZXJhY3Rpb24/callback", "/interactions/{}/{}/callback"),
        ("/api/v10/webhooks/1/aW50/messages/@original", "/webhooks/{}/{}/messages/@original"),
        ("/api/v10/users/@me/channels", "/users/@me/channels"),
        ("/attachments/1/2/hand.png", "/{}/{}/{}/{}"),
        ("/", "/"),
    ],
)
def test_a_route_has_no_ids_and_no_tokens(path: str, shown: str) -> None:
    assert route("GET", path) == f"GET {shown}"


def presses() -> dict[tuple[str, str], float]:
    return {
        (sample.labels["area"], sample.labels["outcome"]): sample.value
        for family in metrics.PRESSES.collect()
        for sample in family.samples
        if sample.name.endswith("_total")
    }


def gained(before: dict[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    return {key: value - before.get(key, 0) for key, value in presses().items()
            if value != before.get(key)}  # fmt: skip


def gained_one(before: dict[tuple[str, str], float], area: str, outcome: str) -> bool:
    return (area, outcome) in gained(before)


def answers(kind: str) -> float:
    return sum(
        sample.value
        for family in metrics.ANSWER_LATENCY.collect()
        for sample in family.samples
        if sample.name.endswith("_count") and sample.labels["kind"] == kind
    )


async def test_presses_are_counted_by_what_came_of_them(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.playground.person("Anna")
    before, component, command = presses(), answers("component"), answers("application_command")
    shown = await anna.slash(server.channel, "privacy")
    shown = await anna.click(shown.message, "Delete my data")
    await server.playground.until(lambda: answers("component") == component + 1)
    await server.playground.until(lambda: answers("application_command") == command + 1)
    await anna.slash(server.channel, "verify")  # nothing was played: refused

    async def refusing(*_: object) -> None:
        raise NoTable

    async def failing(*_: object) -> None:
        raise KeyError("hunter2")

    async def late(*_: object) -> None:
        response = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(cast("Any", response), {"code": 10062, "message": ""})

    for outcome, handler in {"refused": refusing, "failed": failing, "late": late}.items():
        server.bot.router.on("privacy", handler)
        await anna.click(shown.message, "Cancel", wait=False)
        await server.playground.until(partial(gained_one, before, "privacy", outcome))
    del server.bot.router._areas["privacy"]
    await anna.click(shown.message, "Cancel")
    await server.playground.until(partial(gained_one, before, "unknown", "unknown"))
    assert gained(before) == {
        ("/privacy", "answered"): 1,
        ("/verify", "refused"): 1,
        ("privacy", "answered"): 1,
        ("privacy", "refused"): 1,
        ("privacy", "failed"): 1,
        ("privacy", "late"): 1,
        ("unknown", "unknown"): 1,
    }


async def test_no_label_tells_who_or_what(server: Server) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "preferences")
    await anna.slash(server.channel, "hand")
    (menu,) = [one for one in shown.message.selects() if one["custom_id"].endswith("language")]
    await anna.select(shown.message, menu["custom_id"], ["sv"])
    labels = {
        value
        for metric in metrics.ALL_METRICS
        for family in metric.collect()
        for sample in family.samples
        for name, value in sample.labels.items()
        if name != "le"
    }
    assert not [value for value in labels if re.search(r"\d{4}|interaction-|Anna", value)]


async def test_429s_are_counted_by_scope(server: Server) -> None:
    def limited() -> float:
        return float(metrics.RATE_LIMITED.labels("unknown")._value.get())

    before = limited()
    server.playground.faults.add("GET", "/users/@me/guilds", status=429)
    await server.bot.http.get_guilds(1)
    assert limited() == before + 1


def test_answers_that_never_come_are_forgotten() -> None:
    calls = CallMetrics()
    for number in range(2 * MAX_WAITING_ANSWERS):
        calls.note_arrival(number, "component")
    assert len(calls._arrived) == MAX_WAITING_ANSWERS
    assert str(2 * MAX_WAITING_ANSWERS - 1) in calls._arrived
