"""A player's hand, as a direct message or a private one in the channel."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from cogs.screens.hand.controls import Question, decision, unfolding, with_objection
from cogs.screens.hand.draft import BID, FOLD, LAST, NO_DRAFT, UNFOLD, Draft, calls_to_suggest
from cogs.screens.hand.hand_notices import away_notes
from cogs.screens.hand.panel import IN_DMS
from cogs.screens.hand.panel_layout import Around, panel_box, picture_files
from cogs.screens.hand.suggested_bids import passing_line
from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    HINT,
    PANEL,
    Button,
    Part,
    Picture,
    Press,
    Screen,
    text_screen,
)
from cogs.screens.parts.rendering import Rendering
from cogs.screens.table import table_buttons
from cogs.screens.table.past_deal import past_scene, seen_afterwards
from cogs.screens.table.table_facts import closed_text, facts_of, is_lone, seen_by, told_at_end
from cogs.screens.table.table_screen import Public, news_lines, result_parts
from cogs.screens.table.vote import vote_parts
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import Choice, CutDeck, PlayCard
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.view import View
from kwbot.tables.state.pace import QUICK, pace_of
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.text.deal import calls
from kwbot.text.deal.outcome import all_made
from kwbot.text.deal.result import deal_result_text, final_text
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES, to_viewer
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import ONLY_COPY, Facts, HandCopy
from kwbot.text.words.language import Language, Voice

MAX_BESIDE_MORE = 2
"""Most buttons in the last row of a hand, beside *More*."""
_NOT_BEGUN = N_("You're in. The game starts when the host presses Start.")
_NEXT = N_("Ready for the next deal?")
_READY = N_("You're ready.")
"""Worded to stay true on messages that are not redrawn."""
_PAUSED = N_("The table is waiting: I can't reach its channel.")


def hand_screen(
    table: TableState,
    seat: Seat,
    preferences: CardPreferences,
    draft: Draft = NO_DRAFT,
    picture: Picture | None = None,
    *,
    beside: bool = False,
    copy: HandCopy = ONLY_COPY,
) -> Screen:
    """Draw a hand. `picture`: of the table; `beside`: whether it is in the channel of the table's
    own message."""
    language, running = preferences.language, table.running
    if running is None:
        if isinstance(table, ClosedTable):
            return text_screen(closed_text(table, language))
        return text_screen(language.text(_NOT_BEGUN))
    seen = seen_by(running, seat)
    voice = preferences.voice(seen)
    if isinstance(table, ClosedTable):
        alone = told_at_end(running) and running.match.finished is not None
        if alone and running.match.is_won and not beside:
            return _end(running, seat, seen, preferences, voice, picture)
        return components.box(
            [components.words(_ending(table, running, seen, voice))], _colour(running)
        )
    if running.match.deal is None:
        return _between_deals(running, seat, preferences, voice, picture, beside=beside)
    facts = replace(facts_of(running), copy=copy)
    facts = replace(facts, link="") if beside else facts
    question = Question(
        seen, voice, running.id, running.asked_at.get(seat, 0), partial(_look, running),
        with_objection(draft, running.match.deal, seen), preferences.confirms,
    )  # fmt: skip
    return _in_deal(running, seat, question, facts, picture)


def copy_in_dms(table: TableState, seat: Seat, preferences: CardPreferences) -> str:
    """Return a note that a hand in a channel is in direct messages, too, unless its player has it
    in the channel alone."""
    takes_dms = seat < len(table.seated) and table.seated[seat].dm_open
    return IN_DMS if takes_dms and not preferences.is_hand_here(table.options) else ""


def panel_scene(
    table: TableState,
    seat: Seat,
    preferences: CardPreferences,
    faces: Mapping[Seat, bytes],
    *,
    beside: bool = False,
    copy: HandCopy = ONLY_COPY,
) -> TableScene | ResultScene | None:
    """Return the scene that a panel's picture shows: the deal in progress, or the last one's
    result. None where menus or texts leave no room for it, or the result is told elsewhere."""
    running = table.running
    if running is None or (isinstance(table, ClosedTable) and not running.match.is_won):
        return None
    if running.match.deal is None:
        return told_result(
            running, seat, preferences, faces, beside=_told_beside(table, beside=beside)
        )
    seen = seen_by(running, seat)
    if seen.my_turn and not isinstance(seen.choice, PlayCard):
        return None
    if copy.is_spare or not (seen.my_turn or copy.names_turn):
        seen = replace(seen, to_act=())
    return scene(seen, preferences.voice(seen), facts_of(running), faces)


def _ending(table: ClosedTable, running: RunningTable, seen: View, voice: Voice) -> str:
    if running.match.is_won:
        result = deal_result_text(seen, voice, facts_of(running), has_scores=False)
        return lines.together([(result,), *_over(running, seen, voice)])
    return closed_text(table, voice.language)


def _over(
    table: RunningTable, seen: View, voice: Voice, *, in_picture: bool = False
) -> list[Sequence[str]]:
    """Return how a game ended, with the standing unless `in_picture`, and where to play another."""
    facts = facts_of(table)
    once_more = f"➡️ {voice.language.term(labels.REMATCH)}: {facts.channel}"
    return [(final_text(seen, voice, facts, in_picture=in_picture),), (once_more,)]


def _end(
    table: RunningTable,
    seat: Seat,
    seen: View,
    preferences: CardPreferences,
    voice: Voice,
    picture: Picture | None,
) -> Screen:
    """Draw the end of a game for a player who sees no other message of the table."""
    told = _over(table, seen, voice, in_picture=picture is not None)
    over = components.words(lines.together(told))
    rows = components.rows(_looking_back(table, preferences.language))
    parts = [*_last_deal(table, seat, preferences, picture), over, *rows]
    return components.picture_above_box(parts, _colour(table), picture_files(picture))


def told_result(
    table: RunningTable,
    seat: Seat,
    preferences: CardPreferences,
    faces: Mapping[Seat, bytes] = NO_FACES,
    *,
    beside: bool = False,
) -> ResultScene | None:
    """Return the whole result of the last deal for a player who sees no other message of the table;
    None where the channel has it, `beside` this one or elsewhere."""
    told = told_at_end(table) and not beside
    return past_scene(table, faces, preferences, seat) if told else None


def _told_beside(table: TableState, *, beside: bool) -> bool:
    """Whether a table's message `beside` the hand tells the deal's result."""
    return beside and not is_lone(table)


def _between_deals(
    table: RunningTable,
    seat: Seat,
    preferences: CardPreferences,
    voice: Voice,
    picture: Picture | None,
    *,
    beside: bool,
) -> Screen:
    language, ready = preferences.language, table.ready
    pressed = ready is not None and seat in ready.seats
    is_first = table.match.finished is None
    told = list[Part]()
    if not (is_first or _told_beside(table, beside=beside)):
        told = _last_deal(table, seat, preferences, picture)
    buttons, hint = [], f"✅ {language.text(_READY)}" if pressed else f"➡️ {language.text(_NEXT)}"
    if ready is not None and not pressed:
        buttons.append(table_buttons.ready_button(table, language))
        hint = "" if told else hint  # below a result the button is enough
    buttons += _looking_back(table, language, as_text=False)
    buttons += [table_buttons.more_button(table, language)] if buttons else []
    away = away_notes(table, seat, facts_of(table), language)
    newcomers = lines.successors(table.match.last_names, voice)
    words = lines.together([away, newcomers, (hint,)])
    asked = [components.words(words)] if words else []
    rows = components.rows(buttons)
    parts = [*told, *vote_parts(table, voice, seat), *asked, *rows]
    return components.picture_above_box(parts, _colour(table), picture_files(picture))


def _looking_back(table: RunningTable, language: Language, *, as_text: bool = True) -> list[Button]:
    """Return the buttons for the last deal: all of them where no other message has its result."""
    if told_at_end(table):
        return table_buttons.looking_back(table, language, as_text=as_text)
    return [table_buttons.review_button(table, language)] if table.match.finished else []


def _colour(table: RunningTable) -> int:
    """Return the colour for whether the last deal's contract was made."""
    deals = table.match.deals
    made = all_made(deals[-1].result) if deals else None
    if made is None:
        return components.WAITING_COLOUR
    return components.MADE_COLOUR if made else components.LOST_COLOUR


