"""A database with many open tables: a few played ones, and copies of them."""

import asyncio
import random
from pathlib import Path
from time import perf_counter

from sqlalchemy import Connection, Select, Table, func, insert, literal, select

from benches.stand_ins import LocalComputers, NoDisplay
from kwbot.engine.values.actions import Seat
from kwbot.ids import NO_USER, GuildId, TableId, UserId
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.storage.queries.table_queries import IS_OPEN
from kwbot.storage.store import Store
from kwbot.storage.values.columns import Base
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.play.lobby import NewLobby
from kwbot.tables.play.services import Display
from kwbot.tables.serving.table_manager import Tables
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import RunningTable, lobby_of, running_of
from kwbot.tables.time.clock import SystemClock
from kwbot.variants import games

TABLES_PLAYED = 10
"""Number of tables played."""
CLICKS_A_TABLE = 110
"""Human clicks at each played table: about two deals."""
ID_STEP = 1000
"""Step by which the ids of channels and users are higher in each copy."""


_COPIED = {"tables": "id", "seats": "table_id", "events": "table_id", "deal_secrets": "table_id"}
"""Database tables with a game table's rows, each with its column of the table's id."""
DEFAULT_SETTINGS = GuildSettings()


def people(number: int) -> list[Seated]:
    """Return the people of a table, who sit at no other."""
    return [Seated(f"Player {one}", UserId(4 * number + one), "", 1) for one in range(1, 5)]


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def tables_on(store: Store, display: Display | None = None) -> Tables:
    rng = random.Random(1)
    shown = display or NoDisplay()
    return Tables(store, SystemClock(), shown, LocalComputers(rng, "easy"), games())


async def play(database: str, game: str, settings: GuildSettings = DEFAULT_SETTINGS) -> list[float]:
    """Fill a new database with tables in mid-deal, and return the seconds of each click."""
    store = await Store.open(database)
    tables = tables_on(store)
    await tables.resume()
    rng = random.Random(2)
    seconds = []
    for number in range(TABLES_PLAYED):
        table = await _begin(tables, 1 + number, game, settings)
        for _ in range(CLICKS_A_TABLE):
            state = tables.index.get(table)
            if state is None:
                break
            begun = perf_counter()
            await click(tables, running_of(state), rng)
            seconds.append(perf_counter() - begun)
    await tables.stop()
    await store.close()
    return seconds


async def _begin(tables: Tables, channel_id: int, game: str, settings: GuildSettings) -> TableId:
    """Return a table of four people whose first deal is dealt."""
    host, *guests = people(channel_id)
    new = NewLobby(guild=GuildId(1), channel=channel_id, seated=(host,), game=game, language="en")
    table = (await tables.open(new, settings)).id
    live = tables.index.at(table)
    for guest in guests:
        await live.join(guest.user or NO_USER, guest, 12, channel_id)
    await live.start(host.user or NO_USER, lobby_of(live.state).standing_seal().mark, channel_id)
    return table


async def click(tables: Tables, state: RunningTable, rng: random.Random) -> None:
    """Act for the first player in turn, or press Ready."""
    live = tables.index.at(state.id)
    if state.ready:
        seat = min(set(state.present) - state.ready.seats)
        await live.ready(_user(state, seat), state.ready.deal, state.seq)
    else:
        seat = state.to_act()[0]
        # People do not think in the event loop.
        action = await asyncio.to_thread(decide, COMPUTERS["easy"], state.match, seat, rng)
        await live.submit(_user(state, seat), state.asked_at[seat], lambda _: action)


def _user(state: RunningTable, seat: Seat) -> UserId:
    """Return the user in a seat, after partners were drawn."""
    user = state.seated[seat].user
    assert user is not None
    return user


async def multiply(database: str, count: int) -> None:
    """Copy the open tables with all their rows until there are about `count`."""
    store = await Store.open(database)
    await store.transactions.run(_multiply, count)
    await store.close()


def _multiply(connection: Connection, count: int) -> None:
    tables = Base.metadata.tables["tables"]
    (last,) = connection.execute(select(func.max(tables.c.id))).one()
    here = list(connection.scalars(select(tables.c.id).where(IS_OPEN)))
    for number in range(1, -(-count // len(here))):
        for name, key in _COPIED.items():
            table = Base.metadata.tables[name]
            copies = _copies(table, last, number).where(table.c[key].in_(here))
            connection.execute(insert(table).from_select(list(table.c), copies))


def _copies(table: Table, last: int, number: int) -> Select[tuple[object, ...]]:
    moved = {"id": last * number, "table_id": last * number}
    moved |= {"channel_id": ID_STEP * number, "user_id": ID_STEP * number}
    return select(*(c + literal(moved[c.name]) if c.name in moved else c for c in table.c))
