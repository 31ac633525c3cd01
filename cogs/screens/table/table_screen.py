"""The table's message in the channel: lobby, deal with its tricks, result, end of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    LOST_COLOUR,
    MADE_COLOUR,
    MAX_TEXT,
    TURN_COLOUR,
    WAITING_COLOUR,
    ActionRow,
    Button,
    Part,
    Screen,
    TextDisplay,
    box,
    picture_above_box,
    screen,
    text_screen,
)
from cogs.screens.parts.rendering import IN_WORDS, Rendering
from cogs.screens.table import table_buttons
from cogs.screens.table.past_deal import past_scene
from cogs.screens.table.table_facts import channel_voice, closed_text, facts_of, seen_by, takes_dms
from cogs.screens.table.vote import vote_parts
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import View
from kwbot.looks.table_lines import full_lines, trick_lines
from kwbot.standings.climbs import Climb
from kwbot.tables.past.remarks import remark_of
from kwbot.tables.past.streaks import streak_of
from kwbot.tables.state.round_limits import ROUND_OVER
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.text.deal.outcome import headlines, outcomes
from kwbot.text.deal.result import final_text, remark, settlement_text
from kwbot.text.deal.result_news import climb_line, streak_line
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.table.table_text import TABLE_LIMIT, scores, table_text
from kwbot.text.table.vote_texts import next_deal_text, ready_text
from kwbot.text.words import lines
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice, language_of

_ENDED = N_("The game is over.")
_LONE = N_("{player} plays {game} with computers")
_MARGIN = 50
"""Characters of a message that are left free."""


# --- scenes --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody sees of a game, and what it takes to put that into words."""

    seen: View
    voice: Voice
    facts: Facts
    climb: Climb | None = None
    """Who has climbed on the server's leaderboard by the last deal."""

    @classmethod
    def of(cls, table: RunningTable, climb: Climb | None = None) -> Public:
        seen, facts = seen_by(table, None), replace(facts_of(table), takes_dms=takes_dms(table))
        return cls(seen, channel_voice(seen, table), facts, climb)


def table_scene(
    table: TableState, public: Public, faces: Mapping[Seat, bytes] = NO_FACES
) -> TableScene | ResultScene | None:
    """Return what the table's present message shows: the deal, or the last one's result; None
    where there is neither, or the deal was broken off."""
    running = table.running
    if running is None or running.match.broken_off:
        return None
    if running.match.deal is None:
        return past_scene(running, faces)
    if isinstance(table, ClosedTable):
        return None
    return scene(public.seen, public.voice, public.facts, faces)


# --- screens -------------------------------------------------------------------------------------


def table_screen(
    table: TableState,
    public: Public,
    shows: TableScene | ResultScene | None,
    rendering: Rendering = IN_WORDS,
) -> Screen:
    """Draw the present message of a game: deal in progress, result with the next deal, or end.
    `shows`: its scene, see `table_scene`."""
    running = table.running
    assert running is not None
    if isinstance(table, ClosedTable):
        return _end_screen(table, running, public, shows, rendering)
    if isinstance(shows, TableScene):
        return _deal_screen(running, public, shows, rendering)
    return _ready_screen(running, public, shows, rendering)


def lone_screen(table: RunningTable) -> Screen:
    """Draw a game that one person plays with computers: a line with its progress and that line's
    age, and, between two deals, the last one's result."""
    language, facts = language_of(table.language), facts_of(table)
    (seat,), deal, ready = table.humans, table.match.deal, table.ready
    game = language.term(table.variant.name)
    at = facts.deal(table.match.number, table.match.sheet.played, language)
    if deal is not None and deal.play is not None:
        at = language.text(N_("Trick {number}"), number=len(deal.play.tricks) + 1)
    plays = language.text(_LONE, player=facts.mentions[seat], game=game)
    beside = [lines.DOT.join((plays, lines.without_breaks(at), f"<t:{facts.pressed}:R>"))]
    if deal is None or table.away:
        public = Public.of(table)
        if public.seen.last is not None and deal is None:
            beside += headlines(outcomes(public.seen, public.seen.last.result, public.voice))
        beside.append(lines.away_text(public.voice, facts))
    buttons = [
        table_buttons.hand_button(table, language),
        *([table_buttons.back_button(table, language)] if table.away else []),
        *table_buttons.join_button(table, language),
        table_buttons.watch_button(table, language),
        table_buttons.more_button(table, language, ready.commitment if ready else ""),
    ]
    first = [table_buttons.ready_button(table, language)] if ready else []
    rows = [*components.rows(first), ActionRow(*buttons)]
    return text_screen("\n".join(filter(None, beside)), *rows)


