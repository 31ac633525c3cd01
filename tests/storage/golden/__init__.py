"""Databases that the migrations before the present first one made, as statements."""

from __future__ import annotations

from pathlib import Path

FIRST_TABLE = 1
"""A table of theirs that is running, with two events."""


def made_by_all_migrations(dialect: str) -> list[str]:
    """Return the statements that make such a database, of SQLite or PostgreSQL."""
    sql = (Path(__file__).parent / f"{dialect}.sql").read_text("utf-8")
    kept = sql.replace("BEGIN TRANSACTION;\n", "").replace("COMMIT;\n", "")
    return [one for one in kept.split(";\n") if one and "sqlite_sequence" not in one]