def ended_screen(
    table: RunningTable, seat: Seat, preferences: CardPreferences, picture: Picture | None = None
) -> Screen | None:
    """Draw only the last deal's result; None unless the running deal gets a message of its own."""
    deal = table.match.deal
    if deal is None or seat not in deal.layout.seats:
        return None
    told = _last_deal(table, seat, preferences, picture)
    buttons = _looking_back(table, preferences.language) if told_at_end(table) else []
    rows = components.rows(buttons)
    parts = [*told, *rows]
    return components.picture_above_box(parts, _colour(table), picture_files(picture))


def _last_deal(
    table: RunningTable, seat: Seat, preferences: CardPreferences, picture: Picture | None
) -> list[Part]:
    """Return the last result. A player who sees no other message of the table gets all hands, for
    which only a picture has room on a phone, or otherwise the last trick."""
    seen = seen_afterwards(table, seat)
    told = Public(seen, preferences.voice(seen), facts_of(table))
    if picture:
        rendering = Rendering(picture.png)
        return result_parts(table, told, told_result(table, seat, preferences), rendering)
    trick = _last_trick(table, to_viewer(seen, told.voice)) if told_at_end(table) else []
    has_scores = not table.match.is_won
    result = deal_result_text(seen, told.voice, told.facts, has_scores=has_scores)
    return [components.words("\n".join([result, *news_lines(table, told)])), *trick]


