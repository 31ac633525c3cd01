"""One running table: one lock, and for every click the same course.

Check, apply (pure), store, swap in, show. Nothing is shown that is not stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from math import ceil

from kwbot.engine.actions import Action, Seat
from kwbot.engine.errors import NotYourTurn
from kwbot.engine.frozen import changed
from kwbot.engine.record import header
from kwbot.engine.record_lines import finish_line
from kwbot.engine.table import Away, Back, Undo
from kwbot.engine.wording import N_
from kwbot.storage.failures import StorageError
from kwbot.storage.stored import TableChange
from kwbot.tables import dealing, leaderboard_entries, time_limits, votes
from kwbot.tables import state as steps
from kwbot.tables.clock import sleep
from kwbot.tables.croupier import Croupier
from kwbot.tables.events import vote_body
from kwbot.tables.refusals import AWAY, HostOnly, NoTable, Refused, Stale
from kwbot.tables.services import Services
from kwbot.tables.state import TableState, Vote
from kwbot.tables.table_rows import change_of
from kwbot.tables.transaction import Transaction

_log = logging.getLogger(__name__)


class LiveTable:
    """A table in memory. Every method may raise a RuleViolation; then nothing has changed."""

    def __init__(self, state: TableState, services: Services) -> None:
        self.state = state
        self._services = services
        self._croupier = Croupier(services, state.id)
        self._lock = asyncio.Lock()
        self._in_doubt = False
        """Whether the store may hold another state: it failed to say that it stored one."""
        self._moving: set[int] = set()
        """The moments (`seq`) at which computer players are thinking about their turns."""

    # --- the one way to change a table --------------------------------------------------------

    @asynccontextmanager
    async def _transaction(self, actor: int | None = None) -> AsyncIterator[Transaction]:
        async with self._lock:
            if self._in_doubt:
                doubted, stored = self.state, await self._services.archive.reread(self.state.id)
                self.state = changed(stored, paused=doubted.paused)  # that is in no store
                self._croupier.forget()
                self._in_doubt = False
                self.set_alarm()
                self._services.display.show(doubted, [self.state])
            if self.state.state == "closed":
                raise NoTable
            tx = Transaction(self.state, self._services.clock.now(), actor)
            yield tx
            await self._commit(tx)

    async def _commit(self, tx: Transaction) -> None:
        """Store it, then let its state stand. Once begun it is done as a whole, under the lock."""
        storing = asyncio.ensure_future(self._stored(tx))
        try:
            await asyncio.shield(storing)
        except asyncio.CancelledError:
            await asyncio.wait({storing})
            raise

    async def _stored(self, tx: Transaction) -> None:
        before, after = tx.before, tx.state
        if not tx.events and after == before:
            return
        try:
            await self._write(tx, change_of(before, after))
        except StorageError:
            self._in_doubt = True
            raise
        self.state = after
        self._croupier.remember(tx)
        self.set_alarm()
        self._services.display.show(before, tx.states or [after])

    async def _write(self, tx: Transaction, change: TableChange) -> None:
        store, table = self._services.store, tx.state.id
        if not tx.events and not tx.reveal:
            await store.update_table(table, change)
            return
        await store.append(
            table,
            tx.events,
            expected_seq=tx.before.seq,
            change=change,
            secrets=tx.secrets,
            reveal=tx.reveal,
            at=tx.now,
            outcome=tx.outcome,
        )

    def set_alarm(self) -> None:
        """Ring when computers are in turn; when time runs out for a player, a vote, the table."""
        table = self.state
        times = [time_limits.closing_time(table)]
        times += [table.vote.until] if table.vote else []
        times += [table.deadline] if table.deadline and not table.paused else []
        times += [self._services.clock.now()] if self._computers_wait() else []
        self._services.alarms.set(table.id, None if table.state == "closed" else min(times))

    async def change(self, **values: object) -> None:
        """Change what is no event: what the display remembers."""
        async with self._transaction() as tx:
            tx.change(**values)

    async def rearrange(self, user: int, change: Callable[[TableState], TableState]) -> None:
        """Change the lobby."""
        async with self._transaction(user) as tx:
            tx.state = change(tx.state)

    async def give_grace(self) -> None:
        """After nobody could be heard for a while: some seconds at least for who must act."""
        async with self._transaction() as tx:
            deadline, vote, soon = (
                tx.state.deadline,
                tx.state.vote,
                tx.now + time_limits.GRACE,
            )
            if deadline is not None:
                tx.change(deadline=max(deadline, soon))
            if vote is not None:
                tx.change(vote=changed(vote, until=max(vote.until, soon)))

    async def pause(self, *, paused: bool) -> None:
        """Stop the time, or let those who must act have their full time again."""
        async with self._transaction() as tx:
            deadline = None if paused else time_limits.deadline(tx.state, tx.now)
            tx.change(paused=paused, deadline=deadline)

    # --- what players do ----------------------------------------------------------------------

    async def start(self, user: int) -> None:
        """From the lobby to the first deal; the rules say whether so many can play."""
        async with self._transaction(user) as tx:
            table = tx.state
            if table.state != "lobby":
                raise Stale
            match = steps.new_match(table)
            if match.must_draw:
                seated, cards = dealing.drawn(table.seated)
                table = changed(table, seated=seated)
                match = steps.new_match(table, cards)
            body = "\n".join(header(table.variant, match.sheet.options, match.names, match.drawn))
            tx.add("start", body, steps.started(table, match))
            await self._croupier.onward(tx)

    async def finish(self, user: int) -> None:
        """The host ends a game that goes on until then; a running deal does not count."""
        async with self._transaction(user) as tx:
            if tx.state.acting_host != user:
                raise HostOnly
            if tx.state.match is None:
                raise Stale
            self._drop_vote(tx, tx.state.seat_of(user))
            self._finish(tx)
            await self._croupier.onward(tx)

    def _finish(self, tx: Transaction) -> None:
        """Player 0 ends the game, by whose hand ever."""
        self._reveal_running(tx)
        tx.add("finish", finish_line(0), steps.ended(tx.state, 0))

    def _reveal_running(self, tx: Transaction) -> None:
        """Whoever reads the record of a deal that was broken off can verify it too."""
        match = tx.state.match
        if match and match.deal and match.deal.dealt:
            tx.reveal.append(match.number)

    async def ready(self, user: int, interaction: int) -> None:
        """A player wants the next deal; `interaction` is their contribution to its shuffle."""
        async with self._transaction(user) as tx:
            table = tx.state
            seat = table.seat_of(user)
            if table.ready is None or seat in table.ready.seats:
                raise Stale
            self._come_back(tx, seat)
            after = steps.readied(tx.state, seat, interaction)
            tx.add("ready", f"{seat} {interaction}", after)
            await self._croupier.onward(tx)

    async def submit(self, user: int, action: Action, asked_at: int | None = None) -> None:
        """A player's action. `asked_at`: which question it answers (None: the present one).

        Raises NotSeated, NotYourTurn, Stale, or why the rules refuse it.
        """
        async with self._transaction(user) as tx:
            table = tx.state
            seat = table.seat_of(user)
            if seat not in table.to_act():
                raise NotYourTurn if asked_at is None else Stale
            if asked_at is not None and table.asked_at.get(seat) != asked_at:
                raise Stale
            votes.check_none(table)
            self._come_back(tx, seat)
            self._check(tx.state, seat, action)
            tx.act("action", seat, action)
            await self._croupier.onward(tx)

    def _check(self, table: TableState, seat: Seat, action: Action) -> None:
        deal = table.match.deal if table.match else None
        assert deal is not None
        action = deal.choice(seat).accept(action)
        objection = deal.objection(seat, action)
        if objection:
            raise Refused(objection.text, **objection.values)

    async def leave(self, user: int) -> None:
        """A player goes away: a computer player plays on for them."""
        async with self._transaction(user) as tx:
            table = tx.state
            seat = table.seat_of(user)
            if table.match is None:
                raise Stale
            if seat in table.away:
                raise Refused(AWAY)
            tx.add("away", str(Away(seat)), steps.gone_away(table, seat))
            if table.vote and seat in table.vote.voters | {table.vote.proposer}:
                self._drop_vote(tx, seat)
            await self._croupier.onward(tx)

    async def back(self, user: int) -> None:
        """The player takes their seat back."""
        async with self._transaction(user) as tx:
            table = tx.state
            seat = table.seat_of(user)
            if seat not in table.away:
                raise Stale
            self._come_back(tx, seat)
            await self._croupier.onward(tx)

    def _come_back(self, tx: Transaction, seat: Seat) -> None:
        """Whoever acts is there."""
        if seat in tx.state.away:
            tx.add("back", str(Back(seat)), steps.come_back(tx.state, seat))

    # --- votes --------------------------------------------------------------------------------

    async def call_foul(self, user: int, offender: Seat, undo: int = 0) -> None:
        """Accuse a player of the deal; with `undo`, propose to set it right instead."""
        async with self._transaction(user) as tx:
            seat = tx.state.seat_of(user)
            self._propose(tx, votes.about_foul(tx.state, seat, offender, undo, tx.now))

    async def ask_undo(self, user: int, count: int) -> None:
        """Propose to take back the last `count` moves of the deal."""
        async with self._transaction(user) as tx:
            seat = tx.state.seat_of(user)
            self._propose(tx, votes.about_undo(tx.state, seat, count, tx.now))

    def _propose(self, tx: Transaction, vote: Vote) -> None:
        deadline = tx.state.deadline
        left = None if deadline is None else (deadline - tx.now).total_seconds()
        vote = changed(vote, left=left)
        tx.add("propose", vote_body(vote), steps.proposed(tx.state, vote))
        tx.change(deadline=None)

    async def vote(self, user: int, *, agree: bool, seen: int | None = None) -> None:
        """A vote on what is proposed; `seen` is its `seq`, if known. One no, and it falls."""
        async with self._transaction(user) as tx:
            table = tx.state
            seat, vote = table.seat_of(user), table.vote
            if vote is None or seen not in (None, vote.seq):
                raise Stale
            votes.check_say(vote, seat)
            if not agree:
                tx.add("reject", str(seat), steps.rejected(table, seat))
            elif seat == vote.proposer:
                raise Refused(N_("The others decide about your proposal."))
            else:
                tx.add("vote", str(seat), steps.voted(table, seat))
                self._carry_out(tx)
            await self._croupier.onward(tx)

    def _carry_out(self, tx: Transaction) -> None:
        vote = tx.state.vote
        if vote is None or vote.missing:
            return
        if vote.foul:
            tx.add("foul", str(vote.foul), steps.fouled(tx.state, vote.foul))
        if vote.undo:
            tx.add("undo", str(Undo(vote.undo)), steps.undone(tx.state, vote.undo))

    def _drop_vote(self, tx: Transaction, by: Seat | None = None) -> None:
        if tx.state.vote is not None:
            body = "" if by is None else str(by)
            tx.add("reject", body, steps.rejected(tx.state, by))

    # --- time ---------------------------------------------------------------------------------

    async def ring(self) -> None:
        """The alarm: computers are in turn, or time has run out for the table, a vote, or those
        who must act."""
        if self._computers_wait():
            await self._let_computers_move()
            return
        async with self._transaction() as tx:
            table = tx.state
            if time_limits.closing_time(table) <= tx.now:
                self._close(tx, "idle")
            elif table.vote and table.vote.until <= tx.now:
                self._drop_vote(tx)
                await self._croupier.onward(tx)
            elif table.deadline and table.deadline <= tx.now and not table.paused:
                await self._croupier.time_is_up(tx)
            else:
                self.set_alarm()

    async def close(self, reason: str) -> None:
        """End the table for good; its record stays."""
        async with self._transaction() as tx:
            self._close(tx, reason)

    def _close(self, tx: Transaction, reason: str) -> None:
        """A game that only its host would end ends here, and is settled."""
        match = tx.state.match
        if match and match.variant.host_ends and match.sheet.played and not match.over:
            self._finish(tx)
            tx.outcome = leaderboard_entries.outcome(tx.state, tx.now)
        else:
            self._reveal_running(tx)
        tx.change(state="closed", closed_reason=reason, deadline=None)

    # --- computer players ---------------------------------------------------------------------

    def _computers_wait(self) -> bool:
        table = self.state
        waits = table.computer_in_turn() is not None and not table.paused
        return waits and table.seq not in self._moving

    async def _let_computers_move(self) -> None:
        """They think while the pause runs, and nobody waits for that; then all they do is one
        change. A table that something else happened to meanwhile rings again."""
        table = self.state
        until = self._services.clock.now() + timedelta(seconds=self._services.pause)
        self._moving.add(table.seq)
        try:
            self.set_alarm()  # everybody else's time runs on
            plan = await self._croupier.planned(table)
            await sleep(self._services.clock, self._next_pause(until))
            async with self._transaction() as tx:
                if tx.state.seq == table.seq and not tx.state.paused:
                    tx.plan = plan
                    await self._croupier.onward(tx)
        finally:
            self._moving.discard(table.seq)
        self.set_alarm()

    def _next_pause(self, until: datetime) -> datetime:
        """Whole pauses only: how long they thought would tell whether they had a choice."""
        late = (self._services.clock.now() - until).total_seconds()
        pauses = ceil(late / self._services.pause) if late > 0 and self._services.pause else 0
        return until + timedelta(seconds=pauses * self._services.pause)
