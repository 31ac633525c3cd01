"""Two processes' tables on a real PostgreSQL: what the one leaves, the other goes on with."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, update

from kwbot.ids import NO_GUILD, TableId
from kwbot.storage import cluster
from kwbot.storage.backend.failures import NewerTable, StorageError
from kwbot.storage.backend.processes import NOW
from kwbot.storage.cluster import LEASE, TakenTable, is_table
from kwbot.storage.values.documents import GuildSettings
from kwbot.storage.values.models import ProcessRow, TableRow
from kwbot.tables.errors.refusals import OwnedElsewhere, Refused
from kwbot.tables.serving import membership
from kwbot.tables.serving.edition import EDITION
from kwbot.tables.serving.lease import Lease
from kwbot.tables.serving.membership import BEAT_INTERVAL, MIN_BEAT_REST, SETTLING_TIME, Membership
from kwbot.tables.serving.opening_limits import Opening, OpeningLimits
from kwbot.tables.state.table_state import ClosedTable, RunningTable
from kwbot.variants import games
from tests.cluster.conftest import LEASE as LONG_LEASE
from tests.cluster.conftest import Share
from tests.tables.sandbox import ANNA, BO, CHANNEL, CLEO, DAG, GUILD, KOMBINATIONS, House

HALF = LONG_LEASE / 2


class Process(House):
    """A process of a cluster whose heart beats when a test says so."""

    @property
    def membership(self) -> Membership:
        assert self.tables.ownership.membership is not None
        return self.tables.ownership.membership

    async def bring(self, table_id: TableId) -> RunningTable:
        """What the table is here, once a press has come for it."""
        await self.tables.resume_table(table_id)
        return self.at(table_id)

    async def kill(self) -> None:
        """Its connections break, and nothing is said."""
        beating = self.membership._beating
        assert beating is not None
        beating.cancel()
        await self.store._database.close()

    async def beat(self, *, after: timedelta = SETTLING_TIME) -> None:
        """Beat, and again when whoever looks dead may be taken over."""
        for time in (timedelta(), after):
            self.clock.advance(time.total_seconds())
            await self.membership.beat()
            if self.membership._sweeping is not None:
                await self.membership._sweeping
        await self.tables.all_resumed()


@pytest.fixture
async def processes(share: Share) -> AsyncIterator[tuple[Process, Process]]:
    one, other = [Process(await share(joined=False)) for _ in range(2)]
    await one.tables.resume()
    await other.tables.resume()
    yield one, other
    for process in (one, other):
        with contextlib.suppress(StorageError):
            await process.tables.stop()


def same(one: RunningTable, other: RunningTable) -> bool:
    """Equal but for what a new owner may change."""
    level = one.last_human_at
    return replace(one, deadline=None, absence=0) == replace(
        other, deadline=None, absence=0, last_human_at=level
    )


async def test_who_was_taken_for_dead_must_not_write(processes: tuple[Process, Process]) -> None:
    """It fails at the fence, drops the table, and takes it again for what is pressed next."""
    slow, other = processes
    table = await slow.dealt(BO, CLEO, DAG)
    stale, dealt = slow.tables.index.at(table), slow.at(table)
    told = asyncio.Event()
    slow.listener.forget = lambda table_id: told.set()  # type: ignore[method-assign]
    assert same(await other.bring(table), dealt)
    await told.wait()
    await other.act(table)
    before = other.at(table)
    stale._writer.lost, slow.tables.index.live[table] = False, stale  # as if nobody had told it
    with pytest.raises(OwnedElsewhere):
        await stale.leave(BO.id)
    assert slow.tables.index.get(table) is None
    assert len(await slow.store.tables.events(table)) == before.seq
    assert same(await slow.bring(table), before)
    await slow.act(table)


@pytest.mark.heavy
async def test_a_table_that_is_taken_leaves_its_owners_memory(
    processes: tuple[Process, Process],
) -> None:
    one, other = processes
    table = await one.dealt(BO, CLEO, DAG)
    told = asyncio.Event()
    one.listener.forget = lambda table_id: told.set()  # type: ignore[method-assign]
    await other.bring(table)
    await told.wait()
    assert one.tables.index.get(table) is None


async def test_what_was_read_of_a_table_before_another_played_there_counts_no_more(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is taken, taken back while its log is replayed, and taken again."""
    one, other = processes
    table = await one.dealt(BO, CLEO, DAG)
    told, lost, read, go_on = [asyncio.Event() for _ in range(4)]
    one.listener.forget = lambda table_id: lost.set()  # type: ignore[method-assign]
    other.listener.forget = lambda table_id: told.set()  # type: ignore[method-assign]
    replayed = other.tables.archive.replay

    async def slowly(*stored: Any) -> Any:
        state = await replayed(*stored)
        read.set()
        await go_on.wait()
        return state

    monkeypatch.setattr(other.tables.archive, "replay", slowly)
    first = asyncio.create_task(other.tables.resume_table(table))
    await read.wait()
    await lost.wait()  # else it is still its own, as far as it knows
    told.clear()
    await one.bring(table)
    await told.wait()
    await one.act(table)
    told.clear()
    second = asyncio.create_task(other.bring(table))
    await told.wait()
    go_on.set()
    await first
    assert same(await second, await one.bring(table))


