"""What is seldom needed at a table: nothing is offered that could only be refused."""

from __future__ import annotations

from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Button, walk
from cogs.screens.table.menu_screen import menu_screen
from kwbot.engine.values.actions import Pass
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.words.language import language_of
from tests.tables.sandbox import BO, CLEO, DAG, House


def offered(table: RunningTable) -> set[str]:
    """Return what Anna's menu has."""
    screen = menu_screen(table, 0, CardPreferences(language_of("en")))
    return {str(one.label) for one in walk(screen.parts) if isinstance(one, Button)}


async def test_nothing_is_taken_back_before_somebody_has_moved(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    assert "Take back" not in offered(house.at(table))
    assert "Call a foul" in offered(house.at(table)), "three others can judge what was said"
    await house.act(table, Pass())
    assert {"Take back", "Call a foul"} <= offered(house.at(table))


async def test_two_people_call_no_foul_before_somebody_has_moved(house: House) -> None:
    """Nobody else could judge it, and nothing can be put right."""
    table = await house.dealt(BO, computers=2)
    assert not {"Take back", "Call a foul"} & offered(house.at(table))
