"""The greeting of a new server, and /help."""

from __future__ import annotations

import asyncio

import pytest

from kwbot import BUILD
from kwbot.ids import GuildId
from playground.state.model import Guild, Message, Permission
from tests.cogs.server import Server, running

LEARN, DAILY = "Learn", "Deal of the day"


async def messages(server: Server, guild: Guild) -> list[Message]:
    """Those of a server's first channel, once nothing more comes."""
    for _ in range(100):
        await asyncio.sleep(0.005)
    return list(next(iter(guild.channels.values())).messages.values())


async def test_a_new_server_is_greeted_once() -> None:
    async with running() as server:
        guild = server.playground.add_guild("Elsewhere")
        (greeting,) = await messages(server, guild)
        told = server.playground.person("Anna").read(greeting)
        assert "Cards, anyone?" in told
        assert BUILD not in told
        server.playground.kick(guild)
        server.playground.invite(guild)
        assert len(await messages(server, guild)) == 1


async def test_a_known_server_is_not_greeted() -> None:
    async with running() as server:
        assert not await messages(server, server.playground.guild)


async def test_nobody_is_greeted_where_the_bot_may_not_write() -> None:
    async with running() as server:
        guild = server.playground.add_guild("Elsewhere")
        (channel,) = guild.channels.values()
        assert len(await messages(server, guild)) == 1
        server.playground.kick(guild)
        await server.store.settings.change_guild_settings(
            GuildId(guild.id), lambda before: before.model_copy(update={"greeted": False})
        )
        server.playground.deny(channel, Permission.SEND_MESSAGES)
        server.playground.invite(guild)
        assert len(await messages(server, guild)) == 1
        assert not (await server.store.settings.guild_settings(GuildId(guild.id))).greeted


@pytest.mark.parametrize(
    ("label", "says"),
    [
        (LEARN, "Short deals, just for you"),
        (DAILY, "no deal of the day here. Moderators turn it on with /daily."),
    ],
)
async def test_the_buttons_do_what_the_commands_do(label: str, says: str) -> None:
    async with running() as server:
        anna = server.playground.person("Anna")
        shown = (await anna.slash(server.playground.channel, "help")).message
        assert BUILD in anna.read(shown)
        answer = (await anna.click(shown, label)).message
        assert says in anna.read(answer)


async def test_by_direct_message_there_are_lessons_alone() -> None:
    async with running() as server:
        anna = server.playground.person("Anna")
        shown = (await anna.slash(server.playground.direct(anna.user), "help")).message
        labels = [one["label"] for row in shown.components for one in _buttons(row)]
        assert labels == [LEARN]


def _buttons(part: dict[str, object]) -> list[dict[str, object]]:
    inner = part.get("components")
    if not isinstance(inner, list):
        return [part] if part.get("type") == 2 else []
    return [one for each in inner for one in _buttons(each)]
