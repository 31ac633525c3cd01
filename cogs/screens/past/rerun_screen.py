"""The end of a finished deal that somebody played again by themselves."""

from collections.abc import Mapping

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import GAMES, REPLAY, Button, Part, Press, Screen
from cogs.screens.parts.rendering import Rendering
from cogs.screens.past.game_list_screen import ME
from cogs.screens.past.rerun_buttons import rerun_press
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Term
from kwbot.engine.views.view import view
from kwbot.solo.rerun_deal import RerunDeal
from kwbot.text.deal.rerun_comparison import comparison_lines, rerun_head
from kwbot.text.deal.result_scene import ResultScene, result_scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.words import labels
from kwbot.text.words.language import Language

_ONCE_MORE = Term("Once more", "button")


def ways_from(deal: RerunDeal, language: Language) -> list[Button]:
    """Return the buttons from a deal to its beginning, and to a replay of its first time."""
    once_more = rerun_press(deal.table, deal.number, deal.start, deal.solo.seat)
    stop = max(deal.trick - 1, 0)
    replay = Press(REPLAY, deal.table, deal.number, f"{stop} {deal.solo.seat}")
    return [
        components.button(language.term(_ONCE_MORE), once_more),
        components.button(language.term(labels.REPLAY), replay),
    ]


def rerun_result(
    deal: RerunDeal, preferences: CardPreferences, faces: Mapping[Seat, bytes] = NO_FACES
) -> ResultScene:
    """Return the scene that a finished deal's picture shows."""
    match = deal.in_place
    assert match.finished is not None
    seen = view(match, deal.solo.seat)
    return result_scene(seen, match.finished, preferences.voice(seen), faces)


def rerun_end_screen(
    deal: RerunDeal,
    preferences: CardPreferences,
    shows: ResultScene,
    rendering: Rendering,
    *,
    own: bool,
) -> Screen:
    """Draw how a deal ended, compared with the first time; `own`: the same person had the seat."""
    seen = view(deal.in_place, deal.solo.seat)
    now, language = seen.last, preferences.language
    assert now is not None
    told = comparison_lines(
        now.result, deal.before, deal.solo.seat, seen, preferences.voice(seen),
        own=own, in_picture=rendering.png is not None,
    )  # fmt: skip
    head = rerun_head(seen.variant, deal.number, deal.trick, language)
    items: list[Part] = [components.words("\n".join([head, *told]))]
    items += rendering.deal(shows)
    buttons = ways_from(deal, language)
    buttons[0].style = ButtonStyle.success
    games = components.button(language.term(labels.GAMES), Press(GAMES, argument=f"{ME} 1"))
    items += components.rows([*buttons, games])
    return components.picture_above_box(items, components.WAITING_COLOUR, rendering.pictures)
