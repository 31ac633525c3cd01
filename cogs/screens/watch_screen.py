"""A table as who watches it sees it: without hands, and after a deal with all cards."""

from __future__ import annotations

from cogs.screens.components import TEXT, TURN, WAITING, ActionRow, Part, Screen, TextDisplay, box
from cogs.screens.shown import Shown
from cogs.screens.table_buttons import watch_button
from cogs.screens.table_facts import closed_text, facts_of, link, seen_by
from cogs.screens.taste import Taste
from kwbot.engine.wording import N_
from kwbot.tables.table_state import ClosedTable, RunningTable, TableState
from kwbot.text.language import Language
from kwbot.text.result import final_text
from kwbot.text.result_scene import result_scene
from kwbot.text.scene import scene
from kwbot.text.table_message import watched_text

_WATCHING = N_("You're watching {table}. This message follows the game for a quarter of an hour.")
_BETWEEN = N_("The next deal starts when everyone is ready.")


def watch_screen(table: RunningTable | ClosedTable, taste: Taste) -> Screen:
    """Draw what everybody at a table sees, in the watcher's language and look."""
    game, shown = table.game, Shown(ids=taste.emojis)
    assert game is not None
    language = taste.language
    items: list[Part] = [TextDisplay(_head(table, language))]
    items += _deal(game, taste, shown) if game.match.deal else _result(game, taste, shown)
    if isinstance(table, ClosedTable):
        seen = seen_by(game, None)
        over = final_text(seen, taste.voice(seen), facts_of(game))
        told = over if game.match.over else f"⏹️ {closed_text(table, language)}"
        return box([*items, TextDisplay(told)], WAITING)
    return box([*items, ActionRow(watch_button(table, language))], TURN)


def _head(table: TableState, language: Language) -> str:
    return f"-# 👀 {language.text(_WATCHING, table=link(table))}"


def _deal(game: RunningTable, taste: Taste, shown: Shown) -> list[Part]:
    """Return the deal in progress."""
    seen = seen_by(game, None)
    voice, facts = taste.voice(seen), facts_of(game)
    shows = scene(seen, voice, facts)
    told = watched_text(seen, voice, facts)
    if shows is None:
        return [TextDisplay(told)]
    tricks = "\n".join(shown.tricks(shows))
    room = TEXT // 2
    above: TextDisplay = TextDisplay("\n".join(filter(None, [told, tricks[-room:]])))
    return [above, shown.below_auction(shows)]


def _result(game: RunningTable, taste: Taste, shown: Shown) -> list[Part]:
    """Return how the last deal ended, with the hands as they were dealt."""
    ended, seen = game.match.finished, seen_by(game, None)
    if ended is None or seen.last is None:
        return []
    wait = f"-# {taste.language.text(_BETWEEN)}"
    shows = result_scene(seen, ended, taste.voice(seen), facts=facts_of(game))
    return [*shown.result(shows), *([] if game.match.ended else [TextDisplay(wait)])]
