"""The data of a press or a sent form: the message that was pressed, and the chosen values."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import discord

from cogs.screens.parts.components import Press


def is_private(interaction: discord.Interaction) -> bool:
    """Whether nobody else sees the pressed message."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_own(interaction: discord.Interaction) -> bool:
    """Whether the pressed message is private, or in direct messages."""
    return interaction.guild_id is None or is_private(interaction)


def presses_on(interaction: discord.Interaction) -> Iterator[Press]:
    """Yield the presses of all controls on the pressed message."""
    found = list(interaction.message.components) if interaction.message else []
    for one in found:
        press = Press.parse(str(getattr(one, "custom_id", "")))
        if press is not None:
            yield press
        found += getattr(one, "children", ())


def custom_id_of(interaction: discord.Interaction) -> str:
    return str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))


def chosen_values(interaction: discord.Interaction) -> list[str]:
    """Return the values chosen in a menu; none for a button."""
    return list(cast("dict[str, Any]", interaction.data or {}).get("values") or ())


def form_values(interaction: discord.Interaction) -> dict[str, str]:
    """Return the values of a sent form by field: the text, or the chosen value."""
    data = cast("dict[str, Any]", interaction.data or {})
    fields = (row.get("component") or {} for row in data.get("components") or ())
    return {str(field.get("custom_id")): _content(field) for field in fields}


def _content(field: Mapping[str, Any]) -> str:
    return str(field.get("value") or next(iter(field.get("values") or ()), ""))
