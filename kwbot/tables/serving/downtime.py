"""Downtime: while nobody, or nobody on a shard, can be heard; tables are given that time back."""

from __future__ import annotations

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
"""When it is looked again whether an outage is over."""
BITE = 16
"""So many tables are given lost time back together; what they store is stored together, too."""


class Downtime:
    """The time of a table stands still while a shard is lost on which somebody may press at it."""

    def __init__(
        self, services: Services, index: TableIndex, note_gap: Callable[[Gap], object]
    ) -> None:
        """`note_gap` keeps what dormant tables have lost, until they come back."""
        self._services = services
        self._index = index
        self._note_gap = note_gap
        self.outages = Outages()
        self._missed, self._regained = NO_TIME, services.clock.now()
        """What people have not made up for yet, and since when they can."""
        self.listeners: list[Callable[[], object]] = []
        """Told of each gap: what was to come at some time may be due."""

    def note_gap(self, gap: Gap) -> None:
        """Note time in which nobody was served, beside what is left to make up for of an earlier
        gap."""
        now = self._services.clock.now()
        left = self._regained + self._missed + gap.put_on + gap.lost - now
        self._missed, self._regained = max(left, abs(gap.put_on) + gap.lost), now
        for listener in self.listeners:
            listener()

    def grace(self, guild_id: GuildId, due: datetime, most: timedelta) -> datetime | None:
        """Return until when something on a server goes on that the clock should have ended when it
        was `due`, so that people can make up for what they have missed, `most` of it; None: it
        may end now."""
        now = self._services.clock.now()
        if self.outages.concern(Reach(guild_id)):
            return now + _RETRY_DELAY
        until = self._regained + max(GRACE, min(self._missed, most))
        return until if due < self._regained and self._missed and until > now else None

    # --- losing and giving back -------------------------------------------------------------------

    async def try_proceed(self, shard: Shard = WHOLE_BOT) -> None:
        """Let a shard that is back `proceed`, where nobody can do anything about an error."""
        try:
            await self.proceed(shard)
        except StorageError as error:
            _log.warning(
                "what the loss of shard %s has cost stays lost: %s", shard, count_error(error)
            )

    def suspend(self, shard: Shard = WHOLE_BOT, silence: timedelta = NO_SILENCE) -> None:
        """Stop the time of all tables that a shard serves: it is lost, and was silent before."""
        self.outages.begin(shard, self._services.clock.now() - silence)

    async def proceed(self, shard: Shard = WHOLE_BOT) -> None:
        """A shard is back: nobody loses by its loss. Time runs on whatever can be stored."""
        outage = self.outages.end(shard, self._services.clock.now())
        try:
            whole = Gap(lost=outage.until - outage.since)
            self.note_gap(whole)
            await self._give_back(whole, lambda reach: Gap(lost=outage.loss_of(reach)))
        finally:
            self._services.alarms.proceed()

    async def proceed_but(self, count: int | None) -> None:
        """All of `count` shards are back: end what was lost when there were more or fewer."""
        for shard in self.outages:
            if shard.count != count:
                await self.proceed(shard)

    def is_unheard(self, table_id: TableId) -> bool:
        """Whether somebody at a table may not be heard now; of what is no table: anybody."""
        found = self._index.live.get(table_id)
        if found is not None:
            return self.outages.concern(_reach(found.open))
        dormant = self._index.dormant.get(table_id)
        return self.outages.concern(Reach(dormant.guild)) if dormant else bool(self.outages)

    def outside_outages(self, gap: Gap) -> Gap:
        """Return what of a gap no outage gives back at its end."""
        return Gap(put_on=gap.put_on) if self.outages else gap

    async def make_good(self, gap: Gap) -> None:
        """Give back time in which nobody was served."""
        self.note_gap(gap)
        self.outages.put_on(gap.put_on)
        moved = Gap(put_on=gap.put_on)
        await self._give_back(
            self.outside_outages(gap),
            lambda reach: moved if self.outages.concern(reach) else gap,
        )

    async def _give_back(self, whole: Gap, of: Callable[[Reach], Gap]) -> None:
        """Give each table what `of` says, and dormant ones all of it."""
        self._note_gap(whole)
        live = list(self._index.live.values())
        lost = [(one, gap) for one in live if (gap := of(_reach(one.open)))]
        failed = list[StorageError]()
        for first in range(0, len(lost), BITE):  # what is pressed meanwhile comes in between
            bite = lost[first : first + BITE]
            given = await asyncio.gather(*(_made_good(one, gap) for one, gap in bite))
            failed += [error for error in given if error is not None]
        if failed:
            _log.warning("%d tables were given no time to catch up: %s", len(failed), failed[0])


def _reach(table: OpenTable) -> Reach:
    """Hands are in direct messages unless the table wants them here and none was sent so."""
    here = table.options.get(HAND_OPTION) == HAND_HERE and not table.notes.hands
    return Reach(table.guild, by_message=not here)


async def _made_good(live: LiveTable, gap: Gap) -> StorageError | None:
    """Why it could not be, where it was not; a table that was closed meanwhile needs it no more."""
    try:
        with contextlib.suppress(NoTable):
            await live.clock.make_good(gap)
    except StorageError as error:
        return error
    return None