async def test_a_table_that_was_closed_elsewhere_is_closed_here(
    processes: tuple[Process, Process],
) -> None:
    """And nobody has told yet that it was taken."""
    one, other = processes
    table = await other.lobby()
    entry = await other.membership.cluster.open_tables(is_table(table))
    await one.tables.ownership._enter([TakenTable(entry[0], timedelta(0))])
    await other.tables.index.at(table).close("idle")
    await one.tables.resume_table(table)
    assert table not in one.tables.index


async def test_the_tables_of_a_dead_process_are_taken_over(
    processes: tuple[Process, Process],
) -> None:
    dead, heir = processes
    table, lobby = await dead.dealt(BO, CLEO, DAG), (await dead.lobby_elsewhere()).id
    before = dead.at(table)
    await dead.kill()
    await heir.beat(after=timedelta())
    assert len(heir.tables.index) == 0, "it has just joined, as the other one may be about to"
    await heir.beat()
    assert same(heir.at(table), before)
    assert heir.lobby_at(lobby).host == DAG.id
    await heir.act(table)


async def test_all_are_taken_over_before_any_is_brought_into_memory(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which takes long, and whoever presses at another one waits until that is taken."""
    monkeypatch.setattr(cluster, "TAKEOVER_BATCH", 1)
    dead, heir = processes
    for at in range(3):
        await dead.lobby_elsewhere(CHANNEL + at)
    done: list[str] = []
    take, follow = heir.membership.cluster.take_over, heir.tables.ownership._follow_up

    async def take_over(process: int | None) -> list[TakenTable]:
        taken = await take(process)
        done.extend("taken" for _ in taken)
        return taken

    def followed() -> None:
        done.append("followed")
        follow()

    monkeypatch.setattr(heir.membership.cluster, "take_over", take_over)
    monkeypatch.setattr(heir.tables.ownership, "_follow_up", followed)
    await dead.kill()
    await heir.beat()
    assert done == [*["taken"] * 3, "followed"]
    assert len(heir.tables.index) == 3


async def test_last_messages_are_shown_for_a_dead_process_that_had_no_open_table(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, heir = processes
    table = await dead.lobby()
    await dead.tables.index.at(table).close("cancelled")
    await dead.kill()
    shown = list[object]()
    monkeypatch.setattr(heir.listener, "show_all", shown.append)
    await heir.beat()
    assert shown == [[]]
    assert [closed.id async for closed in heir.tables.closing_messages(besides=())] == [table]


async def test_a_press_takes_a_dead_process_table_at_once(
    processes: tuple[Process, Process],
) -> None:
    dead, heir = processes
    table = await dead.dealt(BO, CLEO, DAG)
    before = dead.at(table)
    await dead.kill()
    found = await asyncio.gather(*(heir.bring(table) for _ in range(3)))
    assert all(one is found[0] for one in found)
    assert same(found[0], before)


@pytest.mark.parametrize(("restarted", "taken"), [(False, 1), (True, 0)])
async def test_a_silence_puts_a_sweep_off_only_where_all_may_have_been_silent(
    processes: tuple[Process, Process], *, restarted: bool, taken: int
) -> None:
    dead, heir = processes
    await dead.dealt(BO, CLEO, DAG)
    await dead.kill()
    cluster = heir.membership.cluster
    await cluster._database.run(_put_back)
    if restarted:
        cluster.server_started = datetime(2026, 1, 1, tzinfo=UTC)
    await heir.beat(after=BEAT_INTERVAL)
    assert len(heir.tables.index) == taken


async def test_a_process_whose_beats_come_late_is_believed_for_longer(share: Share) -> None:
    """On a machine with too much to do all are late: nobody is to take tables over besides."""
    late, other = (
        Process(await share(joined=False, lease=LEASE)),
        Process(await share(joined=False)),
    )
    for process in (late, other):
        await process.tables.resume()
    await late.dealt(BO, CLEO, DAG)
    for _ in range(2):
        late.clock.advance(3.3)
        await late.membership.beat()
    await _fall_silent(late)
    await other.beat()
    assert len(other.tables.index) == 0
    late.membership._lease = Lease(LEASE)
    await late.membership.beat()
    await _fall_silent(late)
    await other.beat()
    assert len(other.tables.index) == 1
    for process in (late, other):
        await process.tables.stop()


async def test_it_is_looked_when_the_time_of_a_silent_process_ends(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "BEAT_INTERVAL", HALF)
    silent, other = processes
    await silent.membership.beat()
    await other.membership.beat()
    assert other.membership._rest() == HALF
    await _fall_silent(silent, HALF * 1.5)
    await other.membership.beat()
    assert MIN_BEAT_REST <= other.membership._rest() <= HALF / 2
    await _fall_silent(silent, 2 * HALF)
    await other.membership.beat()
    assert other.membership._rest() == HALF, "it is dead, and its tables are taken over"


async def _fall_silent(process: Process, since: timedelta = timedelta(seconds=3)) -> None:
    """Have said nothing for some seconds."""
    cluster = process.membership.cluster
    said = update(ProcessRow).where(ProcessRow.id == cluster.own_id)
    silent = said.values(beat_at=NOW - since)
    await cluster._database.run(lambda connection: connection.execute(silent))


async def test_a_table_whose_taking_was_not_confirmed_is_served(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL has done it, and the connection broke before it said so."""
    owner, taker = processes
    table = await owner.dealt(BO, CLEO, DAG)
    database = taker.membership.cluster._database
    run = database.run

    async def broken(*args: Any, **more: Any) -> None:
        await run(*args, **more)
        raise StorageError("The connection is lost.")

    with monkeypatch.context() as breaking:
        breaking.setattr(database, "run", broken)
        with pytest.raises(StorageError):
            await taker.tables.resume_table(table)
    assert table not in taker.tables.index
    await taker.beat()
    await taker.act(table)


async def test_a_table_whose_first_deal_could_not_be_sealed_is_served(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its channel is taken by it, in whatever process."""
    one, other = processes

    async def failing(*_: object) -> None:
        raise StorageError("The database is away.")

    with monkeypatch.context() as breaking:
        breaking.setattr(one.store, "update_table", failing)
        with pytest.raises(StorageError):
            await one.lobby()
    assert len(one.tables.index) == 0
    with pytest.raises(Refused, match="already has a table"):
        await other.lobby()
    await one.beat()
    assert [table.channel for table in one.tables.index] == [CHANNEL]


async def test_a_table_that_closes_while_its_process_leaves_is_shown_as_closed(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    leaving, _ = processes
    table, update = await leaving.lobby(), leaving.store.update_table

    async def left(*changed: Any) -> None:
        await update(*changed)
        await leaving.tables.ownership.leave()

    monkeypatch.setattr(leaving.store, "update_table", left)
    await leaving.tables.index.at(table).close("idle")
    assert isinstance(leaving.listener.states[-1], ClosedTable)


async def test_a_table_of_a_forgotten_process_is_taken_by_the_leader(
    processes: tuple[Process, Process],
) -> None:
    """It was taken while its new owner was just forgotten."""
    leader, other = processes
    table = await other.dealt(BO, CLEO, DAG)
    other.tables.lose(table)
    await other.store.transactions.run(lambda connection: _give(connection, table, 10**6))
    await other.beat()
    assert table not in other.tables.index
    await leader.beat()
    await leader.act(table)


def _give(connection: Connection, table_id: TableId, owner: int) -> None:
    connection.execute(update(TableRow).where(TableRow.id == table_id).values(owner=owner))


@pytest.mark.heavy
async def test_a_process_that_stops_gives_its_tables_back(
    processes: tuple[Process, Process],
) -> None:
    leaving, heir = processes
    table = await leaving.dealt(BO, CLEO, DAG)
    await leaving.tables.stop()
    assert len(leaving.tables.index) == 0
    await heir.beat()
    assert [one.id for one in heir.tables.index] == [table]


async def test_a_silence_costs_only_what_others_have_taken(
    processes: tuple[Process, Process],
) -> None:
    silent, other = processes
    kept = await silent.dealt(BO, CLEO, DAG)
    lost = (await silent.lobby_elsewhere()).id
    await other.tables.resume_table(lost)
    cluster = silent.membership.cluster
    before, lease = cluster.own_id, cluster.lease
    silent.clock.advance(lease.total_seconds())
    assert not silent.membership.lives
    await cluster._database.run(_put_back)
    await asyncio.gather(silent.membership.beat(), silent.membership.beat())
    assert silent.membership.lives
    assert cluster.own_id > before
    assert [one.id for one in silent.tables.index] == [kept]
    await silent.act(kept)


def _put_back(connection: Connection) -> None:
    """All processes have said nothing for an hour."""
    connection.execute(update(ProcessRow).values(beat_at=datetime(2026, 1, 1, tzinfo=UTC)))


@pytest.mark.heavy
async def test_a_channel_has_one_table_in_all_processes(processes: tuple[Process, Process]) -> None:
    one, other = processes
    await one.lobby()
    with pytest.raises(Refused, match="already has a table"):
        await other.lobby()


@pytest.mark.heavy
async def test_limits_count_the_tables_of_all_processes(processes: tuple[Process, Process]) -> None:
    one, other = processes
    table = await one.lobby()
    assert [found.id for found in await other.tables.ownership.elsewhere(GUILD, ANNA.id)] == [table]
    assert (
        await other.tables.ownership.elsewhere(NO_GUILD, BO.id)
        == await one.tables.ownership.elsewhere(GUILD)
        == []
    )
    limits = OpeningLimits(other.tables.index, other.clock, 1)
    wish = Opening(DAG.id, NO_GUILD, frozenset({0}))
    in_all = await other.tables.ownership.count_elsewhere()
    with (
        pytest.raises(Refused, match="bot is full"),
        limits.opening(wish, GuildSettings(), (), in_all),
    ):
        pass
    theirs = await other.tables.ownership.elsewhere(GUILD, ANNA.id)
    wish, one_each = Opening(ANNA.id, NO_GUILD, frozenset({0})), GuildSettings(tables_per_person=1)
    with pytest.raises(Refused, match="per person"), limits.opening(wish, one_each, theirs):
        pass


async def test_an_older_program_closes_no_table_of_a_newer_one(
    share: Share, processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two versions of the rules: the older one could not read what the newer one has written."""
    old, _ = processes
    new = Process(await share(edition=EDITION + 1, joined=False))
    with monkeypatch.context() as newer:
        newer.setattr(type(games()[KOMBINATIONS]), "rules_version", 2)
        await new.tables.resume()
        table = await new.dealt(BO, CLEO, DAG)
        dealt = new.at(table)
        await new.kill()
    await old.beat()
    with pytest.raises(NewerTable):
        await old.tables.resume_table(table)
    stored = await old.store.tables.load(table)
    assert stored is not None
    assert stored.state == "running"
    with monkeypatch.context() as newer:
        newer.setattr(type(games()[KOMBINATIONS]), "rules_version", 2)
        again = Process(await share(edition=EDITION + 1, joined=False))
        await again.tables.resume()
        assert same(await again.bring(table), dealt)
        await again.act(table)
        await again.tables.stop()


@pytest.mark.heavy
async def test_a_person_finds_their_tables_wherever_they_are(
    processes: tuple[Process, Process],
) -> None:
    one, other = processes
    table = await one.dealt(BO, CLEO, DAG)
    await other.tables.resume_around(BO.id)
    assert [found.id for found in other.tables.index.of_user(BO.id)] == [table]
