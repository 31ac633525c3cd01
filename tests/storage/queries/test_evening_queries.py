"""Evenings in the store: changed whole or not at all, nameless once somebody is forgotten."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from typing import Any

import pytest

from kwbot.evenings.evening import Evening, EveningStage
from kwbot.evenings.evening_rows import OPEN_STAGES, from_row, to_row
from kwbot.storage.backend.failures import UnknownEvening
from kwbot.storage.queries.evening_queries import PAGE_SIZE
from kwbot.storage.store import Store
from kwbot.storage.values.stored_evenings import StoredEvening
from tests.storage.samples import ANNA, BO, GUILD, NOON, OTHER_GUILD


async def stored(store: Store) -> int:
    new = Evening(
        guild=GUILD, channel=20, host=ANNA, game="whist", starts=NOON, ends=NOON, deals=4, seats=4
    )
    return await store.evenings.create(
        to_row(new.with_arrival(ANNA, "Anna").with_arrival(BO, "Bo"))
    )


async def test_a_change_is_whole_or_nothing(store: Store) -> None:
    number = await stored(store)
    before = await store.evenings.load(number)
    assert before is not None
    assert from_row(before).entrants[1].name == "Bo"

    def refused(row: StoredEvening) -> StoredEvening:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await store.evenings.change(number, refused)
    assert await store.evenings.load(number) == before
    after = await store.evenings.change(
        number, lambda row: to_row(from_row(row).without_person(ANNA))
    )
    assert await store.evenings.load(number) == after
    assert [one.name for one in after.entrants] == ["Bo"]
    with pytest.raises(UnknownEvening):
        await store.evenings.change(number + 1, lambda row: row)


async def test_open_ones_are_found_by_server(store: Store) -> None:
    one, other = await stored(store), await stored(store)
    over = EveningStage.OVER.value
    await store.evenings.change(one, lambda row: replace(row, state=over))
    assert [row.id for row in await store.evenings.in_states(OPEN_STAGES, GUILD)] == [other]
    assert await store.evenings.in_states(OPEN_STAGES, OTHER_GUILD) == []


async def test_those_that_are_over_are_read_in_bites(store: Store) -> None:
    """Others' presses come in between; none is left out, and none of another game or time read."""
    numbers = [await stored(store) for _ in range(2 * PAGE_SIZE + 3)]
    later = NOON + timedelta(days=1)
    odd: dict[int, dict[str, Any]] = {
        numbers[0]: {"state": "playing"}, numbers[5]: {"game": "hus"},
        numbers[9]: {"guild_id": OTHER_GUILD}, numbers[PAGE_SIZE + 2]: {"starts_at": later},
    }  # fmt: skip
    for number in numbers:
        values = {"state": EveningStage.OVER.value} | odd.get(number, {})
        await store.evenings.change(number, partial(replace, **values))

    async def found(*between: datetime) -> list[int]:
        span = (between[0], between[1]) if between else None
        return await store.evenings.past(GUILD, "whist", attrgetter("id"), span)

    same = [one for one in numbers if one not in odd]
    assert await found() == [*same, numbers[PAGE_SIZE + 2]], "by their starts"
    assert await found(NOON, later) == same


async def test_who_is_forgotten_keeps_a_number_without_a_name(store: Store) -> None:
    number = await stored(store)
    assert (await store.count_user_data(ANNA)).evenings == 1
    await store.delete_user_data(ANNA)
    assert (await store.count_user_data(ANNA)).evenings == 0
    row = await store.evenings.load(number)
    assert row is not None
    assert row.host_id is None
    assert [(one.user_id, one.name, one.presence) for one in row.entrants] == [
        (None, "", "gone"), (BO, "Bo", "signed"),
    ]  # fmt: skip
