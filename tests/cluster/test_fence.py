"""Who owns a table may write it, and nobody else: on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, Interval, event, func, literal_column, select, update

from kwbot.ids import NO_GUILD, GuildId, TableId
from kwbot.storage.backend import processes
from kwbot.storage.backend.database import ANSWER_PATIENCE
from kwbot.storage.backend.failures import (
    ChannelTaken,
    NewerTable,
    NotOwner,
    StorageError,
    StoreLocked,
)
from kwbot.storage.backend.postgresql import Postgresql
from kwbot.storage.cluster import LEASE, Cluster, is_table
from kwbot.storage.store import Store
from kwbot.storage.values.models import TableRow
from kwbot.storage.values.stored_tables import TableChange
from tests.cluster.conftest import Share
from tests.storage.samples import TABLE, events

NO_TIME = timedelta(0)


def of(store: Store) -> Cluster:
    assert store.cluster is not None
    return store.cluster


async def alive(store: Store) -> set[int]:
    peers = await of(store).beat()
    assert peers is not None
    return {peer.id for peer in peers if peer.alive}


async def test_only_its_owner_writes_a_table(share: Share) -> None:
    one, other = await share(), await share()
    table = await one.create_table(TABLE)
    await one.append(table, events(1), expected_seq=0)
    for change in (
        lambda: other.append(table, events(1), expected_seq=1),
        lambda: other.update_table(table, TableChange(message_id=1)),
    ):
        with pytest.raises(NotOwner):
            await change()
    (taken,) = await of(other).take([table])
    assert taken.entry.id == table
    assert taken.unserved == NO_TIME
    with pytest.raises(NotOwner):
        await one.append(table, events(1), expected_seq=1)
    assert await other.append(table, events(1), expected_seq=1) == 2
    assert len(await one.tables.events(table)) == 2


async def test_a_process_lives_by_its_lock_and_its_heartbeat(share: Share) -> None:
    one, other = await share(), await share()
    table = await one.create_table(TABLE)
    both = {of(one).own_id, of(other).own_id}
    assert await alive(one) == await alive(other) == both
    of(one).lease = NO_TIME  # from its next beat on it has its lock alone
    await of(one).beat()
    owner = (await of(other).owners(is_table(table)))[table]
    assert owner is not None
    assert (owner.id, owner.alive) == (of(one).own_id, False)
    of(one).lease = LEASE
    await of(one).join()
    await other.close()  # its time is not over, but its lock is gone
    assert of(other).own_id not in await alive(one)


async def test_one_who_was_silent_comes_back_under_a_new_id_with_what_is_left(share: Share) -> None:
    slow, other = await share(lease=NO_TIME), await share()
    kept = await slow.create_table(TABLE)
    lost = await slow.create_table(replace(TABLE, channel_id=77))
    before = of(slow).own_id
    await of(other).take([lost])
    assert await of(slow).beat() is None
    assert await of(slow).join() == {kept}
    assert of(slow).own_id > before
    assert await slow.append(kept, events(1), expected_seq=0) == 1
    with pytest.raises(NotOwner):
        await slow.append(lost, events(1), expected_seq=0)
    assert before not in {peer.id for peer in await of(other).beat() or ()}


async def test_a_dead_process_is_taken_over_and_forgotten(share: Share) -> None:
    dead, heir = await share(), await share()
    table = await dead.create_table(TABLE)
    gone = of(dead).own_id
    await of(dead).leave()
    assert {peer.id: peer.alive for peer in await of(heir).beat() or ()}[gone] is False
    assert [taken.entry.id for taken in await of(heir).take_over(gone)] == [table]
    assert await of(heir).take_over(gone) == []
    assert gone not in {peer.id for peer in await of(heir).beat() or ()}


async def test_an_older_edition_touches_no_table_of_a_newer_one(share: Share) -> None:
    newer, older = await share(edition=2), await share(edition=1)
    table = await newer.create_table(TABLE)
    gone = of(newer).own_id
    await of(newer).leave()
    assert await of(older).take_over(gone) == []
    with pytest.raises(NewerTable):
        await of(older).take([table])
    assert (await of(older).owners(is_table(table)))[table] is not None
    again = await share(edition=2)
    assert [taken.entry.id for taken in await of(again).take_over(gone)] == [table]


async def test_an_older_edition_says_no_farewell_for_a_newer_one(share: Share) -> None:
    """It could not read how the game ended, and nobody would be told."""
    newer, older = await share(edition=2), await share(edition=1)
    table = await newer.create_table(TABLE)
    await newer.update_table(table, TableChange(state="closed", closing_messages_due=True))
    gone = of(newer).own_id
    await of(newer).leave()
    assert not await of(older).take_closing_messages(gone)
    assert await of(older).take_over(gone) == []
    assert gone in {peer.id for peer in await of(older).beat() or ()}
    again = await share(edition=2)
    assert await of(again).take_closing_messages(gone)
    assert await again.closing_messages() == [table]


async def test_one_channel_has_one_table_whoever_opens_it(share: Share) -> None:
    one, other = await share(), await share()
    opened = await asyncio.gather(
        one.create_table(TABLE), other.create_table(TABLE), return_exceptions=True
    )
    assert [type(each) for each in opened if not isinstance(each, int)] == [ChannelTaken]


@pytest.mark.heavy
async def test_an_owner_hears_when_its_table_is_taken(share: Share) -> None:
    one, other = await share(), await share()
    heard: asyncio.Queue[TableId] = asyncio.Queue()
    await of(one).on_moved(heard.put_nowait)
    table = await one.create_table(TABLE)
    await of(other).take([table])
    assert await heard.get() == table


async def test_nobody_loses_what_it_took_under_an_earlier_id(share: Share) -> None:
    """It is told late of its own taking, and has joined anew meanwhile."""
    one, other = await share(), await share()
    heard: asyncio.Queue[TableId] = asyncio.Queue()
    await of(one).on_moved(heard.put_nowait)
    before = of(one).own_id
    await of(one).join()
    taken = ((1, before), (2, of(one).own_id), (3, of(other).own_id))
    told = [func.pg_notify("kwbot_moved", f"{table} {owner}") for table, owner in taken]
    await other.transactions.run(lambda connection: connection.execute(select(*told)))
    assert await heard.get() == 3


@pytest.mark.heavy
async def test_one_process_leads(share: Share) -> None:
    one, other = await share(), await share()
    for store in (one, other, one, other):
        await of(store).beat()
    assert (of(one).leads, of(other).leads) == (True, False)
    await of(one).leave()
    await of(other).beat()
    assert of(other).leads


async def test_a_process_that_hangs_leads_no_more(share: Share) -> None:
    """Its connection stands, and with it the lock: for hours, if its machine is cut off."""
    hung, other = await share(), await share()
    await of(hung).beat()
    assert of(hung).leads
    of(hung).lease = NO_TIME
    await of(hung).beat()
    await of(other).beat()
    assert not of(other).leads
    await of(other).cut_off(of(hung).own_id)
    async with asyncio.timeout(10):
        while of(hung).leads or not of(other).leads:  # PostgreSQL ends its session in a moment
            await of(other).beat()
    with contextlib.suppress(StorageError):  # it may have seen already that its session is over
        await of(hung).beat()
    assert await of(hung).beat() is None
    await of(hung).join()
    await of(hung).beat()
    assert not of(hung).leads


@pytest.mark.heavy
async def test_commands_are_registered_when_they_change(share: Share) -> None:
    older, newer = await share(edition=1), await share(edition=2)
    assert not await of(older).is_registered(NO_GUILD, "a")
    await of(older).note_registered(NO_GUILD, "a")
    assert await of(newer).is_registered(NO_GUILD, "a")
    await of(newer).note_registered(NO_GUILD, "b")
    assert await of(older).is_registered(NO_GUILD, "a"), (
        "an older program undoes what a newer one did"
    )
    assert not await of(newer).is_registered(NO_GUILD, "a")


async def test_a_bot_by_itself_and_a_cluster_do_not_share(share: Share, server_url: str) -> None:
    store = await share()
    with pytest.raises(StoreLocked):
        await Store.open(server_url, wait=0.01)
    table = await store.create_table(TABLE)
    await store.close()
    alone = await Store.open(server_url)
    await alone.append(table, events(1), expected_seq=0)
    await alone.close()


@pytest.mark.heavy
async def test_who_is_stopped_within_a_transaction_locks_nobody_out(share: Share) -> None:
    stopped, other = await share(), await share()
    table = await stopped.create_table(TABLE)
    backend = stopped._database._backend
    assert isinstance(backend, Postgresql)
    async with backend._engine.connect() as connection:
        await connection.execute(update(TableRow).values(seq=7))  # and nothing follows
        async with asyncio.timeout(10):
            (taken,) = await of(other).take([table])
        assert taken.entry.id == table
        await connection.invalidate()
    assert await other.append(table, events(1), expected_seq=0) == 1


async def test_who_is_stopped_with_a_statement_just_prepared_locks_nobody_out(
    share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No time-out of PostgreSQL's ends that: whoever takes the tables over does."""
    monkeypatch.setattr(processes, "_STUCK_AFTER", literal_column("interval '0'", Interval))
    stopped, other = await share(), await share()
    table, dead = await stopped.create_table(TABLE), of(stopped).own_id
    backend = stopped._database._backend
    assert isinstance(backend, Postgresql)
    async with backend._engine.connect() as connection:
        await connection.execute(update(TableRow).values(seq=7))
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.prepare("SELECT 17")  # and nothing follows
        await of(other).cut_off(dead)
        assert await of(other).take_over(dead) == [], "it lives"
        of(stopped).lease = NO_TIME
        await of(stopped).beat()
        assert await of(other).take_over(dead) == [], "it is locked"
        await of(other).cut_off(dead)
        async with asyncio.timeout(10):
            (taken,) = await of(other).take([table])
        assert taken.entry.id == table
        await connection.invalidate()
    assert await other.append(table, events(1), expected_seq=0) == 1


