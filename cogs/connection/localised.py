"""The names and descriptions of slash commands in our languages, for registration."""

from collections.abc import Iterable
from functools import cache
from typing import TypedDict

import discord
from discord import app_commands

from kwbot.engine.values.wording import Term
from kwbot.text.catalogue import SOURCE_LANGUAGE
from kwbot.text.words.labels import COMMAND_OPTIONS, Command
from kwbot.text.words.language import Language, language_of
from kwbot.variants import games

CONTEXT = "command"
"""The context of names and descriptions in the catalogues."""


class Words(TypedDict):
    """Arguments of discord.py's decorators: ``@app_commands.command(**words(…))``."""

    name: str
    description: str


def words(command: Command) -> Words:
    return {"name": command.name.text, "description": command.description.text}


def descriptions(common: Iterable[str] = (), /, **own: Command) -> dict[str, str]:
    """Return the description of each parameter, for ``@app_commands.describe(**descriptions(…))``.
    `common` are shared by several commands, `own` belong to this command alone."""
    options = {key: COMMAND_OPTIONS[key] for key in common} | own
    return {key: option.description.text for key, option in options.items()}


def choice(term: Term, value: str) -> app_commands.Choice[str]:
    """Return one of the fixed choices of an option."""
    name = app_commands.locale_str(term.text, context=term.context)
    return app_commands.Choice(name=name, value=value)


def game_choices() -> list[app_commands.Choice[str]]:
    return [choice(variant.name, key) for key, variant in games().items()]


@cache
def _translation(locale: discord.Locale) -> Language | None:
    """Return the language of `locale`, if we translate to it. At each start discord.py asks for
    every string in all of Discord's languages."""
    language = language_of(locale.value)
    return None if language.code == SOURCE_LANGUAGE else language


class Translator(app_commands.Translator):
    """Looks up names, descriptions and choices in the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return None if the language is not ours, or its text is the English one."""
        language = _translation(locale)
        if language is None:
            return None
        said = language.term(Term(string.message, string.extras.get("context", CONTEXT)))
        return said if said != string.message else None
