"""What is seldom needed at a table: nothing is offered that could only be refused."""

from __future__ import annotations

import pytest

from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Button, Screen, walk
from cogs.screens.table.menu_questions import rulings_screen
from cogs.screens.table.menu_screen import menu_screen, onlookers_screen
from kwbot.engine.values.actions import Pass, Seat
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.words.language import language_of
from tests.tables.sandbox import ANNA, BO, CLEO, DAG, House, Person


def offered(table: RunningTable, seat: Seat = 0) -> set[str]:
    """Return what a player's menu has: Anna's, unless told otherwise."""
    return _labels(menu_screen(table, seat, CardPreferences(language_of("en"))))


def _labels(screen: Screen) -> set[str]:
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


def resting(table: RunningTable) -> Seat:
    """Return who sits the running deal out."""
    assert table.match.deal
    (seat,) = set(range(len(table.seated))) - set(table.match.deal.layout.seats)
    return seat


async def test_whoever_sits_out_takes_nothing_back(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG, Person(5, "Eva"), seats="5")
    await house.act(table, Pass())
    playing, out = house.at(table), resting(house.at(table))
    assert "Take back" not in offered(playing, out)
    assert "Call a foul" in offered(playing, out)
    assert {"Take back", "Call a foul"} <= offered(playing, (out + 1) % 5)


async def test_nobody_asks_those_who_sit_out(house: House) -> None:
    """Of two people among computers one sits out: the other has nobody to ask or to accuse."""
    table = await house.dealt(BO, computers=3, seats="5")
    while (state := house.at(table)).match.deal is None or resting(state) not in state.humans:
        await house.all_ready(table) if state.ready else await house.act(table)
    (plays,) = {*state.humans} - {resting(state)}
    assert not {"Take back", "Call a foul"} & offered(state, plays)
    await house.act(table, Pass())
    assert not {"Take back", "Call a foul"} & offered(house.at(table), plays)


async def test_a_foul_that_nobody_can_judge_or_put_right_is_refused(house: House) -> None:
    """Bo could judge Cleo, who is away, and nobody could judge Bo."""
    table = await house.dealt(BO, CLEO, computers=1)
    await house.tables.index.at(table).leave(CLEO.id)
    state, now = house.at(table), house.clock.now()
    anna, bo, cleo = (state.seat_of(person.id) for person in (ANNA, BO, CLEO))
    assert "Call a foul" in offered(state, anna)
    language = language_of("en")
    assert _labels(rulings_screen(state, anna, cleo, language, now)) == {"The deal is cancelled"}
    with pytest.raises(Refused, match="nobody else"):
        rulings_screen(state, anna, bo, language, now)


async def test_the_leaderboard_is_offered_between_deals(house: House) -> None:
    """In a deal there is other to press; an onlooker is offered it then, too."""
    table = await house.dealt(BO, CLEO, DAG)
    language = language_of("en")
    running = house.at(table)
    assert "Leaderboard" not in offered(running) | _labels(onlookers_screen(running, language))
    while not house.at(table).ready:
        await house.act(table)
    between = house.at(table)
    assert "Leaderboard" in offered(between) & _labels(onlookers_screen(between, language))
