"""The archive: tables, open or closed, read from their logs in the store."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from cachetools import LRUCache

from kwbot.engine.deals.record import write
from kwbot.engine.deals.variant import Variant
from kwbot.ids import GuildId, TableId, UserId
from kwbot.metrics import count_error
from kwbot.storage.queries.restore_queries import VOIDED_DEAL
from kwbot.storage.store import Store
from kwbot.storage.values.stored_tables import DealSecret, StoredEvent, StoredTable
from kwbot.tables.log.events import EVENT_KINDS, dealt_cards, first_draw, replay_event
from kwbot.tables.log.seat_changes import with_present_names
from kwbot.tables.log.table_rows import from_row
from kwbot.tables.state.dealing import deal as cards_of
from kwbot.tables.state.shuffle import transcript
from kwbot.tables.state.table_state import ClosedTable, OpenTable, RunningTable, TableState

_log = logging.getLogger(__name__)

MAX_GAMES_BACK = 20
"""Most closed tables of a user that are read, the newest first."""
REPLAY_BATCH_SIZE = 25
"""Number of events replayed before the event loop runs other tasks."""
GAME_CACHE_SIZE = 16
"""Most games kept in memory after somebody has looked at them."""


class Archive:
    """Reads tables from their logs. Every method may raise StorageError."""

    def __init__(self, store: Store, games: Mapping[str, Variant]) -> None:
        self._store = store
        self._games = games
        self._read = LRUCache[tuple[TableId, int], RunningTable | None](GAME_CACHE_SIZE)
        """Tables that `running` has read, by table and number of the last event."""

    async def replay(self, row: StoredTable, events: tuple[StoredEvent, ...]) -> TableState:
        """Return a table after all its events. Any exception means that they cannot be read."""
        table: OpenTable = from_row(row, self._games[row.game])
        for number, event in enumerate(events, start=1):
            table = replay_event(table, event)
            if number % REPLAY_BATCH_SIZE == 0:
                await asyncio.sleep(0)
        if isinstance(table, RunningTable):
            table = replace(with_present_names(table), deadline=row.deadline)
        return table.as_closed(row.closed_reason or "") if row.state == "closed" else table

    async def closed_table(self, table_id: TableId) -> ClosedTable | None:
        """Return a closed table, without its game if the rules have changed since; None if this
        version of the program cannot read it. Raises UnknownTable."""
        row, events = await self._store.tables.load_log(table_id)
        if row.game not in self._games:
            return None
        if row.closed_reason == "rules":
            return from_row(row, self._games[row.game]).as_closed(row.closed_reason)
        try:
            state = await self.replay(row, events)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with an old log
            _log.warning("table %d: its log: %s", table_id, count_error(error))
            return None
        return state if isinstance(state, ClosedTable) else None

    async def read(self, table_id: TableId) -> TableState:
        """Return a table as the store has it now. Raises UnknownTable."""
        return await self.replay(*await self._store.tables.load_log(table_id))

    async def record(self, table_id: TableId) -> str | None:
        """Return the record of a closed table; None for an open one, which nobody may read. A log
        of other rules is returned as stored."""
        row = await self._store.tables.load(table_id)
        if row is None or row.state != "closed" or row.game not in self._games:
            return None
        events = await self._store.tables.events(table_id)
        if row.closed_reason == "rules":
            bodies = [event.body for event in events if EVENT_KINDS[event.kind].in_record]
            return "\n".join(bodies) + "\n"
        running = (await self.replay(row, events)).running
        return write(running.match) if running else None

    async def closed_game(self, table_id: TableId) -> RunningTable | None:
        """Return a closed table as it last ran, if this version of the rules can read it."""
        row = await self._store.tables.load(table_id)
        if row is None or row.state != "closed" or not self._can_read(row):
            return None
        return (await self.replay(row, await self._store.tables.events(table_id))).running

    async def running(self, row: StoredTable) -> RunningTable | None:
        """Return a stored table as it runs or last ran; None if its game has not begun or this
        version of the program cannot read it. The last tables read stay in memory."""
        key = (row.id, row.seq)
        if key in self._read:
            return self._read[key]
        if not self._can_read(row):
            return None
        try:
            running = (await self.replay(row, await self._store.tables.events(row.id))).running
        except Exception as error:  # noqa: BLE001 - whatever is wrong with an old log
            _log.warning("table %d: its log: %s", row.id, count_error(error))
            return None
        self._read[key] = running
        return running

    def _can_read(self, row: StoredTable) -> bool:
        """Whether this version of the program has a table's game by the rules it was played by."""
        return row.game in self._games and row.closed_reason != "rules"

    async def closed_games(
        self, guild_id: GuildId | None, user_id: UserId
    ) -> AsyncIterator[RunningTable]:
        """Yield a user's last games with a scored deal at closed tables on a server (None: on any),
        the newest first."""
        for table in await self._store.tables.latest_closed(guild_id, user_id, MAX_GAMES_BACK):
            running = await self.closed_game(table)
            if running is not None and running.match.finished is not None:
                yield running

    async def proof(self, table_id: TableId, deal_number: int) -> str | None:
        """Return the proof of a deal for `/verify`: commitment, secret and hands. None until the
        deal is over."""
        hidden = await self._store.tables.secret(table_id, deal_number)
        if hidden is None or hidden.revealed_at is None:
            return None
        events = await self._store.tables.events(table_id)
        chance, lifted = dealt_cards(events, deal_number)
        return transcript(
            hidden.context,
            hidden.secret,
            hidden.contributions.splitlines(),
            {seat: str(cards).split() for seat, cards in chance.hands.items()},
            kitty=[card.text for card in chance.kitty],
            order=chance.order,
            cut_at=lifted,
            first=first_draw(events, hidden.context),
        )

    async def partners_proof(self, table_id: TableId) -> tuple[DealSecret, str] | None:
        """Return the proof, for `/verify`, of how partners were drawn for a deal that a restored
        backup voided, with that deal's secret. None until the deal in its place is over, or if
        there is none."""
        hidden = await self._store.tables.secret(table_id, VOIDED_DEAL)
        since = await self._store.tables.secret(table_id, 1)
        if hidden is None or since is None or since.revealed_at is None:
            return None
        row, events = await self._store.tables.load_log(table_id)
        begun = tuple(event for event in events if event.kind in ("start", "places"))
        running = (await self.replay(replace(row, state="running"), begun)).running
        assert running is not None
        dealer = running.match.next_dealer()
        assert dealer is not None, "the lowest of their cards says who deals"
        cards = cards_of(running.match.deal_begun(dealer), hidden)
        return hidden, transcript(
            hidden.context,
            hidden.secret,
            hidden.contributions.splitlines(),
            {seat: str(hand).split() for seat, hand in enumerate(cards.hands)},
            kitty=[card.text for card in cards.kitty],
            order=cards.order,
            first=first_draw(begun, hidden.context),
        )
