"""A list of played games, each with a button to look at it again."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.screens.parts import components
from cogs.screens.parts.components import GAMES, REPLAY, ActionRow, Part, Press, Screen, Section
from cogs.screens.parts.paging import turning
from kwbot.engine.deals.variant import Variant
from kwbot.listings import PlayedGame
from kwbot.text.statistics.game_list import GAMES_HERE, OWN_GAMES, game_line, list_end, list_title
from kwbot.text.words import labels
from kwbot.text.words.language import Language

ME, CHANNEL = "me", "here"
"""Whose games, if not a user's number: one's own, or those of the channel."""


class GamePage(NamedTuple):
    """A page of a list, by number; `whose`: `ME`, `CHANNEL` or a user, whose name is `player`."""

    games: Sequence[tuple[Variant, PlayedGame]]
    whose: str
    page: int
    pages: int
    player: str = ""


def game_list_screen(page: GamePage, language: Language, *, in_server: bool) -> Screen:
    """Draw a page of games; in a server with a way to the channel's and back."""
    whose = page.whose if page.whose in (ME, CHANNEL) else "player"
    listed = [game for _, game in page.games]
    items: list[Part] = [
        components.words(list_title(whose, language, page.player)),
        *(_entry(variant, game, language) for variant, game in page.games),
    ]
    if end := list_end(listed, page.page, page.pages, language):
        items.append(components.words(end))
    if page.pages > 1:
        items.append(turning(GAMES, page.whose, page.page, page.pages))
    if in_server:
        other, label = (CHANNEL, GAMES_HERE) if page.whose == ME else (ME, OWN_GAMES)
        press = Press(GAMES, argument=f"{other} 1")
        items.append(ActionRow(components.button(language.term(label), press)))
    return components.box(items, components.WAITING_COLOUR)


def _entry(variant: Variant, game: PlayedGame, language: Language) -> Part:
    told = components.words(game_line(variant, game, language))
    if not game.is_kept:
        return told
    press = components.button(language.term(labels.REPLAY), Press(REPLAY, game.id))
    return Section(told, press)
