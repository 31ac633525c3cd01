"""Calls about messages are paced, and each screen is made only when its turn has come."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from aiohttp import ClientResponse

from benches.stand_ins import HandClock
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import A_SECOND, TOGETHER, Lane
from cogs.delivery.calls.undelivered import (
    MessageGone,
    OutOfReach,
    PictureRefused,
    TransientFailure,
)
from cogs.screens.parts.components import Screen, file_name, gallery, text_screen
from kwbot.ids import UserId
from tests.cogs.post_office import DM, FakeChannel, FakeDiscord

HERE, THERE = 1, 2
PNG = b"\x89PNG"


async def new() -> Screen:
    return text_screen("new")


async def nothing() -> None:
    return None


async def with_picture() -> Screen:
    return Screen([gallery(PNG, "A table.")], {file_name(PNG): PNG})


def forbidden() -> discord.HTTPException:
    response = SimpleNamespace(status=403, reason="")
    return discord.Forbidden(cast("ClientResponse", response), {"code": 50013, "message": ""})


def unknown_message() -> discord.HTTPException:
    response = SimpleNamespace(status=404, reason="")
    return discord.NotFound(cast("ClientResponse", response), {"code": 10008, "message": ""})


def lobby_message(channel: FakeChannel, create_thread: object) -> discord.PartialMessage:
    message = SimpleNamespace(id=99, channel=channel, create_thread=create_thread)
    return cast("discord.PartialMessage", message)


class Desk:
    """Calls to a fake client, with one call to a channel in five seconds."""

    def __init__(self) -> None:
        self.clock, self.discord = HandClock(), FakeDiscord()
        self.calls = DiscordCalls(self.clock, channel_limit=1)
        self.calls.connect(cast("discord.Client", self.discord))
        self.text: str | None = "first"

    async def post(self) -> Post | None:
        return None if self.text is None else Post(text_screen(self.text), self.text, [UserId(7)])

    async def settled(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_what_waits_shows_the_latest_state(desk: Desk) -> None:
    await desk.calls.messages.post(HERE, desk.post)
    waiting = asyncio.create_task(desk.calls.messages.post(HERE, desk.post))
    await desk.settled()
    desk.text = "latest"
    assert [sent.nonce for sent in desk.discord.log] == ["first"]
    desk.clock.advance(5)
    posted = await waiting
    assert posted is not None
    assert [sent.nonce for sent in desk.discord.log] == ["first", "latest"]
    assert desk.discord.log[1].message == posted.message
    assert desk.discord.log[1].ping == (7,)


async def test_what_was_drawn_before_a_silence_is_not_sent(desk: Desk) -> None:
    """Others may have taken this process for dead, and have sent something newer."""
    silences = [True, False]

    async def revived() -> bool:
        if not (drawn and silences):
            return False
        desk.text = "latest"
        return silences.pop(0)

    drawn = list[str | None]()

    async def draw() -> Screen:
        drawn.append(desk.text)
        return text_screen(desk.text or "")

    desk.calls.client.wait_for_life = revived
    assert await desk.calls.messages.edit(HERE, 5, draw)
    (sent,) = desk.discord.log
    assert drawn == ["first", "latest"]
    assert "latest" in sent.text


async def test_what_is_not_needed_any_more_is_not_sent(desk: Desk) -> None:
    desk.text = None
    assert await desk.calls.messages.post(HERE, desk.post) is None
    assert not await desk.calls.messages.edit(THERE, 5, nothing)
    assert desk.discord.log == []


async def test_channels_wait_for_themselves_alone(desk: Desk) -> None:
    await desk.calls.messages.post(HERE, desk.post)
    await desk.calls.messages.post(THERE, desk.post)
    assert [sent.channel for sent in desk.discord.log] == [HERE, THERE]


async def test_processes_share_the_limit_of_all_channels(desk: Desk) -> None:
    sent = 0

    async def post(channel_id: int) -> None:
        nonlocal sent
        await desk.calls.messages.post(channel_id, desk.post)
        sent += 1

    desk.calls.client.count_sharers = lambda: 3
    posting = [asyncio.create_task(post(channel)) for channel in range(TOGETHER)]
    for _ in range(TOGETHER):
        await desk.settled()
    assert sent == TOGETHER // 3
    desk.calls.client.count_sharers = lambda: 1
    for _ in range(3):
        desk.clock.advance(A_SECOND)
        await desk.settled()
    await asyncio.gather(*posting)


async def test_direct_messages_are_opened_one_after_the_other(desk: Desk) -> None:
    assert await desk.calls.messages.open_dm(UserId(7)) == DM + 7
    second = asyncio.create_task(desk.calls.messages.open_dm(UserId(8)))
    await desk.settled()
    assert not second.done()
    assert await desk.calls.messages.open_dm(UserId(7)) == DM + 7, "a known one waits for nothing"
    desk.clock.advance(5)
    assert await second == DM + 8


async def test_threads_wait_for_their_channel(desk: Desk) -> None:
    async def create_thread(**_: object) -> FakeChannel:
        return FakeChannel(desk.discord, THERE)

    under = lobby_message(FakeChannel(desk.discord, HERE), create_thread)
    await desk.calls.messages.post(HERE, desk.post)
    opening = asyncio.create_task(desk.calls.threads.open(under, "Table"))
    await desk.settled()
    assert not opening.done()
    desk.clock.advance(5)
    assert await opening == THERE


async def test_a_thread_that_is_there_already_is_used(desk: Desk) -> None:
    async def create_thread(**_: object) -> FakeChannel:
        response = SimpleNamespace(status=400, reason="")
        raise discord.HTTPException(cast("ClientResponse", response), {"code": 160004})

    under = lobby_message(FakeChannel(desk.discord, HERE), create_thread)
    assert await desk.calls.threads.open(under, "Table") == under.id


async def test_edits_and_deletions_wait_too(desk: Desk) -> None:
    await desk.calls.messages.post(HERE, desk.post)
    edit = asyncio.create_task(desk.calls.messages.edit(HERE, 5, new))
    delete = asyncio.create_task(desk.calls.messages.delete(HERE, 5))
    for seconds, done in ((0, ["post"]), (5, ["post", "edit"]), (5, ["post", "edit", "delete"])):
        desk.clock.advance(seconds)
        await desk.settled()
        assert [sent.how for sent in desk.discord.log] == done
    assert await edit
    await delete


async def test_failures_are_told_apart(desk: Desk) -> None:
    desk.discord.fail("edit", HERE, unknown_message(), TimeoutError())
    desk.discord.fail("delete", THERE, unknown_message())
    with pytest.raises(MessageGone):
        await desk.calls.messages.edit(HERE, 5, new)
    desk.clock.advance(5)
    with pytest.raises(TransientFailure):
        await desk.calls.messages.edit(HERE, 5, new)
    await desk.calls.messages.delete(THERE, 5)  # somebody else has deleted it: as good as done


async def test_pictures_go_along_and_what_is_refused_with_one_is_told(desk: Desk) -> None:
    assert await desk.calls.messages.edit(HERE, 5, with_picture)
    name = file_name(PNG)
    assert desk.discord.log[0].files == (name,)
    assert f"attachment://{name}" in desk.discord.log[0].text
    desk.discord.fail("edit", THERE, forbidden(), unknown_message(), forbidden())
    refused = [PictureRefused, MessageGone, OutOfReach]
    for make, why in zip((with_picture, with_picture, new), refused, strict=True):
        with pytest.raises(OutOfReach) as refusal:
            await desk.calls.messages.edit(THERE, 5, make)
        assert refusal.type is why
        desk.clock.advance(5)


async def test_a_channel_with_something_urgent_goes_first(desk: Desk) -> None:
    """Its loop waits in a drawing, and a vote comes only after that."""
    desk.calls.client.total_limit = 1
    channels = (1, 2, 3)
    edits = [asyncio.create_task(desk.calls.messages.edit(one, 5, new)) for one in channels]
    await desk.settled()
    desk.calls.client.hurry(3, Lane.FIRST)
    while not all(edit.done() for edit in edits):
        desk.clock.advance(1)
        await desk.settled()
    assert [sent.channel for sent in desk.discord.log] == [1, 3, 2]
    assert desk.calls.client._wishes == {}
