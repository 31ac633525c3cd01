"""Downtime: time when the bot, or one of its shards, heard nobody. Tables get it back."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from kwbot.ids import GuildId, TableId
from kwbot.metrics import count_error
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.errors.refusals import NoTable
from kwbot.tables.play.live_table import LiveTable
from kwbot.tables.play.services import Services
from kwbot.tables.serving.shards import NO_SILENCE, WHOLE_BOT, Outages, Reach, Shard
from kwbot.tables.serving.table_index import TableIndex
from kwbot.tables.state.table_options import HAND_HERE, HAND_OPTION
from kwbot.tables.state.table_state import OpenTable
from kwbot.tables.state.time_limits import GRACE
from kwbot.tables.time.clock import NO_TIME, Gap

_log = logging.getLogger(__name__)

_RETRY_DELAY = timedelta(minutes=1)
"""Time until something that an outage holds up is looked at again."""
TABLES_AT_ONCE = 16
"""Number of tables that get lost time back together, in one batch of writes."""


class Downtime:
    """Stops the time of tables while a shard is lost on which their people may press, and then
    gives them back the lost time."""

    def __init__(
        self, services: Services, index: TableIndex, note_gap: Callable[[Gap], object]
    ) -> None:
        """`note_gap` keeps what dormant tables have lost until they come back."""
        self._services = services
        self._index = index
        self._note_gap = note_gap
        self.outages = Outages()
        self._missed, self._regained = NO_TIME, services.clock.now()
        """Lost time that people have not made up for yet, and since when they can."""
        self.listeners: list[Callable[[], object]] = []
        """Called after each gap, as timed events may be due."""

    def note_gap(self, gap: Gap) -> None:
        """Note a gap, on top of what people have still to make up for."""
        now = self._services.clock.now()
        left = self._regained + self._missed + gap.jump + gap.lost - now
        self._missed, self._regained = max(left, abs(gap.jump) + gap.lost), now
        for listener in self.listeners:
            listener()

    def grace(self, guild_id: GuildId, due: datetime, most: timedelta) -> datetime | None:
        """Return until when something on a server may go on that was `due` to end, so that people
        can make up for at most `most` lost time; None: it may end now."""
        now = self._services.clock.now()
        if self.outages.concern(Reach(guild_id)):
            return now + _RETRY_DELAY
        until = self._regained + max(GRACE, min(self._missed, most))
        return until if due < self._regained and self._missed and until > now else None

    # --- losing and giving back -------------------------------------------------------------------

    async def try_proceed(self, shard: Shard = WHOLE_BOT) -> None:
        """Do as `proceed`, but only log a StorageError, which no caller could handle."""
        try:
            await self.proceed(shard)
        except StorageError as error:
            _log.warning(
                "the time that shard %s was lost is not given back: %s", shard, count_error(error)
            )

    def suspend(self, shard: Shard = WHOLE_BOT, silence: timedelta = NO_SILENCE) -> None:
        """Stop the time of all tables of a lost shard, which was silent for `silence` before."""
        self.outages.begin(shard, self._services.clock.now() - silence)

    async def proceed(self, shard: Shard = WHOLE_BOT) -> None:
        """Give tables back the time that they lost until a shard came back. Their clocks run on
        even if this cannot be stored. Raises StorageError."""
        outage = self.outages.end(shard, self._services.clock.now())
        try:
            whole = Gap(lost=outage.until - outage.since)
            self.note_gap(whole)
            await self._give_back(whole, lambda reach: Gap(lost=outage.loss_of(reach)))
        finally:
            self._services.alarms.proceed()

    async def proceed_unless(self, count: int | None) -> None:
        """Do as `proceed` for lost shards from a time when there were more or fewer than `count`:
        all of these are back."""
        for shard in self.outages:
            if shard.count != count:
                await self.proceed(shard)

    def is_unheard(self, table_id: TableId) -> bool:
        """Whether somebody at a table may be out of reach now; anybody if the table is unknown."""
        found = self._index.live.get(table_id)
        if found is not None:
            return self.outages.concern(_reach(found.open))
        dormant = self._index.dormant.get(table_id)
        return self.outages.concern(Reach(dormant.guild)) if dormant else bool(self.outages)

    def outside_outages(self, gap: Gap) -> Gap:
        """Return the part of a gap that no outage will give back at its end."""
        return Gap(jump=gap.jump) if self.outages else gap

    async def make_good(self, gap: Gap) -> None:
        """Give tables back the time of a gap."""
        self.note_gap(gap)
        self.outages.shift(gap.jump)
        moved = Gap(jump=gap.jump)
        await self._give_back(
            self.outside_outages(gap), lambda reach: moved if self.outages.concern(reach) else gap
        )

    async def _give_back(self, whole: Gap, of: Callable[[Reach], Gap]) -> None:
        """Give back to each table in memory the gap `of` its reach, to dormant ones the `whole`."""
        self._note_gap(whole)
        live = list(self._index.live.values())
        lost = [(one, gap) for one in live if (gap := of(_reach(one.open)))]
        failed = list[StorageError]()
        for first in range(0, len(lost), TABLES_AT_ONCE):  # serves presses in between
            some = lost[first : first + TABLES_AT_ONCE]
            errors = await asyncio.gather(*(_try_make_good(one, gap) for one, gap in some))
            failed += [error for error in errors if error is not None]
        if failed:
            _log.warning("%d tables were given no time to catch up: %s", len(failed), failed[0])


def _reach(table: OpenTable) -> Reach:
    """Return where people press at a table. Hands are in direct messages unless the table keeps
    them in the channel and none was sent."""
    here = table.options.get(HAND_OPTION) == HAND_HERE and not table.notes.hands
    return Reach(table.guild, by_message=not here)


async def _try_make_good(live: LiveTable, gap: Gap) -> StorageError | None:
    """Give a table back a gap unless it was closed meanwhile; return the error if that failed."""
    try:
        with contextlib.suppress(NoTable):
            await live.clock.make_good(gap)
    except StorageError as error:
        return error
    return None
