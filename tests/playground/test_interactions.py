"""Answers to interactions, each kind once."""

from __future__ import annotations

import asyncio

import discord
import pytest

from playground import ClientRefusal, Playground, server
from playground.page import sight
from playground.state.model import ChannelType, InteractionType
from tests.playground.conftest import Bot, Clock, buttons, codes, connected, posted


async def test_command_message_click_and_edit(playground: Playground, bot: Bot) -> None:
    """The whole round trip: a command is synced and used, its message pressed and redrawn."""

    async def joined(interaction: discord.Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Join", custom_id="join", disabled=True))
        text = f"{interaction.user.mention} joined"
        await interaction.response.edit_message(content=text, view=view)

    @bot.tree.command(name="play", description="Open a table")
    async def play(interaction: discord.Interaction, game: str) -> None:
        await interaction.response.send_message(f"Lobby of {game}", view=buttons("Join"))

    bot.on["join"] = joined
    await bot.tree.sync()
    alice = playground.person("Alice", locale="sv-SE")
    bob = playground.person("Bob")
    opened = await alice.slash(playground.channel, "play", game="kombinations-whist")
    assert opened.kind == "message"
    assert opened.text == "Lobby of kombinations-whist\n[Join]"
    pressed = await bob.click(opened.message, "Join")
    assert pressed.kind == "update"
    assert alice.read(opened.message) == "@Bob joined\n[Join ✗]"
    with pytest.raises(ClientRefusal, match="disabled"):
        await alice.click(opened.message, "Join")
    assert playground.refusals == []


async def test_the_bot_learns_who_pressed_where(playground: Playground, bot: Bot) -> None:
    table = await posted(playground, bot, "Join")
    mod = playground.person("Mod", locale="da", moderator=True)
    playground.guild.locale = "sv-SE"
    await mod.click(table, "Join", wait=False)
    await playground.until(lambda: bot.seen)
    (seen,) = bot.seen
    assert isinstance(seen.user, discord.Member)
    assert (seen.user.id, seen.user.display_name) == (mod.id, "Mod")
    assert seen.locale is discord.Locale.danish
    assert seen.guild_locale is discord.Locale.swedish
    assert seen.permissions.manage_guild
    assert not seen.permissions.administrator
    assert seen.app_permissions.send_messages
    assert seen.context.guild
    assert seen.guild_id == playground.guild.id
    assert seen.channel_id == playground.channel.id
    assert seen.message is not None
    assert seen.message.id == table.id


async def test_in_a_dm_there_is_a_user_but_no_member(playground: Playground, bot: Bot) -> None:
    alice = playground.person("Alice")
    await (await bot.dm(alice.user)).send("Your hand", view=buttons("Pass"))
    await alice.click(alice.last(), "Pass", wait=False)
    await playground.until(lambda: bot.seen)
    assert isinstance(bot.seen[0].user, discord.User)
    assert bot.seen[0].guild is None
    assert bot.seen[0].context.dm_channel


async def test_ephemeral_answer_is_seen_by_one_person(playground: Playground, bot: Bot) -> None:
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("♠ A K", ephemeral=True, view=buttons("Play"))

    bot.on["hand"] = hand
    table = await posted(playground, bot, "Hand")
    alice, bob = playground.person("Alice"), playground.person("Bob")
    shown = await alice.click(table, "Hand")
    assert shown.ephemeral
    assert alice.messages(playground.channel) == [table, shown.message]
    assert bob.messages(playground.channel) == [table]
    with pytest.raises(ClientRefusal, match="does not see"):
        await bob.click(shown.message, "Play")
    with pytest.raises(discord.NotFound) as refused:
        await bot.channel(playground.channel.id).fetch_message(shown.message.id)
    assert codes(refused) == (404, 10008)


@pytest.mark.parametrize("ephemeral", [False, True])
async def test_deferred_answer_is_filled_by_the_first_followup(
    playground: Playground, bot: Bot, *, ephemeral: bool
) -> None:
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=ephemeral)
        await interaction.followup.send("First")
        await interaction.followup.send("Second", ephemeral=True)

    bot.on["slow"] = slow
    alice = playground.person("Alice")
    outcome = await alice.click(await posted(playground, bot, "Slow"), "Slow")
    await outcome.settled()
    await playground.until(lambda: outcome.followups)
    assert outcome.kind == "deferred"
    assert (outcome.message.content, outcome.ephemeral) == ("First", ephemeral)
    assert [(m.content, m.ephemeral) for m in outcome.followups] == [("Second", True)]


