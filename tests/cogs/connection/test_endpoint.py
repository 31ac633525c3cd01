"""Where calls go: to Discord, or through a proxy that keeps its limits."""

from __future__ import annotations

from typing import Any

import pytest
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from benches.stand_ins import HandClock
from cogs.connection.endpoint import through
from cogs.delivery.calls.interaction_tokens import InteractionTokens
from cogs.delivery.calls.retry import AnswerAdapter


async def test_calls_by_tokens_go_past_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    async def request(_self: object, route: Any, _session: object, **_named: object) -> None:
        called.append(route.url)

    monkeypatch.setattr(AsyncWebhookAdapter, "request", request)
    clock, path = HandClock(), "/webhooks/1/token/messages/@original"
    direct = Route("PATCH", path).url
    adapter = AnswerAdapter(InteractionTokens(clock))
    with through("http://proxy:8080/"):
        assert Route("POST", "/channels/1/messages").url == (
            "http://proxy:8080/api/v10/channels/1/messages"
        )
        await adapter.request(Route("PATCH", path), None)  # type: ignore[arg-type]
    await adapter.request(Route("PATCH", path), None)  # type: ignore[arg-type]
    assert called == [direct, direct]
    assert Route("PATCH", path).url == direct
