"""Answers to interactions, each kind once, and what Discord refuses about them."""

from __future__ import annotations

import discord
import pytest
from discord.webhook import async_

from kwbot.playground import ClientRefusal, Message, Playground
from kwbot.playground.model import InteractionType
from tests.playground.conftest import Bot, Clock, connected, data_of


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


async def test_select_gives_values_within_its_bounds(playground: Playground, bot: Bot) -> None:
    async def picked(interaction: discord.Interaction) -> None:
        assert interaction.data is not None
        values = interaction.data.get("values")
        await interaction.response.edit_message(content=f"{values}", view=None)

    bot.on["cards"] = picked
    view = discord.ui.View()
    options = [discord.SelectOption(label=f"{n} of spades", value=f"S{n}") for n in range(2, 6)]
    view.add_item(
        discord.ui.Select(
            custom_id="cards", placeholder="Pass two", min_values=2, max_values=2, options=options
        )
    )
    sent = await bot.channel(playground.channel.id).send("Pass", view=view)
    table = playground.channel.messages[sent.id]
    alice = playground.person("Alice")
    for wrong in (["S2"], ["S2", "S3", "S4"], ["S2", "S9"], ["S2", "S2"]):
        with pytest.raises(ClientRefusal):
            await alice.select(table, "Pass two", wrong)
    outcome = await alice.select(table, "Pass two", ["S2", "5 of spades"])
    assert outcome.text == "['S2', 'S5']"


async def test_user_select_gives_persons(playground: Playground, bot: Bot) -> None:
    view = discord.ui.View()
    view.add_item(discord.ui.UserSelect(custom_id="who"))
    sent = await bot.channel(playground.channel.id).send("Partner?", view=view)
    alice, bob = playground.person("Alice"), playground.person("Bob")
    await alice.select(playground.channel.messages[sent.id], "who", [bob], wait=False)
    await playground.until(lambda: bot.seen)
    data = data_of(bot.seen[0])
    assert data["values"] == [str(bob.id)]
    assert str(bob.id) in data["resolved"]["members"]


async def test_form_is_filled_in_and_sent(playground: Playground, bot: Bot) -> None:
    class Ban(discord.ui.Modal, title="Ban a player"):
        reason: discord.ui.TextInput[Ban] = discord.ui.TextInput(
            label="Reason", custom_id="reason", min_length=3, max_length=10
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(content=f"Banned: {self.reason.value}")

    async def ban(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ban())

    bot.on["ban"] = ban
    table = await posted(playground, bot, "Ban")
    alice = playground.person("Alice")
    for wrong in ({}, {"reason": "no"}, {"reason": "far too long"}, {"reason": "rude", "x": "y"}):
        opened = await alice.click(table, "Ban")
        assert opened.kind == "modal"
        assert opened.modal["title"] == "Ban a player"
        with pytest.raises(ClientRefusal):
            await alice.submit(wrong)
    await alice.click(table, "Ban")
    sent = await alice.submit({"Reason": "rude"})
    assert sent.kind == "update"
    assert table.content == "Banned: rude"
    with pytest.raises(ClientRefusal, match="no form"):
        await alice.submit({"reason": "rude"})


async def test_new_style_form_with_menu(playground: Playground, bot: Bot) -> None:
    class Settings(discord.ui.Modal, title="Settings"):
        language: discord.ui.Label[Settings] = discord.ui.Label(
            text="Language",
            component=discord.ui.Select(
                custom_id="language",
                options=[discord.SelectOption(label=x, value=x) for x in ("sv", "da")],
            ),
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            menu = self.language.component
            assert isinstance(menu, discord.ui.Select)
            await interaction.response.send_message(f"Now {menu.values}")

    async def settings(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Settings())

    bot.on["settings"] = settings
    alice = playground.person("Alice")
    table = await posted(playground, bot, "Settings")
    await alice.click(table, "Settings")
    assert (await alice.submit({"Language": "da"})).text == "Now ['da']"


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
                interaction.id,
                interaction.token,
                session=interaction._session,
                params=params,
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


async def test_forms_can_be_sent_late_and_twice(playground: Playground, bot: Bot) -> None:
    async def ask(interaction: discord.Interaction) -> None:
        modal = discord.ui.Modal(title="Value", custom_id="value")
        modal.add_item(discord.ui.TextInput(label="Tricks", custom_id="tricks"))
        await interaction.response.send_modal(modal)

    async def thank(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Thanks")

    bot.on |= {"bid": ask, "value": thank}
    alice = playground.person("Alice")
    form = await alice.click(await posted(playground, bot, "Bid"), "Bid")
    for _ in range(2):
        assert (await alice.submit({"Tricks": "8"}, form=form)).text == "Thanks"


async def test_presses_in_a_thread(playground: Playground, bot: Bot) -> None:
    channel = bot.channel(playground.channel.id)
    thread = await channel.create_thread(name="Table", type=discord.ChannelType.public_thread)
    sent = await thread.send("Table", view=buttons("Join"))
    message = playground.channels[thread.id].messages[sent.id]
    await playground.person("Alice").click(message, "Join", wait=False)
    await playground.until(lambda: bot.seen)
    assert isinstance(bot.seen[0].channel, discord.Thread)
    assert bot.seen[0].channel.parent_id == channel.id


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
