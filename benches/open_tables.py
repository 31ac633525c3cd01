"""A database with so many open tables: a few that were played, and copies of them."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from time import perf_counter

from kwbot.engine.actions import Seat
from kwbot.players import COMPUTERS, decide
from kwbot.storage.documents import GuildSettings
from kwbot.storage.store import Store
from kwbot.tables.clock import SystemClock
from kwbot.tables.computers import LocalComputers
from kwbot.tables.game_manager import Tables
from kwbot.tables.lobby import NewLobby
from kwbot.tables.seated import Seated
from kwbot.tables.services import Display, NoDisplay
from kwbot.tables.state import RunningTable, game_of, lobby_of
from kwbot.variants import games

PLAYED = 10
"""So many tables are played."""
CLICKS = 110
"""Human clicks at each of them: about two deals."""
APART = 1000
"""The channels and users of a copy are others: so much higher for each."""


def people(table: int) -> list[Seated]:
    """Who sits at a table: at no other."""
    return [Seated(f"Player {one}", 4 * table + one, "", 1) for one in range(1, 5)]


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def tables_on(store: Store, display: Display | None = None) -> Tables:
    rng = random.Random(1)
    shown = display or NoDisplay()
    return Tables(store, SystemClock(), shown, LocalComputers(rng, "easy"), games())


async def play(file: Path, game: str) -> list[float]:
    """Fill a new database with tables in the middle of a deal. Return the seconds of each click."""
    store = await Store.open(url(file))
    tables = tables_on(store)
    await tables.resume()
    rng = random.Random(2)
    seconds = []
    for number in range(PLAYED):
        table = await _begun(tables, 1 + number, game)
        for _ in range(CLICKS):
            state = tables.get(table)
            if state is None:
                break
            begun = perf_counter()
            await click(tables, game_of(state), rng)
            seconds.append(perf_counter() - begun)
    await tables.stop()
    await store.close()
    return seconds


async def _begun(tables: Tables, channel: int, game: str) -> int:
    """A table of four people whose first deal is dealt."""
    host, *guests = people(channel)
    new = NewLobby(guild=1, channel=channel, seated=(host,), game=game, language="en")
    table = (await tables.open(new, GuildSettings())).id
    live = tables.at(table)
    for guest in guests:
        await live.join(guest.user or 0, guest, 12, channel)
    await live.start(host.user or 0, lobby_of(live.state).sealed().mark, channel)
    return table


async def click(tables: Tables, state: RunningTable, rng: random.Random) -> None:
    """What the first player in turn does, or a press of Ready."""
    live = tables.at(state.id)
    if state.ready:
        seat = min(set(state.present) - state.ready.seats)
        await live.ready(_user(state, seat), state.ready.deal, state.seq)
    else:
        seat = state.to_act()[0]
        action = decide(COMPUTERS["easy"], state.match, seat, rng)
        await live.submit(_user(state, seat), state.asked_at[seat], lambda _: action)


def _user(state: RunningTable, seat: Seat) -> int:
    """Who sits there, after partners were drawn."""
    user = state.seated[seat].user
    assert user is not None
    return user


def multiply(file: Path, count: int) -> None:
    """Copy the open tables, with all that belongs to them, until there are about `count`."""
    with closing(sqlite3.connect(file)) as database, database:
        (last,) = database.execute("SELECT max(id) FROM tables").fetchone()
        (here,) = database.execute("SELECT count(*) FROM tables WHERE state != 'closed'").fetchone()
        for number in range(1, -(-count // here)):
            _copy(database, last, number)


def _copy(database: sqlite3.Connection, last: int, number: int) -> None:
    moved = {"id": last * number, "table_id": last * number}
    moved |= {"channel_id": APART * number, "user_id": APART * number}
    open_ids = f"SELECT id FROM tables WHERE state != 'closed' AND id <= {last}"  # noqa: S608
    for name, key in (("tables", "id"), ("seats", "table_id"), ("events", "table_id"),
                      ("deal_secrets", "table_id")):  # fmt: skip
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
        values = [
            f"{column} + {moved[column]}" if column in moved else column for column in columns
        ]
        database.execute(
            f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(values)} "  # noqa: S608
            f"FROM {name} WHERE {key} IN ({open_ids})"
        )
