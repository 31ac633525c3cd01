"""The message of an evening: sign-up, check-in, the tables of a round, the podium."""

from collections.abc import Callable, Mapping, Sequence

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.arguments import NumberedPress
from cogs.screens.parts.components import (
    EVENING,
    MAX_TEXT,
    ActionRow,
    Press,
    Screen,
    file_name,
    gallery,
    text_screen,
    words,
)
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.evenings.entrant import Entrant
from kwbot.evenings.evening import Evening, EveningStage, room_at
from kwbot.tables.state.pace import USUAL_PACE
from kwbot.tables.state.table_options import (
    HINTS_ON,
    HINTS_OPTION,
    LEVEL_OPTION,
    PACE_OPTION,
    PRESET_OPTION,
    USUAL_LEVEL,
)
from kwbot.text.club import evening_text
from kwbot.text.club.evening_text import EveningFacts, EveningTable
from kwbot.text.club.podium_scene import PodiumScene, podium_alternative, podium_scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.table.lobby_text import Manner, options_text
from kwbot.text.words import labels
from kwbot.text.words.language import Language, language_of
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import mention
from kwbot.variants import games

COME, GO, END, REALLY = "come", "go", "end", "really"
"""What the buttons of an evening do."""
_NO_THREADS = N_("I need to open threads in this channel, one for each table. Give me permission.")
_NO_PRIVATE = N_("I need to open private threads here for a duplicate. Give me permission.")
_CALL_OFF = N_("Call this evening off? Everyone who signed up will see it here.")
_END_NOW = N_("End this evening? The deals being played are finished and count.")
_END_ROUND = N_("End this evening? The round being played is finished and counts.")


_OPEN: Mapping[
    EveningStage, tuple[Callable[[EveningFacts, Language, int], str], Term, Term, Term]
] = {
    EveningStage.ANNOUNCED: (
        evening_text.announced_text,
        evening_text.SIGN_UP,
        evening_text.SIGN_OFF,
        labels.CALL_IT_OFF,
    ),
    EveningStage.CHECK_IN: (
        evening_text.check_in_text,
        evening_text.CHECK_IN_LABEL,
        evening_text.SIGN_OFF,
        labels.CALL_IT_OFF,
    ),
    EveningStage.PLAYING: (
        evening_text.playing_text,
        evening_text.JOIN_IN,
        labels.LEAVE,
        evening_text.LAST_DEAL,
    ),
}
"""The text and the three buttons of an evening that is not over."""


def evening_press(evening: Evening, what: str) -> Press:
    return Press(EVENING, argument=str(NumberedPress(what, evening.id)))


def evening_screen(
    evening: Evening, podium: bytes | None = None, *, roomless: bool = False
) -> Screen:
    """Draw an evening as it is now, in its channel's language; its end with a picture, if there is
    one. `roomless`: its tables wait for threads."""
    language, facts = language_of(evening.language), facts_of(evening, games()[evening.game])
    if evening.stage is EveningStage.CANCELLED:
        return text_screen(evening_text.cancelled_text(facts, language))
    if evening.stage is EveningStage.OVER:
        told = evening_text.fitting(
            lambda most: evening_text.podium_text(facts, language, most, titled=podium is None),
            MAX_TEXT,
        )
        if podium is None:
            return text_screen(told)
        picture = gallery(podium, podium_alternative(podium_of(evening)))
        return Screen([picture, words(told)], {file_name(podium): podium})
    text, come, go, end = _OPEN[evening.stage]
    end = _last(evening) if evening.stage is EveningStage.PLAYING else end
    row = ActionRow(
        components.button(language.term(come), evening_press(evening, COME), ButtonStyle.primary),
        components.button(language.term(go), evening_press(evening, GO)),
        components.button(language.term(end), evening_press(evening, END)),
    )
    notes = ""
    if roomless:
        needed = language.text(threads_needed(is_duplicate=evening.is_duplicate))
        notes = f"\n\n⚠️ {needed}"
    if evening.refused:
        refused = evening_text.refused_text(f"<#{evening.channel}>", language)
        notes = f"{notes}\n\n{refused}"
    room = MAX_TEXT - len(notes)
    told = evening_text.fitting(lambda most: text(facts, language, most), room)
    return text_screen(told + notes, row)


def threads_needed(*, is_duplicate: bool) -> str:
    """Return the text for a moderator where the bot may open no threads for the tables."""
    return _NO_PRIVATE if is_duplicate else _NO_THREADS


def ending_screen(evening: Evening, language: Language) -> Screen:
    """Ask a moderator whether they mean it."""
    playing = evening.stage is EveningStage.PLAYING
    label = _last(evening) if playing else labels.CALL_IT_OFF
    button = components.button(
        language.term(label), evening_press(evening, REALLY), ButtonStyle.danger
    )
    asked = language.text(_ending(evening) if playing else _CALL_OFF)
    return text_screen(f"⏹️ {asked}", ActionRow(button))


def _last(evening: Evening) -> Term:
    return evening_text.LAST_ROUND if evening.is_duplicate else evening_text.LAST_DEAL


def _ending(evening: Evening) -> str:
    return _END_ROUND if evening.is_duplicate else _END_NOW


def podium_of(evening: Evening, faces: Mapping[int, bytes] = NO_FACES) -> PodiumScene:
    """Return the podium of an evening; `faces` by the order of the standing."""
    facts, language = facts_of(evening, games()[evening.game]), language_of(evening.language)
    return podium_scene(facts, faces, language)


def facts_of(evening: Evening, variant: Variant) -> EveningFacts:
    language, options = language_of(evening.language), evening.options
    preset = options.get(PRESET_OPTION, "")
    manner = Manner(
        escape(preset) if preset else "",
        options.get(LEVEL_OPTION, USUAL_LEVEL),
        options.get(PACE_OPTION, USUAL_PACE),
        hints=options.get(HINTS_OPTION) == HINTS_ON,
    ).text(language, unusual=True)
    return EveningFacts(
        game=variant,
        manner=evening_text.manner_text(manner, options_text(variant, options, language)),
        starts=int(evening.starts.timestamp()),
        ends=int(evening.ends.timestamp()),
        deals=evening.deals,
        signed=_people(evening, evening.signed_up),
        here=_people(evening, evening.here),
        round=len(evening.rounds),
        is_duplicate=evening.is_duplicate,
        tables=_tables(evening),
        standing=evening.standing,
    )


def _tables(evening: Evening) -> list[EveningTable]:
    found = []
    for number, sitting in enumerate(evening.round):
        people = [at for at in sitting.seats if at is not None]
        room = None if evening.is_duplicate else room_at(evening, number)  # those show as unknown
        place = f"<#{room}>" if room else ""
        computers = max(0, evening.seats - len(people))
        found.append(
            EveningTable(number + 1, place, _people(evening, people), computers, sitting.over)
        )
    return found


def _people(evening: Evening, numbers: Sequence[int]) -> list[str]:
    return [_who(evening.entrants[number]) for number in numbers]


def _who(entrant: Entrant) -> str:
    """Return a mention, which pings; for a forgotten entrant, the name kept in its place. The
    standing has names: a mention of somebody who left the server would show as a number."""
    return escape(entrant.name) if entrant.user is None else mention(entrant.user)
