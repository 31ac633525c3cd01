"""A player's hand, as a direct message or a private one in the channel."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from cogs.screens import components, table_buttons
from cogs.screens.components import HINT, Press, text_screen
from cogs.screens.controls import Question, controls
from cogs.screens.picking import picked_action, picked_bid, picked_parts
from cogs.screens.table_facts import closed_text, facts_of, seen_by, shown_deal, told_at_end
from cogs.screens.taste import Taste
from cogs.screens.vote import vote_buttons, vote_text
from kwbot.engine.actions import Seat
from kwbot.engine.choices import CombinationBid, CutDeck, LadderBid
from kwbot.engine.deal import Deal
from kwbot.engine.view import View, view
from kwbot.engine.wording import N_
from kwbot.tables.refusals import AWAY
from kwbot.tables.state import ClosedTable, RunningTable, TableState
from kwbot.tables.time_limits import MISSES_UNTIL_AWAY
from kwbot.text import labels, lines
from kwbot.text.hand import bid_text, hand_text
from kwbot.text.language import Language, Voice
from kwbot.text.result import deal_result_text, final_text

_NOT_BEGUN = N_("You're in. The game starts when the host presses Start.")
_SITS_OUT = N_("You're sitting out this deal.")
_TOO_LATE = N_("You ran out of time, so a computer is playing for you.")
_NEXT = N_("Press Ready for the next deal.")
_WAITING = N_("The next deal starts when everyone is ready.")
_PAUSED = N_("The table is waiting: I can't reach its channel.")


def hand_key(table: TableState, seat: Seat) -> Hashable:
    """Return a key that is equal as long as a hand needs no redrawing, whatever others play."""
    game = table.game
    if game is None:
        return isinstance(table, ClosedTable)
    deal = game.match.deal
    mine = game.asked_at.get(seat) if deal and seat in deal.to_act() else None
    return (
        shown_deal(game),
        isinstance(table, ClosedTable),
        deal.table.hands[seat].bits if deal else None,
        mine,
        game.deadline if mine is not None else None,
        seat in game.away,
        game.ready is not None and seat in game.ready.seats,
        game.vote,
        game.paused,
    )


def hand_screen(table: TableState, seat: Seat, taste: Taste, picked: str = "") -> ui.LayoutView:
    """Draw a hand. `picked`: what the player has picked so far; see cogs.screens.picking."""
    language, game = taste.language, table.game
    if game is None:
        if isinstance(table, ClosedTable):
            return text_screen(closed_text(table, language))
        return text_screen(language.text(_NOT_BEGUN))
    seen = seen_by(game, seat)
    voice = taste.voice(seen)
    if isinstance(table, ClosedTable):
        return text_screen(_ending(table, game, seen, voice))
    if game.match.deal is None:
        return _between_deals(game, seat, seen, voice)
    return _in_deal(game, game.match.deal, seat, seen, voice, picked)


def _ending(table: ClosedTable, game: RunningTable, seen: View, voice: Voice) -> str:
    facts = facts_of(game)
    if game.match.over:
        once_more = f"➡️ {voice.language.term(labels.REMATCH)}: {facts.channel}"
        result, final = deal_result_text(seen, voice, facts), final_text(seen, voice, facts)
        return lines.together([(result,), (final,), (once_more,)])
    return closed_text(table, voice.language)


def _between_deals(table: RunningTable, seat: Seat, seen: View, voice: Voice) -> ui.LayoutView:
    language, ready = voice.language, table.ready
    pressed = ready is not None and seat in ready.seats
    hint = language.text(_WAITING if pressed else _NEXT)
    away = _away(table, seat, language)
    text = lines.together([*_last_deal(table, seen, voice), away, (f"➡️ {hint}",)])
    buttons = []
    if ready is not None and not pressed:
        buttons.append(table_buttons.ready_button(table, language))
        buttons.append(table_buttons.stir_button(table, language))
    if seen.last:
        buttons.append(table_buttons.review_button(table, language))
    return text_screen(text, *components.rows(buttons))


def ended_screen(table: RunningTable, seat: Seat, taste: Taste) -> ui.LayoutView | None:
    """Draw only the last deal's result, if the running deal comes as a message of its own."""
    deal = table.match.deal
    if deal is None or seat not in deal.table.seats:
        return None
    seen = seen_by(table, seat)
    return text_screen(lines.together(_last_deal(table, seen, taste.voice(seen))))


def _last_deal(table: RunningTable, seen: View, voice: Voice) -> list[Sequence[str]]:
    """Return the result, and the last trick if the player sees no other message of the table."""
    ended = table.match.finished
    blocks: list[Sequence[str]] = [(deal_result_text(seen, voice, facts_of(table)),)]
    if ended and ended.play and told_at_end(table):
        trick = lines.last_trick(view(replace(table.match, deal=ended), None), voice)
        blocks.append((f"-# {trick}" if trick else "",))
    return blocks


def _in_deal(
    table: RunningTable, deal: Deal, seat: Seat, seen: View, voice: Voice, picked: str
) -> ui.LayoutView:
    facts, language = facts_of(table), voice.language
    notes = [language.text(_SITS_OUT)] if seat in seen.sitting_out else []
    notes += [language.text(_PAUSED)] if table.paused else []
    notes += _away(table, seat, language)
    notes += [vote_text(table, voice)] if table.vote else []
    if isinstance(seen.choice, CombinationBid):
        chosen = picked_parts(seen.choice, picked)
        doubt = deal.objection(seat, picked_action(seen.choice, picked)) if chosen else None
        text = bid_text(seen, chosen, voice, facts, doubt)
    else:
        ladder = seen.choice if isinstance(seen.choice, LadderBid) else None
        considered = picked_bid(ladder, picked) if ladder else None
        doubt, text = None, hand_text(seen, voice, facts, considered)
    question = Question(
        seen, voice, table.id, table.asked_at.get(seat, 0), picked, possible=doubt is None
    )
    rows = vote_buttons(table, language, seat) if table.vote else controls(question)
    rows += _hint_row(table, seat, seen, language)
    if seat in table.away:
        rows.append(ui.ActionRow(table_buttons.back_button(table, language)))
    return text_screen(lines.together([notes, (text,)]), *rows)


def _hint_row(
    table: RunningTable, seat: Seat, seen: View, language: Language
) -> list[ui.ActionRow[Any]]:
    """Return the row for a hint, if the table gives hints and there is something to decide."""
    choice = seen.choice
    if not table.gives_hints or choice is None or len(choice) == 1 or isinstance(choice, CutDeck):
        return []
    press = Press(HINT, table.id, table.asked_at.get(seat, 0))
    return [ui.ActionRow(components.button(f"💡 {language.term(labels.HINT)}", press))]


def _away(table: RunningTable, seat: Seat, language: Language) -> list[str]:
    """Return why a computer player plays for this player, if one does."""
    if seat not in table.away:
        return []
    late = table.missed.get(seat, 0) >= MISSES_UNTIL_AWAY
    return [f"💤 {language.text(_TOO_LATE if late else AWAY)}"]
