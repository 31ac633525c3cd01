"""The preset of a first evening: how long its games last, and their pace."""

from __future__ import annotations

from statistics import mean

import pytest

from kwbot.commands.simulate import Plan, play
from kwbot.engine.deals.match import Match
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.play import presets
from kwbot.tables.state.pace import PACE_PAUSES, QUICK, Pace, pace_of, pauses_of
from kwbot.variants import games
from tests.tables.sandbox import ANNA, BO, House

MINUTES = 20
CARD, CALL, BETWEEN_DEALS = 3.0, 8.0, 8.0
"""Seconds that somebody alone with computers takes, on average: for a card; for a bid or another
choice; for a result."""
PLAYERS, GAMES = 4, 4


def minutes(match: Match) -> float:
    """Estimate how long a game takes in which one of four players is a person."""
    seconds = 0.0
    for number, deal in enumerate(match.deals):
        pace = PACE_PAUSES["normal" if number else "calm"]
        cards = deal.lines.count(" play ")
        calls = sum(line[:1].isdigit() for line in deal.lines.splitlines()) - cards
        seconds += BETWEEN_DEALS + (cards * CARD + calls * CALL) / PLAYERS
        seconds += (PLAYERS - 1) / PLAYERS * paused(pace, cards, calls)
    return seconds / 60


def paused(pace: Pace, cards: int, calls: int) -> float:
    """Return the seconds of pauses if computers alone played so much; a full trick lies instead of
    the pause before its successor."""
    tricks = cards / PLAYERS
    return (cards - tricks + calls) * pace.turn + tricks * pace.full_trick


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_a_game_of_a_first_evening_lasts_twenty_minutes_at_most(game: str) -> None:
    settled = presets.options_of(presets.FIRST_EVENING, games()[game], GuildSettings())
    known = {option.key for option in games()[game].options}
    options = {key: value for key, value in settled.items() if key in known}
    plan = Plan(game, options, PLAYERS, ("easy",), "first evening")
    assert mean(minutes(play(plan, number)) for number in range(1, GAMES + 1)) <= MINUTES


async def test_it_is_calm_in_the_first_deal_and_as_usual_after_it(house: House) -> None:
    table = await house.dealt(computers=3, game="whist", pace="first")
    assert pauses_of(house.at(table)) == PACE_PAUSES["calm"]
    while not house.at(table).match.deals:
        await house.step(table)
    assert pauses_of(house.at(table)) == PACE_PAUSES["normal"]


async def test_one_press_makes_it_quick_for_somebody_alone(house: House) -> None:
    table = await house.dealt(computers=3, game="whist", pace="first")
    await house.tables.index.at(table).quicken(ANNA.id)
    assert pauses_of(house.at(table)) == PACE_PAUSES[QUICK]
    await house.crash()
    assert pace_of(house.at(table)) == QUICK


async def test_nobody_makes_it_quick_for_others(house: House) -> None:
    table = await house.dealt(BO, computers=2, game="whist", pace="calm")
    await house.tables.index.at(table).quicken(ANNA.id)
    assert pace_of(house.at(table)) == "calm"