def _next_deal(table: RunningTable, language: Language) -> list[Button]:
    """Return the buttons for the next deal, if there is one."""
    ready = table.ready
    if ready is None:
        return []
    return [
        table_buttons.ready_button(table, language),
        *table_buttons.free_seat_button(table, language),
        *table_buttons.join_button(table, language),
        *table_buttons.stir_button(table, language),
        components.seal_button(table.id, ready.deal, ready.commitment, language),
    ]


def _deal_screen(
    table: RunningTable, public: Public, shows: TableScene, rendering: Rendering
) -> Screen:
    voice, language = public.voice, public.voice.language
    buttons = [table_buttons.hand_button(table, language)]
    if table.away & set(table.humans):
        buttons.append(table_buttons.back_button(table, language))
    buttons += table_buttons.free_seat_button(table, language)
    buttons += table_buttons.join_button(table, language)
    if not table.is_duplicate:
        buttons.append(table_buttons.watch_button(table, language))
    buttons.append(table_buttons.more_button(table, language))
    drawn, vote = rendering.below_auction(shows), vote_parts(table, voice)
    room = (
        MAX_TEXT - _MARGIN - sum(len(one.content) for one in vote if isinstance(one, TextDisplay))
    )
    room -= len(drawn.content) if isinstance(drawn, TextDisplay) else 0
    told = table_text(
        public.seen, voice, public.facts, min(TABLE_LIMIT, room), in_picture=bool(rendering.png)
    )
    tricks = [*rendering.tricks(shows), *filter(None, [rendering.running_trick(shows)])]
    told = "\n".join([told, *_newest(tricks, room - len(told))])
    items = [TextDisplay(told), drawn, *vote, *components.rows(buttons)]
    return box(items, TURN_COLOUR, rendering.pictures)


def _newest(tricks: Sequence[str], room: int) -> list[str]:
    """Return the newest lines that fit."""
    kept = list(tricks)
    while kept and sum(map(len, kept)) + len(kept) > room:
        kept.pop(0)
    return kept


def _ready_screen(
    table: RunningTable, public: Public, shows: ResultScene | None, rendering: Rendering
) -> Screen:
    """Draw the last deal's result, and below it what the next deal waits for."""
    voice, ready = public.voice, table.ready
    if shows is None:
        return _first_screen(table, public)
    asked, buttons, commitment = "", list[Button](), ""
    if ready is not None:
        commitment, missing = ready.commitment, _missing_seats(table)
        asked = next_deal_text(
            commitment, missing, voice, public.facts, has_begun=bool(ready.seats)
        )
        buttons.append(table_buttons.ready_button(table, voice.language))
    buttons += table_buttons.replay_of_last(table, voice.language)
    if public.climb is not None:
        buttons.append(table_buttons.leaderboard_button(table, voice.language))
    buttons.append(table_buttons.more_button(table, voice.language, commitment))
    newcomers = lines.successors(table.match.last_names, voice)
    items = [*result_parts(table, public, shows, rendering), *_texts(*newcomers, asked)]
    return picture_above_box(
        [*items, *components.rows(buttons)], _outcome(shows), rendering.pictures
    )


def _missing_seats(table: RunningTable) -> Collection[Seat] | None:
    """Return the seats whose press the next deal waits for; None where nobody is there to press."""
    return table.missing_seats if table.is_attended else None


def _first_screen(table: RunningTable, public: Public) -> Screen:
    """Draw what a deal waits for when no result precedes it."""
    voice, ready, asked = public.voice, table.ready, ""
    if ready is not None:
        asked = ready_text(
            ready.deal, public.seen.sheet.played, ready.dealer, ready.commitment,
            _missing_seats(table), voice, public.facts,
        )  # fmt: skip
    told = [*lines.partners(public.seen, voice), *lines.successors(table.match.last_names, voice)]
    buttons = [*_next_deal(table, voice.language), table_buttons.more_button(table, voice.language)]
    rows = components.rows(buttons, components.ROW_OF_WORDS)
    return box([*_texts(*told, asked), *rows], WAITING_COLOUR)


def result_screen(
    table: RunningTable,
    shows: ResultScene,
    rendering: Rendering = IN_WORDS,
    climb: Climb | None = None,
) -> Screen:
    """Draw how the last deal ended, when the next one has a message of its own."""
    public = Public.of(table, climb)
    items = result_parts(table, public, shows, rendering)
    items.append(ActionRow(*_looking_back(table, public.voice.language, rendering)))
    return picture_above_box(items, _outcome(shows), rendering.pictures)


