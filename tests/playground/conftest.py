"""The real discord.py, connected to the playground."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

import discord
import pytest
import yarl
from discord import app_commands
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from playground import Message, Playground, User
from playground.api.oracle import Oracle

Press = Callable[[discord.Interaction], Awaitable[None]]


def data_of(interaction: discord.Interaction) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data)


class Clock:
    """Stands still unless told otherwise; seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Bot(discord.Client):
    """Answers components and forms by functions that the test puts into ``on``."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.01,
            max_ratelimit_timeout=None,
        )
        self.tree = app_commands.CommandTree(self)
        self.on: dict[str, Press] = {}
        self.seen: list[discord.Interaction] = []
        self.events: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Go on at once."""

    def dispatch(self, event: str, /, *args: object, **kwargs: object) -> None:
        self.events.append(event)
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        if (answer := self.on.get(data_of(interaction).get("custom_id", ""))) is not None:
            await answer(interaction)

    def channel(self, channel_id: int) -> discord.TextChannel:
        channel = self.get_channel(channel_id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    async def dm(self, user: User) -> discord.DMChannel:
        return await self.create_dm(discord.Object(user.id))


def buttons(*labels: str) -> discord.ui.View:
    view = discord.ui.View()
    for label in labels:
        view.add_item(discord.ui.Button(label=label, custom_id=label.lower()))
    view.stop()
    return view


async def posted(playground: Playground, bot: Bot, *labels: str, text: str = "Table") -> Message:
    sent = await bot.channel(playground.channel.id).send(text, view=buttons(*labels))
    return playground.channel.messages[sent.id]


def codes(error: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return error.value.status, error.value.code


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def oracle() -> Oracle | None:
    """Discord's own description of its API, if it lies beside the checkout."""
    path = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
    return Oracle(path) if path.exists() else None


@pytest.fixture
async def playground(clock: Clock, oracle: Oracle | None) -> AsyncIterator[Playground]:
    async with Playground(clock=clock, validate=oracle) as running:
        yield running


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[Bot]:
    client = Bot()
    async with connected(client, playground):
        yield client


@contextmanager
def connecting_to(playground: Playground) -> Iterator[None]:
    """Send every client of discord.py to this playground within the block."""
    with pytest.MonkeyPatch.context() as library:
        library.setattr(Route, "BASE", playground.api)
        library.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway_url))
        library.setattr(Asset, "BASE", playground.base)
        yield


@asynccontextmanager
async def connected(client: discord.Client, playground: Playground) -> AsyncIterator[None]:
    """Within the block the client is ready; it ends with it, whatever happens."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    with connecting_to(playground):
        running = asyncio.create_task(client.start(playground.token))
        try:
            await playground.until(lambda: client.is_ready() or running.done())
            yield
        finally:
            await client.close()
            await running
