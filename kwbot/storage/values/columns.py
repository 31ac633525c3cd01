"""Columns as fields of stored values, each written only once, in the value.

A row inherits from its value: `StoredSeat.seat` is a field, made by `column`, so `SeatRow.seat` is
a column. A row adds its keys and what only the database needs.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, dataclass_transform, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Date,
    DateTime,
    Dialect,
    Double,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
)
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from kwbot.ids import GuildId, TableId, UserId

_T = TypeVar("_T")

Snowflake = Annotated[int, mapped_column(BigInteger, autoincrement=False)]
"""An id from Discord, of 64 bits."""
GuildKey = Annotated[GuildId, mapped_column(BigInteger, autoincrement=False)]
UserKey = Annotated[UserId, mapped_column(BigInteger, autoincrement=False)]
Long = Annotated[int, mapped_column(BigInteger)]
"""A number of 64 bits."""
RowKey = Annotated[int, mapped_column(BigInteger().with_variant(Integer, "sqlite"))]
"""An id of our own, of 64 bits, because ids leap far after a restore."""
TableKey = Annotated[TableId, mapped_column(BigInteger().with_variant(Integer, "sqlite"))]


def column(
    *spec: Any,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    repr: bool = True,  # noqa: A002 - as in `field`
    **more: Any,
) -> Any:
    """Return a field that is also a column; `spec` and `more` are for `mapped_column`."""
    made = {"column": mapped_column(*spec, **more)}
    if default_factory is not MISSING:
        return field(default_factory=default_factory, repr=repr, metadata=made)
    return field(default=default, repr=repr, metadata=made)


# No frozen_default, or mypy would not accept inherited fields of a frozen value as columns.
@dataclass_transform(kw_only_default=True, field_specifiers=(column, field))
def row_value(*, kw_only: bool = True) -> Callable[[type[_T]], type[_T]]:
    """Return a decorator for frozen dataclasses whose fields may be columns."""
    return dataclass(frozen=True, slots=True, kw_only=kw_only)


def columns(value: Any) -> dict[str, Any]:
    """Return the fields of a value that are columns, by name."""
    return {one.name: getattr(value, one.name) for one in fields(value) if "column" in one.metadata}


def columns_of(row: type, value: type) -> list[Any]:
    """Return the columns of a row from which a stored value is read."""
    return [getattr(row, one.name) for one in fields(value) if "column" in one.metadata]


class Stored(Mapped[_T]):
    """The type of a field that is also a column: its own in a value, `Mapped` in a row."""

    if TYPE_CHECKING:

        def __set__(self, instance: Any, value: _T) -> None: ...  # type: ignore[override]


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, stored in UTC, and in SQLite without a time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ArgumentError("a stored time needs its time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class DayText(TypeDecorator[date]):
    """A day, stored as text: ``2026-10-31``"""

    impl = String(10)
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> date | None:
        return None if value is None else date.fromisoformat(value)


class JoinedText(TypeDecorator[tuple[str, ...]]):
    """Texts, stored as one with a separator."""

    impl = Text
    cache_ok = True

    def __init__(self, separator: str) -> None:
        super().__init__()
        self.separator = separator

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        return None if value is None else self.separator.join(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        return None if value is None else tuple(filter(None, value.split(self.separator)))


class Base(DeclarativeBase):
    """A row, with the columns of the values from which it inherits."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own class-level table
        datetime: UtcDateTime,
        date: Date,
        str: Text,
        bytes: LargeBinary,
        float: Double,
        dict[str, Any]: JSON,
    }

    def __init_subclass__(cls, **more: Any) -> None:
        for value in filter(is_dataclass, cls.__mro__[1:]):
            hints = get_type_hints(value, include_extras=True)
            for one in fields(value):
                if (made := one.metadata.get("column")) is not None:
                    cls.__annotations__[one.name] = hints[one.name]
                    setattr(cls, one.name, made)
        super().__init_subclass__(**more)
