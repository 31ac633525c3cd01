"""INSERT … ON CONFLICT, which SQLite and PostgreSQL spell alike and SQLAlchemy keeps apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Dialect, Executable, inspect
from sqlalchemy.dialects import postgresql, sqlite

from kwbot.storage.models import Base


def upsert(
    dialect: Dialect, model: type[Base], values: Mapping[str, Any], *, change: tuple[str, ...] = ()
) -> Executable:
    """Insert `values`; if the row is there already, set its columns `change` (none: leave it)."""
    make = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    statement = make(model).values(**values)
    keys = [column.name for column in inspect(model).primary_key]
    if not change:
        return statement.on_conflict_do_nothing(index_elements=keys)
    return statement.on_conflict_do_update(
        index_elements=keys, set_={name: statement.excluded[name] for name in change}
    )
