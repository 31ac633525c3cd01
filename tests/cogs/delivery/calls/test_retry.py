"""A connection that breaks under an answer: it is sent again, and nobody is told of trouble."""

from __future__ import annotations

import io
import logging
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from benches.stand_ins import HandClock
from cogs.delivery.calls.interaction_tokens import MAX_RESPONSE_DELAY, InteractionTokens
from cogs.delivery.calls.retry import AnswerAdapter
from tests.cogs.server import Server, menu_of

UNKNOWN_WEBHOOK = 10015


@pytest.mark.parametrize("done", [False, True], ids=["nothing was done", "it was done"])
async def test_an_answer_whose_connection_breaks_comes_once(
    server: Server, caplog: pytest.LogCaptureFixture, *, done: bool
) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "preferences")
    server.playground.faults.add("POST", "/callback", reset=True, done=done)
    custom_id = menu_of(shown.message, "language")["custom_id"]
    outcome = await anna.select(shown.message, custom_id, ["sv"])
    await server.playground.idle()
    assert outcome.kind == "update"
    assert outcome.followups == [], "nobody hears of it"
    assert len(outcome.refusals) == int(done), "the second one came twice"
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


class Overtaken:
    """A Discord that knows a token from the third call on."""

    def __init__(self, code: int = UNKNOWN_WEBHOOK) -> None:
        self.code = code
        self.read: list[bytes] = []

    async def request(self, _route: Any, _session: Any, *, files: Any, **_named: Any) -> str:
        self.read.append(files[0].fp.read())
        if len(self.read) < 3:
            raise discord.NotFound(Mock(status=404), {"code": self.code})
        return "done"


@pytest.mark.parametrize(
    ("responded", "code"),
    [("token", UNKNOWN_WEBHOOK), ("token", 0), ("", UNKNOWN_WEBHOOK), ("", 0), ("token", 10008)],
)
async def test_what_overtakes_an_answer_is_sent_again_whole(
    responded: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it went in a response; any other unknown token is one for good."""
    monkeypatch.setattr("cogs.delivery.calls.retry.OVERTAKEN_SECONDS", (0, 0))
    there, clock = Overtaken(code), HandClock()
    monkeypatch.setattr(AsyncWebhookAdapter, "request", staticmethod(there.request))
    purse = InteractionTokens(clock)
    purse.note_response(responded)
    route = Route("POST", "/webhooks/1/token", webhook_id=1, webhook_token="token")
    calling = AnswerAdapter(purse).request(
        route, Mock(), files=[discord.File(io.BytesIO(b"picture"), "table.png")]
    )
    if responded and code != 10008:
        assert await calling == "done"
        assert there.read == [b"picture"] * 3
        clock.advance(MAX_RESPONSE_DELAY.total_seconds())
        assert not purse.is_on_its_way("token")
    else:
        with pytest.raises(discord.NotFound):
            await calling


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_an_answer_that_is_not_taken_at_once_is_sent_again(
    server: Server, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    anna = server.playground.person("Anna")
    shown = await anna.slash(server.channel, "preferences")
    server.playground.faults.add("POST", "/callback", status=status)
    custom_id = menu_of(shown.message, "language")["custom_id"]
    outcome = await anna.select(shown.message, custom_id, ["sv"])
    assert (outcome.kind, outcome.followups) == ("update", [])
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]
