"""A connection that breaks under an answer: it is sent again, and nobody is told of trouble."""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from cogs.delivery.calls.brief_call import BriefCalls, BriefResponse
from cogs.delivery.calls.retry import AnswerAdapter
from cogs.delivery.calls.token_purse import RESPONDED, TokenPurse
from kwbot.tables.time.clock import HandClock
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
    purse = TokenPurse(clock)
    purse.responded(responded)
    route = Route("POST", "/webhooks/1/token", webhook_id=1, webhook_token="token")
    calling = AnswerAdapter(purse).request(
        route, Mock(), files=[discord.File(io.BytesIO(b"picture"), "table.png")]
    )
    if responded and code != 10008:
        assert await calling == "done"
        assert there.read == [b"picture"] * 3
        clock.advance(RESPONDED.total_seconds())
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


REDRAWING = MultipartParameters({"type": 7, "data": {"content": "♠"}}, None, None)


class Callback:
    """A Discord that takes calls or refuses them, and tells by which of two ways they came."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, status: int = 204, said: str = "") -> None:
        self.ways = list[str]()
        self.status, self.said = status, said
        monkeypatch.setattr(BriefCalls, "made", staticmethod(self.made))
        monkeypatch.setattr(AsyncWebhookAdapter, "request", staticmethod(self.request))

    async def made(
        self, _session: Any, method: str, root: str, path: str, _body: bytes, query: str
    ) -> BriefResponse:
        self.ways.append(f"brief {method} {root.rpartition('/')[0]} {path} {query}".rstrip())
        return BriefResponse(self.status, "As It Is", Mock(), self.said.encode())

    async def request(self, route: Any, _session: Any, **_named: Any) -> str:
        self.ways.append(f"discord.py {route.url.partition('/api/v10')[2]}")
        return "done"


ANSWER = "/interactions/1/a%2Fb/callback"
FOLLOWED = "brief POST https://discord.com/api /webhooks/1/token wait=1"


async def answered(**more: Any) -> Any:
    adapter = AnswerAdapter(TokenPurse(HandClock()))
    session: dict[str, Any] = {"session": Mock(), "proxy": None, "proxy_auth": None, **more}
    return await adapter.answer(1, "a/b", params=REDRAWING, **session)


async def followed(**more: Any) -> Any:
    route = Route("POST", "/webhooks/1/token", webhook_id=1, webhook_token="token")
    adapter = AnswerAdapter(TokenPurse(HandClock()))
    return await adapter.request(route, Mock(), payload={}, params={"wait": 1}, **more)


@pytest.mark.parametrize(
    ("status", "more"),
    [(204, {}), (429, {}), (500, {}), (204, {"proxy": "http://proxy"})],
    ids=["taken", "too many", "not at once", "through a proxy"],
)
async def test_an_answer_goes_the_cheapest_way_or_the_most_patient_one(
    monkeypatch: pytest.MonkeyPatch, status: int, more: dict[str, str]
) -> None:
    there = Callback(monkeypatch, status)
    assert await answered(**more) == {"interaction": {"id": 1, "type": 0}}
    brief = [] if more else [f"brief POST https://discord.com/api {ANSWER}"]
    assert there.ways == brief + ([] if (status, more) == (204, {}) else [f"discord.py {ANSWER}"])


async def test_what_follows_an_answer_goes_the_cheapest_way_unless_it_brings_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = Callback(monkeypatch, 200, '{"id": "5"}')
    assert await followed() == {"id": "5"}
    assert await followed(files=[Mock()]) == "done"
    assert there.ways == [FOLLOWED, "discord.py /webhooks/1/token"]


@pytest.mark.parametrize("sent", [answered, followed])
@pytest.mark.parametrize(
    ("status", "said", "kind", "told"),
    [
        (400, '{"code": 50035, "message": "no"}', discord.HTTPException, (50035, "no")),
        (403, '{"code": 50013, "message": "no"}', discord.Forbidden, (50013, "no")),
        (404, '{"code": 10062, "message": "no"}', discord.NotFound, (10062, "no")),
        (404, "<html>", discord.NotFound, (0, "<html>")),
    ],
)
async def test_a_refusal_is_that_of_discord_py_and_nothing_is_sent_twice(
    monkeypatch: pytest.MonkeyPatch,
    sent: Callable[[], Awaitable[Any]],
    status: int,
    said: str,
    kind: type[discord.HTTPException],
    told: tuple[int, str],
) -> None:
    there = Callback(monkeypatch, status, said)
    with pytest.raises(discord.HTTPException) as refused:
        await sent()
    error = refused.value
    assert type(error) is kind
    assert (error.status, error.code, error.text) == (status, *told)
    assert str(error).startswith(f"{status} As It Is")
    assert len(there.ways) == 1
