"""Messages, rows, buttons and menus, each made in one way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.screens import limits
from cogs.screens.press import RULES, Press
from kwbot.text import labels
from kwbot.text.language import Language
from kwbot.text.markdown import cut


def screen(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a message of texts and rows, stopped so that discord.py does not keep it."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def text_screen(text: str, *items: ui.Item[Any]) -> ui.LayoutView:
    """Return a text above rows."""
    return screen(ui.TextDisplay(cut(text, limits.TEXT) or "\u200b"), *items)


def button(
    label: str,
    press: Press,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> ui.Button[Any]:
    return ui.Button(
        label=cut(label, limits.LABEL), custom_id=str(press), style=style, disabled=disabled
    )


def rules_button(table: int, language: Language) -> ui.Button[Any]:
    """Opens the rulebook of the game that is played at `table`."""
    return button(language.term(labels.RULES), Press(RULES, table))


def option(
    label: str, value: str, description: str = "", *, default: bool = False
) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(label, limits.OPTION),
        value=value,
        description=cut(description, limits.OPTION) or None,
        default=default,
    )


def menu(
    placeholder: str,
    press: Press,
    options: Sequence[discord.SelectOption],
    least: int = 1,
    most: int = 1,
) -> ui.ActionRow[Any]:
    """A row with a menu, from which `least` to `most` of the options are chosen."""
    select: ui.Select[Any] = ui.Select(
        custom_id=str(press),
        placeholder=cut(placeholder, limits.OPTION),
        min_values=min(least, len(options)),
        max_values=max(1, min(most, len(options))),
        options=list(options),
    )
    return ui.ActionRow(select)


def rows(buttons: Sequence[ui.Button[Any]], wide: int = limits.ROW) -> list[ui.ActionRow[Any]]:
    """Buttons in rows of `wide`, five at most."""
    return [ui.ActionRow(*some) for some in limits.chunks(buttons, wide)]