async def test_all_hear_what_may_be_within_reach_again(share: Share) -> None:
    one, other = of(await share()), of(await share())
    heard: asyncio.Queue[tuple[int, list[int]]] = asyncio.Queue()
    for process in (one, other):
        await process.on_within_reach(lambda *told: heard.put_nowait(told))
    await one.tell_within_reach(GuildId(7), [8, 9])
    assert [await heard.get(), await heard.get()] == [(7, [8, 9])] * 2


async def test_a_connection_that_broke_gives_way_to_a_new_one(share: Share) -> None:
    """Without a round trip that asks each time."""
    one, other = await share(), await share()
    backend = one._database._backend
    assert isinstance(backend, Postgresql)
    await one.ping()
    async with backend._engine.connect() as broken:
        driver = (await broken.get_raw_connection()).driver_connection
        assert driver is not None
        pid = driver.get_server_pid()
    closed = asyncio.Event()
    driver.add_termination_listener(lambda _: closed.set())
    await other.transactions.run(
        lambda connection: connection.scalar(select(func.pg_terminate_backend(pid)))
    )
    await closed.wait()
    await one.ping()


@pytest.mark.slow
async def test_nobody_waits_for_good_for_a_connection_that_is_dead_without_a_word(
    share: Share,
) -> None:
    """Where a firewall forgets it, say: here PostgreSQL's end stands still."""
    one = await share()
    table = await one.create_table(TABLE)
    backend = one._database._backend
    assert isinstance(backend, Postgresql)
    backend.patience = backend._wait = 0.1
    with await _stopped(one.transactions.run_statement):
        async with asyncio.timeout(5):
            with pytest.raises(StorageError):
                await one.append(table, events(1), expected_seq=0)
        backend.patience = ANSWER_PATIENCE
        assert await one.append(table, events(1), expected_seq=0) == 1
    with await _stopped(lambda work: one._database.run_with_locks(work, LEASE)):
        async with asyncio.timeout(5):
            await of(one).on_within_reach(lambda *_: None)
        assert await of(one).beat() is None


