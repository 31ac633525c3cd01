"""Answers to interactions: private, in the language of whoever asked."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import discord

from cogs.connection.context import bot_of, language, user_id_of
from cogs.connection.press_data import is_private
from cogs.delivery.calls.undelivered import Undelivered, refusing_looks
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.screens.parts.components import Screen, text_screen
from kwbot.engine.values.wording import N_, Sentence
from kwbot.ids import NO_TABLE, TableId
from kwbot.text.words.language import Voice, language_of

DEFER_SECONDS = 1.5
"""Seconds after which an answer is deferred: a press must be answered in three."""
_LOCKED = N_(
    "I can't answer you in {thread}: it's closed and locked. Someone who manages threads can open "
    "it. To go on elsewhere, use /table in another channel."
)
_SORRY = Sentence(N_("Something went wrong. Try again. If that doesn't help, use /table."))


async def send_private(interaction: discord.Interaction, screen: Screen) -> None:
    """Answer with a private message; after the first answer if there is one already. Raises
    LookRefused where the same, drawn plainer, may get through."""
    files = screen.files()
    with refusing_looks(screen):
        if interaction.response.is_done():
            await interaction.followup.send(view=screen, files=files, ephemeral=True)
        else:
            await interaction.response.send_message(view=screen, files=files, ephemeral=True)


async def show_private(interaction: discord.Interaction, screen: Screen) -> None:
    """Answer a press privately: in the pressed message if that is private, otherwise anew."""
    if is_private(interaction):
        await redraw(interaction, screen)
    else:
        await send_private(interaction, screen)


async def answer_in_time(
    interaction: discord.Interaction,
    make: Callable[[], Awaitable[Screen]],
    refusals: LookRefusals,
    *,
    anew: bool = False,
) -> None:
    """Answer a press with a private message, `anew`, or by redrawing the pressed one. Where `make`
    takes long, the answer is deferred; where a picture is refused, `make` is called again."""

    async def send() -> None:
        making = asyncio.ensure_future(make())
        await asyncio.wait({making}, timeout=DEFER_SECONDS)
        if not making.done() and not interaction.response.is_done():
            await interaction.response.defer(ephemeral=True, thinking=anew)
        screen = await making
        if anew and not interaction.response.is_done():
            await send_private(interaction, screen)
        else:
            await redraw(interaction, screen)

    await refusals.send_with_fallback(interaction.channel_id or 0, send, edit=not anew)


async def redraw(interaction: discord.Interaction, screen: Screen) -> None:
    """Answer a press by redrawing the pressed message, or the answer that there is already. Raises
    LookRefused where the same, drawn plainer, may get through."""
    files = screen.files()
    with refusing_looks(screen):
        if interaction.response.is_done():
            await interaction.edit_original_response(view=screen, attachments=files)
        else:
            await interaction.response.edit_message(view=screen, attachments=files)


async def refuse(
    interaction: discord.Interaction, sentence: Sentence, table_id: TableId = NO_TABLE
) -> None:
    """Answer with the reason of a refusal. `table_id`: the table that it is about."""
    spoken, at = await language(interaction), bot_of(interaction).tables.index.get(table_id)
    voice = Voice.of_game(at.variant, spoken, at.names, at.options) if at else Voice(spoken)
    await send_private(interaction, text_screen(f"⛔ {voice.say(sentence)}"))


async def tell_locked(interaction: discord.Interaction) -> None:
    """Say by direct message, if it gets through, why there is no answer; once in some minutes."""
    spoken = await language(interaction)
    text = f"🔒 {spoken.text(_LOCKED, thread=f'<#{interaction.channel_id}>')}"
    with suppress(Undelivered):
        nonce = f"k{interaction.channel_id}"
        await bot_of(interaction).write_to(user_id_of(interaction), text, nonce)


async def apologize(interaction: discord.Interaction) -> None:
    """Answer with an apology for an error of ours."""
    await refuse(interaction, _SORRY)


def unable(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to an interaction that cannot be carried out now, by its payload alone: an
    apology in the client's language, or no choices for a word being typed."""
    if payload["type"] == discord.InteractionType.autocomplete.value:
        return {
            "type": discord.InteractionResponseType.autocomplete_result.value,
            "data": {"choices": []},
        }
    spoken = language_of(payload.get("locale", ""))
    sorry = text_screen(f"⛔ {Voice(spoken).say(_SORRY)}")
    flags = discord.MessageFlags(ephemeral=True, components_v2=True)
    return {
        "type": discord.InteractionResponseType.channel_message.value,
        "data": {
            "components": sorry.to_components(),
            "flags": flags.value,
            "allowed_mentions": {"parse": []},
        },
    }