def _end_screen(
    table: ClosedTable,
    running: RunningTable,
    public: Public,
    shows: TableScene | ResultScene | None,
    rendering: Rendering,
) -> Screen:
    """Draw the last deal's result and the final standing, or why the table was closed early."""
    if table.evening_id is not None:
        return _round_screen(table, running, public, shows, rendering)
    seen, voice, facts = public.seen, public.voice, public.facts
    buttons, result = [table_buttons.rematch_button(table, voice.language)], list[Part]()
    if isinstance(shows, ResultScene):
        result = result_parts(running, public, shows, rendering)
        buttons.append(table_buttons.leaderboard_button(table, voice.language))
        buttons.append(table_buttons.past_button(table, len(running.match.deals), voice.language))
    in_picture = bool(rendering.pictures)
    why, after = "", [final_text(seen, voice, facts, in_picture=in_picture)]
    if not running.match.is_won:
        why = closed_text(table, voice.language)
        after = [] if result else scores(seen, voice, facts)
    elif running.match.ended_by is not None:
        why = voice.language.text(_ENDED)
    items = [*_texts(why and f"⏹️ {why}"), *result, *_texts(*after)]
    return picture_above_box([*items, ActionRow(*buttons)], _outcome(shows), rendering.pictures)


def _round_screen(
    table: ClosedTable,
    running: RunningTable,
    public: Public,
    shows: TableScene | ResultScene | None,
    rendering: Rendering,
) -> Screen:
    """Draw the last deal's result at a table of an evening, and where the evening goes on."""
    seen, voice, facts = public.seen, public.voice, public.facts
    over = replace(table, reason=ROUND_OVER) if running.match.is_won else table
    told = [f"🌙 {closed_text(over, voice.language)}"]
    if not isinstance(shows, ResultScene):
        return box(_texts(*told, *scores(seen, voice, facts)), WAITING_COLOUR)
    in_picture = bool(rendering.pictures)
    final = final_text(seen, voice, facts, in_picture=in_picture) if running.match.is_won else ""
    rows = components.rows(_looking_back(running, voice.language, rendering))
    items = [*result_parts(running, public, shows, rendering), *_texts(final, *told), *rows]
    return picture_above_box(items, _outcome(shows), rendering.pictures)


def result_parts(
    table: RunningTable, public: Public, shows: ResultScene | None, rendering: Rendering
) -> list[Part]:
    """Return the last deal's result, what it has changed, why cards were left in the hands, and a
    remark on it."""
    if shows is None:
        return []
    said, voice, facts = remark_of(table), public.voice, public.facts
    told = remark(*said, voice, facts) if said else ""
    settled = settlement_text(public.seen, voice, facts)
    return [*rendering.result(shows), *_texts(*news_lines(table, public), settled, told)]


def news_lines(table: RunningTable, public: Public) -> Iterator[str]:
    """Yield what the last deal has changed beyond its game."""
    voice, viewer = public.voice, public.seen.seat
    if public.climb is not None:
        yield climb_line(*public.climb, voice)
    if (streak := streak_of(table)) is not None:
        yield streak_line(streak.own if viewer in streak.seats else streak.others, voice)


def _looking_back(table: RunningTable, language: Language, rendering: Rendering) -> list[Button]:
    """Return the buttons for a finished deal; a picture of it can be had in words, too."""
    return table_buttons.looking_back(table, language, as_text=bool(rendering.pictures))


def _outcome(shows: TableScene | ResultScene | None) -> int:
    """Return the colour of a result."""
    made = shows.made if isinstance(shows, ResultScene) else None
    return WAITING_COLOUR if made is None else MADE_COLOUR if made else LOST_COLOUR


def _texts(*told: str) -> list[Part]:
    """Return lines as one component; none if there is nothing to say."""
    text = "\n".join(filter(None, told))
    return [TextDisplay(text)] if text else []


def words_screen(table: RunningTable, preferences: CardPreferences) -> Screen:
    """Draw the deal under way in words alone, as everybody sees it, for whoever asks; without one,
    the last one's result."""
    if table.match.deal is None:
        past = past_scene(table, preferences=preferences)
        return screen(*IN_WORDS.result(past)) if past else text_screen("")
    seen = seen_by(table, None)
    shows = scene(seen, preferences.voice(seen), facts_of(table))
    if shows is None:
        return text_screen("")
    told = [*trick_lines(shows), *full_lines(shows)]
    return text_screen("\n".join(told))
