from __future__ import annotations

import discord

from kwbot.playground import Playground
from tests.playground.conftest import Bot


async def test_command_message_click_and_edit(playground: Playground, bot: Bot) -> None:
    """The whole round trip: a command is synced and used, its message pressed and redrawn."""

    async def joined(interaction: discord.Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Join", custom_id="join", disabled=True))
        await interaction.response.edit_message(
            content=f"{interaction.user.mention} joined", view=view
        )

    @bot.tree.command(name="play", description="Open a table")
    async def play(interaction: discord.Interaction, game: str) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Join", custom_id="join"))
        await interaction.response.send_message(f"Lobby of {game}", view=view)
        view.stop()

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
    assert [c.route for c in playground.calls if c.counts][-1].endswith("/commands")
    assert playground.refusals == []
