"""Buttons, menus, forms and commands by mouse and keys."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands, ui
from playwright.async_api import expect

from playground import Playground
from tests.browser.conftest import put
from tests.browser.window import Window
from tests.playground.conftest import Bot, Clock, data_of


async def test_thinking_ephemeral_and_dismissed(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    waiting: list[discord.Interaction] = []

    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        waiting.append(interaction)

    bot.on["slow"] = slow
    await put(playground, bot, ui.Button(label="Slow", custom_id="slow"))
    await anna.press("Slow")
    await anna.shows("Bot is thinking…")
    await waiting[0].followup.send("Your cards")
    await anna.shows("Your cards")
    await anna.shows("Only you can see this")
    await anna.press("Dismiss message")
    await expect(anna.page.locator(".message")).to_have_count(1)


async def test_an_unanswered_press_fails(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    await put(playground, bot, ui.Button(label="Silence", custom_id="silence"))
    button = anna.page.get_by_role("button", name="Silence")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await playground.until(lambda: bot.seen)
    clock.now += 3.1
    await anna.shows("This interaction failed")
    await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_an_answer_that_discord_refuses_fails_with_its_code(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    async def long(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.HTTPException):
            await interaction.response.send_message("x" * 2001)
        clock.now += 3.1

    bot.on["long"] = long
    await put(playground, bot, ui.Button(label="Long", custom_id="long"))
    await anna.page.get_by_role("button", name="Long").click()
    await anna.shows("This interaction failed (50035)")


async def test_menus_by_mouse_and_keys(playground: Playground, bot: Bot, anna: Window) -> None:
    chosen: list[list[str]] = []

    async def picked(interaction: discord.Interaction) -> None:
        chosen.append(list(data_of(interaction)["values"]))
        await interaction.response.defer()

    options = [discord.SelectOption(label=f"Card {n}", value=f"C{n}") for n in range(2, 8)]
    bot.on |= {"one": picked, "some": picked}
    await put(
        playground, bot,
        ui.Select(custom_id="one", placeholder="One card", options=options),
        ui.Select(custom_id="some", placeholder="Two", options=options, min_values=2, max_values=2),
    )  # fmt: skip
    keys = anna.page.keyboard
    await anna.page.get_by_role("combobox", name="One card").click()
    await anna.page.get_by_role("option", name="Card 4").click()
    await anna.quiet()
    some = anna.page.get_by_role("combobox", name="Two")
    await some.focus()
    for key in ("Enter", "Enter", "ArrowDown", "End", " "):
        await keys.press(key)
    await expect(anna.page.locator(".sheet-foot")).to_contain_text("2/2 chosen")
    await keys.press("Escape")
    await anna.quiet()
    await playground.until(lambda: len(chosen) == 2)
    assert chosen == [["C4"], ["C2", "C7"]]
    await expect(some).to_be_focused()
    await keys.press("ArrowDown")
    await keys.type("Card 5"[:1])
    await anna.page.mouse.click(600, 90)  # beside it: too few are not sent
    assert len(chosen) == 2


async def test_a_form(playground: Playground, bot: Bot, anna: Window) -> None:
    class Ban(ui.Modal, title="Ban a player"):
        why: ui.TextInput[Ban] = ui.TextInput(label="Why", custom_id="why", min_length=3)
        who: ui.Label[Ban] = ui.Label(text="Who", component=ui.UserSelect(custom_id="who"))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            menu = self.who.component
            assert isinstance(menu, ui.UserSelect)
            await interaction.response.send_message(f"{menu.values[0]}: {self.why.value}")

    async def ban(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ban())

    bot.on["ban"] = ban
    await put(playground, bot, ui.Button(label="Ban", custom_id="ban"))
    await anna.page.get_by_role("button", name="Ban").click()
    form = anna.page.get_by_role("dialog", name="Ban a player")
    await form.get_by_role("textbox").fill("no")
    await form.get_by_role("combobox").click()
    await anna.page.get_by_role("option", name="@Bo", exact=True).click()
    await anna.page.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("at least 3")
    await form.get_by_role("textbox").fill("rude")
    await anna.page.keyboard.press("Enter")
    await anna.shows("bo: rude")
    await expect(form).to_have_count(0)


async def commands(playground: Playground, bot: Bot) -> list[str]:
    used: list[str] = []

    @app_commands.command(description="Look up a rule")
    @app_commands.describe(bid="Which one")
    async def rules(interaction: discord.Interaction, bid: str, player: discord.Member | None,
                    times: int | None) -> None:  # fmt: skip
        used.append(f"{bid} {player} {times}")
        await interaction.response.send_message("Looked up", ephemeral=True)

    @rules.autocomplete("bid")
    async def bids(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = ("Vip", "Nolo", "Mord")
        return [app_commands.Choice(name=n, value=n) for n in names if typed.lower() in n.lower()]

    @app_commands.command(description="Open a table")
    async def play(interaction: discord.Interaction) -> None:
        used.append("play")
        await interaction.response.send_message("A table")

    admin = app_commands.Group(name="admin", description="For moderators")

    @admin.command(description="Who is barred")
    async def bans(interaction: discord.Interaction) -> None:
        used.append("bans")
        await interaction.response.send_message("Nobody")

    bot.tree.add_command(rules)
    bot.tree.add_command(play)
    bot.tree.add_command(admin)
    await bot.tree.sync()
    return used


async def test_slash_commands_by_keys(playground: Playground, bot: Bot, anna: Window) -> None:
    used = await commands(playground, bot)
    await anna.go("general")
    keys, write = anna.page.keyboard, anna.page.locator("#write")
    await expect(write).to_be_focused()
    await keys.type("/")
    await expect(anna.page.locator(".picked strong")).to_have_text(
        ["/admin bans", "/play", "/rules"]
    )
    await keys.type("ru")
    await keys.press("Enter")
    bid = anna.page.get_by_role("textbox", name="bid: Which one")
    await expect(bid).to_be_focused()
    await expect(anna.page.locator(".picked")).to_have_text(["Vip", "Nolo", "Mord"])
    await keys.type("o")
    await expect(anna.page.locator(".picked")).to_have_text(["Nolo", "Mord"])
    for key in ("ArrowDown", "Enter"):
        await keys.press(key)
    await expect(bid).to_have_value("Mord")
    await keys.press("Tab")
    await keys.type("B")
    await expect(anna.page.locator(".picked")).to_have_text(["@Bot", "@Bo"])
    await anna.page.locator(".picked").last.click()
    await keys.press("Tab")
    await keys.type("many")
    await keys.press("Enter")
    await expect(anna.page.locator("#below .complaint")).to_have_text("times is a number.")
    await anna.page.get_by_role("textbox", name="times").fill("3")
    await keys.press("Enter")
    await anna.shows("Looked up")
    await keys.type("/play")
    await keys.press("Enter")
    await anna.shows("Anna used /play")
    await keys.type("/ban")
    for key in ("Enter", "Enter"):
        await keys.press(key)
    await anna.shows("Anna used /admin bans")
    assert used == ["Mord bo 3", "play", "bans"]


async def test_what_is_being_written_outlasts_new_commands(
    playground: Playground, bot: Bot, anna: Window
) -> None:
    await anna.go("general")
    write = anna.page.locator("#write")
    await write.fill("/ru")
    await expect(anna.page.locator(".picked strong")).to_have_count(0)
    await commands(playground, bot)
    await expect(anna.page.locator(".picked strong")).to_have_text(["/rules"])
    await expect(write).to_have_value("/ru")


async def test_a_command_that_is_not_answered(
    playground: Playground, bot: Bot, clock: Clock, anna: Window
) -> None:
    await commands(playground, bot)
    bot.tree.clear_commands(guild=None)
    await anna.go("general")
    await anna.page.keyboard.type("/play")
    await anna.page.keyboard.press("Enter")
    await playground.until(lambda: bot.seen)
    clock.now += 3.1
    await anna.shows("The application did not respond")
    await anna.press("Dismiss message")
    await expect(anna.page.locator(".message")).to_have_count(0)
