"""The gateway's weather: losses, resumes, doubled and late events, outages."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web

from playground import Message, Playground
from playground.gateway import HELLO, IDENTIFY, Link
from playground.server import TOKEN
from tests.playground.conftest import Bot, connected, connecting_to


async def table(playground: Playground, bot: Bot) -> Message:
    sent = await bot.channel(playground.channel.id).send("Table")
    return playground.channel.messages[sent.id]


async def test_ready_knows_the_guild(playground: Playground, bot: Bot) -> None:
    guild = bot.get_guild(playground.guild.id)
    assert guild is not None
    assert [c.name for c in guild.text_channels] == ["general"]
    assert guild.me.guild_permissions.send_messages
    assert bot.user is not None
    assert bot.application_id == playground.application_id


@pytest.mark.parametrize("how", ["drop", "reconnect", "resumable"])
async def test_what_was_missed_comes_after_a_resume(
    playground: Playground, bot: Bot, how: str
) -> None:
    message = await table(playground, bot)
    alice = playground.person("Alice")
    if how == "drop":
        playground.gateway.drop()
    elif how == "reconnect":
        playground.gateway.reconnect()
    else:
        playground.gateway.invalidate(resumable=True)
    await alice.forge(message, "missed", wait=False)
    await playground.until(lambda: bot.seen)
    assert playground.gateway.resumes == 1
    assert playground.gateway.identifies == 1
    assert len(bot.seen) == 1


async def test_invalid_session_identifies_anew(playground: Playground, bot: Bot) -> None:
    playground.gateway.invalidate()
    await playground.until(lambda: bot.events.count("ready") == 2)
    assert playground.gateway.identifies == 2
    message = await table(playground, bot)
    await playground.person("Alice").forge(message, "join", wait=False)
    await playground.until(lambda: bot.seen)


async def test_doubled_and_late_events(playground: Playground, bot: Bot) -> None:
    message = await table(playground, bot)
    alice = playground.person("Alice")
    playground.gateway.hold()
    await alice.forge(message, "late", wait=False)
    await playground.idle(hearing=0.2)
    assert bot.seen == []
    playground.gateway.doubled = 2
    playground.gateway.release()
    await playground.until(lambda: len(bot.seen) == 2)
    assert bot.seen[0].id == bot.seen[1].id


async def test_a_mute_gateway_says_nothing(playground: Playground, bot: Bot) -> None:
    message = await table(playground, bot)
    playground.gateway.mute = True
    await playground.person("Alice").forge(message, "unheard", wait=False)
    await playground.idle(hearing=0.2)
    assert bot.seen == []
    assert bot.is_ready()
    playground.gateway.mute = False
    playground.gateway.drop()
    await playground.until(lambda: bot.seen)


async def test_outage_and_return(playground: Playground, bot: Bot) -> None:
    playground.outage(playground.guild)
    await playground.until(lambda: "guild_unavailable" in bot.events)
    playground.recover(playground.guild)
    await playground.until(lambda: bot.events[-1] == "guild_available")
    assert "guild_remove" not in bot.events


async def test_kicked_and_invited(playground: Playground, bot: Bot) -> None:
    message = await table(playground, bot)
    playground.kick(playground.guild)
    await playground.until(lambda: "guild_remove" in bot.events)
    alice = playground.person("Alice")
    await alice.forge(message, "unheard", wait=False)
    playground.invite(playground.guild)
    await playground.until(lambda: "guild_join" in bot.events)
    assert bot.seen == []
    other = playground.add_guild("Second", locale="da")
    await playground.until(lambda: bot.get_guild(other.id))


async def test_only_what_the_intents_ask_for(playground: Playground, bot: Bot) -> None:
    playground.person("Alice").say(playground.channel, "Hello")
    playground.add_channel(playground.guild, "next")
    await playground.until(lambda: "guild_channel_create" in bot.events)
    assert "message" not in bot.events


async def test_words_of_others_need_an_intent_of_their_own(playground: Playground) -> None:
    client = Bot()
    client._connection._intents = discord.Intents(guilds=True, guild_messages=True)
    got: list[discord.Message] = []
    client.event(_collector(got))
    async with connected(client, playground):
        playground.person("Alice").say(playground.channel, "Secret")
        await client.channel(playground.channel.id).send("Open")
        await playground.until(lambda: len(got) == 2)
    assert [m.content for m in got] == ["", "Open"]


def _collector(got: list[discord.Message]):  # type: ignore[no-untyped-def]
    async def on_message(message: discord.Message) -> None:
        got.append(message)

    return on_message


async def test_wrong_token(playground: Playground) -> None:
    client = Bot()
    with connecting_to(playground), pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()


async def test_compressed_gateway() -> None:
    client = Bot()
    async with Playground(compress=True) as playground, connected(client, playground):
        assert client.get_guild(playground.guild.id) is not None


async def test_shards_share_the_guilds(playground: Playground) -> None:
    """Guilds go by id to their shard, direct messages to shard 0."""
    for number in range(5):
        playground.add_guild(f"Guild {number}")
        playground.snowflake._last += 1 << 22
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True), shard_count=2, guild_ready_timeout=0.01
    )
    client.before_identify_hook = _at_once  # type: ignore[method-assign]
    async with connected(client, playground):
        assert len(client.guilds) == 6
        assert {g.shard_id for g in client.guilds} == {0, 1}


async def _at_once(shard_id: int | None, *, initial: bool = False) -> None:
    pass


async def test_both_sides_may_close_at_once() -> None:
    class Silent(web.WebSocketResponse):
        closed_with: int | None = None

        async def send_str(self, data: str, compress: int | None = None) -> None:
            await asyncio.Event().wait()

        async def close(self, *, code: int = 1000, **more: Any) -> bool:
            self.closed_with = code
            return True

    socket = Silent()
    link = Link(socket, None, compress=False)
    link.send("never arrives")
    closing = asyncio.create_task(link.close(1001))
    await asyncio.sleep(0)
    link.stop()
    await closing
    assert socket.closed_with == 1001


async def test_frames_of_bytes_are_read_and_compressed_ones_sent_where_that_is_asked() -> None:
    """As other libraries than discord.py write, and want to be written to."""
    identify = {"op": IDENTIFY, "d": {"token": TOKEN, "intents": 1, "properties": {}}}
    async with Playground(compress=True) as playground, aiohttp.ClientSession() as session:
        url = f"{playground.gateway_url}?v=10&encoding=json&compress=zlib-stream"
        async with session.ws_connect(url) as socket:
            await socket.send_bytes(json.dumps(identify).encode())
            inflate = zlib.decompressobj()
            hello, ready = [
                json.loads(inflate.decompress(await socket.receive_bytes())) for _ in range(2)
            ]
    assert (hello["op"], ready["t"]) == (HELLO, "READY")


def test_the_token_begins_with_an_id() -> None:
    assert base64.b64decode(TOKEN.partition(".")[0]).isdigit()


async def test_an_application_knows_how_many_have_it(playground: Playground, bot: Bot) -> None:
    playground.person("Anna").user.has_app = True
    found = await bot.application_info()
    assert (found.approximate_guild_count, found.approximate_user_install_count) == (1, 1)
