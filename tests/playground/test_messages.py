"""Messages, DMs, threads, permissions: what the bot sends by REST and what comes of it."""

from __future__ import annotations

import io
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image

from playground import Channel, Permission, Playground
from playground.images import portraits
from playground.state.model import EditedGalleries
from playground.state.world import UPLOADS_KEPT
from tests.playground.conftest import Bot, Clock

P = Permission


def target(playground: Playground, bot: Bot) -> discord.TextChannel:
    return bot.channel(playground.channel.id)


async def refusal(awaitable: Any) -> tuple[int, int]:
    with pytest.raises(discord.HTTPException) as refused:
        await awaitable
    return refused.value.status, refused.value.code


async def test_create_edit_fetch_list_delete(playground: Playground, bot: Bot) -> None:
    channel = target(playground, bot)
    first = await channel.send("One")
    second = await channel.send("Two", embed=discord.Embed(title="Trick 1"), reference=first)
    await second.edit(content="Zwei")
    fetched = await channel.fetch_message(second.id)
    assert (fetched.content, fetched.embeds[0].title) == ("Zwei", "Trick 1")
    assert fetched.edited_at is not None
    assert fetched.reference is not None
    assert fetched.reference.message_id == first.id
    assert [m.content async for m in channel.history()] == ["Zwei", "One"]
    assert [m.content async for m in channel.history(after=first)] == ["Zwei"]
    assert [m.content async for m in channel.history(limit=1)] == ["Zwei"]
    await first.delete()
    assert await refusal(first.delete()) == (404, 10008)
    assert await refusal(first.edit(content="x")) == (404, 10008)
    assert [m.content for m in playground.channel.messages.values()] == ["Zwei"]


async def test_files_are_kept_and_served(playground: Playground, bot: Bot) -> None:
    file = discord.File(io.BytesIO(b"picture"), "hand.png", description="Your hand")
    sent = await target(playground, bot).send("Look", file=file)
    assert [a.filename for a in sent.attachments] == ["hand.png"]
    assert sent.attachments[0].description == "Your hand"
    assert await sent.attachments[0].read() == b"picture"
    other = discord.File(io.BytesIO(b"notes"), "record.txt")
    edited = await sent.edit(attachments=[sent.attachments[0], other])
    assert [a.filename for a in edited.attachments] == ["hand.png", "record.txt"]
    edited = await edited.edit(attachments=[edited.attachments[1]])
    assert [a.filename for a in edited.attachments] == ["record.txt"]
    call = next(c for c in playground.calls if c.files)
    assert b"Look" in call.raw
    assert call.files[0].data == b"picture"


async def test_a_file_is_served_for_a_while_after_an_edit_replaced_it(
    playground: Playground, bot: Bot
) -> None:
    def file() -> discord.File:
        return discord.File(io.BytesIO(b"table"), "table.png")

    first = sent = await target(playground, bot).send(file=file())
    for _ in range(UPLOADS_KEPT - 1):
        sent = await sent.edit(attachments=[file()])
    playground.calls.clear()  # they keep what they brought
    assert await first.attachments[0].read() == b"table"
    await sent.edit(attachments=[file()])
    playground.calls.clear()
    with pytest.raises(discord.NotFound):
        await first.attachments[0].read()


PICTURE, SIDE = portraits.default(0), portraits.SIDE


def gallery(name: str) -> tuple[discord.ui.LayoutView, discord.File]:
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}")))
    view.add_item(discord.ui.File("attachment://game.rec"))
    return view, discord.File(io.BytesIO(PICTURE), name)


async def test_files_are_told_where_they_are_shown(playground: Playground, bot: Bot) -> None:
    view, picture = gallery("table.png")
    record = discord.File(io.BytesIO(b"whist"), "game.rec")
    sent = await target(playground, bot).send(view=view, files=[picture, record])
    shown, file = sent.components
    assert isinstance(shown, discord.MediaGalleryComponent)
    assert isinstance(file, discord.FileComponent)
    media = shown.items[0].media
    assert sent.attachments == [], "what components show is not told twice"
    assert (media.width, media.height, media.content_type) == (SIDE, SIDE, "image/png")
    assert (file.name, file.size) == ("game.rec", 5)
    async with aiohttp.ClientSession() as session, session.get(media.url) as answer:
        assert await answer.read() == PICTURE
    route = discord.http.Route(
        "PATCH", "/channels/{channel_id}/messages/{id}", channel_id=sent.channel.id, id=sent.id
    )
    again = [{"type": 12, "items": [{"media": {"url": media.url}}]}]
    only = {"attachments": [{"id": media.attachment_id}], "components": again}
    edited = await bot.http.request(route, json=only)
    assert edited["components"][0]["items"][0]["media"]["attachment_id"] == str(media.attachment_id)
    assert [a.filename for a in playground.channel.messages[sent.id].attachments] == ["table.png"]


