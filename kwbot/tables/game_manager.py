"""All tables of the bot: opening, finding, resuming, and what people do at them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from kwbot.engine.variant import Variant
from kwbot.engine.wording import N_
from kwbot.metrics import counted
from kwbot.storage.documents import GuildSettings
from kwbot.storage.failures import StorageError
from kwbot.storage.store import Store
from kwbot.storage.stored import StoredTable, TableChange
from kwbot.tables import lobby, time_limits
from kwbot.tables.alarms import Alarms
from kwbot.tables.archive import Archive
from kwbot.tables.clock import Clock, Gap
from kwbot.tables.live_table import LiveTable
from kwbot.tables.refusals import BeforeRestore, NoTable, Refused
from kwbot.tables.services import Computers, Display, Services
from kwbot.tables.state import ClosedTable, LobbyTable, NewLobby, OpenTable, RunningTable
from kwbot.tables.table_rows import from_row, new_row
from kwbot.tables.time_limits import CLOSING_GRACE, GRACE, after_gap

_log = logging.getLogger(__name__)

KEPT = timedelta(days=365)
"""How long a closed table can be verified and its record be had."""
_TIDYING, _SERVED = 0, -1
"""The alarms that are no table's."""
BEAT = timedelta(minutes=1)
"""How often it is stored that the bot serves."""
DOUBTFUL = timedelta(days=1)
"""After a gap this long, nothing is forgotten for a day: the clock may be wrong."""


