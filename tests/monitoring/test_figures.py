"""What /metrics looks up is what there is."""

from __future__ import annotations

from prometheus_client import generate_latest

from kwbot.hosting import monitoring
from kwbot.tables.thinking.worker_pool import WorkerPool
from tests.cogs.server import running


async def test_tables_are_told_by_their_state() -> None:
    async with running() as server:
        registry = monitoring.registry(server.store, server.tables.index, WorkerPool())

        def shown() -> dict[str, float]:
            lines = generate_latest(registry).decode().splitlines()
            pairs = [line.rsplit(" ", 1) for line in lines if line.startswith("kwbot_")]
            return {name: float(value) for name, value in pairs}

        anna, bo = server.playground.person("Anna"), server.playground.person("Bo")
        assert shown()['kwbot_tables{state="lobby"}'] == 0
        table = await server.table(anna, bo)
        here = shown()
        assert here['kwbot_tables{state="lobby"}'] == 1
        assert here["kwbot_players"] == 2
        await server.start(table, anna)
        assert shown()['kwbot_tables{state="running"}'] == 1
        await server.tables.pause(table, paused=True)
        here = shown()
        assert here['kwbot_tables{state="running"}'] == here['kwbot_tables{state="lobby"}'] == 0
        assert here['kwbot_tables{state="paused"}'] == 1