async def test_edits_may_fail_to_bring_a_gallery(playground: Playground, bot: Bot) -> None:
    """discord-api-docs#7529: what a post shows, an edit may not."""
    shown = discord.ui.LayoutView()
    shown.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png")))

    def picture() -> discord.File:
        return discord.File(io.BytesIO(PICTURE), "a.png")

    channel = target(playground, bot)
    playground.edited_galleries = EditedGalleries.REFUSED
    sent = await channel.send(view=shown, file=picture())
    assert await refusal(sent.edit(view=shown, attachments=[picture()])) == (400, 50035)
    playground.channel.edited_galleries = EditedGalleries.SHOWN
    await sent.edit(view=shown, attachments=[picture()])
    playground.channel.edited_galleries = None
    playground.edited_galleries = EditedGalleries.HIDDEN
    edited = await sent.edit(view=shown, attachments=[picture()])
    (found,) = edited.components
    assert isinstance(found, discord.MediaGalleryComponent)
    assert found.items[0].media.loading_state is discord.MediaItemLoadingState.not_found
    playground.deny(playground.channel, P.ATTACH_FILES)
    assert await refusal(sent.edit(attachments=[picture()])) == (403, 50013)


async def test_nonce_makes_posting_idempotent(
    playground: Playground, bot: Bot, clock: Clock
) -> None:
    channel = target(playground, bot)
    payload = {"content": "Trick 1", "nonce": "table-1-7", "enforce_nonce": True}
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    first = await bot.http.request(route, json=payload)
    again = await bot.http.request(route, json=payload)
    assert first["id"] == again["id"]
    clock.now += 301
    later = await bot.http.request(route, json=payload)
    assert later["id"] != first["id"]
    assert len(playground.channel.messages) == 2


async def test_the_nonce_of_a_deleted_message_posts_nothing(
    playground: Playground, bot: Bot, clock: Clock
) -> None:
    """discord-api-docs#6647."""
    channel = target(playground, bot)
    first = await channel.send("Trick 1", nonce="table-1-7")
    await first.delete()
    assert await refusal(channel.send("Trick 1", nonce="table-1-7")) == (404, 10008)
    assert (await channel.send("Trick 1", nonce="table-1-8")).content == "Trick 1"
    clock.now += 301
    await channel.send("Trick 1", nonce="table-1-7")
    assert list(playground.channel.nonces) == ["table-1-7"], "older ones are forgotten"


async def test_pings_obey_allowed_mentions(playground: Playground, bot: Bot) -> None:
    channel = target(playground, bot)
    alice, bob = playground.person("Alice"), playground.person("Bob")
    text = f"{alice.mention} and {bob.mention}"
    allowed = discord.AllowedMentions
    for mentions in (
        allowed.none(),
        allowed(users=[discord.Object(alice.id)], everyone=False, roles=False),
        allowed(users=True, everyone=False, roles=False),
        None,
    ):
        await channel.send(text, allowed_mentions=mentions or discord.utils.MISSING)
    assert [m.pinged for m in playground.channel.messages.values()] == [
        (),
        (alice.id,),
        (alice.id, bob.id),
        (alice.id, bob.id),
    ]
    last = alice.last(playground.channel)
    await channel.get_partial_message(last.id).edit(content=f"{bob.mention}")
    assert len(bob.pings()) == 2
    assert bob.pings()[-1] is last


async def test_direct_messages_open_and_closed(playground: Playground, bot: Bot) -> None:
    alice, bob = playground.person("Alice"), playground.person("Bob")
    dm = await bot.dm(alice.user)
    sent = await dm.send("Your hand")
    assert [m.content for m in alice.dms()] == ["Your hand"]
    assert bob.messages(playground.direct(alice.user)) == []
    with pytest.raises(LookupError):
        bob.last()
    alice.dms_open = False
    assert await refusal(dm.send("More")) == (403, 50007)
    await sent.edit(content="Your hand, redrawn")
    assert alice.last().content == "Your hand, redrawn"
    alice.dms_open = True
    await dm.send("Again")
    del playground.guild.members[alice.id]
    assert await refusal(dm.send("No common server")) == (403, 50278)


