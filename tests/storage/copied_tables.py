"""New databases whose tables are copied, not migrated: most of what opening one costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, create_engine

from kwbot.storage import database
from kwbot.storage.schema import migrate


def dumped() -> list[str]:
    """Return the statements that make of an empty database what the migrations do."""
    with create_engine("sqlite://").connect() as connection:
        migrate(connection)
        driver = connection.connection.driver_connection
        assert driver is not None
        lines = list(driver.iterdump())
    return [line for line in lines if line not in {"BEGIN TRANSACTION;", "COMMIT;"}]


@contextmanager
def copying_tables() -> Iterator[None]:
    """For all databases that are opened within."""
    statements = dumped()

    def copy(connection: Connection) -> None:
        empty = "SELECT NOT EXISTS (SELECT * FROM sqlite_master)"
        if connection.dialect.name == "sqlite" and connection.exec_driver_sql(empty).scalar():
            for statement in statements:
                connection.exec_driver_sql(statement)
        else:
            migrate(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", copy)
        yield


@pytest.fixture(scope="session", autouse=True)
def copied_tables() -> Iterator[None]:
    """Imported by the `conftest.py` of every folder whose tests open many databases."""
    with copying_tables():
        yield
