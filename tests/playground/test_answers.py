"""Answers that come too late or twice, or that Discord refuses for another reason."""

from __future__ import annotations

import io

import discord
import pytest
from discord.webhook import async_

from playground import ClientRefusal, Playground
from playground.state import wire
from tests.playground.conftest import Bot, Clock, codes, data_of, posted


async def test_second_answer_is_refused(playground: Playground, bot: Bot) -> None:
    refused: list[discord.HTTPException] = []

    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("One")
        interaction.response._response_type = None
        try:
            await interaction.response.send_message("Two")
        except discord.HTTPException as error:
            refused.append(error)

    bot.on["twice"] = twice
    alice = playground.person("Alice")
    outcome = await alice.click(await posted(playground, bot, "Twice"), "Twice")
    await playground.until(lambda: refused)
    assert (refused[0].status, refused[0].code) == (400, 40060)
    assert outcome.text == "One"
    assert outcome.refusals[0]["code"] == 40060


async def test_private_answers_show_files_and_others_by_edit(
    playground: Playground, bot: Bot
) -> None:
    def gallery(name: str) -> discord.ui.LayoutView:
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}")))
        return view

    def file(name: str) -> discord.File:
        return discord.File(io.BytesIO(name.encode()), name)

    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            view=gallery("a.png"), file=file("a.png"), ephemeral=True
        )
        await interaction.edit_original_response(view=gallery("b.png"), attachments=[file("b.png")])
        more = await interaction.followup.send(
            view=gallery("c.png"), file=file("c.png"), ephemeral=True, wait=True
        )
        await more.edit(view=gallery("d.png"), attachments=[file("d.png")])

    bot.on["hand"] = answer
    table = await posted(playground, bot, "Hand")
    alice = playground.person("Alice")
    outcome = await alice.click(table, "Hand")
    await playground.until(lambda: "🖼 d.png" in outcome.text)
    private = "\n(only you can see this)"
    assert outcome.text == f"🖼 b.png{private}\n\n🖼 d.png{private}"
    assert [[a.data for a in m.attachments] for m in (outcome.message, *outcome.followups)] == [
        [b"b.png"],
        [b"d.png"],
    ]
    told = wire.channel(playground.channel, playground.bot)["last_message_id"]
    assert told == str(table.id), "what one person sees is no message of the channel"
    said = alice.say(playground.channel, "Hello")
    alice.delete(said)
    assert wire.channel(playground.channel, playground.bot)["last_message_id"] == str(said.id)


@pytest.mark.parametrize(("seconds", "in_time"), [(2.9, True), (3.1, False)])
async def test_three_seconds_to_answer(
    playground: Playground, bot: Bot, clock: Clock, *, seconds: float, in_time: bool
) -> None:
    refused: list[discord.HTTPException] = []

    async def slow(interaction: discord.Interaction) -> None:
        clock.now += seconds
        try:
            await interaction.response.send_message("Here")
        except discord.NotFound as error:
            refused.append(error)

    bot.on["slow"] = slow
    alice = playground.person("Alice")
    outcome = await alice.click(await posted(playground, bot, "Slow"), "Slow", wait=False)
    await playground.until(lambda: refused or outcome.kind == "message")
    assert [e.code for e in refused] == ([] if in_time else [10062])


@pytest.mark.parametrize(("seconds", "code"), [(899, None), (901, 50027)])
async def test_token_lives_fifteen_minutes(
    playground: Playground, bot: Bot, clock: Clock, seconds: float, code: int | None
) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here")

    bot.on["join"] = answer
    alice = playground.person("Alice")
    outcome = await alice.click(await posted(playground, bot, "Join"), "Join")
    clock.now += seconds
    if code is None:
        await bot.seen[0].followup.send("Later")
        assert outcome.text == "Here\n\nLater"
    else:
        with pytest.raises(discord.HTTPException) as refused:
            await bot.seen[0].followup.send("Later")
        assert codes(refused) == (401, code)


async def test_followup_before_any_answer_is_refused(playground: Playground, bot: Bot) -> None:
    alice = playground.person("Alice")
    await alice.click(await posted(playground, bot, "Join"), "Join", wait=False)
    await playground.until(lambda: bot.seen)
    with pytest.raises(discord.NotFound) as refused:
        await bot.seen[0].followup.send("Hello")
    assert codes(refused) == (404, 10015)


async def test_a_command_has_no_message_to_update(playground: Playground, bot: Bot) -> None:
    refused: list[discord.HTTPException] = []

    @bot.tree.command(description="Nothing")
    async def nothing(interaction: discord.Interaction) -> None:
        params = async_.interaction_response_params(6)
        adapter = async_.async_context.get()
        try:
            await adapter.create_interaction_response(
                interaction.id, interaction.token, session=interaction._session, params=params
            )
        except discord.HTTPException as error:
            refused.append(error)
        await interaction.response.send_message("Well")

    await bot.tree.sync()
    outcome = await playground.person("Alice").slash(playground.channel, "nothing")
    assert outcome.text == "Well"
    assert refused[0].code == 50035


async def test_answer_to_a_message_that_is_gone(playground: Playground, bot: Bot) -> None:
    refused: list[int] = []

    async def redraw(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.edit_message(content="New")
        except discord.NotFound as error:
            refused.append(error.code)
            await interaction.response.send_message("It is gone", ephemeral=True)

    bot.on["join"] = redraw
    table = await posted(playground, bot, "Join")
    alice = playground.person("Alice", moderator=True)
    alice.delete(table)
    with pytest.raises(ClientRefusal, match="does not see"):
        await alice.click(table, "Join")
    outcome = await alice.forge(table, "join")
    assert refused == [10008]
    assert outcome.text == "It is gone\n(only you can see this)"


async def test_forged_presses_reach_the_bot(playground: Playground, bot: Bot) -> None:
    """Any custom_id, on any message, by anybody, as often as one likes."""

    async def count(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{len(bot.seen)}", ephemeral=True)

    bot.on["old"] = count
    table = await posted(playground, bot, "New")
    mallory = playground.person("Mallory")
    answers = [await mallory.forge(table, "old") for _ in range(2)]
    assert [a.message.content for a in answers] == ["1", "2"]
    picked = await mallory.forge(table, "old", values=["S2"])
    assert picked.message.content == "3"


async def test_clicks_name_a_button_that_is_there(playground: Playground, bot: Bot) -> None:
    table = await posted(playground, bot, "Add computer", "Add human")
    alice = playground.person("Alice")
    for wrong in ("Add", "Remove", None):
        with pytest.raises(ClientRefusal):
            await alice.click(table, wrong)
    with pytest.raises(ClientRefusal):
        await alice.click(table, custom_id="no")
    await alice.click(table, "Add c", wait=False)
    await playground.until(lambda: bot.seen)
    assert data_of(bot.seen[0])["custom_id"] == "add computer"


async def test_silence_is_told_with_what_was_refused(playground: Playground, bot: Bot) -> None:
    outcome = await playground.person("Alice").click(
        await posted(playground, bot, "Join"), "Join", wait=False
    )
    assert outcome.kind == "pending"
    with pytest.raises(TimeoutError, match=r"no answer to .*join"):
        await outcome.answered(seconds=0.01)
    with pytest.raises(LookupError):
        _ = outcome.message
