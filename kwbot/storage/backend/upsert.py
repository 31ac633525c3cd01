"""INSERT … ON CONFLICT, for both SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Executable, Insert, inspect

from kwbot.storage.values.columns import Base

if TYPE_CHECKING:
    from sqlalchemy.dialects.sqlite import Insert as Upsert


def upsert(
    connection: Connection,
    model: type[Base],
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    change: tuple[str, ...] = (),
) -> bool:
    """Insert a row, or several; set the columns `change` of one that exists. Without `change` a row
    is not stored if any unique value exists. Return whether a row was stored."""
    return (
        connection.execute(make_upsert(connection.dialect.name, model, change), values).rowcount > 0
    )


def add_sums(connection: Connection, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows; add the new values, except for the key, to a row that exists."""
    if rows:
        connection.execute(make_addition(connection.dialect.name, model), rows)


@cache
def make_addition(dialect: str, model: type[Base]) -> Executable:
    """Return the statement of `add_sums`, for values of all columns."""
    into = _insert(dialect, model)
    mapper = inspect(model)
    keys = [column.name for column in mapper.primary_key]
    sums = [column for column in mapper.columns if column.name not in keys]
    return into.on_conflict_do_update(
        index_elements=keys, set_={one.name: one + into.excluded[one.name] for one in sums}
    )


@cache
def make_upsert(dialect: str, model: type[Base], change: tuple[str, ...]) -> Insert:
    """Return the statement of `upsert`."""
    into = _insert(dialect, model)
    if not change:
        return into.on_conflict_do_nothing()
    keys = [column.name for column in inspect(model).primary_key]
    return into.on_conflict_do_update(
        index_elements=keys, set_={name: into.excluded[name] for name in change}
    )


def _insert(dialect: str, model: type[Base]) -> Upsert:
    """Return an INSERT of a dialect without loading the other one."""
    insert: Upsert = import_module(f"sqlalchemy.dialects.{dialect}").insert(model)
    return insert
