"""A solo deal as its player sees it, while it goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.screens.hand.controls import Question, decision, unfolding, with_objection
from cogs.screens.hand.draft import LAST, Draft
from cogs.screens.hand.panel_layout import Around, panel_box
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Button, Picture, Press, Screen
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View, view
from kwbot.ids import NO_TABLE
from kwbot.solo.solo_deal import SoloDeal
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.words.facts import Facts


def solo_box(
    question: Question,
    facts: Facts,
    picture: Picture | None,
    told: str = "",
    rows: Sequence[ActionRow] = (),
    ways: Sequence[Button] = (),
) -> Screen:
    """Draw a deal that one person plays alone. The last trick is always shown; `told`: a text about
    the `rows` below it; `ways`: buttons that lead elsewhere."""
    offered, asked = decision(question)

    def small_row(folded: Sequence[str]) -> list[Button]:
        return [*(unfolding(question, what) for what in folded if what != LAST), *ways]

    around = Around((), told, offered, [*asked, *rows], small_row)
    draft = replace(question.draft, unfolded=question.draft.unfolded or LAST)
    return panel_box(question.view, question.voice, facts, draft, around, picture)


def deal_scene(
    seen: View, preferences: CardPreferences, facts: Facts, faces: Mapping[Seat, bytes] = NO_FACES
) -> TableScene | None:
    """Return the scene that a panel's picture shows; None where menus leave no room for it."""
    if seen.my_turn and not isinstance(seen.choice, PlayCard):
        return None
    return scene(seen, preferences.voice(seen), facts, faces)


def solo_screen(
    solo: SoloDeal,
    asked_at: int,
    areas: tuple[str, str, str],
    draft: Draft,
    preferences: CardPreferences,
    picture: Picture | None,
    ways: Sequence[Button] = (),
) -> Screen:
    """Draw a deal that is not over. `asked_at` says which deal a press is for, and at which of its
    changes (not a table's number, or a press would be taken to that table); `areas`: of presses
    that answer, choose on the way, and unfold something; `ways`: buttons that lead elsewhere."""
    assert solo.deal is not None
    seen = view(solo.match, solo.seat)

    def look(what: str) -> Press:
        return Press(areas[2], NO_TABLE, asked_at, what)

    question = Question(
        seen, preferences.voice(seen), NO_TABLE, asked_at, look,
        with_objection(draft, solo.deal, seen), preferences.confirms, areas[:2],
    )  # fmt: skip
    return solo_box(question, Facts(computers=solo.computers), picture, ways=ways)


def solo_scene(
    solo: SoloDeal, preferences: CardPreferences, faces: Mapping[Seat, bytes] = NO_FACES
) -> TableScene | None:
    """Return the scene that a deal's picture shows, if there is any."""
    seen = view(solo.match, solo.seat)
    return deal_scene(seen, preferences, Facts(computers=solo.computers), faces)
