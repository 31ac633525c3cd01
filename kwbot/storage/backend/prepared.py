"""Statements that every click or deal executes, prepared once.

SQLAlchemy finds out anew each time what SQLite is to get, which takes twice as long as all the
rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from sqlalchemy import Connection, Dialect, Insert, Select, Update

from kwbot.storage.backend.sqlite import driver_of
from kwbot.storage.values.models import UtcDateTime

Statement = Insert | Update | Select[Any]


class Executed(Protocol):
    """What a statement has found."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> Sequence[Any]:
        """All rows that it returns, as the database has them: ids and text are what they are."""


def executed(
    connection: Connection, statement: Statement, rows: Sequence[Mapping[str, Any]]
) -> Executed:
    """Execute a statement for each of `rows`, all with the same names, one at least. It returns
    rows for a single one only."""
    if connection.dialect.name != "sqlite":
        return connection.execute(statement, rows if len(rows) > 1 else rows[0])
    sql, order = _prepared(statement, connection.dialect, tuple(rows[0]))
    given = [tuple(make(row[name]) if make else row[name] for name, make in order) for row in rows]
    driver = driver_of(connection)
    return driver.executemany(sql, given) if len(given) > 1 else driver.execute(sql, given[0])


@lru_cache(maxsize=512)
def _prepared(
    statement: Statement, dialect: Dialect, names: tuple[str, ...]
) -> tuple[str, Sequence[tuple[str, Callable[[Any], Any] | None]]]:
    """Return a statement in SQL, and its parameters in order, each with what a value becomes."""
    compiled = statement.compile(dialect=dialect, column_keys=names)
    types = {name: compiled.binds[name].type for name in compiled.positiontup or ()}
    order = []
    for name, type_ in types.items():
        make = type_.dialect_impl(dialect).bind_processor(dialect)
        if make and isinstance(type_, UtcDateTime):  # what is stored together happened together
            make = lru_cache(maxsize=16)(make)
        order.append((name, make))
    return str(compiled), order
