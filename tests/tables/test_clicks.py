"""Clicks that do not count."""

from __future__ import annotations

import asyncio

import pytest

from kwbot.engine.values.actions import Bid, Pass
from kwbot.engine.values.errors import IllegalAction, RuleViolation
from kwbot.ids import TableId, UserId
from kwbot.tables.errors.refusals import NoTable, NotSeated, Stale
from tests.tables.sandbox import BO, CLEO, DAG, House


async def test_foreign_early_stale_and_doubled_clicks_change_nothing(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    seat = state.to_act()[0]
    user, asked = house.user(table, seat), state.asked_at[seat]
    other = house.user(table, (seat + 1) % 4)
    refused: list[tuple[type[RuleViolation], UserId, int]] = [
        (NotSeated, UserId(99), asked),
        (Stale, other, asked),
        (Stale, user, asked - 1),
        (Stale, user, asked + 1),
    ]
    for error, who, seen in refused:
        with pytest.raises(error):
            await house.submit(table, who, Pass(), seen)
    with pytest.raises(IllegalAction):
        await house.submit(table, user, Bid(("skambud",)), asked)
    assert house.at(table) is state
    await house.submit(table, user, Pass(), asked)
    with pytest.raises(Stale):
        await house.submit(table, user, Pass(), asked)
    with pytest.raises(NoTable):
        await house.submit(TableId(999), user, Pass(), asked)


async def test_two_clicks_at_the_same_moment_count_once(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    state = house.at(table)
    seat = state.to_act()[0]
    clicks = [
        house.submit(table, house.user(table, seat), Pass(), state.asked_at[seat]) for _ in range(5)
    ]
    outcomes = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 4
    assert house.at(table).seq == state.seq + 1


async def test_anothers_secret_choice_does_not_age_my_buttons(house: House) -> None:
    table = await house.dealt(BO, CLEO, DAG)
    await house.act(table, Bid(("spel", "brev")))
    for _ in range(3):
        await house.act(table, Pass())
    await house.act(table)
    state = house.at(table)
    assert len(state.to_act()) == 4
    first, second = state.to_act()[:2]
    for seat in (first, second):
        choice = state.match.choice(seat).sample(house.rng)
        await house.submit(table, house.user(table, seat), choice, state.asked_at[seat])
    assert len(house.at(table).to_act()) == 2
