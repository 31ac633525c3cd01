"""What goes by the token of a press, and what becomes of it where the token fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from benches.stand_ins import HandClock
from cogs.connection.endpoint import connect_to
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.message_calls import MAX_NONCES
from cogs.delivery.calls.posts import Post, Private
from cogs.delivery.calls.retry import AnswerAdapter, answer_with
from cogs.delivery.calls.undelivered import MessageGone, PictureRefused, TokenDead, TransientFailure
from cogs.screens.parts.components import (
    Press,
    Screen,
    button,
    file_name,
    gallery,
    rows,
    text_screen,
)
from kwbot.ids import GuildId, UserId
from playground import LocalPerson, Message, Playground

PNG = b"\x89PNG"
BY_TOKEN = r"/webhooks/\d+/"


class Client(discord.Client):
    """Answers each press by redrawing what was pressed."""

    def __init__(self, calls: DiscordCalls) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.01
        )
        self.calls = calls

    async def setup_hook(self) -> None:
        answer_with(AnswerAdapter(self.calls.client.tokens))

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event == "interaction":
            self.calls.client.tokens.note_arrival(args[0])
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=pressable("pressed"))


def pressable(text: str) -> Screen:
    return text_screen(text, *rows([button("Press", Press("any"))]))


async def with_picture() -> Screen:
    return Screen([gallery(PNG, "A table.")], {file_name(PNG): PNG})


class Desk:
    """Calls by a real client, and Anna, who presses on one of its messages."""

    def __init__(self, playground: Playground, calls: DiscordCalls, clock: HandClock) -> None:
        self.playground, self.calls, self.clock = playground, calls, clock
        self.anna: LocalPerson = playground.person("Anna")
        self.anna_id, self.guild_id = UserId(self.anna.id), GuildId(playground.guild.id)
        self.channel = playground.channel.id
        self.posts = 0

    async def post(self, view: Screen | None = None, nonce: str = "") -> Message:
        self.posts += 1
        post = Post(view or text_screen("new"), nonce or str(self.posts), [self.anna_id])
        posted = await self.calls.messages.say(self.channel, post)
        return self.playground.channel.messages[posted.message]

    async def press(self) -> Message:
        """Post something, have it pressed, and forget the calls."""
        message = await self.post(pressable("new"))
        await (await self.anna.click(message, "Press")).settled()
        await self.playground.idle()
        self.playground.calls.clear()
        return message

    def called(self) -> list[str]:
        """What was called: the method, and the route's last two parts."""
        return [f"{c.method} {'/'.join(c.route.split('/')[-2:])}" for c in self.playground.calls]

    def texts(self) -> list[str]:
        return [m.components[0]["content"] for m in self.playground.channel.messages.values()]


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    logging.getLogger("discord").setLevel(logging.ERROR)
    clock = HandClock()
    calls = DiscordCalls(clock, channel_limit=1000)
    async with Playground(clock=lambda: clock.now().timestamp()) as playground:
        with connect_to(playground.api, playground.gateway_url):
            client = Client(calls)
            calls.connect(client)
            running = asyncio.create_task(client.start(playground.token))
            await playground.ready()
            yield Desk(playground, calls, clock)
            await client.close()
            await running


async def test_a_token_that_nothing_goes_by_has_no_limit(desk: Desk) -> None:
    """Very many are kept, and few used."""
    await desk.press()
    token = await desk.calls.client.tokens.newest(desk.channel)
    assert token is not None
    assert token.limit is None
    await desk.post()
    first = token.limit
    assert first is not None
    await desk.post()
    assert token.limit is first


async def test_nothing_counts_after_a_press(desk: Desk) -> None:
    pressed = await desk.press()
    posted = await desk.post(await with_picture())
    assert posted.pinged == ()  # nobody is named in it
    assert [attachment.data for attachment in posted.attachments] == [PNG]
    assert await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)
    assert [attachment.data for attachment in pressed.attachments] == [PNG]
    told = await desk.post(text_screen(desk.anna.mention))
    assert told.pinged == (desk.anna.id,)

    async def changed() -> Screen:
        return text_screen("changed")

    assert await desk.calls.messages.edit(desk.channel, posted.id, changed)
    assert posted.components[0]["content"] == "changed"
    assert posted.attachments == []
    await desk.calls.messages.delete(desk.channel, posted.id)
    assert posted.deleted
    assert desk.playground.counted_calls == 0


async def test_what_a_token_may_not_is_a_call_of_our_own(desk: Desk) -> None:
    before = await desk.post()
    await desk.press()
    assert await desk.calls.messages.edit(desk.channel, before.id, with_picture)
    assert desk.called() == ["PATCH messages/{message_id}"]
    assert desk.playground.counted_calls == 1


@pytest.mark.parametrize(
    ("code", "counted"), [(10015, 2), (50027, 2), (50001, 2), (10008, 1), (50083, 1)]
)
async def test_a_refused_token_loses_nothing(desk: Desk, code: int, counted: int) -> None:
    pressed = await desk.press()
    desk.playground.faults.add("POST", BY_TOKEN, code=code)
    assert not (await desk.post()).deleted
    assert desk.called() == ["POST {webhook_id}/{webhook_token}", "POST {channel_id}/messages"]
    assert await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)
    assert desk.playground.counted_calls == counted, "it is tried again if the message was to blame"


async def test_a_picture_that_is_refused_is_told_and_the_token_serves_on(desk: Desk) -> None:
    pressed = await desk.press()
    desk.playground.faults.add("PATCH", BY_TOKEN, code=50035)
    with pytest.raises(PictureRefused):
        await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)
    assert await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)
    assert desk.playground.counted_calls == 0


