"""A solo deal as its player sees it, while it goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cogs.screens.hand.controls import Question, controls
from cogs.screens.hand.panel import LAST, UNFOLD, Draft
from cogs.screens.hand.panel_layout import Around, panel_box
from cogs.screens.hand.picking import objection_to
from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Button, Picture, Press, Screen
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View, view
from kwbot.ids import NO_TABLE
from kwbot.solo.solo_deal import SoloDeal
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.words.facts import Facts


@dataclass(frozen=True, slots=True)
class SoloPanel:
    """The panel around a solo deal. `areas`: of presses that answer a question, of those that only
    choose on the way, and of those that unfold something; `asked_at` says which deal a press is
    for, and at which of its changes (not a table's number, or a press would be taken to that
    table); `head`: the first line; `ways`: buttons that lead elsewhere."""

    areas: tuple[str, str, str]
    asked_at: int
    head: str
    picked: str = ""
    unfolded: str = ""
    ways: Sequence[Button] = field(default_factory=tuple)


def solo_screen(
    solo: SoloDeal, panel: SoloPanel, preferences: CardPreferences, picture: Picture | None = None
) -> Screen:
    """Draw a deal that is not over."""
    assert solo.deal is not None
    seen = view(solo.match, solo.seat)
    voice = preferences.voice(seen)
    objection = objection_to(solo.deal, solo.seat, seen.choice, panel.picked)
    question = Question(
        seen, voice, NO_TABLE, panel.asked_at, panel.picked,
        possible=objection is None, confirms=preferences.confirms, areas=panel.areas[:2],
    )  # fmt: skip
    draft = Draft(
        panel.picked, objection, panel.unfolded or LAST,
        in_picture=picture is not None, head=panel.head,
    )  # fmt: skip

    def small_row(folded: Sequence[str]) -> list[Button]:
        looks = [_look(what, panel, preferences) for what in folded if what != LAST]
        return [*looks, *panel.ways]

    around = Around((), "", (), controls(question), small_row)
    return panel_box(seen, voice, Facts(computers=solo.computers), draft, around, picture)


def solo_scene(
    solo: SoloDeal, preferences: CardPreferences, faces: Mapping[Seat, bytes] = NO_FACES
) -> TableScene | None:
    """Return the scene that a deal's picture shows; None where menus leave no room for it."""
    seen: View = view(solo.match, solo.seat)
    if solo.deal is None or (seen.my_turn and not isinstance(seen.choice, PlayCard)):
        return None
    return scene(seen, preferences.voice(seen), Facts(computers=solo.computers), faces)


def _look(what: str, panel: SoloPanel, preferences: CardPreferences) -> Button:
    """Return the button that unfolds something, or folds it again."""
    rest = "" if what == panel.unfolded else what
    press = Press(panel.areas[2], NO_TABLE, panel.asked_at, rest)
    return components.button(preferences.language.term(UNFOLD[what]), press)
