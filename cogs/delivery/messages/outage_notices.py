"""What follows when a table's channel is out of reach: the clock stops and the host is told."""

import logging
from contextlib import suppress

from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach, TransientFailure, directly
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.screens.parts.components import text_screen
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.text.words.language import language_of

_log = logging.getLogger(__name__)


class OutageNotices:
    def __init__(self, at: DisplayedTable) -> None:
        self._at = at

    async def begin(self, refusal: OutOfReach) -> None:
        """Pause the table's clock and tell the host once. Raises TransientFailure, StorageError."""
        table, notes = self._at.table, self._at.notes
        level = logging.WARNING if refusal.is_foreseen else logging.ERROR
        _log.log(level, "table %d: its channel is out of reach (%d)", table.id, refusal.code)
        if isinstance(table, RunningTable):
            await self._at.tables.pause(table.id, paused=True)
        if notes.is_host_warned or isinstance(self._at.table, ClosedTable):
            return
        notes.is_host_warned = True
        try:
            await self._warn_host(self._at.table, refusal)
            await self._at.keep()
        except (TransientFailure, StorageError):
            notes.is_host_warned = False
            raise

    async def end(self) -> None:
        """Resume the table's clock where it was paused."""
        if self._at.notes.is_host_warned:
            self._at.notes.is_host_warned = False
            await self._at.keep()
        if self._at.table.running and self._at.table.running.paused:
            await self._at.tables.pause(self._at.table.id, paused=False)

    async def _warn_host(self, table: TableState, refusal: OutOfReach) -> None:
        """Tell the host why the table waits: by direct message, otherwise in the parent channel."""
        text = language_of(table.language).text(refusal.reason, code=refusal.code)
        post, calls = Post(text_screen(text), f"{table.id}.u"), self._at.calls
        try:
            with directly():
                await calls.messages.say(await calls.messages.open_dm(table.host), post)
        except OutOfReach:
            if table.parent_channel is None:
                _log.info("table %d: its host cannot be reached either", table.id)
            else:
                with suppress(OutOfReach):
                    await calls.messages.say(table.parent_channel, post)