async def test_a_deleted_message_is_known_as_such(desk: Desk) -> None:
    pressed = await desk.press()
    desk.playground.delete(pressed)
    with pytest.raises(MessageGone):
        await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)


@pytest.mark.parametrize("done", [False, True], ids=["nothing was done", "it was done"])
async def test_a_post_whose_answer_is_lost_comes_once(desk: Desk, *, done: bool) -> None:
    """A token's posts take no nonce, so the bot looks for it."""
    await desk.press()
    desk.playground.faults.add("POST", BY_TOKEN, reset=True, done=done)
    with pytest.raises(TransientFailure):
        await desk.post(text_screen("once"), "n")
    await desk.post(text_screen("once"), "n")
    assert desk.texts().count("once") == 1


async def test_what_a_process_that_died_may_have_posted_comes_once(desk: Desk) -> None:
    """By its nonce, though there is a token, and it is not said what that one shows."""
    pressed = await desk.press()
    desk.clock.advance(15 * 60)
    first = await desk.post(text_screen("once"), "n")
    await desk.anna.click(pressed, "Press")
    await desk.playground.idle()

    async def doubtful() -> Post:
        return Post(text_screen("newer"), "n", is_doubtful=True)

    posted = await desk.calls.messages.post(desk.channel, doubtful)
    assert posted is not None
    assert (posted.message, posted.is_new) == (first.id, False)
    assert desk.texts()[-1] == "once"


async def test_a_post_of_our_own_whose_answer_is_lost_comes_once(desk: Desk) -> None:
    """It has a nonce, which a token that comes meanwhile could not give."""
    pressed = await desk.press()
    desk.clock.advance(15 * 60)
    desk.playground.faults.add("POST", "/channels/", reset=True, done=True)
    with pytest.raises(TransientFailure):
        await desk.post(text_screen("once"), "n")
    await desk.anna.click(pressed, "Press")
    await desk.playground.idle()
    await desk.post(text_screen("once"), "n")
    assert desk.texts().count("once") == 1


async def test_in_place_of_a_deleted_message_another_is_posted(desk: Desk) -> None:
    """Discord answers the nonce of a deleted message with 10008; each try finds the same one."""
    for _ in range(3):
        first = await desk.post(text_screen("hand"), "n")
        desk.playground.delete(first)
    last = await desk.post(text_screen("hand"), "n")
    assert (await desk.post(text_screen("hand"), "n")).id == last.id
    assert desk.texts() == ["hand"]
    for _ in range(MAX_NONCES):
        desk.playground.faults.add("POST", "/messages$", code=10008)
    with pytest.raises(MessageGone):
        await desk.post(text_screen("hand"), "m")


@pytest.mark.parametrize("code", [0, 10015, 10062, 10003])
async def test_a_token_that_discord_does_not_know_is_dead(desk: Desk, code: int) -> None:
    """Whatever the code, and wherever it is kept."""
    pressed = await desk.press()
    token = await desk.calls.client.tokens.own(desk.channel, desk.anna_id)
    assert token is not None
    private = Private(token.key, pressed.id, token.until, pressed.id)
    desk.playground.faults.add("PATCH", BY_TOKEN, status=404, code=code)
    with pytest.raises(TokenDead):
        await desk.calls.messages.edit_private(private, text_screen("redrawn"))
    assert await desk.calls.client.tokens.own(desk.channel, desk.anna_id) is None
    assert desk.calls.client.tokens.editor(pressed.id) is None
    desk.playground.calls.clear()
    assert await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)
    await desk.post()
    assert desk.called() == ["PATCH messages/{message_id}", "POST {channel_id}/messages"]


async def test_a_lost_token_is_tried_once_and_what_it_should_bring_comes(desk: Desk) -> None:
    pressed = await desk.press()
    for event in desk.playground.interactions.values():
        event.lost = True
    await desk.post()
    assert await desk.calls.messages.edit(desk.channel, pressed.id, with_picture)
    assert desk.called() == [
        "POST {webhook_id}/{webhook_token}",
        "POST {channel_id}/messages",
        "PATCH messages/{message_id}",
    ]


async def test_nothing_stands_as_a_reply_to_what_is_about_to_go(desk: Desk) -> None:
    """What a token posts is a reply to what answered it: here the pressed message."""
    pressed = await desk.press()
    replying = await desk.post()
    assert replying.reference == pressed.id

    async def again() -> Post:
        return Post(text_screen("again"), "again")

    posted = await desk.calls.messages.post(desk.channel, again, besides=[pressed.id])
    assert posted is not None
    assert desk.playground.channel.messages[posted.message].reference is None


async def test_a_post_whose_answer_is_lost_is_not_taken_for_the_answer_before(desk: Desk) -> None:
    """Both were brought by one interaction, and only one of them is a reply."""
    pressed = await desk.post(pressable("new"))
    desk.calls.client.discord.on_interaction = _say  # type: ignore[attr-defined]
    outcome = await desk.anna.click(pressed, "Press")
    await desk.playground.idle()
    desk.calls.client.tokens._editors.clear()  # it went out in a response, which names no message
    desk.playground.faults.add("POST", BY_TOKEN, reset=True)
    with pytest.raises(TransientFailure):
        await desk.post(text_screen("once"), "n")
    posted = await desk.post(text_screen("once"), "n")
    assert posted.id != outcome.message.id
    assert desk.texts().count("once") == 1


async def _say(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=text_screen("said"))
