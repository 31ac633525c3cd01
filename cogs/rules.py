"""/rules: the pages of the rulebook, and the look-up of a bid or a rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.connection.client import Kwbot
from cogs.connection.context import chosen, game_here, language
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.replies import send_private
from cogs.screens.components import LONGEST, RULES, Press, button, menu, option, text_screen
from cogs.screens.paging import page_in, turning
from cogs.screens.picking import MENU
from kwbot.engine.wording import N_, Term
from kwbot.tables.refusals import Refused
from kwbot.text import labels
from kwbot.text.catalogue import HOME
from kwbot.text.labels import Command
from kwbot.text.language import Language
from kwbot.text.markdown import cut
from kwbot.text.rulebook import Entry, Page, Rulebook, RulebookError

PAGE, CHOSEN, ENTRY = "page", "menu", "entry"
"""What a press of the area RULES asks for: the first word of its rest; none: a table's book."""

BID = Command(Term("bid", "command"), Term("A bid or a rule", "command"))


@cache
def rulebook(game: str, code: str) -> Rulebook:
    """Return the rules of `game` in a language. Raises Refused if nobody has written them."""
    try:
        return Rulebook.load(game, code, HOME / "data" / "rulebook")
    except RulebookError:
        raise Refused(N_("This game has no rulebook.")) from None


def page_screen(game: str, number: int, language: Language) -> ui.LayoutView:
    """Draw a page and the way to the others; for a number beyond the ends, the nearest page."""
    book = rulebook(game, language.code)
    last = len(book.pages)
    page = book.pages[min(max(number, 1), last) - 1]
    place = language.text(N_("Page {page} of {pages}"), page=page.number, pages=last)
    return text_screen(
        f"-# {book.title} · {place}\n## {page.title}\n{page.text}",
        menu(
            language.term(labels.CHOOSE_PAGE),
            Press(RULES, rest=f"{CHOSEN} {game}"),
            [
                option(other.title, str(other.number), default=other is page)
                for other in _around(page, book)
            ],
        ),
        turning(RULES, f"{PAGE} {game}", page.number, last),
    )


def _around(page: Page, book: Rulebook) -> Sequence[Page]:
    """Return all pages, or as many around this one as a menu holds."""
    first = max(0, min(page.number - 1 - MENU // 2, len(book.pages) - MENU))
    return book.pages[first : first + MENU]


def entry_screen(game: str, sought: str, language: Language) -> ui.LayoutView:
    """Draw a bid or a rule with a button to its page. Raises Refused if there is no such entry."""
    book = rulebook(game, language.code)
    entry = _entry(book, sought)
    page = book.pages[entry.page - 1]
    return text_screen(
        f"-# {book.title}\n## {entry.title}\n{entry.text}",
        ui.ActionRow(button(f"📖 {page.title}", Press(RULES, rest=f"{PAGE} {game} {page.number}"))),
    )


def _entry(book: Rulebook, sought: str) -> Entry:
    """Find it by its id, which autocompletion sends, or by what somebody typed."""
    found = [book.entries[sought]] if sought in book.entries else book.find(sought)
    if not found:
        raise Refused(N_("The rulebook has no bid or rule by that name."))
    return found[0]


class RulesCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(RULES, self.pressed)

    @app_commands.command(**words(labels.COMMANDS["rules"]))
    @app_commands.describe(**descriptions(["game"], bid=BID))
    @app_commands.choices(game=game_choices())
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def rules(
        self, interaction: discord.Interaction, game: str | None = None, bid: str | None = None
    ) -> None:
        spoken = await language(interaction)
        game = game or game_here(interaction)
        view = entry_screen(game, bid, spoken) if bid else page_screen(game, 1, spoken)
        await send_private(interaction, view)

    @rules.autocomplete("bid")
    async def offered(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        game = interaction.namespace.game or game_here(interaction)
        try:
            book = rulebook(game, (await language(interaction)).code)
        except Refused:
            return []
        return [
            app_commands.Choice(name=cut(entry.title, LONGEST), value=entry.id)
            for entry in book.find(typed)
        ]

    async def pressed(self, interaction: discord.Interaction, press: Press) -> None:
        spoken = await language(interaction)
        match [*press.rest.split(" "), *chosen(interaction)]:
            case [str() as kind, game, number, *_] if kind in (PAGE, CHOSEN):
                view = page_screen(game, page_in(number), spoken)
                await interaction.response.edit_message(view=view)
            case [str() as kind, game, entry] if kind == ENTRY:
                await send_private(interaction, entry_screen(game, entry, spoken))
            case _:
                game = await self._game_of(press.table, interaction)
                await send_private(interaction, page_screen(game, 1, spoken))

    async def _game_of(self, table: int, interaction: discord.Interaction) -> str:
        stored = await self.bot.store.table(table)
        return stored.game if stored else game_here(interaction)


async def setup(bot: Kwbot) -> None:
    await bot.add_cog(RulesCog(bot))
