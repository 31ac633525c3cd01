"""New databases whose tables are copied, not migrated: most of what opening one costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, StaticPool, create_engine

from kwbot.storage.backend import database
from kwbot.storage.backend.schema import migrate
from kwbot.storage.backend.sqlite import driver_of


@contextmanager
def copying_tables() -> Iterator[None]:
    """For all databases that are opened within."""
    options = {"check_same_thread": False}  # each database has a thread of its own
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args=options)
    with engine.connect() as first, pytest.MonkeyPatch.context() as patch:
        migrate(first)
        first.commit()

        def copy(connection: Connection) -> None:
            empty = "SELECT NOT EXISTS (SELECT * FROM sqlite_master)"
            if connection.dialect.name == "sqlite" and connection.exec_driver_sql(empty).scalar():
                connection.commit()  # pages are copied outside of any transaction
                driver_of(first).backup(driver_of(connection))
            else:
                migrate(connection)

        patch.setattr(database, "migrate", copy)
        yield
    engine.dispose()


@pytest.fixture(scope="session", autouse=True)
def copied_tables() -> Iterator[None]:
    """Imported by the `conftest.py` of every folder whose tests open many databases."""
    with copying_tables():
        yield
