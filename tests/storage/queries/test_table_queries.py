from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone
from typing import Any

import pytest

from kwbot.ids import GuildId, TableId
from kwbot.storage.backend.failures import StaleSequence, StorageError, UnknownTable
from kwbot.storage.store import Store
from kwbot.storage.values.stored_tables import DealSecret, NewEvent, StoredEvent, TableChange
from tests.storage.samples import (
    ANNA,
    GUILD,
    NOON,
    OTHER_GUILD,
    SEATS,
    SECRET,
    TABLE,
    events,
    outcome,
    result,
    table,
)


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    stored = await store.tables.load(table_id)
    assert stored is not None
    for name in TABLE.__dataclass_fields__:
        assert getattr(stored, name) == getattr(TABLE, name), name
    assert (stored.id, stored.seq, stored.last_human_at) == (table_id, 0, NOON)
    assert await store.tables.load(TableId(table_id + 1)) is None


async def test_a_change_keeps_what_it_does_not_name_and_none_is_a_value(store: Store) -> None:
    table_id = await store.create_table(table(deadline=NOON, message_id=5))
    before = await store.tables.load(table_id)
    assert before is not None
    await store.update_table(table_id, TableChange(deadline=None, display={"page": 2}))
    assert await store.tables.load(table_id) == replace(before, deadline=None, display={"page": 2})