class Tables:
    """The async game manager. Methods about a table raise RuleViolation with one sentence."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        display: Display,
        computers: Computers,
        games: Mapping[str, Variant],
        *,
        pause: float = 0.0,
    ) -> None:
        """`pause`: see kwbot.tables.services."""
        self._games = games
        self.archive = Archive(store, games)
        self._alarms = Alarms(clock, self._ring, self._make_good)
        self._services = Services(
            store, clock, display, computers, pause, self._alarms, self.archive
        )
        self._live: dict[int, LiveTable] = {}
        self._first = 0
        """The lowest id of tables since a backup was restored."""
        self._opening: set[int] = set()
        """Channels in which a table is being opened."""
        self._unheard_since: datetime | None = None
        """Since when nobody can be heard; None: everybody can."""

    # --- start and stop -----------------------------------------------------------------------

    async def resume(self) -> list[OpenTable]:
        """Bring all open tables back and start their time; gives those that go on.

        A table whose log does not fit this version of the rules is closed, with the reason.
        """
        for game in self._games.values():
            await asyncio.to_thread(game.warm_up)
        self._first = await self._services.store.first_table()
        now = self._services.clock.now()
        gap = Gap.between(await self._services.store.served_until(), now)
        with _uncollected():
            await self._resume_open(gap, now)
        await self._serve()
        self._alarms.set(_TIDYING, now)
        self._put_off_tidying(gap)
        self._alarms.start()
        return list(self)

    async def _resume_open(self, gap: Gap, now: datetime) -> None:
        for row, events in await self._services.store.open_tables():
            try:
                table = self.archive.replayed(row, events)
            except Exception as error:  # noqa: BLE001 - one table must not keep the others shut
                _log.error("table %d is closed: its log: %s", row.id, counted(error))
                await self._close_unreadable(row)
                continue
            if not isinstance(table, ClosedTable):
                self._live_table(_after_absence(table, gap, now)).set_alarm()

    def _live_table(self, table: OpenTable) -> LiveTable:
        live = LiveTable(table, self._services, self._live.pop)
        self._live[table.id] = live
        return live

    async def _close_unreadable(self, row: StoredTable) -> None:
        variant = self._games.get(row.game)
        if variant is None:  # nothing can be shown of a game that is gone
            change = TableChange(state="closed", closed_reason="rules", deadline=None)
            await self._services.store.update_table(row.id, change)
            return
        await self._live_table(replace(from_row(row, variant), seq=row.seq)).close("rules")

    async def _tidy(self) -> None:
        """Once a day: forget the logs of tables that were closed long ago. Results stay."""
        now = self._services.clock.now()
        self._alarms.set(_TIDYING, now + timedelta(days=1))
        await self._services.store.purge_closed(now - KEPT)

    def _put_off_tidying(self, gap: Gap) -> None:
        if max(abs(gap.put_on), gap.lost) > DOUBTFUL:
            self._alarms.set(_TIDYING, self._services.clock.now() + timedelta(days=1))

    async def _serve(self) -> None:
        """Store that the bot serves now: what lies between this and a restart is lost time."""
        now = self._services.clock.now()
        self._alarms.set(_SERVED, now + BEAT)
        await self._services.store.serve(now)

    def suspend(self) -> None:
        """Stop everybody's time: the connection to Discord is gone."""
        self._alarms.suspend()
        if self._unheard_since is None:
            self._unheard_since = self._services.clock.now()

    async def proceed(self) -> None:
        """The connection is back: nobody loses by its loss. Time runs on whatever can be stored."""
        since, self._unheard_since = self._unheard_since, None
        now = self._services.clock.now()
        try:
            await self._give_back(Gap(lost=now - (since or now)))
        finally:
            self._alarms.proceed()

    async def _make_good(self, gap: Gap) -> None:
        if self._unheard_since is not None:  # what is lost meanwhile is given back at its end
            self._unheard_since += gap.put_on
            gap = Gap(put_on=gap.put_on)
        self._put_off_tidying(gap)
        self._alarms.set(_SERVED, self._services.clock.now())
        await self._give_back(gap)

    async def _give_back(self, gap: Gap) -> None:
        given = await asyncio.gather(*(_made_good(live, gap) for live in self._live.values()))
        failed = [one for one in given if one is not None]
        if failed:
            _log.warning("%d tables were given no time to catch up: %s", len(failed), failed[0])

    async def stop(self) -> None:
        """Stop the time. Tables are stored already; there is nothing to save."""
        await self._alarms.stop()

    async def _ring(self, table: int) -> None:
        if table == _TIDYING:
            await self._tidy()
        elif table == _SERVED:
            await self._serve()
        live = self._live.get(table)
        if live:
            with contextlib.suppress(NoTable):  # closed while the alarm waited for its turn
                await live.ring()

    @property
    def computers(self) -> Computers:
        """The computer players, to ask them for advice."""
        return self._services.computers

    # --- finding ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[OpenTable]:
        return iter([live.open for live in self._live.values()])

    def __len__(self) -> int:
        return len(self._live)

    def at(self, table: int) -> LiveTable:
        """Return an open table to do something at it; raise NoTable where there is none, or
        BeforeRestore if it may have gone when a backup was restored."""
        live = self._live.get(table)
        if live is None:
            raise BeforeRestore if table < self._first else NoTable
        return live

    def get(self, table: int) -> OpenTable | None:
        """Return an open table, or None."""
        live = self._live.get(table)
        return live.open if live else None

    def in_channel(self, channel: int) -> OpenTable | None:
        """Return the open table that shows in a channel or thread."""
        return next((table for table in self if table.channel == channel), None)

    def of_user(self, user: int) -> list[OpenTable]:
        """Return the open tables at which a user sits."""
        return [table for table in self if table.has(user)]

    # --- opening, and what the display asks for -----------------------------------------------

    async def open(self, new: NewLobby, settings: GuildSettings) -> LobbyTable:
        """Open a lobby; `settings` give the time limits. Refuses a second table in a channel."""
        if self.in_channel(new.channel) or new.channel in self._opening:
            raise Refused(N_("There is a table in this channel already."))
        self._opening.add(new.channel)
        try:
            return await self._open(new, settings)
        finally:
            self._opening.discard(new.channel)

    async def _open(self, new: NewLobby, settings: GuildSettings) -> LobbyTable:
        host, *others = new.seated
        assert host.user is not None
        store = self._services.store
        await lobby.check_ban(store, new.guild, host.user, new.game)
        # Those of a rematch who may still play, no more than the server has seats for.
        barred = {ban.user_id for ban in await store.bans(new.guild) if ban.game == new.game}
        welcome = [host, *(other for other in others if other.user not in barred)]
        new = replace(new, seated=tuple(welcome[: settings.max_players]))
        opened = lobby.opened(new, self._games[new.game], settings, self._services.clock.now())
        table = replace(opened, id=await store.create_table(new_row(opened)))
        self._live_table(table).set_alarm()
        self._services.display.show(table, [table])
        return table

    async def pause(self, table: int, *, paused: bool) -> None:
        """Stop a table's time while its channel is out of reach, or let it go on."""
        live = self._live.get(table)
        if live and live.state.game and live.state.game.paused != paused:
            await live.pause(paused=paused)

    async def note(self, table: int, **values: object) -> None:
        """Keep what the display must remember: `message`, `display`, `channel`, `seated`."""
        live = self._live.get(table)
        if live:
            await live.change(**values)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage, as there is none while very much is built up that stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()


def _after_absence(table: OpenTable, gap: Gap, now: datetime) -> OpenTable:
    """Nobody's time ran out while the bot was away, neither a vote's nor the whole table's.

    How long that was is told where somebody's time should have run out meanwhile.
    """
    after = after_gap(table, gap, now)
    hours = time_limits.closing_time(after) - after.last_human_at
    after = replace(after, last_human_at=max(after.last_human_at, now + CLOSING_GRACE - hours))
    if isinstance(after, LobbyTable):
        return after
    whole = time_limits.deadline(after, now)
    deadline = after.deadline or whole
    if deadline and whole:  # where nobody knows when the bot served, the clock may be set back
        deadline = min(deadline, max(whole, now + GRACE))
    asked_until = table.deadline if isinstance(table, RunningTable) else None
    late = max(0, int((now - asked_until).total_seconds())) if asked_until else 0
    return replace(after, deadline=deadline, absence=late)


async def _made_good(live: LiveTable, gap: Gap) -> StorageError | None:
    """Why it could not be, where it was not; a table that was closed meanwhile needs it no more."""
    try:
        with contextlib.suppress(NoTable):
            await live.make_good(gap)
    except StorageError as error:
        return error
    return None
