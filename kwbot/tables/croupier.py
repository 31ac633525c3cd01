"""What happens at a table by itself: dealing, computer players, time that runs out, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from kwbot.engine.actions import CHANCE, Action, Seat
from kwbot.engine.match import Match
from kwbot.engine.table import Away
from kwbot.players.turn_batch import Opening
from kwbot.storage.stored import DealSecret
from kwbot.tables import computer_turns, dealing, leaderboard_entries, time_limits
from kwbot.tables import state as steps
from kwbot.tables.events import ready_body
from kwbot.tables.services import Services
from kwbot.tables.state import TableState
from kwbot.tables.transaction import Transaction


class Croupier:
    """Carries the transactions of one table on, and knows the secret of its present deal."""

    def __init__(self, services: Services, table: int) -> None:
        self._services = services
        self._table = table
        self._hidden: DealSecret | None = None
        """As it is stored: every turn of a computer player wants it."""
        self._opening: Opening | None = None

    def remember(self, stored: Transaction) -> None:
        if stored.secrets:
            self._hidden = stored.secrets[-1]

    def forget(self) -> None:
        """The store may hold another one."""
        self._hidden = self._opening = None

    async def planned(self, table: TableState) -> Mapping[int, Action]:
        """See kwbot.tables.computer_turns."""
        assert table.match is not None
        opening = await self._opened(table.match)
        return await computer_turns.planned(self._services.computers, table, opening)

    async def _opened(self, match: Match, tx: Transaction | None = None) -> Opening:
        """That of the running deal."""
        if self._opening is None or not self._opening.fits(match):
            hidden = await self._secret(match.number, tx)
            key = computer_turns.key_of(self._table, match.number, hidden.secret)
            self._opening = Opening(match, key)
        return self._opening

    async def onward(self, tx: Transaction) -> None:
        """Do everything that needs no human: computer players, dealing, the end of the game."""
        while await self._one_step(tx):
            pass
        if tx.state.state != "closed":
            tx.change(deadline=self._deadline(tx))

    async def time_is_up(self, tx: Transaction) -> None:
        """Do what those who must act had no time for: begin the deal without them, or pass, or
        let a computer player choose; who misses it often goes away."""
        table = tx.state
        if table.ready is not None:
            # Nobody there: wait for somebody. Somebody there: deal without the others' presses.
            if table.ready.pressed:
                await self._deal(tx)
            else:
                tx.change(deadline=None)
                return
        for seat in table.to_act():
            if seat in tx.state.to_act() and not tx.state.is_played_by_computer(seat):
                await self._act_for(tx, seat)
        await self.onward(tx)

    async def _act_for(self, tx: Transaction, seat: Seat) -> None:
        match = tx.state.match
        assert match is not None
        action = time_limits.when_time_is_up(match.choice(seat)) or await self._chosen(tx, seat)
        tx.act("timeout", seat, action)
        after = tx.state
        if after.missed.get(seat, 0) >= time_limits.MISSES_UNTIL_AWAY:
            tx.add("away", str(Away(seat)), steps.gone_away(after, seat))

    def _deadline(self, tx: Transaction) -> datetime | None:
        """The time that was running for the same question goes on running."""
        before, after = tx.before, tx.state
        same_deal = before.ready is not None and after.ready is not None
        asked = {seat: before.asked_at.get(seat) for seat in after.asked_at}
        same_question = bool(asked) and asked == after.asked_at
        if after.vote is None and (same_deal or same_question):
            if before.deadline:
                return before.deadline
            if before.vote and before.vote.left is not None:
                return tx.now + timedelta(seconds=max(before.vote.left, time_limits.AFTER_VOTE))
        return time_limits.deadline(after, tx.now)

    async def _one_step(self, tx: Transaction) -> bool:
        table = tx.state
        match = table.match
        if match is None or table.state == "closed" or table.vote is not None:
            return False
        if match.over:
            tx.outcome = leaderboard_entries.outcome(table, tx.now) if match.sheet.played else None
            tx.change(state="closed", closed_reason="over", deadline=None)
            return False
        if match.deal is None:
            return await self._between_deals(tx)
        if CHANCE in match.to_act():
            await self._deal_after_cut(tx)
            return True
        seat = table.computer_in_turn()
        return seat is not None and await self._computer_acts(tx, seat)

    async def _computer_acts(self, tx: Transaction, seat: Seat) -> bool:
        table = tx.state
        action = tx.plan.get(table.seq)
        if action is None and not self._services.pause:
            action = await self._chosen(tx, seat)
        if action is None:
            return False  # not before the pause is over
        tx.act("computer", seat, action)
        return True

    async def _chosen(self, tx: Transaction, seat: Seat) -> Action:
        """What a computer player does for `seat`."""
        table = tx.state
        assert table.match is not None
        asked = computer_turns.turns(table, await self._opened(table.match, tx), seat)
        return (await computer_turns.taken(self._services.computers, asked))[0]

    async def _between_deals(self, tx: Transaction) -> bool:
        table = tx.state
        if table.ready is None:
            ready, hidden = dealing.commit(table)
            tx.secrets.append(hidden)
            tx.add("commit", ready_body(ready), steps.committed(table, ready))
            return True
        if not table.ready.pressed or set(table.present) - table.ready.seats:
            return False
        await self._deal(tx)
        return True

    async def _deal(self, tx: Transaction) -> None:
        table = tx.state
        ready, match = table.ready, table.match
        assert ready is not None
        assert match is not None
        hidden = await self._secret(ready.deal, tx)
        hidden = replace(hidden, contributions="\n".join(ready.contributions))
        tx.secrets.append(hidden)
        begun = match.deal_begun(ready.dealer)
        if begun.to_act() == (CHANCE,):
            cards = dealing.deal(begun, hidden)
            body = "\n".join([begun.deal_line, *cards.lines()])
            tx.add("deal", body, steps.dealt(table, ready.dealer, cards))
        else:
            tx.add("deal", begun.deal_line, steps.dealt(table, ready.dealer, None))

    async def _deal_after_cut(self, tx: Transaction) -> None:
        """The deck was cut: now its cards are dealt."""
        match = tx.state.match
        assert match is not None
        cards = dealing.deal(match, await self._secret(match.number, tx))
        tx.add("cards", "\n".join(cards.lines()), steps.dealt_after_cut(tx.state, cards))

    async def _secret(self, deal: int, tx: Transaction | None = None) -> DealSecret:
        hidden = tx.secret(deal) if tx else None
        if hidden is None and self._hidden and self._hidden.deal == deal:
            hidden = self._hidden
        if hidden is None:
            self._hidden = hidden = await self._services.store.secret(self._table, deal)
        assert hidden is not None
        return hidden
