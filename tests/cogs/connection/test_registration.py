"""The registration of commands by the leader of a cluster, and what is noted of it."""

from __future__ import annotations

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

from benches.stand_ins import HandClock
from cogs.connection import client
from cogs.connection.client import REGISTRATION_RETRY_DELAY, Kwbot

REFUSED = discord.HTTPException(SimpleNamespace(status=400, reason=""), "")
LOST = aiohttp.ServerDisconnectedError()


@pytest.mark.parametrize(
    ("errors", "noted"), [([None], True), ([REFUSED], False), ([LOST, None], True)]
)
async def test_commands_are_noted_once_they_are_registered(
    errors: list[Exception | None], monkeypatch: pytest.MonkeyPatch, *, noted: bool
) -> None:
    monkeypatch.setattr(client, "digest_of", AsyncMock(return_value="ab"))
    sync, clock = AsyncMock(side_effect=errors), HandClock()
    bot: Any = SimpleNamespace(
        tree=SimpleNamespace(sync=sync), settings=SimpleNamespace(sync_guild=None), clock=clock
    )
    bot._sync, bot._register = partial(Kwbot._sync, bot), partial(Kwbot._register, bot)
    cluster: Any = SimpleNamespace(
        leads=True, is_registered=AsyncMock(return_value=False), note_registered=AsyncMock()
    )
    registering = asyncio.ensure_future(Kwbot._keep_registering(bot, cluster))
    for _ in errors:
        for _ in range(10):
            await asyncio.sleep(0)
        clock.advance(REGISTRATION_RETRY_DELAY.total_seconds())
    await registering
    assert cluster.note_registered.called == noted
    assert sync.await_count == len(errors)