async def test_deferred_update_then_edit_and_delete(playground: Playground, bot: Bot) -> None:
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Redrawn")
        await interaction.delete_original_response()

    bot.on["later"] = later
    table = await posted(playground, bot, "Later")
    outcome = await playground.person("Alice").click(table, "Later")
    await playground.until(lambda: table.deleted)
    assert outcome.kind == "deferred update"
    assert outcome.message is table
    assert table.content == "Redrawn"


@pytest.mark.parametrize("label", ["Say", "Redraw", "Hidden"])
async def test_followups_stand_as_replies(playground: Playground, bot: Bot, label: str) -> None:
    """discord-api-docs#2733: to the answer, which is the pressed message where that was redrawn."""
    message = await posted(playground, bot, label)

    async def answered(interaction: discord.Interaction) -> None:
        if label == "Redraw":
            await interaction.response.edit_message(content="Redrawn")
        else:
            await interaction.response.send_message("Said", ephemeral=label == "Hidden")
        await interaction.followup.send("More")

    bot.on[label.lower()] = answered
    alice, bob = playground.person("Alice"), playground.person("Bob")
    outcome = await alice.click(message, label)
    await playground.until(lambda: outcome.followups)
    (more,), original = outcome.followups, outcome.message
    assert more.reference == original.id
    told = playground.message_json(more)
    assert told["type"] == 19
    assert told["interaction_metadata"]["original_response_message_id"] == str(original.id)
    read = await bot.channel(playground.channel.id).fetch_message(more.id)
    assert read.reference is not None
    assert read.reference.message_id == original.id
    assert sight.message(playground, more, alice)["reply"]["id"] == str(original.id)
    assert bool(sight.message(playground, more, bob)["reply"]) is (label != "Hidden")
    playground.delete(original)
    assert sight.message(playground, more, alice)["reply"] is None
    assert sight.message(playground, more, alice)["lost"] == "deleted"


@pytest.mark.parametrize("managing", [False, True])
async def test_a_closed_and_locked_thread_takes_no_answer(
    playground: Playground, bot: Bot, *, managing: bool
) -> None:
    """discord-api-docs#5517: seen by all or by one, at first or by the token."""
    message = await posted(playground, bot, "Say")
    thread = playground.add_thread(
        playground.channel, "Table", ChannelType.PUBLIC_THREAD, minutes=1440
    )
    if managing:
        playground.promote(playground.guild, playground.bot)
    inside = playground.post(thread, playground.bot, {"content": "Table"})
    refused: list[tuple[int, int]] = []

    async def answers(interaction: discord.Interaction) -> None:
        playground.update_thread(thread, archived=True, locked=True)
        for answer in (
            interaction.response.edit_message(content="Yes"),
            interaction.response.send_message("Yes", ephemeral=True),
        ):
            try:
                await answer
            except discord.HTTPException as error:
                refused.append((error.status, error.code))
            except discord.InteractionResponded:
                return

    bot.on["say"] = answers
    outcome = await playground.person("Alice").forge(inside, "say", wait=False)
    await playground.until(lambda: len(refused) == 2 or outcome.kind == "update")
    assert refused == ([] if managing else [(403, 50083)] * 2)
    assert message.content == "Table"


