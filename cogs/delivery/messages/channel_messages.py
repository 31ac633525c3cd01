"""A table's message in its channel: one per deal, kept up to date with few calls.

The latest state wins: several events since the last drawing are drawn once. A message that the
answer to a press is about to redraw is left to that answer (see `DisplayedTable.claims`).
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from cogs.delivery.calls.catch_up_loop import CatchUpLoop, Work
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import (
    MessageGone,
    OutOfReach,
    ThreadArchived,
    TransientFailure,
    Undelivered,
)
from cogs.delivery.messages.closing_notices import ClosingNotices
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.kept_message import Content, DrawMessage, KeptMessage, always
from cogs.delivery.messages.outage_notices import OutageNotices
from cogs.delivery.messages.plan_notices import Awake, PlanNotices, all_awake, people
from cogs.delivery.messages.reminders import Reminders
from cogs.delivery.messages.vote_notices import VoteNotices
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.parts.components import Screen, drawing
from cogs.screens.table.table_facts import is_lone, present_deal
from kwbot.ids import UserId
from kwbot.storage.backend.failures import StorageError
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.tables.past.replays import after_deal
from kwbot.tables.state.table_state import LobbyTable, PlannedTable, RunningTable, TableState

COME_DOWN_INTERVAL = timedelta(seconds=30)
"""The shortest a message stays in place before it is reposted below what people have written."""


class ChannelMessages:
    """The message of one table in its channel, and everything else that the table posts there."""

    def __init__(self, at: DisplayedTable, awake: Awake = all_awake) -> None:
        self.at = at
        self.unreachable = False
        self.awaits_answer = True
        """Whether the answer to a command will bring the lobby's first message."""
        self._ended: list[RunningTable] = []
        """The table right after each deal whose message still has to show the result alone."""
        self._awake = awake
        self._came_down: datetime | None = None
        self._asleep = False
        """Whether the next post reopens an archived thread."""
        self._rhythm = at.rhythm
        self._outage = OutageNotices(at)
        self._reminders = Reminders(at)
        self._plans = PlanNotices(at, awake)
        self._votes = VoteNotices(at)
        self._closing = ClosingNotices(at)
        self.loop = CatchUpLoop(f"messages of table {at.table.id}", at.clock, self._work)
        self.reminding = CatchUpLoop(f"reminders of table {at.table.id}", at.clock, self._remind)

    # --- news -----------------------------------------------------------------------------------

    def news(self, states: Sequence[TableState], *, acted: bool) -> None:
        """Take in the states of the table since the last time. `acted`: a person did something."""
        self._note(states)
        self._rhythm.news(states)
        if acted:
            self.unreachable = False
        # A waiting drawing may have more to show now, or something urgent may queue behind it.
        urgent = self._ended or self._votes.left
        lane = Lane.FIRST if urgent else self._rhythm.lane(self.at.table)
        self.at.calls.client.hurry(self.at.table.channel, lane)
        self._reminders.note()
        if not (acted and self._shows_enough()):
            self.loop.poke_by(self._idle_until())
        self._look_after_reminders()

    def _look_after_reminders(self) -> None:
        if self._reminders.has_ping or not isinstance(self.at.table, RunningTable):
            self.reminding.poke()
        elif (due := self._reminders.due()) is not None:
            self.reminding.poke_by(due)

    def _note(self, states: Sequence[TableState]) -> None:
        before = self.at.table.running
        for state in states:
            running = state.running
            if running and before:
                if (
                    len(running.match.deals) > len(before.match.deals)
                    and not self.at.notes.is_small
                ):
                    self._ended.append(running)
                self._votes.news(before, running)
            before = running
        self.at.table = states[-1]

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        async def work() -> datetime | None:
            until = await self._draw_all()
            await self._outage.end()
            return until

        return await self._within_reach(work)

    async def _remind(self) -> datetime | None:
        """Ping whoever is asked, even where a drawing fails."""

        async def work() -> datetime | None:
            return await self._plans.work() or await self._reminders.work()

        return await self._within_reach(work)

    async def _within_reach(self, work: Work) -> datetime | None:
        """Do `work` unless the channel is out of reach. Return when to look again."""
        if self.unreachable:
            return None
        try:
            return await work()
        except OutOfReach as refusal:
            self.unreachable = True
            try:
                await self._outage.begin(refusal)
            except (TransientFailure, StorageError):  # so that the channel, too, is tried again
                self.unreachable = False
                raise
            return None

    async def _draw_all(self) -> datetime | None:
        await self._remove_old()
        await self._close_lobby()
        if not await self._show_past():
            return None
        if self.at.table.running is None and self.at.present.at is None and self.awaits_answer:
            return None
        await self._votes.work()
        until = await self._draw_present()
        closes = await self._closing.work()
        return until or closes

    # --- screens --------------------------------------------------------------------------------

    async def present_screen(self) -> Screen:
        """Return what the table's present message should show now."""
        if self.at.notes.deal == 0:
            return lobby_screen(self.at.table)
        if past := self._past():
            return await self._result(past[-1], edit=True)
        return await self._screen(self.at.table, edit=True)

    async def _screen(self, table: TableState, *, edit: bool) -> Screen:
        return await self.at.renderer.table(table, table.channel, edit=edit)

    async def _result(self, past: RunningTable, _: object = None, *, edit: bool) -> Screen:
        return await self.at.renderer.result(past, self.at.table.channel, edit=edit)

    def _past(self) -> list[RunningTable]:
        """Return the table after each earlier deal whose message still has to show its result."""
        if self.at.notes.is_small:
            return []  # the one-line message goes on with the next deal
        present, running, deal = (
            present_deal(self.at.table),
            self.at.table.running,
            self.at.notes.deal,
        )
        past = [one for one in self._ended if len(one.match.deals) < present]
        if past or running is None or deal == 0:
            return past
        behind = range(deal, min(present, len(running.match.deals) + 1))  # ended before a restart
        return [replace(running, match=after_deal(running.match, number)) for number in behind]

    # --- what is due ----------------------------------------------------------------------------

    async def _show_past(self) -> bool:
        """Reduce messages of finished deals to their results. Return False where an answer to a
        press comes first."""
        for past in self._past():
            if self.at.present.is_claimed:
                return False
            await self._show_result(past)
            self._ended = [one for one in self._ended if one is not past]
        return True

    async def _show_result(self, past: RunningTable) -> None:
        number, result = len(past.match.deals), partial(self._result, past)
        if self.at.notes.deal == number and await self._edit(result):
            return
        if self.at.notes.deal <= number:
            await self._post(number, result)

    async def _draw_present(self) -> datetime | None:
        """Draw the present message: a lobby, a deal with its result, or the end of the table.
        Return when to look again."""
        present = present_deal(self.at.table)
        if self.at.notes.is_small and is_lone(self.at.table):
            self.at.notes.deal = present
        deal = self.at.notes.deal
        if deal < present:
            await self._post_present(present)
            return None
        if present == 0 and not self.at.present.is_claimed:
            await self._follow_plan()
        if (until := self._rhythm.rests_until(self.at.table, self.at.present.id)) is not None:
            return until
        if not self.at.notes.is_small and self._is_covered():
            self._came_down = self.at.clock.now()
            await self._replace(self.at.notes.deal)
        elif not await self._edit(self._screen):
            await self._post_present(self.at.notes.deal)
        return None

    async def _follow_plan(self) -> None:
        """Repost a planned table when it opens, which pings its players unless a reminder did."""
        is_planned, notes = isinstance(self.at.table, PlannedTable), self.at.notes
        if is_planned and not notes.is_planned:
            notes.is_planned = True
            await self.at.keep()
        elif isinstance(self.at.table, LobbyTable) and not is_planned and notes.is_planned:
            await self._tell_opened(self.at.table)

    async def _tell_opened(self, table: LobbyTable) -> None:
        notes = self.at.notes
        reminder = notes.reminder
        notes.is_planned, notes.reminder = False, None
        notes.old = (*notes.old, *([reminder] if reminder else ()))
        ping = [] if reminder else people(table)
        try:
            await self._replace(0, await self._awake(table.guild, ping, table.language))
        except (Undelivered, StorageError):  # tried again, by the same nonce
            notes.is_planned, notes.reminder = True, reminder
            raise

    def _idle_until(self) -> datetime | None:
        """Return until when nothing needs drawing, because the table was drawn just now."""
        running = self.at.table.running
        if self._votes.left or running is None or running.paused:
            return None
        is_current = not self._ended and self.at.notes.deal == present_deal(self.at.table)
        return self._rhythm.rests_until(self.at.table, self.at.present.id) if is_current else None

    def _shows_enough(self) -> bool:
        """Whether the table is a line in the channel, which single cards do not change."""
        if not (self.at.notes.is_small and is_lone(self.at.table)) or self._votes.left:
            return False
        return self._rhythm.lane(self.at.table) is Lane.CARD

    def _is_covered(self) -> bool:
        """Whether people have written below the table and it may be reposted: between two tricks or
        in the auction, and not too often."""
        running, present = self.at.table.running, self.at.present
        if present.id is None or present.is_claimed:
            return False
        if (
            not isinstance(self.at.table, RunningTable)
            or running is None
            or running.match.deal is None
        ):
            return False
        play = running.match.deal.play
        if play is not None and play.plays:
            return False
        if (
            self._came_down is not None
            and self.at.clock.now() - self._came_down < COME_DOWN_INTERVAL
        ):
            return False
        return self.at.calls.messages.last.covers(self.at.table.channel, present.id)

    async def _remove_old(self) -> None:
        """Delete messages that a newer one has replaced."""
        notes = self.at.notes
        for old in [one for one in notes.old if one != self.at.present.id]:
            await self.at.calls.messages.delete(self.at.table.channel, old)
            notes.old = tuple(one for one in notes.old if one != old)

    async def _close_lobby(self) -> None:
        """Have the lobby's message say that the game has begun, unless an answer to a press did."""
        lobby = self.at.message(self.at.notes.open_lobby)
        if lobby.id is None or lobby.is_claimed:
            return
        shows = Content(always(lobby_screen(self.at.table)), of=object)
        with suppress(OutOfReach):  # the game itself is in a thread
            if await lobby.edit(self._channel_of(0), shows) is None:
                return
        self.close_lobby(lobby.id)

    def close_lobby(self, message_id: int) -> None:
        """Note that `message_id`, if it is the lobby's, shows that the game has begun."""
        if self.at.notes.open_lobby == message_id:
            self.at.notes.open_lobby = None

    # --- posting and editing --------------------------------------------------------------------

    async def _edit(self, draw: DrawMessage[TableState]) -> bool:
        """Redraw the present message if it has changed. Return False if it must be reposted."""
        channel, lane = self._channel_of(self.at.notes.deal), self._rhythm.lane(self.at.table)
        try:
            of = await self.at.present.edit(channel, Content(draw, lambda: self.at.table), lane)
        except (MessageGone, ThreadArchived) as refusal:
            self._asleep = isinstance(refusal, ThreadArchived)
            return False
        if of is not None:
            self._rhythm.note_drawing(of)
            self._asleep = False
            if self.at.notes.is_small != is_lone(of):
                self.at.notes.is_small = is_lone(of)
                await self.at.keep()
        return True

    def _channel_of(self, deal_number: int) -> int:
        """Return the channel of a deal's message. A lobby's stays if its game moves to a thread."""
        is_there = self.at.present.at is not None and not self.at.notes.lobby_in_thread
        stays = deal_number == 0 and is_there
        return (stays and self.at.table.parent_channel) or self.at.table.channel

    async def _post_present(self, deal_number: int) -> None:
        """Repost the table.

        A game's first message pings all players, which also brings them into its thread. One that
        reopens an archived thread pings whoever is in turn. That one replaces the message before
        it, and so does the first message of a game that one person played alone until now.
        """
        running, asleep, shown = self.at.table.running, self._asleep, self.at.notes.deal
        ping = self._reminders.all_asked() if asleep else []
        if running and shown == 0 < deal_number:
            ping = _players(running)
        if self.at.notes.is_small or (asleep and shown == deal_number):
            await self._replace(deal_number, ping)
        else:
            await self._post(deal_number, self._screen, ping)
        self._asleep = False

    async def _replace(self, deal_number: int, ping: Sequence[UserId] = ()) -> None:
        """Repost the table and delete its old message."""
        if self.at.present.id is not None:
            self.at.notes.old = tuple({*self.at.notes.old, self.at.present.id})
        await self._post(deal_number, self._screen, ping)
        await self._remove_old()

    async def _post(
        self, deal_number: int, draw: DrawMessage[TableState], ping: Sequence[UserId] = ()
    ) -> None:
        """Post a message that becomes the table's present one."""
        # Named after the message before it, which is stored: after a restart, posting the same
        # again is recognised, while a post that replaces a deleted message is another one.
        nonce = f"{self.at.present.id or self.at.table.id}.{deal_number}"
        channel, message = self._channel_of(deal_number), self.at.message()

        shows = Content(
            draw, lambda: self.at.table, is_wanted=lambda: not self.loop.ended,
            nonce=lambda: nonce, ping=ping, is_doubtful=lambda: self.at.is_doubtful(deal_number),
        )  # fmt: skip

        def theirs(present: int | None, notes: DisplayNotes) -> int | None:
            return present if notes.deal == deal_number else None

        keep = partial(self.move, message, deal_number)
        await self.at.post(self.loop, channel, message, shows, keep, theirs)

    async def move(self, message: KeptMessage, deal_number: int) -> None:
        """Make another message the present one."""
        before, notes = self.at.present, self.at.notes
        if deal_number == 0 and before.at is None and self.at.table.parent_channel is not None:
            notes.lobby_in_thread = True
        if notes.deal == 0 < deal_number and before.shows != drawing(lobby_screen(self.at.table)):
            notes.open_lobby = before.id
        self.at.present, notes.deal, notes.is_small = message, deal_number, is_lone(self.at.table)
        self._rhythm.note_drawing(self.at.table)
        await self.at.keep(message=message.id)
        for loop in self.at.followers.values():
            loop.poke()


def _players(table: RunningTable) -> list[UserId]:
    """Return the users present at a table."""
    return [user for seat in table.present if (user := table.seated[seat].user)]
