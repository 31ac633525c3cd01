"""Invitations of people to tables, within a transaction."""

from sqlalchemy import Connection, func, insert, select

from kwbot.ids import TableId, UserId
from kwbot.storage.values.models import InvitationRow, TableRow


def is_invited(connection: Connection, table_id: TableId, user_id: UserId) -> bool:
    """Whether a user was invited to a table."""
    found = select(InvitationRow.table_id).where(
        InvitationRow.table_id == table_id, InvitationRow.user_id == user_id
    )
    return connection.scalar(found) is not None


def may_invite(connection: Connection, table_id: TableId, user_id: UserId, *, most: int) -> bool:
    """Whether a user was not yet invited to a table, and fewer than `most` others were."""
    of_table = select(func.count()).where(InvitationRow.table_id == table_id)
    if is_invited(connection, table_id, user_id):
        return False
    return (connection.scalar(of_table) or 0) < most


def invite(connection: Connection, table_id: TableId, user_id: UserId, *, most: int) -> bool:
    """Note an invitation; return False if the user has one or the table has `most`."""
    # On PostgreSQL two processes may do this at once.
    connection.execute(select(TableRow.id).where(TableRow.id == table_id).with_for_update())
    if not may_invite(connection, table_id, user_id, most=most):
        return False
    connection.execute(insert(InvitationRow), {"table_id": table_id, "user_id": user_id})
    return True
