"""Presses and commands find their tables after a start, though they are not back in memory yet."""

from __future__ import annotations

import pytest
from prometheus_client import generate_latest

from kwbot.hosting.monitoring import registry
from kwbot.ids import TableId
from kwbot.tables.serving.resumption import Resumption
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.time.clock import Gap
from playground import Channel, LocalPerson
from tests.cogs.server import GAME, Server


@pytest.fixture
async def table_id(server: Server, anna: LocalPerson, monkeypatch: pytest.MonkeyPatch) -> TableId:
    """Anna's lobby in the channel, dormant as after a start."""

    async def nothing(resumption: Resumption) -> None:
        pass

    number = await server.table(anna)
    monkeypatch.setattr(Resumption, "_resume_rest", nothing)
    server.tables.index.live.clear()
    await server.tables._resumption.begin(Gap(), server.clock.now())
    assert not server.tables.index.in_memory
    return number


def moderator(server: Server) -> tuple[LocalPerson, Channel]:
    """Somebody in a channel without a table."""
    elsewhere = server.playground.add_channel(server.playground.guild, "whist-2")
    return server.playground.person("Mod", moderator=True), elsewhere


async def test_a_player_is_barred_from_a_lobby_that_is_not_back(
    server: Server, anna: LocalPerson, table_id: TableId
) -> None:
    mod, elsewhere = moderator(server)
    await mod.slash(elsewhere, "admin ban", player=anna, game=GAME, reason="x")
    assert len(server.tables.index) == 0  # a lobby that nobody is in is closed


async def test_a_table_that_is_not_back_is_offered_and_closed(
    server: Server, table_id: TableId
) -> None:
    mod, elsewhere = moderator(server)
    offered = await mod.autocomplete(elsewhere, "admin close-table", "table", "ann")
    assert [choice["value"] for choice in offered] == [table_id]
    assert not server.tables.index.in_memory
    asked = await mod.slash(elsewhere, "admin close-table", table=table_id)
    await mod.click(asked.message, "Close the table")
    assert len(server.tables.index) == 0


async def test_tables_that_are_not_back_are_counted(server: Server, table_id: TableId) -> None:
    shown = generate_latest(registry(server.store, server.tables.index, WorkerPool())).decode()
    assert 'kwbot_tables{state="lobby"} 1.0' in shown
    assert "kwbot_players 1.0" in shown
