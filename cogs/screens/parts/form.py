"""Forms: a title and up to five labelled fields."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.screens.parts.components import Press
from kwbot.text.words.markdown import cut

FIELDS = 5
"""Most fields of a form; Discord's limit, as below."""
_MAX_TITLE_LENGTH = 45
"""Most characters of a title and of a field's name."""
ABOUT = 100
"""Most characters of the text below a field's name."""
Field = ui.Label[Any]


def form(title: str, press: Press, fields: Sequence[Field]) -> ui.Modal:
    """Return a form. It is stopped, so that discord.py does not keep it."""
    made = ui.Modal(title=cut(title, _MAX_TITLE_LENGTH), custom_id=str(press))
    for field in fields:
        made.add_item(field)
    made.stop()
    return made


def choice(key: str, name: str, about: str, options: Sequence[discord.SelectOption]) -> Field:
    """Return a field in which one of `options` is chosen."""
    menu: ui.Select[Any] = ui.Select(custom_id=key, options=list(options))
    return ui.Label(
        text=cut(name, _MAX_TITLE_LENGTH), description=cut(about, ABOUT) or None, component=menu
    )


def line(
    key: str, name: str, longest: int, about: str = "", now: str = "", *, required: bool = True
) -> Field:
    """Return a field for a line of at most `longest` characters; `now`: its present content."""
    text: ui.TextInput[Any] = ui.TextInput(
        custom_id=key, max_length=longest, default=now or None, required=required
    )
    return ui.Label(
        text=cut(name, _MAX_TITLE_LENGTH), description=cut(about, ABOUT) or None, component=text
    )