async def test_a_token_may_be_lost(playground: Playground, bot: Bot) -> None:
    """discord-api-docs#6851, #7220: a 404 without a code, however often it is tried."""
    message = await posted(playground, bot, "Say")
    refused: list[tuple[int, int]] = []

    async def say(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        for later in (
            interaction.followup.send("More"),
            interaction.edit_original_response(content="Yes"),
        ):
            with pytest.raises(discord.NotFound) as lost:
                await later
            refused.append((lost.value.status, lost.value.code))

    bot.on["say"] = say
    outcome = await playground.person("Alice").click(message, "Say", wait=False)
    outcome.interaction.lost = True
    await playground.until(lambda: len(refused) == 2)
    assert refused == [(404, 0)] * 2


async def test_followups_are_fetched_edited_and_deleted(playground: Playground, bot: Bot) -> None:
    got: list[str] = []

    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("One")
        two = await interaction.followup.send("Two", wait=True)
        await two.edit(content="Zwei")
        got.append((await interaction.original_response()).content)
        got.append((await interaction.followup.fetch_message(two.id)).content)
        await two.delete()
        await interaction.edit_original_response(content="Done")

    bot.on["talk"] = talk
    alice = playground.person("Alice")
    outcome = await alice.click(await posted(playground, bot, "Talk"), "Talk")
    await playground.until(lambda: outcome.message.content == "Done")
    assert got == ["One", "Zwei"]
    assert outcome.followups[0].deleted


async def test_presses_in_a_thread(playground: Playground, bot: Bot) -> None:
    channel = bot.channel(playground.channel.id)
    thread = await channel.create_thread(name="Table", type=discord.ChannelType.public_thread)
    sent = await thread.send("Table", view=buttons("Join"))
    message = playground.channels[thread.id].messages[sent.id]
    await playground.person("Alice").click(message, "Join", wait=False)
    await playground.until(lambda: bot.seen)
    assert isinstance(bot.seen[0].channel, discord.Thread)
    assert bot.seen[0].channel.parent_id == channel.id


async def test_who_was_not_heard_yet_keeps_it_from_being_idle(
    playground: Playground, bot: Bot
) -> None:
    think = asyncio.Event()

    async def slow(interaction: discord.Interaction) -> None:
        await think.wait()
        await interaction.response.defer()

    bot.on["join"] = slow
    table = await posted(playground, bot, "Join")
    pressed = await playground.person("Alice").click(table, "Join", wait=False)
    idle = asyncio.create_task(playground.idle(quiet=0.001))
    await playground.until(lambda: bot.seen)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(idle), 0.1)
    think.set()
    await idle
    assert pressed.kind == "deferred update"


async def test_a_bot_that_is_busy_elsewhere_is_not_idle(playground: Playground, bot: Bot) -> None:
    works = True
    playground.busy = lambda: works
    idle = asyncio.create_task(playground.idle(quiet=0.001))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(idle), 0.1)
    works = False
    await idle


async def test_idle_though_the_event_loop_is_always_late(
    playground: Playground, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[float] = []

    async def overslept(seconds: float) -> float:
        late.append(seconds)
        await asyncio.sleep(0)
        return 1.0

    monkeypatch.setattr(server, "_late", overslept)
    await playground.idle()
    assert len(late) >= 40


async def test_buttons_outlive_the_bot(playground: Playground, bot: Bot) -> None:
    table = await posted(playground, bot, "Join")
    await bot.close()

    async def joined(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="Joined")

    restarted = Bot()
    restarted.on["join"] = joined
    async with connected(restarted, playground):
        outcome = await playground.person("Alice").click(table, "Join")
        assert outcome.text == "Joined\n[Join]"


def test_old_presses_are_forgotten(clock: Clock) -> None:
    playground = Playground(clock=clock)
    message = playground.post(playground.channel, playground.bot, {"content": "Table"})
    alice = playground.person("Alice").user

    def press() -> None:
        playground.interact(InteractionType.COMPONENT, alice, message.channel, {}, message)

    for _ in range(2000):
        press()
    clock.now += 901
    press()
    assert len(playground.interactions) == 1
