"""A table's notices of a vote: who is asked, and in the same message how it ended."""

from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.kept_message import Content, always
from cogs.screens.parts.components import text_screen
from cogs.screens.table.vote import decided_text, question_screen
from kwbot.storage.values.display_notes import VoteNote
from kwbot.tables.state.proposals import Decided, Vote
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState


class VoteNotices:
    def __init__(self, at: DisplayedTable) -> None:
        self._at = at
        self.left = self._left_to_tell(at.table)
        """The table right after each start or end of a vote that has not been announced yet."""

    def _left_to_tell(self, table: TableState) -> list[RunningTable]:
        """Return the table if a vote of it was not announced before a restart."""
        running, asked = table.running, self._at.notes.vote
        if running is None:
            return []
        if running.vote is not None:
            told = asked is not None and asked.seq == running.vote.seq
            return [] if told or isinstance(table, ClosedTable) else [running]
        if running.decided is None or asked is None:  # none is noted once its end is announced
            return []
        return [running] if asked.seq == running.decided.vote.seq else []

    def news(self, before: RunningTable, table: RunningTable) -> None:
        """Note whether a game's vote has begun or ended."""
        if (table.vote and not before.vote) or table.decided != before.decided:
            self.left.append(table)

    async def work(self) -> None:
        """Announce what is left to announce about votes at the table."""
        while self.left:
            await self._tell(self.left[0])
            self.left.pop(0)
        if isinstance(self._at.table, ClosedTable):
            await self._remove_question()

    async def _tell(self, table: RunningTable) -> None:
        """Ping for an open vote; let the same message say how it ended."""
        running = self._at.table.running
        if table.vote and running and running.vote:
            await self._ask(table, table.vote)
        elif table.decided and not table.vote:
            await self._tell_end(table, table.decided)

    async def _ask(self, table: RunningTable, asked: Vote) -> None:
        voters = [table.seated[seat].user for seat in sorted(asked.missing)]
        ping = [user for user in voters if user]
        asks = Post(question_screen(table, asked), f"{table.id}.v{asked.seq}", ping)
        posted = await self._at.calls.messages.say(table.channel, asks)
        self._at.notes.vote = VoteNote(asked.seq, posted.message)
        await self._at.keep()

    async def _tell_end(self, table: RunningTable, decided: Decided) -> None:
        """Say how a vote ended: in the message that asked, or in a new one where that is gone."""
        asked, seq = self._at.notes.vote, decided.vote.seq
        message = self._at.message(asked.message if asked and asked.seq == seq else None)
        screen = text_screen(decided_text(table, decided))
        ends = Content(always(screen), of=object, nonce=lambda: f"{table.id}.d{seq}")
        await message.edit_or_post(table.channel, ends, Lane.FIRST)
        if asked is not None:
            self._at.notes.vote = None
            await self._at.keep()

    async def _remove_question(self) -> None:
        """Delete the question of a vote that ended with the game or the table."""
        if (asked := self._at.notes.vote) is not None:
            await self._at.calls.messages.delete(self._at.table.channel, asked.message)
            self._at.notes.vote = None
            await self._at.keep()
