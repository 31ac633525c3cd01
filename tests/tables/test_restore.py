# ruff: noqa: ASYNC240 - small files, and nothing else runs meanwhile
"""The drill: play, back up while playing, play on, restore, resume, and play to the end."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kwbot.commands import main
from kwbot.engine.values.cards import CardSet
from kwbot.ids import TableId
from kwbot.storage.queries.restore_queries import MIN_ID_LEAP
from kwbot.storage.store import Store
from kwbot.storage.upkeep.live_copy import back_up, serve_backups
from kwbot.storage.upkeep.restoring import RestoreRefused, restore
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import BeforeRestore
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.state.table_state import RunningTable
from tests.tables.sandbox import (
    ANNA,
    BO,
    CHANNEL,
    CLEO,
    DAG,
    GUILD,
    KOMBINATIONS,
    LIMITED,
    House,
    assert_verified,
)

NOW = datetime(2026, 11, 23, 10, tzinfo=UTC)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'kwbot.sqlite3'}"


@asynccontextmanager
async def running(url: str) -> AsyncIterator[House]:
    """A bot of this database, until it stops."""
    store = await Store.open(url, wait=0)
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    async with serve_backups(store):
        yield house
    await house.tables.stop()
    await store.close()


async def act(house: House, table_id: TableId, times: int) -> None:
    for _ in range(times):
        await house.step(table_id)


def hands(table: RunningTable) -> tuple[CardSet, ...]:
    assert table.match.deal
    return tuple(table.match.deal.layout.hands)


@pytest.mark.slow
async def test_a_backup_is_restored_in_the_middle_of_a_game(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with running(url) as house:
        table = await house.dealt(BO, CLEO, DAG, **(LIMITED | {"rounds": "4"}))
        while house.at(table).match.number < 2 or house.at(table).ready:
            await house.step(table)
        await act(house, table, 3)
        lobby = (await house.lobby_elsewhere()).id
        await asyncio.to_thread(back_up, url, copy, wait=0)
        before = house.at(table)
        await act(house, table, 40)  # others see more of these cards, and of later deals
        while house.at(table).ready:  # between two deals
            await house.step(table)
        later = house.at(table)
        await house.tables.index.at(lobby).close("cancelled")
        newer = (await house.lobby_elsewhere()).id

    said = restore(url, copy, NOW, wait=0)
    assert "running deals that will be dealt anew: 1." in said
    aside = tmp_path / "kwbot.sqlite3.before-restore-20261123-100000"
    assert aside.exists()
    assert f"The old database is now {aside}." in said

    async with running(url) as house:
        await house.settled()
        for old in (table, lobby, newer):
            with pytest.raises(BeforeRestore):
                house.tables.index.at(old)
        tables = sorted(open_.id for open_ in house.tables.index)
        assert len(tables) == 2
        assert tables[0] > newer + MIN_ID_LEAP
        new = NewLobby(
            guild=GUILD, channel=CHANNEL + 2, seated=(DAG.seated(),), game=KOMBINATIONS,
            language="en",
        )  # fmt: skip
        fresh = (await house.tables.open(new, GuildSettings())).id
        assert fresh > tables[-1]

        [again] = [one for one in tables if isinstance(house.tables.index.get(one), RunningTable)]
        game = house.at(again)
        assert game.match.deals == before.match.deals
        assert game.ready is not None
        assert game.ready.deal == before.match.number
        assert game.ready.context.startswith(f"table={again} ")
        await house.all_ready(again)
        assert house.at(again).restored
        assert hands(house.at(again)) not in (hands(before), hands(later))
        ended = await house.play_out(again)
        assert not ended.restored
        assert len(ended.match.deals) > game.ready.deal
        for deal in await house.store.tables.revealed_deals(again):
            proof = await house.tables.archive.proof(again, deal)
            assert proof is not None
            await assert_verified(proof, tmp_path)
        assert await house.store.results.stats(GUILD, ANNA.id)


async def test_a_restart_after_a_restore_changes_nothing_more(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with running(url) as house:
        await house.dealt(BO, CLEO, DAG, **LIMITED)
        await asyncio.to_thread(back_up, url, copy, wait=0)
    restore(url, copy, NOW, wait=0)
    async with running(url) as house:
        await house.settled()
        [first] = house.tables.index.in_memory
    async with running(url) as house:
        [second] = house.tables.index.in_memory
    assert (first.id, first.running and first.running.ready) == (
        second.id,
        second.running and second.running.ready,
    )


async def test_two_restores_of_one_backup_share_no_number(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with running(url) as house:
        await house.lobby()
        await asyncio.to_thread(back_up, url, copy, wait=0)
    ids = []
    for second in range(2):
        restore(url, copy, NOW.replace(second=second), wait=0)
        async with running(url) as house:
            [table] = house.tables.index
            ids.append(table.id)
    assert ids[0] != ids[1]
    assert all(one > MIN_ID_LEAP for one in ids)


async def test_what_cannot_be_restored_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KWBOT_DATABASE_URL", url)
    database, copy = tmp_path / "kwbot.sqlite3", tmp_path / "copy.sqlite3"

    def refused(file: Path) -> str:
        kept = database.read_bytes()
        assert main(["restore", str(file)]) == 2
        assert database.read_bytes() == kept
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        return err

    async with running(url):
        await asyncio.to_thread(back_up, url, copy, wait=0)
    store = await Store.open(url, wait=0)  # not one that has read its own file since
    with pytest.raises(RestoreRefused, match=r"^A bot uses .*: stop it first\.$"):
        restore(url, copy, NOW, wait=0)
    await store.close()
    assert "There is no backup" in refused(tmp_path / "nowhere")
    assert "the database itself" in refused(database)
    text, foreign = tmp_path / "text", tmp_path / "foreign.sqlite3"
    text.write_text("no database" * 1000)
    assert "is not a database" in refused(text)
    with closing(sqlite3.connect(foreign)) as other, other:
        other.execute("CREATE TABLE tables (id INTEGER)")
    assert "is no backup of Kwbot" in refused(foreign)
    cut = tmp_path / "cut.sqlite3"
    cut.write_bytes(copy.read_bytes()[:100_000])
    assert "cut.sqlite3 is damaged" in refused(cut)
    cut.write_bytes(b"")
    assert "is no backup of Kwbot" in refused(cut)
    monkeypatch.setenv("KWBOT_DATABASE_URL", "postgresql://me:hunter2@host/db")
    assert "pg_restore" in refused(copy)
    monkeypatch.setenv("KWBOT_DATABASE_URL", "sqlite://")
    assert "in memory" in refused(copy)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("old", ["lost", "damaged"])
async def test_the_old_database_may_be_lost_or_damaged(url: str, tmp_path: Path, old: str) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with running(url) as house:
        await house.lobby()
        await asyncio.to_thread(back_up, url, copy, wait=0)
    (tmp_path / "kwbot.sqlite3").unlink()
    if old == "damaged":
        (tmp_path / "kwbot.sqlite3").write_text("no database" * 1000)
    restore(url, copy, NOW, wait=0)
    async with running(url) as house:
        assert len(house.tables.index) == 1
