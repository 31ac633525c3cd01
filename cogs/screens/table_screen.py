"""The table's message in the channel: lobby, deal, result, next deal, end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from cogs.screens import table_buttons
from cogs.screens.components import text_screen
from cogs.screens.lobby_screen import lobby_screen
from cogs.screens.table_facts import (
    channel_voice,
    closed_text,
    facts_of,
    seen_by,
    told_at_end,
)
from cogs.screens.vote import vote_buttons, vote_text
from kwbot.engine.match import Match
from kwbot.engine.view import View, view
from kwbot.engine.wording import N_
from kwbot.tables.state import ClosedTable, Ready, RunningTable, TableState
from kwbot.text import lines
from kwbot.text.facts import Facts
from kwbot.text.language import Voice, language_of
from kwbot.text.result import deal_result_text, final_text
from kwbot.text.table_message import scores, table_text
from kwbot.text.vote_messages import ready_text

_ENDED = N_("The host has ended the game.")


def table_screen(table: TableState) -> ui.LayoutView:
    """Draw the present message: lobby, deal in progress, next deal's commitment, or end."""
    game = table.game
    if game is None:
        return lobby_screen(table)
    seen = seen_by(game, None)
    voice, facts = channel_voice(seen, game), facts_of(game)
    if isinstance(table, ClosedTable):
        return _end_screen(table, game, seen, voice, facts)
    if game.ready:
        return _ready_screen(game, game.ready, seen, voice, facts)
    language = voice.language
    buttons = [table_buttons.hand_button(game, language)]
    if game.away & set(game.humans):
        buttons.append(table_buttons.back_button(game, language))
    buttons.append(table_buttons.more_button(game, language))
    text = lines.together([(table_text(seen, voice, facts),), (vote_text(game, voice),)])
    return text_screen(text, ui.ActionRow(*buttons), *vote_buttons(game, language))


def _ready_screen(
    table: RunningTable, ready: Ready, seen: View, voice: Voice, facts: Facts
) -> ui.LayoutView:
    language = voice.language
    missing = set(table.present) - ready.seats
    asked = ready_text(ready.deal, ready.dealer, ready.commitment, missing, voice, facts)
    buttons = [
        table_buttons.ready_button(table, language),
        table_buttons.stir_button(table, language),
    ]
    if table.match.finished:
        buttons.append(table_buttons.review_button(table, language))
    buttons.append(table_buttons.more_button(table, language))
    text = lines.together([*_so_far(table, seen, voice, facts), (asked,)])
    return text_screen(text, ui.ActionRow(*buttons))


def _end_screen(
    table: ClosedTable, game: RunningTable, seen: View, voice: Voice, facts: Facts
) -> ui.LayoutView:
    """Draw the final standing, or why the table was closed before its end."""
    language = voice.language
    buttons = [table_buttons.rematch_button(table, language)]
    if game.match.over:
        ended = [] if _result_in_sight(game) else _so_far(game, seen, voice, facts)
        blocks = [*ended, (final_text(seen, voice, facts),)]
        buttons.append(table_buttons.review_button(table, language))
    else:
        blocks = [(f"⏹️ {closed_text(table, language)}",), scores(seen, voice, facts)]
    return text_screen(lines.together(blocks), ui.ActionRow(*buttons))


def _so_far(table: RunningTable, seen: View, voice: Voice, facts: Facts) -> list[Sequence[str]]:
    """Return the last deal's result once more, or the scores where it stands right above.

    Before the first deal: who plays with whom.
    """
    if seen.last is None:
        return [lines.partners(seen, voice)]
    if _result_in_sight(table):
        return [scores(seen, voice, facts)]
    return [(deal_result_text(seen, voice, facts),)]


def _result_in_sight(table: RunningTable) -> bool:
    """Whether no trick was posted below the message of the last deal, which shows its result.

    The trick that ends a deal stands in the result itself.
    """
    ended = table.match.finished
    tricks = len(ended.play.tricks) if ended and ended.play else 0
    return told_at_end(table) or tricks <= 1


def broken_off_screen(table: TableState) -> ui.LayoutView:
    """Draw what replaces a deal, in progress or about to begin, when the host ends the game."""
    return text_screen(f"⏹️ {language_of(table.language).text(_ENDED)}")


def result_screen(table: RunningTable, first_trick: int) -> ui.LayoutView:
    """Draw how the last deal ended, with its tricks from `first_trick` (counted from 1) on."""
    seen, match = seen_by(table, None), table.match
    tricks = trick_lines(table, replace(match, deal=match.finished), first_trick)
    result = deal_result_text(seen, channel_voice(seen, table), facts_of(table))
    return text_screen(lines.together([(result,), [f"-# {line}" for line in tricks]]))


def trick_lines(table: RunningTable, match: Match, first: int) -> list[str]:
    """Return a line for each finished trick of the deal in `match`, from number `first` on."""
    seen = view(match, None)
    voice = channel_voice(seen, table)
    return [
        lines.finished_trick(seen, voice, number) for number in range(first, len(seen.tricks) + 1)
    ]
