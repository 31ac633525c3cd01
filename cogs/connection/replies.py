"""Answers to interactions: private, in the language of whoever asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

import discord
from discord import ui

from cogs.connection.preferences import PreferenceCache
from cogs.screens.components import text_screen
from kwbot.engine.errors import RuleViolation
from kwbot.engine.variant import Variant
from kwbot.engine.wording import N_, Sentence
from kwbot.tables.game_manager import Tables
from kwbot.text.language import Language, Voice, language_of

_SORRY = Sentence(N_("Something went wrong. Try it again; if that does not help, use /table."))


class Host(Protocol):
    """What answers need of the bot that an interaction came to."""

    preferences: PreferenceCache
    tables: Tables
    games: Mapping[str, Variant]


def host_of(interaction: discord.Interaction) -> Host:
    return cast("Host", interaction.client)


async def language(interaction: discord.Interaction) -> Language:
    """The language of whoever did this: their own choice, else that of their client."""
    return (await host_of(interaction).preferences.taste(interaction)).language


def game_here(interaction: discord.Interaction) -> str:
    """The key of what is played in this channel, else by this user, else of the first game."""
    bot, channel = host_of(interaction), interaction.channel_id
    here = [one for one in bot.tables if one.is_in(channel)]
    tables = here or bot.tables.of_user(interaction.user.id)
    return tables[0].variant.key if tables else next(iter(bot.games))


def channel_language(interaction: discord.Interaction, chosen: str | None) -> Language:
    """The language of what everybody in the channel reads. `chosen` is the server's setting.

    Only a Community has a language of its own: any other server's is told as American English,
    so there the language of whoever asks is the better guess.
    """
    guild, locale = interaction.guild, interaction.locale
    if guild is not None and "COMMUNITY" in guild.features:
        locale = interaction.guild_locale or locale
    return language_of(chosen or locale.value)


async def send_private(interaction: discord.Interaction, view: ui.LayoutView) -> None:
    """Answer so that nobody else sees it; below the first answer if there is one already."""
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def refuse(
    interaction: discord.Interaction, violation: RuleViolation, table: int = 0
) -> None:
    """Tell whoever caused it why not, in one sentence. `table` is where, if it was at one."""
    await refuse_in_words(interaction, violation.sentence, table)


async def refuse_in_words(
    interaction: discord.Interaction, sentence: Sentence, table: int = 0
) -> None:
    spoken, at = await language(interaction), host_of(interaction).tables.get(table)
    voice = Voice.of_game(at.variant, spoken, at.names) if at else Voice(spoken)
    await send_private(interaction, text_screen(f"⛔ {voice.say(sentence)}"))


async def apologize(interaction: discord.Interaction) -> None:
    """For what should not happen."""
    await refuse_in_words(interaction, _SORRY)
