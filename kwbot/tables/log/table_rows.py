"""Conversion between a table and its row in the store."""

from collections.abc import Mapping
from typing import Any, cast

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Seat
from kwbot.ids import UserId
from kwbot.storage.values.stored_tables import (
    NewTable,
    Stage,
    StoredSeal,
    StoredSeat,
    StoredTable,
    TableChange,
    TableEntry,
)
from kwbot.tables.state.contributions import LobbySeal
from kwbot.tables.state.indexed_table import DormantTable
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import (
    ClosedTable,
    LobbyTable,
    PlannedTable,
    RunningTable,
    TableState,
)

_COLUMNS = {
    "channel": "channel_id",
    "parent_channel": "parent_channel_id",
    "message": "message_id",
    "host": "host_id",
    "options": "options",
    "language": "language",
    "starts": "deadline",  # of a lobby; in a game the next line overrides it
    "deadline": "deadline",
    "last_human_at": "last_human_at",
    "reason": "closed_reason",
    "display": "display",
}
"""The column in which each field of a table's state is stored."""
_STAGES: dict[type[TableState], Stage] = {
    LobbyTable: "lobby",
    PlannedTable: "planned",
    RunningTable: "running",
    ClosedTable: "closed",
}


def change_of(before: TableState, after: TableState) -> TableChange:
    """Return the changes of a table's row."""
    values: dict[str, Any] = {
        column: getattr(after, name, None)
        for name, column in _COLUMNS.items()
        if getattr(after, name, None) != getattr(before, name, None)
    }
    if type(after) is not type(before):
        values["state"] = _STAGES[type(after)]
    if isinstance(after, ClosedTable) and not isinstance(before, ClosedTable):
        values["closing_messages_due"] = True
    if after.variant is not before.variant:
        values["game"] = after.variant.key
    if _seal(after) != _seal(before):
        values["seal"] = _seal(after)
    if after.seated != before.seated or _away(after) != _away(before):
        values["seats"] = stored_seats(after)
    return cast(TableChange, values)


def row_change(values: Mapping[str, object]) -> TableChange:
    """Return new values of a table's fields as a change of its row."""
    return cast(TableChange, {_COLUMNS[name]: value for name, value in values.items()})


def stored_seats(table: TableState) -> tuple[StoredSeat, ...]:
    """Return the seats of a table as rows."""
    return tuple(
        StoredSeat(
            seat=seat,
            name=seated.name,
            user_id=seated.user,
            level=None if seated.user else seated.level,
            dm_channel_id=seated.dm_channel,
            dm_open=seated.dm_open,
            away=seat in _away(table),
            left_by=seated.left_by,
        )
        for seat, seated in enumerate(table.seated)
    )


def _away(table: TableState) -> frozenset[Seat]:
    return table.running.away if table.running else frozenset()


def _seal(table: TableState) -> StoredSeal | None:
    seal = table.seal if isinstance(table, LobbyTable) else None
    if seal is None:
        return None
    given = "\n".join(f"{user} {text}" for user, text in seal.given)
    return StoredSeal(commitment=seal.commitment, context=seal.context, contributions=given)


def _seal_of(stored: StoredSeal) -> LobbySeal:
    given = [line.split(" ", 1) for line in stored.contributions.splitlines()]
    pairs = tuple((UserId(int(user)), text) for user, text in given)
    return LobbySeal(stored.commitment, stored.context, pairs)


def from_row(row: StoredTable, variant: Variant) -> LobbyTable:
    """Return the lobby of a row: the table before its first event."""
    kind = PlannedTable if row.state == "planned" else LobbyTable
    return kind(
        id=row.id,
        guild=row.guild_id,
        channel=row.channel_id,
        parent_channel=row.parent_channel_id,
        host=row.host_id,
        variant=variant,
        options={**variant.option_values({}), **row.options},  # some are newer than the table
        language=row.language,
        created_at=row.created_at,
        last_human_at=row.last_human_at,
        seated=tuple(
            Seated(s.name, s.user_id, s.level or "", s.dm_channel_id, s.dm_open, s.left_by)
            for s in row.seats
        ),
        message=row.message_id,
        display=row.display,
        seal=_seal_of(row.seal) if row.seal else None,
        starts=row.deadline if row.state in ("lobby", "planned") else None,
    )


def from_entry(entry: TableEntry, variant: Variant) -> DormantTable:
    """Return a table of which only the index entry is known: its log is not read yet."""
    return DormantTable(
        id=entry.id,
        guild=entry.guild_id,
        channel=entry.channel_id,
        parent_channel=entry.parent_channel_id,
        host=entry.host_id,
        variant=variant,
        seated=tuple(Seated(name, user) for user, name in entry.people),
        has_begun=entry.state == "running",
        planned=entry.state == "planned",
    )


def new_row(table: LobbyTable) -> NewTable:
    """Return a new lobby as the row to store."""
    return NewTable(
        guild_id=table.guild,
        channel_id=table.channel,
        parent_channel_id=table.parent_channel,
        host_id=table.host,
        game=table.variant.key,
        language=table.language,
        created_at=table.created_at,
        seats=stored_seats(table),
        options=dict(table.options),
        withheld=table.is_duplicate,
    )