def _last_trick(table: RunningTable, voice: Voice) -> list[Part]:
    ended = table.match.finished
    if ended is None or ended.play is None:
        return []
    trick = lines.last_trick(ended.play.tricks, voice)
    return [components.words(f"-# {trick}")] if trick else []


def _in_deal(
    table: RunningTable, seat: Seat, question: Question, facts: Facts, picture: Picture | None
) -> Screen:
    seen, voice, draft = question.view, question.voice, question.draft
    language = voice.language
    notes = [language.text(_PAUSED)] if table.paused else []
    notes += away_notes(table, seat, facts, language)
    if isinstance(seen.choice, PlayCard) and len(draft.picked) > 1:  # not a suit alone
        card = Card.parse(draft.picked)
        notes.append(voice.say(Sentence(N_("Press {card} again to play it."), card=card)))
    offered, rows = decision(question)
    passing = "" if draft.hint else passing_line(calls_to_suggest(draft), voice)
    if table.vote:
        offered, rows, passing = (), [], ""

    def small_row(folded: Sequence[str]) -> list[Button]:
        return _small_row(table, seat, question, folded)

    vote = vote_parts(table, voice, seat)
    around = Around(notes, "", offered, rows, small_row, passing, vote)
    return panel_box(seen, voice, facts, draft, around, picture)


def _small_row(
    table: RunningTable, seat: Seat, question: Question, folded: Sequence[str]
) -> list[Button]:
    """Return the buttons besides the question's, the most important ones before *More*: to come
    back, to get a hint, to speed computers up, to take back, to look."""
    seen, unfolded = question.view, question.draft.unfolded
    language, buttons = question.voice.language, list[Button]()
    if seat in table.away:
        buttons.append(table_buttons.back_button(table, language))
    if _gives_hint(table, seen.choice):
        press = Press(HINT, table.id, table.asked_at.get(seat, 0))
        buttons.append(components.button(language.term(labels.HINT), press, emoji="💡"))
    if not seen.my_turn and table.is_alone(seat) and pace_of(table) != QUICK:
        buttons.append(table_buttons.quick_button(table, language))
    buttons += _taking_back(table, seat, language)
    looking = sorted(folded, key=lambda what: (what != unfolded, seen.my_turn != (what == BID)))
    looking = looking[: max(0, MAX_BESIDE_MORE - len(buttons))]
    buttons += [unfolding(question, what) for what in folded if what in looking]
    return [*buttons[:MAX_BESIDE_MORE], table_buttons.more_button(table, language)]


def behind_more(table: RunningTable, seat: Seat, language: Language) -> list[Button]:
    """Return buttons that a hand may have no room for: to unfold things."""
    seen = seen_by(table, seat)
    if not seen.playing:
        return []
    looking = [BID] * bool(calls.standing(seen)) + [LAST] * bool(seen.tricks)
    return [components.button(language.term(UNFOLD[what]), _look(table, what)) for what in looking]


def _taking_back(table: RunningTable, seat: Seat, language: Language) -> list[Button]:
    """Return the button with which a lone player takes their last move back, if they made one."""
    deal = table.match.deal
    if deal is None or table.is_duplicate or not table.is_alone(seat) or seat in table.away:
        return []
    place = deal.last_move_place(seat)
    return [table_buttons.take_back_button(table, place, language)] if place else []


def _look(table: RunningTable, what: str) -> Press:
    """Return the press that unfolds a part of the hand; "" folds it."""
    return Press(PANEL, table.id, argument=what or FOLD)


def _gives_hint(table: RunningTable, choice: Choice | None) -> bool:
    """Whether the table gives hints and there is something to decide."""
    if not table.gives_hints or choice is None or isinstance(choice, CutDeck):
        return False
    return len(choice) > 1
