"""Reading rows as values made of their columns."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, Select

_T = TypeVar("_T")


def read_one(connection: Connection, query: Select[Any], kind: Callable[..., _T]) -> _T | None:
    """Return the only row of a query as a value of a kind; None if there is none."""
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else kind(**row)


def read_all(connection: Connection, query: Select[Any], kind: Callable[..., _T]) -> list[_T]:
    """Return the rows of a query as values of a kind."""
    return [kind(**row) for row in connection.execute(query).mappings()]
