"""Databases that the migrations before the present first one made, as statements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect
from sqlalchemy.engine.interfaces import ReflectedIndex

from kwbot.ids import TableId

FIRST_TABLE = TableId(1)
"""A table of theirs that is running, with two events."""


def made_by_all_migrations(dialect: str) -> list[str]:
    """Return the statements that make such a database, of SQLite or PostgreSQL."""
    sql = (Path(__file__).parent / f"{dialect}.sql").read_text("utf-8")
    kept = sql.replace("BEGIN TRANSACTION;\n", "").replace("COMMIT;\n", "")
    return [one for one in kept.split(";\n") if one and "sqlite_sequence" not in one]


def described(connection: Connection) -> dict[str, Any]:
    """Return all tables with their columns, in whatever order, keys and indexes."""
    found = inspect(connection)
    return {
        table: (
            sorted(
                (one["name"], str(one["type"]), one["nullable"], one["default"])
                for one in found.get_columns(table)
            ),
            found.get_pk_constraint(table),
            sorted(map(str, found.get_foreign_keys(table))),
            sorted(map(_index, found.get_indexes(table))),
            found.get_unique_constraints(table),
            _of_sqlite(connection, table),
        )
        for table in found.get_table_names()
        if table != "alembic_version"
    }


def _index(index: ReflectedIndex) -> tuple[str, str]:
    options = {key: str(value) for key, value in index.get("dialect_options", {}).items()}
    return str(index["name"]), f"{index['column_names']} {index['unique']} {options}"


def _of_sqlite(connection: Connection, table: str) -> list[str]:
    """Return what a table has that only SQLite knows."""
    if connection.dialect.name != "sqlite":
        return []
    made = f"SELECT sql FROM sqlite_master WHERE type = 'table' AND name = '{table}'"
    sql = connection.exec_driver_sql(made).scalar_one()
    return [word for word in ("AUTOINCREMENT", "WITHOUT ROWID") if word in sql]
