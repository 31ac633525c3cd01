"""New databases whose tables are copied, not migrated: most of what opening one costs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import pytest
from sqlalchemy import Connection
from sqlalchemy.engine import AdaptedConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kwbot.storage.backend import database
from kwbot.storage.backend.schema import migrate


@contextmanager
def copying_tables() -> Iterator[None]:
    """For all databases that are opened within."""
    engine = create_async_engine("sqlite+aiosqlite://")
    first = asyncio.run(_connect(engine))
    copied = _driver_of(first)
    assert copied is not None

    def copy(connection: Connection) -> None:
        empty = "SELECT NOT EXISTS (SELECT * FROM sqlite_master)"
        driver = _driver_of(connection)
        if driver is not None and connection.exec_driver_sql(empty).scalar():
            connection.commit()  # pages are copied outside of any transaction
            driver.run_async(copied.driver_connection.backup)
        else:
            migrate(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", copy)
        yield
    asyncio.run(engine.dispose())


async def _connect(engine: AsyncEngine) -> Connection:
    """Return a connection to tables that are new."""
    connection = await engine.connect()
    await connection.run_sync(migrate)
    await connection.commit()
    assert connection.sync_connection is not None
    return connection.sync_connection


def _driver_of(connection: Connection) -> AdaptedConnection | None:
    """Return aiosqlite's connection as SQLAlchemy has it; None if it is of another library."""
    if connection.dialect.driver != "aiosqlite":
        return None
    return cast(AdaptedConnection, connection.connection.dbapi_connection)


@pytest.fixture(scope="session", autouse=True)
def copied_tables() -> Iterator[None]:
    """Imported by the `conftest.py` of every folder whose tests open many databases."""
    with copying_tables():
        yield
