"""Past games of a player or a channel, within a transaction."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Connection, Select, and_, or_, select, union

from kwbot.ids import GuildId, TableId, UserId
from kwbot.listings import GamePlayer, PlayedGame
from kwbot.storage.values.models import (
    EventRow,
    LastNameRow,
    PlayerResultRow,
    ResultRow,
    SeatRow,
    SecretRow,
    TableRow,
)
from kwbot.storage.values.stored_tables import EVENING_OPTION

_KEPT = TableRow.state.in_(("running", "closed"))


class GameScope(NamedTuple):
    """The games to find: on a server (None: any), of a `user` if given, and in a `channel` and its
    threads if given, along with those of the `viewer` elsewhere."""

    guild: GuildId | None
    user: UserId | None = None
    channel: int | None = None
    viewer: UserId | None = None


def games(
    connection: Connection, scope: GameScope, *, limit: int, offset: int = 0
) -> tuple[list[PlayedGame], int]:
    """Return a page of the games with a finished deal, the newest first, and the number of all. A
    player's games stay forever, but without cards once their tables are deleted."""
    found = (_select_kept(scope) if scope.channel is not None else _select_all(scope)).subquery()
    ids = connection.scalars(select(found.c.id).order_by(found.c.id.desc())).all()
    return _read_games(connection, ids[offset : offset + limit]), len(ids)


def _select_kept(scope: GameScope) -> Select[TableId]:
    """Return the query of the games whose tables still exist."""
    over = select(SecretRow.deal).where(
        SecretRow.table_id == TableRow.id, SecretRow.revealed_at.is_not(None)
    )
    shown = TableRow.withheld.is_(False)
    found = select(TableRow.id.label("id")).where(_KEPT, shown, over.exists())
    if scope.guild is not None:
        found = found.where(TableRow.guild_id == scope.guild)
    if scope.user is not None:
        found = found.where(TableRow.id.in_(_select_seated(scope.user)))
    if scope.channel is not None:
        here = (TableRow.channel_id == scope.channel, TableRow.parent_channel_id == scope.channel)
        shared = [] if scope.viewer is None else [TableRow.id.in_(_select_seated(scope.viewer))]
        found = found.where(or_(*here, *shared))
    return found


def _select_seated(user_id: UserId) -> Select[TableId]:
    """Return the query of the tables at which a user sits, or sat at the end."""
    return select(SeatRow.table_id).where(SeatRow.user_id == user_id)


def _select_all(scope: GameScope) -> CompoundSelect[Any]:
    """Return the query of a player's games, including those of which only the result is left."""
    results = (
        select(ResultRow.table_id.label("id"))
        .join(PlayerResultRow, PlayerResultRow.result_id == ResultRow.id)
        .where(PlayerResultRow.user_id == scope.user)
    )
    if scope.guild is not None:
        results = results.where(ResultRow.guild_id == scope.guild)
    return union(_select_kept(scope), results)


def _read_games(connection: Connection, ids: Sequence[TableId]) -> list[PlayedGame]:
    """Return some games in the given order, without those deleted meanwhile."""
    of_table = (
        TableRow.id, TableRow.game, TableRow.last_human_at, TableRow.state, TableRow.options
    )  # fmt: skip
    kept = connection.execute(select(*of_table).where(TableRow.id.in_(ids), _KEPT)).all()
    of_result = (ResultRow.table_id, ResultRow.game, ResultRow.finished_at)
    ended = connection.execute(select(*of_result).where(ResultRow.table_id.in_(ids))).all()
    states = {row.id: row.state for row in kept}
    on_evening = {row.id for row in kept if EVENING_OPTION in row.options}
    finished = {row.table_id: (row.game, row.finished_at) for row in ended}
    known = {row.id: (row.game, row.last_human_at) for row in kept} | finished
    players = _read_players(connection, ids)
    return [
        PlayedGame(
            id=one,
            game=known[one][0],
            at=known[one][1],
            players=players[one],
            is_kept=one in states,
            is_running=states.get(one) == "running",
            is_finished=one in finished,
            on_evening=one in on_evening,
        )
        for one in ids
        if one in known
    ]


def _read_players(
    connection: Connection, ids: Sequence[TableId]
) -> dict[TableId, tuple[GamePlayer, ...]]:
    """Return the players of games by seat; only the people if only the result is left."""
    found: defaultdict[TableId, dict[int, GamePlayer]] = defaultdict(dict)
    seats = select(SeatRow.table_id, SeatRow.seat, SeatRow.user_id, SeatRow.name)
    for table, seat, user, name in connection.execute(seats.where(SeatRow.table_id.in_(ids))):
        found[table][seat] = GamePlayer(user, name)
    brought = (PlayerResultRow.seat, PlayerResultRow.user_id, PlayerResultRow.won)
    called = and_(
        LastNameRow.guild_id == ResultRow.guild_id, LastNameRow.user_id == PlayerResultRow.user_id
    )
    results = (
        select(ResultRow.table_id, *brought, PlayerResultRow.points, LastNameRow.name)
        .join(PlayerResultRow, PlayerResultRow.result_id == ResultRow.id)
        .outerjoin(LastNameRow, called)
    )
    # A token below 0 stands for a forgotten person.
    in_them = results.where(ResultRow.table_id.in_(ids), PlayerResultRow.user_id >= 0)
    for table, seat, user, won, points, last in connection.execute(in_them):
        seated = found[table].get(seat)
        name = seated.name if seated is not None and seated.user == user else last or ""
        found[table][seat] = GamePlayer(user, name, won, points)
    return {one: tuple(found[one][seat] for seat in sorted(found[one])) for one in ids}


def has_acted(connection: Connection, table_id: TableId, user_id: UserId) -> bool:
    """Whether somebody has ever made a move at a table."""
    moves = select(EventRow.seq).where(
        EventRow.table_id == table_id, EventRow.actor == user_id, EventRow.kind == "action"
    )
    return connection.scalar(moves.limit(1)) is not None
