"""The checks of /readyz, and the gauges of a running bot in /metrics."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge

from kwbot import BUILD
from kwbot.hosting import health
from kwbot.hosting.daily_backup import backup_age
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.store import Store
from kwbot.tables.serving.membership import Membership
from kwbot.tables.state.indexed_table import DormantTable, IndexedTable
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.thinking.worker_pool import WorkerPool
from kwbot.tables.time.clock import SystemClock


def checks(
    store: Store, workers: WorkerPool | None, membership: Membership | None = None
) -> dict[str, health.Check]:
    """Return the checks of this process. `workers` is None without worker processes, `membership`
    without a cluster."""

    async def database() -> str | None:
        try:
            await store.check_write()
        except StorageError as error:
            return str(error)
        return None

    thinking = {} if workers is None else {"computers": workers.trouble}
    cluster = {} if membership is None else {"cluster": membership.trouble}
    return {"database": database, **thinking, **cluster}


def registry(
    store: Store, tables: Iterable[IndexedTable], workers: WorkerPool, *, backed_up: bool = False
) -> CollectorRegistry:
    """Return everything that /metrics shows. `backed_up`: whether there should be daily copies."""
    made, thought = health.new_registry(), workers.figures
    build = Gauge("kwbot_build_info", "1, with the version that runs", ["version"], registry=made)
    build.labels(BUILD).set(1)
    figures: dict[str, tuple[str, Callable[[], float]]] = {
        "players": ("People at open tables", lambda: sum(len(table.humans) for table in tables)),
        "thinking_waiting": ("Decisions that wait for a process", lambda: workers.waiting),
        "thinking_worlds": ("Worlds of a decision lately", lambda: thought.samples),
        "thinking_seconds": ("From question to decision lately", lambda: thought.seconds),
    }
    if store.path is not None:
        room = partial(_room, store.path.parent)
        figures["disk_free_bytes"] = ("Free space on the disk of the database", room)
    if store.path is not None and backed_up:
        age = partial(backup_age, store.path, SystemClock())
        figures["backup_age_seconds"] = ("Age of the newest daily copy of the database", age)
    for name, (what, value) in figures.items():
        health.watch(made, name, what, value)
    health.watch_each(made, "tables", "Open tables", "state", partial(_by_state, tables))
    return made


def _room(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def _by_state(tables: Iterable[IndexedTable]) -> Mapping[str, int]:
    """Return the number of tables by state; a paused one's channel is out of reach."""
    return {"lobby": 0, "running": 0, "paused": 0} | Counter(map(_state_of, tables))


def _state_of(table: IndexedTable) -> str:
    if isinstance(table, RunningTable):
        return "paused" if table.paused else "running"
    return "running" if isinstance(table, DormantTable) and table.has_begun else "lobby"