Reading = Callable[[Callable[[Connection], int]], Awaitable[int]]


async def _stopped(reading: Reading) -> AbstractContextManager[None]:
    """Stop PostgreSQL's end of the connection by which `reading` reads, within a block."""
    pid = await reading(lambda connection: connection.scalar(select(func.pg_backend_pid())) or 0)

    @contextlib.contextmanager
    def stopped() -> Iterator[None]:
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    return stopped()


async def test_a_press_is_one_statement_that_needs_no_transaction(share: Share) -> None:
    store = await share()
    table = await store.create_table(TABLE)
    backend, asked = store._database._backend, list[tuple[bool, str]]()
    assert isinstance(backend, Postgresql)

    def note(connection: Connection, _cursor: object, said: str, *_: object) -> None:
        alone = connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
        asked.append((alone, said.split(maxsplit=1)[0]))

    event.listen(backend._engine.sync_engine, "before_cursor_execute", note)
    await store.append(table, events(2), expected_seq=0, change=TableChange(message_id=1))
    assert asked == [(True, "WITH")]
    assert [one.seq for one in await store.tables.events(table)] == [1, 2]
    asked.clear()
    await store.append(table, events(1), expected_seq=2, change=TableChange(seats=()))
    assert asked == [(False, "WITH"), (False, "DELETE")]


async def test_who_listens_waits_for_the_heartbeat(share: Share) -> None:
    one = of(await share())
    beats = [one.beat() for _ in range(3)]
    peers, *_ = await asyncio.gather(*beats, one.on_within_reach(lambda *_: None), one.beat())
    assert peers is not None


async def test_a_process_listens_again_when_its_connection_broke(share: Share) -> None:
    """Also to what it began to hear on the broken one."""
    store, other = await share(), await share()
    one, heard = of(store), asyncio.Queue[int]()
    pid = await store._database.run_with_locks(
        lambda held: held.scalar(select(func.pg_backend_pid())), LEASE
    )
    await other.transactions.run(
        lambda connection: connection.scalar(select(func.pg_terminate_backend(pid)))
    )
    while store._database._backend._lock_connection is not None:  # type: ignore[union-attr]
        await one.on_within_reach(lambda guild, _: heard.put_nowait(guild))
    assert await one.beat() is None
    await one.join()
    await of(other).tell_within_reach(GuildId(7))
    assert await heard.get() == 7
