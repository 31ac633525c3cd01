"""A review: each costly decision in words, with a picture of the moment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Part, Picture, Press, Screen
from cogs.screens.past.rerun_buttons import TRY_FROM_HERE
from cogs.screens.table.table_facts import facts_of
from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import View
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.advice import ReviewText
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language


def moment_scene(
    table: RunningTable,
    seen: View,
    preferences: CardPreferences,
    faces: Mapping[Seat, bytes] = NO_FACES,
) -> TableScene | None:
    """Return the scene of a decision, as its player saw it; before the tricks with their hand, on
    which the decision rests."""
    facts = Facts(computers=facts_of(table).computers)
    if not seen.playing and seen.seat is not None:
        seen = replace(seen, open_cards={**(seen.open_cards or {}), seen.seat: seen.hand})
    return scene(seen, preferences.voice(seen), facts, faces)


def review_screen(
    told: ReviewText, pictures: Sequence[Picture | None], tries: Sequence[Press], language: Language
) -> Screen:
    """Draw a review; `pictures`: of its decisions in order, as far as there are any; `tries`: the
    presses to play on from each."""
    items: list[Part] = [components.words(told.head)]
    shown = [*pictures, *[None] * len(told.mistakes)]
    for text, picture, press in zip(told.mistakes, shown, tries, strict=False):
        items.append(components.words(text.above(picture)))
        if picture is not None:
            items.append(components.gallery(*picture))
        items.append(ActionRow(components.button(language.term(TRY_FROM_HERE), press)))
    if told.tail:
        items.append(components.words(told.tail))
    kept = {components.file_name(one.png): one.png for one in pictures if one}
    return Screen(items, kept)
