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
from kwbot.engine.record import draw_lines, header
from kwbot.engine.table import Undo
from kwbot.engine.wording import N_
from kwbot.storage.failures import StorageError
from kwbot.storage.stored import TableChange
from kwbot.tables import dealing, leaderboard_entries, time_limits, votes
from kwbot.tables import state as steps
from kwbot.tables.clock import sleep
from kwbot.tables.croupier import Croupier
from kwbot.tables.events import vote_body
from kwbot.tables.refusals import AWAY, HostOnly, NoTable, Refused, Stale
from kwbot.tables.services import House
from kwbot.tables.state import TableState, Vote
from kwbot.tables.table_rows import change_of
from kwbot.tables.transaction import Draft

_log = logging.getLogger(__name__)


class LiveTable:
    """A table in memory. Every method may raise a RuleViolation; then nothing has changed."""

    def __init__(self, state: TableState, house: House) -> None:
        self.state = state
        self._house = house
        self._croupier = Croupier(house, state.id)
        self._lock = asyncio.Lock()
        self._in_doubt = False
        """Whether the store may hold another state: it failed to say that it stored one."""
        self._moving: set[int] = set()
        """The moments (`seq`) at which computer players are thinking about their turns."""

    # --- the one way to change a table --------------------------------------------------------

    @asynccontextmanager
    async def _draft(self, actor: int | None = None) -> AsyncIterator[Draft]:
        async with self._lock:
            if self._in_doubt:
                doubted, stored = self.state, await self._house.archive.reread(self.state.id)
                self.state = changed(stored, paused=doubted.paused)  # that is in no store
                self._croupier.forget()
                self._in_doubt = False
                self.set_alarm()
                self._house.display.show(doubted, [self.state])
            if self.state.state == "closed":
                raise NoTable
            draft = Draft(self.state, self._house.clock.now(), actor)
            yield draft
            await self._commit(draft)

    async def _commit(self, draft: Draft) -> None:
        """Store the draft, then let it stand. Once begun it is done as a whole, under the lock."""
        storing = asyncio.ensure_future(self._stored(draft))
        try:
            await asyncio.shield(storing)
        except asyncio.CancelledError:
            await asyncio.wait({storing})
            raise

    async def _stored(self, draft: Draft) -> None:
        before, after = draft.before, draft.state
        if not draft.events and after == before:
            return
        try:
            await self._write(draft, change_of(before, after))
        except StorageError:
            self._in_doubt = True
            raise
        self.state = after
        self._croupier.remember(draft)
        self.set_alarm()
        self._house.display.show(before, draft.states or [after])

    async def _write(self, draft: Draft, change: TableChange) -> None:
        store, table = self._house.store, draft.state.id
        if not draft.events and not draft.reveal:
            await store.update_table(table, change)
            return
        await store.append(
            table,
            draft.events,
            expected_seq=draft.before.seq,
            change=change,
            secrets=draft.secrets,
            reveal=draft.reveal,
            at=draft.now,
            outcome=draft.outcome,
        )

    def set_alarm(self) -> None:
        """Ring when computers are in turn; when time runs out for a player, a vote, the table."""
        table = self.state
        times = [time_limits.closing_time(table)]
        times += [table.vote.until] if table.vote else []
        times += [table.deadline] if table.deadline and not table.paused else []
        times += [self._house.clock.now()] if self._computers_wait() else []
        self._house.alarms.set(table.id, None if table.state == "closed" else min(times))

    async def change(self, **values: object) -> None:
        """Change what is no event: what the display remembers."""
        async with self._draft() as draft:
            draft.change(**values)

    async def rearrange(self, user: int, change: Callable[[TableState], TableState]) -> None:
        """Change the lobby."""
        async with self._draft(user) as draft:
            draft.state = change(draft.state)

    async def give_grace(self) -> None:
        """After nobody could be heard for a while: some seconds at least for who must act."""
        async with self._draft() as draft:
            deadline, vote, soon = (
                draft.state.deadline,
                draft.state.vote,
                draft.now + time_limits.GRACE,
            )
            if deadline is not None:
                draft.change(deadline=max(deadline, soon))
            if vote is not None:
                draft.change(vote=changed(vote, until=max(vote.until, soon)))

    async def pause(self, *, paused: bool) -> None:
        """Stop the time, or let those who must act have their full time again."""
        async with self._draft() as draft:
            deadline = None if paused else time_limits.deadline(draft.state, draft.now)
            draft.change(paused=paused, deadline=deadline)

    # --- what players do ----------------------------------------------------------------------

    async def start(self, user: int) -> None:
        """From the lobby to the first deal; the rules say whether so many can play."""
        async with self._draft(user) as draft:
            table = draft.state
            if table.state != "lobby":
                raise Stale
            match = steps.new_match(table)
            if match.must_draw:
                seated, cards = dealing.drawn(table.seated)
                table = changed(table, seated=seated)
                match = steps.new_match(table, cards)
            lines = header(table.variant, match.sheet.options, match.names)
            body = "\n".join([*lines, *draw_lines(match.drawn)])
            draft.add("start", body, steps.started(table, match))
            await self._croupier.onward(draft)

    async def finish(self, user: int) -> None:
        """The host ends a game that goes on until then; a running deal does not count."""
        async with self._draft(user) as draft:
            if draft.state.acting_host != user:
                raise HostOnly
            if draft.state.match is None:
                raise Stale
            self._drop_vote(draft, draft.state.seat_of(user))
            self._finish(draft)
            await self._croupier.onward(draft)

    def _finish(self, draft: Draft) -> None:
        """Player 0 ends the game, by whose hand ever."""
        self._reveal_running(draft)
        draft.add("finish", "finish 0", steps.ended(draft.state, 0))

    def _reveal_running(self, draft: Draft) -> None:
        """Whoever reads the record of a deal that was broken off can verify it too."""
        match = draft.state.match
        if match and match.deal and match.deal.dealt:
            draft.reveal.append(match.number)

    async def ready(self, user: int, interaction: int) -> None:
        """A player wants the next deal; `interaction` is their contribution to its shuffle."""
        async with self._draft(user) as draft:
            table = draft.state
            seat = table.seat_of(user)
            if table.ready is None or seat in table.ready.seats:
                raise Stale
            self._come_back(draft, seat)
            after = steps.readied(draft.state, seat, interaction)
            draft.add("ready", f"{seat} {interaction}", after)
            await self._croupier.onward(draft)

    async def submit(self, user: int, action: Action, asked_at: int | None = None) -> None:
        """A player's action. `asked_at`: which question it answers (None: the present one).

        Raises NotSeated, NotYourTurn, Stale, or why the rules refuse it.
        """
        async with self._draft(user) as draft:
            table = draft.state
            seat = table.seat_of(user)
            if seat not in table.to_act():
                raise NotYourTurn if asked_at is None else Stale
            if asked_at is not None and table.asked_at.get(seat) != asked_at:
                raise Stale
            votes.check_none(table)
            self._come_back(draft, seat)
            self._check(draft.state, seat, action)
            draft.add(
                "action", f"{seat} {action}", steps.acted(draft.state, seat, action, "action")
            )
            await self._croupier.onward(draft)

    def _check(self, table: TableState, seat: Seat, action: Action) -> None:
        deal = table.match.deal if table.match else None
        assert deal is not None
        action = deal.choice(seat).accept(action)
        objection = table.variant.objection(deal, seat, action)
        if objection:
            raise Refused(objection.text, **objection.values)

    async def leave(self, user: int) -> None:
        """A player goes away: a computer player plays on for them."""
        async with self._draft(user) as draft:
            table = draft.state
            seat = table.seat_of(user)
            if table.match is None:
                raise Stale
            if seat in table.away:
                raise Refused(AWAY)
            draft.add("away", f"away {seat}", steps.gone_away(table, seat))
            if table.vote and seat in table.vote.voters | {table.vote.proposer}:
                self._drop_vote(draft, seat)
            await self._croupier.onward(draft)

    async def back(self, user: int) -> None:
        """The player takes their seat back."""
        async with self._draft(user) as draft:
            table = draft.state
            seat = table.seat_of(user)
            if seat not in table.away:
                raise Stale
            self._come_back(draft, seat)
            await self._croupier.onward(draft)

    def _come_back(self, draft: Draft, seat: Seat) -> None:
        """Whoever acts is there."""
        if seat in draft.state.away:
            draft.add("back", f"back {seat}", steps.come_back(draft.state, seat))

    # --- votes --------------------------------------------------------------------------------

    async def call_foul(self, user: int, offender: Seat, undo: int = 0) -> None:
        """Accuse a player of the deal; with `undo`, propose to set it right instead."""
        async with self._draft(user) as draft:
            seat = draft.state.seat_of(user)
            self._propose(draft, votes.about_foul(draft.state, seat, offender, undo, draft.now))

    async def ask_undo(self, user: int, count: int) -> None:
        """Propose to take back the last `count` moves of the deal."""
        async with self._draft(user) as draft:
            seat = draft.state.seat_of(user)
            self._propose(draft, votes.about_undo(draft.state, seat, count, draft.now))

    def _propose(self, draft: Draft, vote: Vote) -> None:
        deadline = draft.state.deadline
        left = None if deadline is None else (deadline - draft.now).total_seconds()
        vote = changed(vote, left=left)
        draft.add("propose", vote_body(vote), steps.proposed(draft.state, vote))
        draft.change(deadline=None)

    async def vote(self, user: int, *, agree: bool, seen: int | None = None) -> None:
        """A vote on what is proposed; `seen` is its `seq`, if known. One no, and it falls."""
        async with self._draft(user) as draft:
            table = draft.state
            seat, vote = table.seat_of(user), table.vote
            if vote is None or seen not in (None, vote.seq):
                raise Stale
            votes.check_say(vote, seat)
            if not agree:
                draft.add("reject", str(seat), steps.rejected(table, seat))
            elif seat == vote.proposer:
                raise Refused(N_("The others decide about your proposal."))
            else:
                draft.add("vote", str(seat), steps.voted(table, seat))
                self._carry_out(draft)
            await self._croupier.onward(draft)

    def _carry_out(self, draft: Draft) -> None:
        vote = draft.state.vote
        if vote is None or vote.missing:
            return
        if vote.foul:
            draft.add("foul", str(vote.foul), steps.fouled(draft.state, vote.foul))
        if vote.undo:
            draft.add("undo", str(Undo(vote.undo)), steps.undone(draft.state, vote.undo))

    def _drop_vote(self, draft: Draft, by: Seat | None = None) -> None:
        if draft.state.vote is not None:
            body = "" if by is None else str(by)
            draft.add("reject", body, steps.rejected(draft.state, by))

    # --- time ---------------------------------------------------------------------------------

    async def ring(self) -> None:
        """The alarm: computers are in turn, or time has run out for the table, a vote, or those
        who must act."""
        if self._computers_wait():
            await self._let_computers_move()
            return
        async with self._draft() as draft:
            table = draft.state
            if time_limits.closing_time(table) <= draft.now:
                self._close(draft, "idle")
            elif table.vote and table.vote.until <= draft.now:
                self._drop_vote(draft)
                await self._croupier.onward(draft)
            elif table.deadline and table.deadline <= draft.now and not table.paused:
                await self._croupier.time_is_up(draft)
            else:
                self.set_alarm()

    async def close(self, reason: str) -> None:
        """End the table for good; its record stays."""
        async with self._draft() as draft:
            self._close(draft, reason)

    def _close(self, draft: Draft, reason: str) -> None:
        """A game that only its host would end ends here, and is settled."""
        match = draft.state.match
        if match and match.variant.host_ends and match.sheet.played and not match.over:
            self._finish(draft)
            draft.outcome = leaderboard_entries.outcome(draft.state, draft.now)
        else:
            self._reveal_running(draft)
        draft.change(state="closed", closed_reason=reason, deadline=None)

    # --- computer players ---------------------------------------------------------------------

    def _computers_wait(self) -> bool:
        table = self.state
        waits = table.computer_in_turn() is not None and not table.paused
        return waits and table.seq not in self._moving

    async def _let_computers_move(self) -> None:
        """They think while the pause runs, and nobody waits for that; then all they do is one
        change. A table that something else happened to meanwhile rings again."""
        table = self.state
        until = self._house.clock.now() + timedelta(seconds=self._house.pause)
        self._moving.add(table.seq)
        try:
            self.set_alarm()  # everybody else's time runs on
            plan = await self._croupier.planned(table)
            await sleep(self._house.clock, self._next_pause(until))
            async with self._draft() as draft:
                if draft.state.seq == table.seq and not draft.state.paused:
                    draft.plan = plan
                    await self._croupier.onward(draft)
        finally:
            self._moving.discard(table.seq)
        self.set_alarm()

    def _next_pause(self, until: datetime) -> datetime:
        """Whole pauses only: how long they thought would tell whether they had a choice."""
        late = (self._house.clock.now() - until).total_seconds()
        pauses = ceil(late / self._house.pause) if late > 0 and self._house.pause else 0
        return until + timedelta(seconds=pauses * self._house.pause)
