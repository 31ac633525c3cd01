"""What time does at an open table: what is due at its alarm, and computers' turns."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from kwbot.engine.values.actions import Action
from kwbot.tables.play import absences, endings, votes
from kwbot.tables.play.automatic_moves import AutomaticMoves
from kwbot.tables.play.services import Services
from kwbot.tables.play.table_writer import TableWriter
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state import time_limits
from kwbot.tables.state.only_moves import only_move
from kwbot.tables.state.pace import pauses_of, slowness
from kwbot.tables.state.table_state import (
    ClosedTable,
    LobbyTable,
    PlannedTable,
    RunningTable,
    running_of,
)
from kwbot.tables.time.clock import NO_TIME, Gap, sleep

LEAST_WAIT = timedelta(seconds=0.25)
"""Least time for a computer player's turn, however short the pauses are set. It thinks for
milliseconds about a card, and for a fifth of a second at most about a bid."""


class TableClock:
    """Does what is due at one table. A method that raises a RuleViolation changes nothing."""

    def __init__(
        self, services: Services, automatic_moves: AutomaticMoves, writer: TableWriter
    ) -> None:
        self._services = services
        self._automatic_moves = automatic_moves
        self._writer = writer
        self._moving: set[int] = set()
        """Numbers of the events after which a task already lets computers move."""
        self._only_at = -1
        """Number of the last event after which an only move was made or left to its player."""

    def set_alarm(self) -> None:
        """Set the table's alarm: to now if anything is due, otherwise to when time next runs out
        for a player, a vote or the table."""
        table = self._writer.state
        if isinstance(table, ClosedTable):
            self._services.alarms.set(table.id, None)
        elif table.wants_seal if isinstance(table, LobbyTable) else self._is_due_now(table):
            self._services.alarms.set(table.id, self._services.clock.now())
        else:
            self._services.alarms.set(table.id, min(time_limits.due_times(table)))

    def _is_due_now(self, table: RunningTable) -> bool:
        """Whether a computer can move, an only move be made, or the next deal be prepared."""
        return self._computers_wait() or self._only_move_waits() or table.wants_deal

    async def ring(self) -> None:
        """Do what is due: let computers move, or act on time that has run out for the table, a vote
        or those who must act. A planned table is rung only if it can open."""
        if self._computers_wait():
            await self._let_computers_move(running_of(self._writer.state))
            return
        if self._only_move_waits():
            await self._make_only_move(running_of(self._writer.state))
            return
        async with self._writer.transaction() as tx:
            if isinstance(tx.state, PlannedTable) and tx.state.opens <= tx.now:
                tx.become(tx.state.as_opened(tx.now))
            elif time_limits.closing_time(tx.state) <= tx.now:
                endings.close(tx, "unjoined" if time_limits.is_unjoined(tx.state) else "idle")
            elif tx.state.running is None or not await self._ring_in_game(tx, tx.state.running):
                self.set_alarm()

    async def _ring_in_game(self, tx: Transaction, table: RunningTable) -> bool:
        """Do what is due by the clock in a running game. Return whether anything was."""
        if table.wants_deal:
            await self._automatic_moves.onward(tx)
        elif table.vote and table.vote.until <= tx.now:
            votes.drop(tx)
            await self._automatic_moves.onward(tx)
        elif table.deadline and table.deadline <= tx.now and not table.paused:
            await self._automatic_moves.time_is_up(tx)
        else:
            return absences.fall_silent(tx)
        return True

    async def close_missed(self) -> None:
        """Close a planned table that could not open for too long, unless it has changed."""
        async with self._writer.transaction() as tx:
            planned = isinstance(tx.state, PlannedTable)
            if planned and time_limits.closing_time(tx.state) <= tx.now:
                endings.close(tx, "missed")

    async def make_good(self, gap: Gap) -> None:
        """Give people back the time of a gap. A short gap in which nobody's time would have run out
        need not be stored, because a restart makes it good again."""
        async with self._writer.transaction() as tx:
            after = time_limits.after_gap(tx.before, gap, tx.now)
            if gap.is_short and replace(after, last_human_at=tx.before.last_human_at) == tx.before:
                self._writer.state = tx.before = tx.state = after
                self.set_alarm()
            else:
                tx.become(after)

    async def pause(self, *, paused: bool) -> None:
        """Stop the table's time, or let it run on with full time for those who must act."""
        async with self._writer.transaction() as tx:
            deadline = None if paused else time_limits.deadline(tx.running, tx.now)
            attendance = tx.running.attendance.with_questions_anew(tx.now)
            tx.change(paused=paused, deadline=deadline, attendance=attendance)

    # --- computer players ---------------------------------------------------------------------

    def _computers_wait(self) -> bool:
        """Whether a computer is in turn and no task lets computers move yet."""
        table = self._writer.state
        if not isinstance(table, RunningTable) or table.paused or table.seq in self._moving:
            return False
        return table.computer_in_turn() is not None

    async def _let_computers_move(self, table: RunningTable) -> None:
        """Let computers think during the pause, without the lock, and act one by one at the table's
        pace.

        If something else happens at the table meanwhile, its alarm rings again. If the process is
        so busy that a pause ends a whole pause late, computers make all remaining moves at once.
        """
        clock = self._services.clock.steady
        moments, late = set[int](), False
        plan: Mapping[int, Action] = {}
        try:
            while True:
                begun = clock.now()
                if table.seq not in plan:
                    self._take_moments(moments, {table.seq})
                    self.set_alarm()  # people's time runs on
                    plan = await self._automatic_moves.plan(table)
                    self._take_moments(moments, {*plan, table.seq + len(plan)})
                if not late:
                    pause = self._pause_before(table)
                    until = _next_pause(begun + pause, clock.now(), pause)
                    await sleep(clock, until)
                    late = clock.now() - until > pause
                rest = await self._step(table.seq, plan, at_once=late)
                if rest is None:
                    break
                table, plan = running_of(self._writer.state), rest
        finally:
            self._moving -= moments
        if not self._writer.lost:
            self.set_alarm()

    def _only_move_waits(self) -> bool:
        """Whether a person alone with computers has an only move that was not handled yet."""
        table = self._writer.state
        if not isinstance(table, RunningTable) or table.paused:
            return False
        return table.seq not in self._moving | {self._only_at} and only_move(table) is not None

    async def _make_only_move(self, table: RunningTable) -> None:
        """Make the only move of a person alone with computers after a computer's pause, unless they
        make it first or want to make every move themselves."""
        self._only_at = table.seq
        self.set_alarm()  # people's time runs on
        if not await self._automatic_moves.makes_only_move(table):
            return
        clock = self._services.clock.steady
        await sleep(clock, clock.now() + self._pause_before(table))
        async with self._writer.transaction() as tx:
            if (
                tx.state.seq == table.seq
                and not tx.running.paused
                and (move := only_move(tx.running))
            ):
                tx.act("forced", *move)
                await self._automatic_moves.onward(tx)

    def _take_moments(self, taken: set[int], more: set[int]) -> None:
        """Add events to `taken`: no other task needs to let computers move after these."""
        taken |= more
        self._moving |= more

    async def _step(
        self, seq: int, plan: Mapping[int, Action], *, at_once: bool
    ) -> Mapping[int, Action] | None:
        """Let a computer do what is planned after event `seq`; `at_once`: and all that is planned
        later. Return the rest of the plan; None if no computer is in turn any more."""
        async with self._writer.transaction() as tx:
            if tx.state.seq != seq or tx.running.paused:
                return None
            tx.plan = plan if at_once else {seq: plan[seq]}
            await self._automatic_moves.onward(tx)
        # A claim or the end of the game may have replaced the plan.
        now = self._writer.state
        in_turn = isinstance(now, RunningTable) and now.computer_in_turn() is not None
        if not in_turn:
            return None
        return plan if tx.plan else {}

    def _pause_before(self, table: RunningTable) -> timedelta:
        """Return the pause before a computer acts: longer while a full trick lies on the table,
        none if the program has no pauses."""
        pace, play = pauses_of(table), table.match.deal.play if table.match.deal else None
        full = play is not None and bool(play.tricks) and not play.plays
        pauses = pace.full_trick if full else pace.turn * slowness(table)
        seconds = pauses * self._services.pause
        return max(LEAST_WAIT, timedelta(seconds=seconds)) if seconds else NO_TIME


def _next_pause(until: datetime, now: datetime, pause: timedelta) -> datetime:
    """Return the end of the pause that should end at `until`, or of the first later one still to
    come.

    People see whole pauses only, because the time that computers think would show whether they had
    a choice. One pause suffices unless many tables wait for the same processes.
    """
    late = now - until
    return until + ceil(late / pause) * pause if pause and late > timedelta() else until