async def test_a_change_of_seats_replaces_them_all(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    seats = (replace(SEATS[1], seat=0, away=True),)
    await store.update_table(table_id, TableChange(seats=seats))
    stored = await store.tables.load(table_id)
    assert stored is not None
    assert stored.seats == seats


async def test_an_empty_change_is_one(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    before = await store.tables.load(table_id)
    await store.update_table(table_id, TableChange())
    assert await store.tables.load(table_id) == before


async def test_a_table_that_is_not_there_cannot_be_changed(store: Store) -> None:
    with pytest.raises(UnknownTable, match="no table 7"):
        await store.update_table(TableId(7), TableChange(message_id=1))
    with pytest.raises(UnknownTable, match="no table 7"):
        await store.append(TableId(7), events(1), expected_seq=0)


async def test_an_append_stores_events_table_seats_and_secret_at_once(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    later = NOON + timedelta(minutes=1)
    away = (replace(SEATS[0], away=True), *SEATS[1:])
    change = TableChange(state="running", deadline=later, last_human_at=later, seats=away)
    last = await store.append(table_id, events(3), expected_seq=0, change=change, secrets=[SECRET])
    assert last == 3
    stored = await store.tables.load(table_id)
    assert stored is not None
    assert (stored.seq, stored.state, stored.deadline, stored.seats) == (3, "running", later, away)
    assert await store.tables.events(table_id) == tuple(
        StoredEvent(seq, event.kind, event.body, event.at, event.actor)
        for seq, event in enumerate(events(3), 1)
    )
    assert await store.tables.secret(table_id, 1) == SECRET


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_a_stale_append_changes_nothing(store: Store, expected: int) -> None:
    table_id = await store.create_table(TABLE)
    await store.append(table_id, events(2), expected_seq=0)
    before = await store.tables.load_open()
    with pytest.raises(StaleSequence, match=f"is at event 2, not at {expected}"):
        await store.append(
            table_id,
            events(2),
            expected_seq=expected,
            change=TableChange(state="closed", seats=()),
            secrets=[SECRET],
            scores=[outcome(result(ANNA))],
        )
    assert await store.tables.load_open() == before
    assert await store.tables.secret(table_id, 1) is None
    assert await store.results.stats(TABLE.guild_id, ANNA) == []


async def test_what_fails_late_takes_back_all_of_the_append(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    before = await store.tables.load_open()
    change = TableChange(state="closed", seats=())
    with pytest.raises(UnknownTable, match="no secret of deal 9"):
        await store.append(
            table_id, events(2), expected_seq=0, change=change, secrets=[SECRET], reveal=[9]
        )
    twice = TableChange(seats=(SEATS[0], SEATS[0]))
    with pytest.raises(StorageError) as refused:
        await store.append(table_id, events(2), expected_seq=0, change=twice)
    assert "Anna" not in str(refused.value)
    assert await store.tables.load_open() == before
    assert await store.tables.secret(table_id, 1) is None


async def test_a_naive_time_is_refused_and_others_are_kept_in_utc(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    with pytest.raises(StorageError):
        await store.append(table_id, [NewEvent("x", "", NOON.replace(tzinfo=None))], expected_seq=0)
    swedish = NOON.astimezone(timezone(timedelta(hours=2)))
    await store.append(table_id, [NewEvent("x", "", swedish)], expected_seq=0)
    (event,) = await store.tables.events(table_id)
    assert event.at.isoformat() == "2026-03-01T12:00:00+00:00"


async def test_a_commitment_once_stored_never_changes(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    await store.append(table_id, events(1), expected_seq=0, secrets=[SECRET])
    forged = DealSecret(
        deal=1, secret=b"x", context="y", commitment="z", contributions="0 123\n1 456"
    )
    await store.append(table_id, events(1), expected_seq=1, secrets=[forged])
    stored = await store.tables.secret(table_id, 1)
    assert stored == replace(SECRET, contributions="0 123\n1 456")


async def test_a_secret_is_revealed_with_the_event_that_shows_it(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    await store.append(table_id, events(1), expected_seq=0, secrets=[SECRET])
    await store.append(table_id, events(1, first=8), expected_seq=1, reveal=[1])
    stored = await store.tables.secret(table_id, 1)
    assert stored == replace(SECRET, revealed_at=NOON + timedelta(seconds=8))
    assert await store.tables.secret(table_id, 2) is None


async def test_a_secret_does_not_show_in_its_repr() -> None:
    assert str(SECRET.secret) not in repr(SECRET)
    assert SECRET.secret.hex() not in repr(SECRET)


async def test_open_tables_are_the_lobbies_and_the_running_with_their_own_events(
    store: Store,
) -> None:
    ids = [await store.create_table(table(channel_id=channel)) for channel in range(4)]
    for table_id, count in zip(ids, (2, 0, 3, 1), strict=True):
        await store.append(table_id, events(count), expected_seq=0)
    await store.update_table(ids[2], TableChange(state="running"))
    await store.update_table(ids[3], TableChange(state="closed", closed_reason="finished"))
    found = await store.tables.load_open()
    assert [(stored.id, len(log)) for stored, log in found] == [
        (ids[0], 2),
        (ids[1], 0),
        (ids[2], 3),
    ]
    for stored, log in found:
        assert stored == await store.tables.load(stored.id)
        assert log == await store.tables.events(stored.id)


async def test_the_id_of_a_deleted_table_is_never_given_again(store: Store) -> None:
    old = await store.create_table(table(state="closed"))
    assert await store.purge_closed(NOON + timedelta(days=1)) == 1
    assert await store.create_table(TABLE) > old


async def test_the_last_table_is_of_its_channel_and_of_who_sat_there(store: Store) -> None:
    async def begun(**different: Any) -> TableId:
        table_id = await store.create_table(table(**different))
        await store.append(table_id, events(1), expected_seq=0)
        return table_id

    first = await begun(channel_id=1, state="closed")
    second = await begun(channel_id=2)
    strangers = await begun(channel_id=1, seats=())
    elsewhere = await begun(guild_id=OTHER_GUILD, channel_id=1)
    await store.create_table(table(channel_id=1))  # a lobby: nothing has been dealt there

    async def last(guild_id: GuildId = GUILD, **where: Any) -> TableId | None:
        found = await store.tables.latest(guild_id, **where)
        assert found is None or found == await store.tables.load(found.id)
        return None if found is None else found.id

    assert await last() == strangers
    assert await last(channel_id=1) == strangers
    assert await last(channel_id=1, user_id=ANNA) == first
    assert await last(user_id=ANNA) == second
    assert await last(OTHER_GUILD, user_id=ANNA) == elsewhere
    assert await last(channel_id=3) is None
    assert await last(user_id=99) is None
    newer = await begun(state="closed")
    assert await store.tables.latest_closed(GUILD, ANNA, 9) == [newer, first]
    assert await store.tables.latest_closed(GUILD, ANNA, 1) == [newer]
    assert await store.tables.latest_closed(OTHER_GUILD, ANNA, 9) == []
    other = await begun(guild_id=OTHER_GUILD, state="closed")
    assert await store.tables.latest_closed(None, ANNA, 9) == [other, newer, first]


async def test_the_deals_that_can_be_checked_are_those_revealed(store: Store) -> None:
    table_id = await store.create_table(TABLE)
    secrets = [replace(SECRET, deal=deal) for deal in (1, 2, 3)]
    await store.append(table_id, events(1), expected_seq=0, secrets=secrets, reveal=[2, 1])
    assert await store.tables.revealed_deals(table_id) == [1, 2]
    assert await store.tables.revealed_deals(TableId(table_id + 1)) == []
