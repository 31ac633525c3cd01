"""Menus and forms, and what people put into them."""

from __future__ import annotations

import discord
import pytest

from playground import ClientRefusal, Playground
from tests.playground.conftest import Bot, data_of, posted


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