async def test_people_and_guilds_are_looked_up(playground: Playground, bot: Bot) -> None:
    alice = playground.person("Alice", moderator=True)
    guild = bot.get_guild(playground.guild.id)
    assert guild is not None
    assert guild.get_member(alice.id) is None, "without the members intent nobody is cached"
    member = await guild.fetch_member(alice.id)
    assert (member.display_name, member.guild_permissions.manage_guild) == ("Alice", True)
    assert (await bot.fetch_user(alice.id)).display_name == "Alice"
    assert (await bot.fetch_guild(guild.id)).name == "Playground"
    assert [c.name for c in await guild.fetch_channels()] == ["general"]
    assert [g.id async for g in bot.fetch_guilds()] == [guild.id]
    assert await refusal(guild.fetch_member(1)) == (404, 10013)
    assert await refusal(bot.fetch_user(1)) == (404, 10013)
    assert await refusal(bot.fetch_channel(1)) == (404, 10003)
    assert await refusal(bot.fetch_guild(1)) == (404, 10004)
    stranger = playground.person("Stranger", guild=playground.add_guild("Elsewhere"))
    assert await refusal(guild.fetch_member(stranger.id)) == (404, 10007)


async def test_people_have_pictures(playground: Playground, bot: Bot) -> None:
    alice, bob = playground.person("Alice"), playground.person("Bob")
    alice.user.picture = portraits.portrait(portraits.PORTRAITS["Anna"])
    own = (await bot.fetch_user(alice.id)).display_avatar
    assert own.key == alice.user.avatar
    for asset, kind in (
        (own.with_size(64), "PNG"),
        (own.with_size(64).with_format("webp"), "WEBP"),
    ):
        with Image.open(io.BytesIO(await asset.read())) as picture:
            assert (picture.size, picture.format) == ((64, 64), kind)
    plain = await bot.fetch_user(bob.id)
    assert plain.avatar is None
    assert (await plain.display_avatar.read()).startswith(b"\x89PNG")
    alice.user.picture = portraits.portrait(portraits.PORTRAITS["Cleo"])
    with pytest.raises(discord.NotFound):
        await own.read()


async def test_threads_from_channel_and_message(playground: Playground, bot: Bot) -> None:
    channel = target(playground, bot)
    alice = playground.person("Alice")
    table = await channel.create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await table.send("Welcome")
    secret = await channel.create_thread(name="Hands")
    await secret.send("Hidden")
    hidden = playground.channels[secret.id]
    assert alice.messages(hidden) == []
    await secret.add_user(discord.Object(alice.id))
    assert [m.content for m in alice.messages(hidden)] == ["Hidden"]
    assert {m.id for m in await secret.fetch_members()} == {playground.bot.id, alice.id}
    await secret.remove_user(discord.Object(alice.id))
    assert alice.messages(hidden) == []
    playground.deny(playground.channel, P.SEND_MESSAGES_IN_THREADS)
    assert await refusal(secret.add_user(discord.Object(alice.id))) == (403, 50013)
    playground.deny(playground.channel, P.NONE)
    message = await channel.send("Lobby")
    grown = await message.create_thread(name="Table 2")
    assert grown.id == message.id
    assert await refusal(message.create_thread(name="Again")) == (400, 160004)
    active = await channel.guild.active_threads()
    assert {t.name for t in active} == {"Table 1", "Table 2", "Hands"}
    assert await refusal(channel.create_thread(name="")) == (400, 50035)
    await playground.until(lambda: bot.events.count("thread_create") == 3)


async def test_archived_threads(playground: Playground, bot: Bot) -> None:
    thread = await target(playground, bot).create_thread(name="Table 1")
    message = await thread.send("Trick")
    await thread.edit(archived=True)
    kept = playground.channels[thread.id]
    assert kept.archived
    assert await refusal(message.edit(content="x")) == (400, 50083)
    await thread.send("Posting opens it again")
    assert not kept.archived
    assert await refusal(thread.edit(locked=True)) == (403, 50013)
    playground.update_thread(kept, archived=True, locked=True)
    assert await refusal(thread.send("No")) == (400, 50083)


def threads_of(channel: discord.TextChannel) -> Any:
    return channel.create_thread(name="T", type=discord.ChannelType.public_thread)


