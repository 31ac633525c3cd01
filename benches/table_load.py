"""Tables without Discord: starting again after a crash, memory, and a click's way to the disk."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import tracemalloc
from collections.abc import Iterable
from dataclasses import fields
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from benches.figures import Figure, benchmark, one_in
from kwbot.engine.actions import Seat
from kwbot.players import COMPUTERS, decide
from kwbot.storage.documents import GuildSettings
from kwbot.storage.store import Store
from kwbot.storage.stored import NewEvent, NewTable
from kwbot.tables.clock import SystemClock
from kwbot.tables.computers import LocalComputers
from kwbot.tables.game_manager import Tables
from kwbot.tables.services import NoDisplay
from kwbot.tables.state import NewLobby, RunningTable, Seated, game_of
from kwbot.variants import games

OPEN_TABLES = 500
PLAYED = 10
"""So many of them are played; the others are copies, since each click waits for the disk."""
CLICKS = 110
"""Human clicks at each table before the crash: about two deals."""
PEOPLE = tuple(Seated(f"Player {number}", number, "", 1) for number in range(1, 5))


def _tables(store: Store) -> Tables:
    rng = random.Random(1)
    return Tables(store, SystemClock(), NoDisplay(), LocalComputers(rng), games())


async def _begun(tables: Tables, channel: int, game: str) -> int:
    """A table of four people whose first deal is dealt."""
    new = NewLobby(guild=1, channel=channel, seated=PEOPLE[:1], game=game, language="en")
    table = (await tables.open(new, GuildSettings())).id
    live = tables.at(table)
    for number, guest in enumerate(PEOPLE[1:], start=2):
        await live.join(number, guest, 12)
    await live.start(1)
    return table


async def _click(tables: Tables, state: RunningTable, rng: random.Random) -> None:
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


async def _evening(file: Path, game: str) -> list[float]:
    """Fill the store with open tables; gives the seconds of each click."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    tables = _tables(store)
    await tables.resume()
    rng = random.Random(2)
    seconds = []
    for number in range(PLAYED):
        table = await _begun(tables, 100 + number, game)
        for _ in range(CLICKS):
            state = tables.get(table)
            if state is None:
                break
            begun = perf_counter()
            await _click(tables, game_of(state), rng)
            seconds.append(perf_counter() - begun)
    await tables.stop()
    await _multiply(store)
    await store.close()
    return seconds


async def _multiply(store: Store) -> None:
    """Copy the open tables, with all their events, until there are enough."""
    for number, (row, events) in enumerate(islice(cycle(await store.open_tables()), OPEN_TABLES)):
        if number >= PLAYED:
            kept = {name.name: getattr(row, name.name) for name in fields(NewTable)}
            copy = NewTable(**{**kept, "channel_id": 100 + number})
            table = await store.create_table(copy)
            log = [NewEvent(event.kind, event.body, event.at, event.actor) for event in events]
            await store.append(table, log, expected_seq=0)


async def _resumed(file: Path, *, traced: bool) -> tuple[int, float]:
    """How many tables a start brings back, and its seconds or, traced, its bytes."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    tables = _tables(store)
    if traced:
        tracemalloc.start()
    begun = perf_counter()
    await tables.resume()
    spent = perf_counter() - begun
    if traced:
        await store.ping()  # lets go of the rows that were read
        gc.collect()
        spent = float(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    number = len(tables)
    await tables.stop()
    await store.close()
    return number, spent


@benchmark("tables", f"{OPEN_TABLES} open tables: starting after a crash, memory, a stored click")
def tables() -> Iterable[Figure]:
    for key, game in games().items():
        if game.least_players > 4:
            continue
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.sqlite3"
            seconds = asyncio.run(_evening(file, key))
            yield Figure(f"{key}: a click, stored (median)", 1000 * median(seconds), "ms")
            yield Figure(f"{key}: a click, stored (p99)", 1000 * one_in(100, seconds), "ms")
            number, spent = asyncio.run(_resumed(file, traced=False))
            yield Figure(f"{key}: tables resumed", number, "tables")
            yield Figure(f"{key}: start with them", spent, "s", 2.0)
            number, taken = asyncio.run(_resumed(file, traced=True))
            yield Figure(f"{key}: memory of an open table", taken / number / 1000, "kB", 60.0)
