"""Faults on demand, as discord.py meets them."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest

from playground import Playground
from playground.api.rates import Limited, Rates
from tests.playground.conftest import Bot, Clock, connecting_to

MESSAGES = r"^(/channels/\d+/messages)$"


async def test_codes_are_answered_once(playground: Playground, bot: Bot) -> None:
    channel = bot.channel(playground.channel.id)
    playground.faults.add("POST", MESSAGES, code=50013)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50013
    playground.faults.add("*", MESSAGES, code=10003, times=2)
    for _ in range(2):
        with pytest.raises(discord.NotFound):
            await channel.send("x")
    await channel.send("x")
    assert len(playground.channel.messages) == 1


async def test_an_outage_that_is_not_repeated(playground: Playground, bot: Bot) -> None:
    """503 is the server error after which discord.py gives up at once."""
    playground.faults.add("POST", MESSAGES, status=503)
    with pytest.raises(discord.DiscordServerError):
        await bot.channel(playground.channel.id).send("x")


async def test_rate_limit_with_and_without_via(playground: Playground, bot: Bot) -> None:
    channel = bot.channel(playground.channel.id)
    playground.calls.clear()
    fault = playground.faults.add("POST", MESSAGES, status=429, retry_after=0.001, times=2)
    await channel.send("x")
    assert (fault.hits, [c.status for c in playground.calls]) == (2, [429, 429, 200])
    playground.faults.add("POST", MESSAGES, status=429, retry_after=None)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x")
    assert refused.value.status == 429


async def test_too_many_edits_of_an_old_message(playground: Playground, bot: Bot) -> None:
    message = await bot.channel(playground.channel.id).send("x")
    playground.faults.add("PATCH", "/messages/", code=30046, retry_after=None)
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="y")
    assert (refused.value.status, refused.value.code) == (429, 30046)


@pytest.mark.parametrize(("done", "posted"), [(False, 0), (True, 1)])
async def test_connection_reset(
    playground: Playground, bot: Bot, *, done: bool, posted: int
) -> None:
    """With ``done`` the message is there, only the bot does not know."""
    playground.faults.add("POST", MESSAGES, reset=True, done=done)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await bot.channel(playground.channel.id).send("x")
    assert len(playground.channel.messages) == posted
    await bot.channel(playground.channel.id).send("x")
    assert len(playground.channel.messages) == posted + 1


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=b"])
async def test_a_bot_that_is_killed_in_the_middle_of_a_call(
    playground: Playground, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing comes of it, and no traceback."""
    there = urlsplit(playground.api)
    _, writer = await asyncio.open_connection(there.hostname, there.port)
    path = f"{there.path}/channels/{playground.channel.id}/messages"
    lines = [
        f"POST {path} HTTP/1.1", f"Host: {there.netloc}", f"Authorization: Bot {playground.token}",
        f"Content-Type: {kind}", "Content-Length: 5000", "", "--b",
        'Content-Disposition: form-data; name="payload_json"', "", '{"content": "x',
    ]  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    await writer.drain()
    await playground.until(lambda: playground.rest.in_flight)
    writer.transport.abort()
    await playground.until(lambda: not playground.rest.in_flight)
    await playground.idle()
    assert not playground.channel.messages
    assert caplog.records == []


async def test_failed_but_done(playground: Playground, bot: Bot) -> None:
    playground.faults.add("POST", MESSAGES, status=503, done=True)
    with pytest.raises(discord.DiscordServerError):
        await bot.channel(playground.channel.id).send("x")
    assert len(playground.channel.messages) == 1


async def test_held_requests_go_on_when_released(playground: Playground, bot: Bot) -> None:
    gate = playground.faults.hold("POST", MESSAGES)
    sending = asyncio.create_task(bot.channel(playground.channel.id).send("x"))
    await playground.until(lambda: gate.hits)
    assert playground.channel.messages == {}
    with playground.patient(0.05), pytest.raises(TimeoutError):
        await playground.idle()
    gate.release()
    await sending
    await playground.idle()
    assert len(playground.channel.messages) == 1


async def test_callback_faults(playground: Playground, bot: Bot) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.NotFound):
            await interaction.response.send_message("First")
        await interaction.response.send_message("Second")

    bot.on["join"] = answer
    sent = await bot.channel(playground.channel.id).send("Table")
    playground.faults.add("POST", "/callback$", code=10062)
    alice = playground.person("Alice")
    outcome = await alice.forge(playground.channel.messages[sent.id], "join")
    assert outcome.text == "Second"


async def test_login_while_the_gateway_is_down(playground: Playground) -> None:
    """discord.py ends on this at the very first connect; a supervisor must start it again."""
    playground.gateway.down = True
    client = Bot()
    with connecting_to(playground):
        await client.login(playground.token)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.connect(reconnect=False)
        await client.close()


def test_rates_of_a_channel_and_of_everything(clock: Clock) -> None:
    rates = Rates(clock)
    path = "/channels/1/messages"
    lefts = [rates.take("POST", path, counts=True)["X-RateLimit-Remaining"] for _ in range(5)]
    assert lefts == ["4", "3", "2", "1", "0"]
    clock.now += 1
    with pytest.raises(Limited) as limited:
        rates.take("POST", path, counts=True)
    assert limited.value.payload()["retry_after"] == 4.0
    rates.take("PATCH", path + "/7", counts=True)
    rates.take("POST", "/channels/2/messages", counts=True)
    clock.now += 4
    rates.take("POST", path, counts=True)
    clock.now += 1
    for _ in range(50):
        rates.take("GET", "/users/@me", counts=True)
    with pytest.raises(Limited) as limited:
        rates.take("GET", "/users/@me", counts=True)
    assert limited.value.payload()["global"] is True
    rates.take("POST", "/interactions/1/token/callback", counts=False)
    assert rates.limited == 2


async def test_the_library_waits_for_its_rate(
    playground: Playground, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window so short that waiting for it costs nothing."""
    short = ("POST", re.compile(MESSAGES), 5, 0.02)
    monkeypatch.setattr("playground.api.rates.PER_ROUTE", (short,))
    playground.rest.rates = Rates(asyncio.get_running_loop().time)
    channel = bot.channel(playground.channel.id)
    await asyncio.gather(*(channel.send(str(n)) for n in range(8)))
    assert len(playground.channel.messages) == 8
    assert playground.refusals == []
