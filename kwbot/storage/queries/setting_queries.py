"""Settings of servers, preferences and lessons of players, and bans, within a transaction."""

import logging
from collections.abc import Callable
from typing import TypeVar

from pydantic import ValidationError
from sqlalchemy import Connection, delete, select, update

from kwbot.ids import GuildId, UserId
from kwbot.storage.backend.rows import read_all
from kwbot.storage.backend.upsert import upsert
from kwbot.storage.queries.restore_queries import before_first_change
from kwbot.storage.values.columns import columns
from kwbot.storage.values.documents import Document, GuildSettings, Learning, Preferences
from kwbot.storage.values.models import BanRow, GuildSettingsRow, LearnerRow, PreferencesRow
from kwbot.storage.values.stored_people import PlayerBan

_log = logging.getLogger(__name__)

_D = TypeVar("_D", bound=Document)


def _read(kind: type[_D], document: str | None) -> _D:
    """Return a stored document, or the defaults if this version cannot read it."""
    if document is None:
        return kind()
    try:
        return kind.model_validate_json(document)
    except ValidationError as error:
        _log.warning("stored %s cannot be read, using the defaults: %s", kind.__name__, error)
        return kind()


def guild_settings(connection: Connection, guild_id: GuildId) -> GuildSettings:
    """Return the settings of a server."""
    row = select(GuildSettingsRow.document).where(GuildSettingsRow.guild_id == guild_id)
    return _read(GuildSettings, connection.scalar(row))


def change_guild_settings(
    connection: Connection, guild_id: GuildId, change: Callable[[GuildSettings], GuildSettings]
) -> GuildSettings:
    """Store and return what `change` makes of a server's settings, locked meanwhile."""
    return _change(connection, GuildSettingsRow, {"guild_id": guild_id}, GuildSettings, change)


def preferences(connection: Connection, user_id: UserId) -> Preferences:
    """Return the preferences of a user."""
    row = select(PreferencesRow.document).where(PreferencesRow.user_id == user_id)
    return _read(Preferences, connection.scalar(row))


def change_preferences(
    connection: Connection, user_id: UserId, change: Callable[[Preferences], Preferences]
) -> Preferences:
    """Store and return what `change` makes of a user's preferences, locked meanwhile."""
    return _change(connection, PreferencesRow, {"user_id": user_id}, Preferences, change)


def _change(
    connection: Connection,
    table: type[GuildSettingsRow | PreferencesRow],
    key: dict[str, int],
    kind: type[_D],
    change: Callable[[_D], _D],
) -> _D:
    """Store and return what `change` makes of a row's document, locked meanwhile."""
    upsert(connection, table, {**key, "document": kind().to_text()})
    held = select(table.document).filter_by(**key).with_for_update()
    after = change(_read(kind, connection.scalar(held)))
    changed = {**key, "document": after.to_text()}
    upsert(connection, table, changed, change=("document",))
    return after


def learning(connection: Connection, user_id: UserId) -> tuple[int, Learning]:
    """Return the number of the last change of somebody's lessons, and their progress."""
    row = select(LearnerRow.seq, LearnerRow.document).where(LearnerRow.user_id == user_id)
    found = connection.execute(row).one_or_none()
    seq, document = found or (before_first_change(connection), None)
    return seq, _read(Learning, document)


def set_learning(connection: Connection, user_id: UserId, seq: int, learning: Learning) -> bool:
    """Store somebody's progress in the lessons as the change after number `seq`; return False if
    there was another change meanwhile."""
    values = {"user_id": user_id, "seq": seq + 1, "document": learning.to_text()}
    known = (LearnerRow.user_id == user_id, LearnerRow.seq == seq)
    if connection.execute(update(LearnerRow).where(*known).values(values)).rowcount:
        return True
    return seq == before_first_change(connection) and upsert(connection, LearnerRow, values)


def ban(connection: Connection, guild_id: GuildId, user_id: UserId, game: str) -> PlayerBan | None:
    """Return the ban of a user from a game on a server, if there is one."""
    return next(iter(bans(connection, guild_id, user_id, game)), None)


def add_ban(connection: Connection, ban: PlayerBan) -> None:
    """Ban a user from a game on a server, replacing an older ban."""
    changed = ("by", "reason", "at")
    upsert(connection, BanRow, columns(ban), change=changed)


def remove_ban(connection: Connection, guild_id: GuildId, user_id: UserId, game: str) -> bool:
    """Lift a ban; return False if there was none."""
    key = (BanRow.guild_id == guild_id, BanRow.user_id == user_id, BanRow.game == game)
    return connection.execute(delete(BanRow).where(*key)).rowcount > 0


def bans(
    connection: Connection,
    guild_id: GuildId,
    user_id: UserId | None = None,
    game: str | None = None,
) -> list[PlayerBan]:
    """Return a server's bans, of everybody or of one user and game, the oldest first."""
    statement = select(BanRow).where(BanRow.guild_id == guild_id)
    if user_id is not None:
        statement = statement.where(BanRow.user_id == user_id)
    if game is not None:
        statement = statement.where(BanRow.game == game)
    return read_all(
        connection, statement.order_by(BanRow.at, BanRow.user_id, BanRow.game), PlayerBan
    )
