"""A closed table's notice if a moderator closed it, and the archiving of its thread."""

from contextlib import suppress
from datetime import datetime, timedelta

from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.undelivered import OutOfReach
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.screens.parts.components import LONGEST, text_screen
from kwbot.engine.values.wording import N_
from kwbot.tables.state.table_state import ClosedTable
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import escape

AFTER_END = timedelta(minutes=1)
"""How long a table's thread stays open after the table's end."""

_MODERATED = N_("A moderator closed table {number}, {game} with {players}. Nothing of it counts.")


class ClosingNotices:
    def __init__(self, at: DisplayedTable) -> None:
        self._at = at
        self._closed_at: datetime | None = None
        self._is_archived = False

    async def work(self) -> datetime | None:
        """Do what is left to do at a closed table. Return when to look again."""
        table = self._at.table
        if not isinstance(table, ClosedTable):
            return None
        await self._tell_moderated(table)
        return await self._archive(table)

    async def _tell_moderated(self, table: ClosedTable) -> None:
        """Announce in a new message that a moderator closed a game: the table's may be far up."""
        notes = self._at.notes
        if table.reason != "moderator" or table.running is None or notes.moderation_notice:
            return
        with suppress(OutOfReach):  # then only the table's own message says so
            posted = await self._at.calls.messages.say(table.channel, _moderation_post(table))
            notes.moderation_notice = posted.message
            await self._at.keep()

    async def _archive(self, table: ClosedTable) -> datetime | None:
        """Archive a closed table's thread, a while after its end. Return when to look again."""
        now = self._at.clock.now()
        if self._is_archived or table.parent_channel is None:
            return None
        self._closed_at = self._closed_at or now
        if now < self._closed_at + AFTER_END:
            return self._closed_at + AFTER_END
        others = await self._at.tables.ownership.elsewhere(table.guild)
        if self._at.is_last_in_thread and all(one.channel != table.channel for one in others):
            await self._at.calls.threads.archive(table.channel)
        self._is_archived = True
        return None


def _moderation_post(table: ClosedTable) -> Post:
    """Return the notice that a moderator has closed a game."""
    spoken = language_of(table.language)
    text = spoken.text(
        _MODERATED, number=table.id, game=spoken.term(table.variant.name),
        players=spoken.enumeration(escape(name, LONGEST) for name in table.names),
    )  # fmt: skip
    return Post(text_screen(f"🛑 {text}"), f"{table.id}.m")
