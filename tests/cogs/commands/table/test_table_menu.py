"""The menu behind *More*: what a result has no room for, and the seal as it was posted."""

from __future__ import annotations

from dataclasses import replace

from cogs.commands.table.table_menu import _posted_commitment
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import MORE, Button, Press, Screen, walk
from cogs.screens.table.menu_questions import offenders_screen
from cogs.screens.table.menu_screen import menu_screen, onlookers_screen, past_screen
from kwbot.ids import TableId, UserId
from kwbot.tables.state.contributions import Ready
from kwbot.text.words.language import language_of
from kwbot.variants import games
from tests.cogs.screens.table.test_table_screen import PLAIN, table, words_of
from tests.looks.scenes import finished, moments

ENGLISH = language_of("en")
POSTED, PRESENT = "1" * 64, "2" * 64


def buttons(screen: Screen) -> dict[str, str]:
    """The custom_ids of a screen's buttons, by label."""
    return {one.label: one.custom_id for one in walk(screen.parts) if isinstance(one, Button)}


def test_more_has_what_a_result_has_no_room_for() -> None:
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    at = replace(table(ended, PLAIN[:4]), ready=Ready(2, None, PRESENT, ""))
    shown = buttons(menu_screen(at, 0, CardPreferences(ENGLISH), POSTED))
    assert {"Review", "As text", "Stir", "🔒 Seal"} <= shown.keys()
    assert POSTED in shown["🔒 Seal"], "the one that was posted with the button"
    assert PRESENT in buttons(menu_screen(at, 0, CardPreferences(ENGLISH)))["🔒 Seal"]


def test_more_in_the_hand_does_not_repeat_its_review_and_ends_with_what_ends_the_game() -> None:
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    at = replace(table(ended, PLAIN[:4]), ready=Ready(2, None, PRESENT, ""))
    shown = [*buttons(menu_screen(at, 0, CardPreferences(ENGLISH), POSTED, of_hand=()))]
    looks = shown.index("Picture")
    assert "Review" not in shown
    assert shown[looks - 2 : looks] == ["Leave", "End the game"]


def test_a_foul_of_the_only_other_person_is_theirs() -> None:
    first, *_ = moments(games()["kombinations-whist"], 4)
    at = table(first, PLAIN[:4])
    assert words_of(offenders_screen(at, 0, ENGLISH)) == "Whose foul was it?"
    two = tuple(
        replace(one, user=UserId(seat + 1) if seat in (0, 2) else None)
        for seat, one in enumerate(at.seated)
    )
    screen = offenders_screen(replace(at, seated=two), 0, ENGLISH)
    assert words_of(screen) == "Foul by Cleo?"
    assert list(buttons(screen)) == ["Cleo"]


def test_an_onlooker_sees_the_seal_and_may_not_stir() -> None:
    (ended,) = finished(games()["kombinations-whist"], 4, 1)
    at = replace(table(ended, PLAIN[:4]), ready=Ready(2, None, PRESENT, ""))
    shown = buttons(onlookers_screen(at, ENGLISH, POSTED))
    assert POSTED in shown["🔒 Seal"]
    assert "Stir" not in shown
    assert {"Watch", "As text", "Leaderboard"} <= shown.keys()
    assert "Leaderboard" in buttons(menu_screen(at, 0, CardPreferences(ENGLISH), POSTED))


def test_more_of_a_closed_table_looks_back() -> None:
    shown = buttons(past_screen(TableId(7), 3, ENGLISH))
    assert list(shown) == ["Replay", "Review", "As text", "Rules"]
    assert shown["Replay"] == "kw:table:7:3:tricks"
    assert shown["As text"] == "kw:table:7:3:text"


def test_only_more_itself_brings_a_commitment() -> None:
    """A look that is chosen in the menu is none."""
    found = {
        asked: _posted_commitment(Press(MORE, TableId(7), argument=asked))
        for asked in (f"menu {POSTED}", "menu", "look picture")
    }
    assert list(found.values()) == [POSTED, "", ""]
