"""A table as a watcher sees it: without hands, and after a deal with all cards."""

from collections.abc import Mapping

from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    MAX_TEXT,
    TURN_COLOUR,
    WAITING_COLOUR,
    ActionRow,
    Part,
    Screen,
    TextDisplay,
    box,
    picture_above_box,
)
from cogs.screens.parts.rendering import Rendering
from cogs.screens.table.past_deal import past_scene
from cogs.screens.table.table_buttons import watch_button, words_button
from cogs.screens.table.table_facts import closed_text, facts_of, seen_by
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.text.deal.result import final_text
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.table.table_text import watched_text
from kwbot.text.words.language import Language
from kwbot.text.words.mentions import link

_WATCHING = N_("You're watching {table}. This message follows the game for a quarter of an hour.")
_BETWEEN = N_("The next deal starts when everyone is ready.")


def watch_scene(
    table: RunningTable | ClosedTable,
    preferences: CardPreferences,
    faces: Mapping[Seat, bytes] = NO_FACES,
) -> TableScene | ResultScene | None:
    """Return what there is to watch: the deal in progress, otherwise the last one's result."""
    running = table.running
    assert running is not None
    if running.match.deal is not None:
        seen = seen_by(running, None)
        return scene(seen, preferences.voice(seen), facts_of(running), faces)
    return past_scene(running, faces, preferences)


def watch_screen(
    table: RunningTable | ClosedTable,
    preferences: CardPreferences,
    shows: TableScene | ResultScene | None,
    rendering: Rendering,
) -> Screen:
    """Draw what everybody at a table sees, in the watcher's language. `shows`: its scene, see
    `watch_scene`; `rendering`: its look."""
    running, language = table.running, preferences.language
    assert running is not None
    items: list[Part] = [TextDisplay(_head(table, language))]
    framed = picture_above_box if isinstance(shows, ResultScene) else box
    if running.match.deal:
        items += _deal(running, preferences, shows, rendering)
    elif isinstance(shows, ResultScene):
        wait = TextDisplay(f"-# {language.text(_BETWEEN)}")
        items += [*rendering.result(shows), *([] if running.match.is_over else [wait])]
    if isinstance(table, ClosedTable):
        seen = seen_by(running, None)
        in_picture = bool(rendering.pictures)
        over = final_text(seen, preferences.voice(seen), facts_of(running), in_picture=in_picture)
        told = over if running.match.is_won else f"⏹️ {closed_text(table, language)}"
        return framed([*items, TextDisplay(told)], WAITING_COLOUR, rendering.pictures)
    buttons = [watch_button(table, language)]
    if rendering.pictures:
        buttons.append(words_button(table, running.match.number, language))
    return framed([*items, ActionRow(*buttons)], TURN_COLOUR, rendering.pictures)


def _head(table: TableState, language: Language) -> str:
    return f"-# 👀 {language.text(_WATCHING, table=link(table))}"


def _deal(
    table: RunningTable,
    preferences: CardPreferences,
    shows: TableScene | ResultScene | None,
    rendering: Rendering,
) -> list[Part]:
    """Return the deal in progress."""
    seen = seen_by(table, None)
    voice, in_picture = preferences.voice(seen), bool(rendering.png)
    told = watched_text(seen, voice, facts_of(table), in_picture=in_picture)
    if not isinstance(shows, TableScene):
        return [TextDisplay(told)]
    tricks = "\n".join(rendering.tricks(shows))[-MAX_TEXT // 2 :]
    running = "" if rendering.png else rendering.running_trick(shows)  # a picture shows it itself
    above: TextDisplay = TextDisplay("\n".join(filter(None, [told, tricks, running])))
    return [above, rendering.below_auction(shows)]