@pytest.mark.parametrize(
    ("denied", "attempt", "code"),
    [
        (P.SEND_MESSAGES, lambda c: c.send("x"), 50013),
        (P.VIEW_CHANNEL, lambda c: c.send("x"), 50001),
        (P.ATTACH_FILES, lambda c: c.send(file=discord.File(io.BytesIO(b"x"), "x")), 50013),
        (P.READ_MESSAGE_HISTORY, lambda c: c.fetch_message(1), 50013),
        (P.CREATE_PUBLIC_THREADS, threads_of, 50013),
        (P.CREATE_PRIVATE_THREADS, lambda c: c.create_thread(name="T"), 50013),
        (P.NONE, lambda c: c.delete(), 50013),
        (P.NONE, lambda c: c.edit(name="x"), 50013),
    ],
)
async def test_missing_permissions(
    playground: Playground, bot: Bot, denied: Permission, attempt: Any, code: int
) -> None:
    playground.deny(playground.channel, denied)
    assert await refusal(attempt(target(playground, bot))) == (403, code)
    await playground.until(lambda: "guild_channel_update" in bot.events)
    me = target(playground, bot).guild.me
    assert target(playground, bot).permissions_for(me).send_messages == (
        P.SEND_MESSAGES not in denied and P.VIEW_CHANNEL not in denied
    )


async def test_others_messages(playground: Playground, bot: Bot) -> None:
    alice = playground.person("Alice")
    said = alice.say(playground.channel, "Hello")
    partial = target(playground, bot).get_partial_message(said.id)
    assert await refusal(partial.edit(content="x")) == (403, 50005)
    assert await refusal(partial.delete()) == (403, 50013)


async def test_deleted_and_left_places(playground: Playground, bot: Bot) -> None:
    other: Channel = playground.add_channel(playground.guild, "other")
    await playground.until(lambda: bot.get_channel(other.id))
    channel = bot.channel(other.id)
    thread = await channel.create_thread(name="Table")
    playground.delete_channel(other)
    assert await refusal(channel.send("x")) == (404, 10003)
    assert await refusal(thread.send("x")) == (404, 10003)
    await playground.until(lambda: "thread_delete" in bot.events)
    assert "guild_channel_delete" in bot.events
    home = target(playground, bot)
    playground.kick(playground.guild)
    assert await refusal(home.send("x")) == (403, 50001)
    await playground.until(lambda: "guild_remove" in bot.events)


async def test_unknown_routes_bad_json_and_bad_tokens(playground: Playground) -> None:
    own = {"Authorization": f"Bot {playground.token}"}
    url = f"{playground.api}/channels/{playground.channel.id}/messages"
    async with aiohttp.ClientSession(playground.api + "/") as session:
        async with session.get("no/such/route", headers=own) as answer:
            assert answer.status == 404
            assert answer.headers["Content-Type"] == "application/json"
            assert await answer.json() == {"message": "404: Not Found", "code": 0}
        async with session.get("users/@me") as answer:
            assert await answer.json() == {"message": "401: Unauthorized", "code": 0}
        async with session.post(url, headers=own, data=b"{", allow_redirects=False) as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, 50109)
        async with session.get("channels/whist", headers=own) as answer:
            assert (await answer.json())["code"] == 50035


async def test_calls_are_recorded_and_counted(playground: Playground, bot: Bot) -> None:
    playground.calls.clear()
    message = await target(playground, bot).send("Trick 1 ♠")
    await message.edit(content="Trick 2")
    create, edit = playground.calls
    assert (create.method, create.route, create.status) == (
        "POST",
        "/channels/{channel_id}/messages",
        200,
    )
    assert create.body["content"] == "Trick 1 ♠"
    assert "Trick 1 ♠" in create.raw.decode() or b"\\u2660" in create.raw
    assert edit.path == f"/channels/{playground.channel.id}/messages/{message.id}"
    assert playground.counted_calls == 2


async def test_typing(playground: Playground, bot: Bot) -> None:
    async with target(playground, bot).typing():
        pass
    assert playground.calls[-1].route.endswith("/typing")


async def test_pictures_that_are_sent_along_are_found(playground: Playground, bot: Bot) -> None:
    view, picture = discord.ui.LayoutView(), b"\x89PNG"
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png")))
    file = discord.File(io.BytesIO(picture), "table.png")
    await bot.channel(playground.channel.id).send(view=view, file=file)
    (message,) = playground.channel.messages.values()
    url = message.components[0]["items"][0]["media"]["url"]
    assert url.startswith(playground.base)
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert await answer.read() == picture


async def test_whoever_is_pinged_in_a_thread_is_in_it(playground: Playground, bot: Bot) -> None:
    alice, bob = playground.person("Alice"), playground.person("Bob")
    thread = await bot.channel(playground.channel.id).create_thread(name="Table 1")
    await thread.send(f"{alice.mention}, your turn")
    place = playground.channels[thread.id]
    assert alice.id in place.members
    bob.say(place, "Hello")
    assert bob.id in place.members
