"""/rules: the pages of the rulebook, and the look-up of a bid or a rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.parts.hand_place import HandPlace
from cogs.connection.client import Kwbot
from cogs.connection.context import edition_here, game_here, language
from cogs.connection.installation import in_direct_messages_too
from cogs.connection.localised import descriptions, game_choices, words
from cogs.connection.press_data import chosen_values
from cogs.connection.replies import redraw, send_private
from cogs.screens.parts.arguments import Argument
from cogs.screens.parts.components import (
    LONGEST,
    MAX_OPTIONS,
    RULES,
    ActionRow,
    Press,
    Screen,
    button,
    menu,
    option,
    text_screen,
)
from cogs.screens.parts.paging import page_in, turning
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import NO_TABLE, TableId
from kwbot.tables.errors.refusals import Refused
from kwbot.text.catalogue import PROJECT_FOLDER
from kwbot.text.words import labels
from kwbot.text.words.labels import Command
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import cut
from kwbot.text.words.rulebook import Entry, Page, Rulebook, RulebookError, editions
from kwbot.variants import games

PAGE, CHOSEN, ENTRY = "page", "menu", "entry"
"""What a press of the area RULES asks for; empty: the book of a table."""
EDITION_BUTTON = Term("Edition {edition}", "button")
RULEBOOK_FOLDER = PROJECT_FOLDER / "data" / "rulebook"

BID_PARAMETER = Command(Term("bid", "command"), Term("A bid or a rule", "command"))


@dataclass(frozen=True, slots=True)
class RulesPress(Argument):
    """A press of the area RULES. `book`: a game, and its edition where that has rules of its own
    (`book_of`); `place`: a page's number, or the id of an entry."""

    what: str = ""
    book: str = ""
    place: str = ""


def book_of(game: str, edition: str) -> str:
    """Return the name of an edition's book, as in a press. Raises Refused without a rulebook."""
    try:
        return f"{game}/{edition}" if edition in editions(game, RULEBOOK_FOLDER) else game
    except RulebookError:
        raise Refused(N_("This game has no rulebook.")) from None


@cache
def rulebook(name: str, code: str) -> Rulebook:
    """Return a book in a language. Raises Refused if there is none."""
    game, _, edition = name.partition("/")
    try:
        return Rulebook.load(game, code, RULEBOOK_FOLDER, edition)
    except RulebookError:
        raise Refused(N_("This game has no rulebook.")) from None


def page_screen(name: str, number: int, language: Language, table_id: TableId = NO_TABLE) -> Screen:
    """Draw a page and the way to the others; for a number out of range, the nearest page.
    `table_id`: the table at which it is read, if any."""
    book = rulebook(name, language.code)
    last = len(book.pages)
    page = book.pages[min(max(number, 1), last) - 1]
    place = language.text(N_("Page {page} of {pages}"), page=page.number, pages=last)
    return text_screen(
        f"-# {book.title} · {place}\n## {page.title}\n{page.text}",
        menu(
            language.term(labels.CHOOSE_PAGE),
            Press(RULES, table_id, argument=str(RulesPress(CHOSEN, name))),
            [
                option(other.title, str(other.number), default=other is page)
                for other in _around(page, book)
            ],
        ),
        turning(RULES, f"{PAGE} {name}", page.number, last, table_id),
        *_other_editions(name, page.number, language, table_id),
    )


def _other_editions(name: str, page: int, language: Language, table_id: TableId) -> list[ActionRow]:
    """Return a row of buttons to the same page of the game's other editions, if it has any."""
    game, _, shown = name.partition("/")
    usual = games()[game].edition() if game in games() else ""
    others = [
        one for one in (usual, *editions(game, RULEBOOK_FOLDER)) if one not in ("", shown or usual)
    ]
    buttons = [
        button(
            language.term(EDITION_BUTTON, edition=edition),
            Press(
                RULES, table_id, argument=str(RulesPress(PAGE, book_of(game, edition), str(page)))
            ),
        )
        for edition in others
    ]
    return [ActionRow(*buttons)] if buttons else []


def _around(page: Page, book: Rulebook) -> Sequence[Page]:
    """Return all pages, or as many around this one as a menu holds."""
    first = max(0, min(page.number - 1 - MAX_OPTIONS // 2, len(book.pages) - MAX_OPTIONS))
    return book.pages[first : first + MAX_OPTIONS]


def entry_screen(name: str, sought: str, language: Language) -> Screen:
    """Draw a bid or a rule with a button to its page. Raises Refused if there is no such entry."""
    book = rulebook(name, language.code)
    entry = _entry(book, sought)
    page = book.pages[entry.page - 1]
    return text_screen(
        f"-# {book.title}\n## {entry.title}\n{entry.text}",
        ActionRow(
            button(
                f"📖 {page.title}",
                Press(RULES, argument=str(RulesPress(PAGE, name, str(page.number)))),
            )
        ),
    )


def _entry(book: Rulebook, sought: str) -> Entry:
    """Return an entry by its id, which autocompletion sends, or by a typed text. Raises Refused."""
    found = [book.entries[sought]] if sought in book.entries else book.find(sought)
    if not found:
        raise Refused(N_("The rulebook has no bid or rule by that name."))
    return found[0]


class RulesCog(commands.Cog):
    def __init__(self, bot: Kwbot) -> None:
        self.bot = bot
        bot.router.on(RULES, self.on_press)

    @app_commands.command(**words(labels.COMMANDS["rules"]))
    @app_commands.describe(**descriptions(["game"], bid=BID_PARAMETER))
    @app_commands.choices(game=game_choices())
    @in_direct_messages_too
    async def rules(
        self, interaction: discord.Interaction, game: str | None = None, bid: str | None = None
    ) -> None:
        spoken = await language(interaction)
        name = _book_here(interaction, game)
        screen = entry_screen(name, bid, spoken) if bid else page_screen(name, 1, spoken)
        await send_private(interaction, screen)

    @rules.autocomplete("bid")
    async def on_typing(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            name = _book_here(interaction, interaction.namespace.game)
            book = rulebook(name, (await language(interaction)).code)
        except Refused:
            return []
        return [
            app_commands.Choice(name=cut(entry.title, LONGEST), value=entry.id)
            for entry in book.find(typed)
        ]

    async def on_press(self, interaction: discord.Interaction, press: Press) -> None:
        spoken = await language(interaction)
        asked = RulesPress.of(press.argument, *chosen_values(interaction))
        if asked.what == ENTRY and asked.place:
            await send_private(interaction, entry_screen(asked.book, asked.place, spoken))
            return
        turns = asked.what in (PAGE, CHOSEN) and bool(asked.place)
        table, display = self.bot.tables.index.get(press.table), self.bot.display
        if turns:
            name, number = asked.book, page_in(asked.place)
            place = HandPlace.of(display, interaction, table, spoken, on_hand=False)
        else:
            name, number = await self._book_at(press.table, interaction), 1
            place = HandPlace.at_press(display, interaction, table, spoken)
        if place is not None:
            await place.show(page_screen(name, number, spoken, press.table))
        else:
            show = redraw if turns else send_private
            await show(interaction, page_screen(name, number, spoken))

    async def _book_at(self, table_id: TableId, interaction: discord.Interaction) -> str:
        stored = await self.bot.store.tables.load(table_id)
        if stored is None or stored.game not in self.bot.games:
            return _book_here(interaction, None)
        return book_of(stored.game, self.bot.games[stored.game].edition(stored.options))


def _book_here(interaction: discord.Interaction, game: str | None) -> str:
    """Return the book of a game, by default the one played here, in the edition played here."""
    game = game or game_here(interaction)
    return book_of(game, edition_here(interaction, game))
