"""What happens at a table by itself: dealing, computers' turns, expired time limits, the end."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.record import header
from kwbot.engine.values.actions import CHANCE, Action, Away, Cut, Pass, Play, Seat
from kwbot.engine.values.errors import RuleViolation
from kwbot.ids import TableId
from kwbot.players.turns.deal_start import DealStart
from kwbot.storage.values.stored_tables import DealSecret
from kwbot.tables.log import deal_changes, seat_changes
from kwbot.tables.log.events import ready_body
from kwbot.tables.past import leaderboard_entries
from kwbot.tables.play import endings
from kwbot.tables.play.reseating import sit_down
from kwbot.tables.play.services import Services
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state import dealing, round_limits, time_limits
from kwbot.tables.state.contributions import Ready, decisive
from kwbot.tables.state.only_moves import only_move
from kwbot.tables.state.table_options import CLAIMS_OFF, CLAIMS_OPTION
from kwbot.tables.state.table_state import LobbyTable, RunningTable
from kwbot.tables.thinking import computer_turns
from kwbot.tables.thinking.certain_claims import public_claim


class AutomaticMoves:
    """Adds what needs no human to the transactions of one table, and knows its deal's secret."""

    def __init__(self, services: Services, table_id: TableId) -> None:
        self._services = services
        self._table = table_id
        self._hidden: DealSecret | None = None
        """The current deal's secret as stored: every turn of a computer player needs it."""
        self._opening: DealStart | None = None
        self._uncertain: Match | None = None
        """The match in which the last search found no claim; the next search waits for a change."""

    def remember(self, stored: Transaction) -> None:
        """Keep the last secret of a transaction that has been stored."""
        if stored.secrets:
            self._hidden = stored.secrets[-1]

    def forget(self) -> None:
        """Forget the secret, because the store may hold another one."""
        self._hidden = self._opening = None

    async def plan(
        self, table: RunningTable, tx: Transaction | None = None
    ) -> Mapping[int, Action]:
        """Return the next actions of computer players, by the number of the event before each: as
        many in a row as can be decided at once. Any but the first may turn out to be illegal."""
        if table.computer_in_turn() is None:
            return {}
        turns = computer_turns.turns(table, await self._deal_start(table, tx))
        actions = await computer_turns.take_turns(self._services.computers, turns)
        return dict(enumerate(actions, table.seq))

    async def _deal_start(self, table: RunningTable, tx: Transaction | None = None) -> DealStart:
        """Return the start of the running deal, with the key of its computer players."""
        match = table.match
        if self._opening is None or not self._opening.fits(match):
            hidden = await self._secret(match.number, tx)
            key = computer_turns.key_of(self._table, match.number, hidden.secret)
            if table.is_duplicate:
                key = computer_turns.duplicate_key(hidden.secret)
            self._opening = DealStart(match, key)
        return self._opening

    def seal(self, tx: Transaction) -> None:
        """Seal a lobby's first deal, again if what is to be dealt has changed."""
        if isinstance(tx.state, LobbyTable):
            table, hidden = dealing.seal_deal(tx.state, tx.before)
            tx.secrets += [hidden] if hidden else []
            if table != tx.state:
                tx.become(table)

    async def begin(self, tx: Transaction, table: LobbyTable, *, deals: bool = True) -> None:
        """Start the game from the lobby's seal and deal its first cards; without `deals`, wait
        until people are ready for them."""
        seal = table.standing_seal()
        given = tuple((table.seat_of(user), text) for user, text in seal.given)
        hidden = replace(await self._secret(1, tx), contributions="\n".join(decisive(given)))
        game, places = dealing.start_game(table, hidden)
        match = game.match
        lines = header(game.variant, match.sheet.options, match.names, match.drawn)
        tx.add("start", "\n".join(lines), game)
        if places:
            tx.add("places", " ".join(map(str, places)), replace(tx.running, places=places))
        ready = Ready(1, match.next_dealer(), seal.commitment, seal.context)
        tx.add("commit", ready_body(ready), deal_changes.commit(tx.running, ready))
        for place, text in given:
            tx.add("press", f"{place} {text}", deal_changes.contribute(tx.running, place, text))
        if deals:
            await self._deal(tx, tx.running.ready_now())
        await self.onward(tx)

    async def onward(self, tx: Transaction) -> None:
        """Do everything that needs no human: computer players, dealing, the end of the game."""
        while isinstance(tx.state, RunningTable) and await self._one_step(tx, tx.state):
            pass
        if isinstance(tx.state, RunningTable):
            tx.change(deadline=self._deadline(tx, tx.state))

    async def time_is_up(self, tx: Transaction) -> None:
        """Act for those whose time has run out. The next deal begins without them. In a deal they
        get as much time again the first time; later they pass or a computer chooses for them, and
        in the end they count as away."""
        table = tx.running
        if table.ready is not None and not round_limits.is_round_over(table, tx.now):
            # Nobody is ready: wait for somebody. Somebody is: deal without the others' presses.
            if not table.ready.seats:
                tx.change(deadline=None)
                return
            await self._deal(tx, table.ready)
        for seat in table.to_act():
            if seat not in tx.running.to_act() or tx.running.is_played_by_computer(seat):
                continue
            if table.attendance.misses(seat):
                await self._act_for(tx, seat)
            else:
                tx.add("extend", str(seat), seat_changes.run_out(tx.running, seat))
        await self.onward(tx)
        if isinstance(tx.state, RunningTable):
            tx.change(deadline=time_limits.deadline(tx.state, tx.now))

    async def _act_for(self, tx: Transaction, seat: Seat) -> None:
        choice = tx.running.match.choice(seat)
        action = Pass() if Pass() in choice else await self._choose(tx, seat)
        tx.act("timeout", seat, action)
        if tx.running.attendance.is_gone_by_time(seat):
            tx.add("away", str(Away(seat)), seat_changes.go_away(tx.running, seat))

    def _deadline(self, tx: Transaction, after: RunningTable) -> datetime | None:
        """Return the new deadline: the old one as long as the same is asked."""
        before = tx.before.running
        goes_on = after.vote is None and after.is_attended
        if goes_on and before is not None and _asks_the_same(before, after):
            if before.deadline:
                return before.deadline
            if before.vote and before.vote.left is not None:
                left = max(before.vote.left, time_limits.MIN_SECONDS_AFTER_VOTE)
                return tx.now + timedelta(seconds=left)
        return time_limits.deadline(after, tx.now)

    async def _one_step(self, tx: Transaction, table: RunningTable) -> bool:
        """Do the next thing that needs no human. Return whether something more may follow."""
        match = table.match
        if table.vote is not None:
            return False
        if match.is_over:
            if match.is_won and match.sheet.played:
                tx.scores.append(leaderboard_entries.outcome(table, tx.now))
            tx.become(table.as_closed("over" if match.is_won else "ended"))
            return False
        if match.deal is None:
            return await self._between_deals(tx, table)
        if CHANCE in match.to_act():
            await self._deal_after_cut(tx, table)
            return True
        return await self._play_forced(tx, table) or await self._computer_acts(tx, table)

    async def _play_forced(self, tx: Transaction, table: RunningTable) -> bool:
        """Claim what everybody sees is certain, or play a person's last card. Without pauses also
        make the only move of a person alone with computers. Return whether anything was done."""
        deal, waiting = table.match.deal, table.to_act()
        play = deal.play if deal else None
        if play is not None and not play.asking and waiting:
            if await self._claim_certain(tx, table):
                return True
            (seat,) = waiting
            if table.is_played_by_computer(seat):
                return False  # at the table's pace
            if len(play.layout.hands[seat]) == 1:
                tx.act("forced", seat, Play(next(iter(play.legal_cards()))))
                return True
        move = None if self._services.pause else only_move(table)
        if move is None or not await self.makes_only_move(table):
            return False
        tx.act("forced", *move)
        return True

    async def makes_only_move(self, table: RunningTable) -> bool:
        """Whether a person alone with computers has only one move and wants it made for them."""
        move = only_move(table)
        user = None if move is None else table.seated[move[0]].user
        if user is None:
            return False
        return (await self._services.store.settings.preferences(user)).play_single

    async def _claim_certain(self, tx: Transaction, table: RunningTable) -> bool:
        """Claim tricks that everybody can see are certain. Return whether there were any."""
        off = table.options.get(CLAIMS_OPTION) == CLAIMS_OFF
        if off or table.match is self._uncertain or not table.is_attended:
            return False
        claim = await public_claim(table, self._services.computers)
        if claim is None:
            self._uncertain = table.match
        else:
            tx.add("claim", str(claim), deal_changes.claim(table, claim))
        return claim is not None

    async def _computer_acts(self, tx: Transaction, table: RunningTable) -> bool:
        seat = table.computer_in_turn()
        if seat is None:
            return False
        if tx.state.seq not in tx.plan and not self._services.pause:
            tx.plan = await self.plan(tx.running, tx)
        action = tx.plan.get(tx.state.seq)
        if action is None:
            return False  # not before the pause is over
        try:
            tx.act("computer", seat, action)
        except RuleViolation:  # the plan was for another course of the deal
            tx.plan = {}
            tx.act("computer", seat, await self._choose(tx, seat))
        return True

    async def _choose(self, tx: Transaction, seat: Seat) -> Action:
        """Return the action that a computer player chooses for `seat`."""
        table = tx.running
        asked = computer_turns.turns(table, await self._deal_start(table, tx), seat)
        return (await computer_turns.take_turns(self._services.computers, asked))[0]

    async def _between_deals(self, tx: Transaction, table: RunningTable) -> bool:
        if round_limits.is_round_over(table, tx.now):
            endings.close(tx, round_limits.ROUND_OVER)
            return False
        if table.newcomers and table.computers:
            newcomer, seated = table.newcomers[0], table.seated
            own = (seat for seat in table.computers if seated[seat].left_by == newcomer.user)
            sit_down(tx, next(own, table.computers[-1]), newcomer)
            return True
        if table.ready is None:
            ready, hidden = dealing.commit(table)
            tx.secrets.append(hidden)
            tx.add("commit", ready_body(ready), deal_changes.commit(table, ready))
            return True
        if not table.ready.seats or table.missing_seats:
            return False
        await self._deal(tx, table.ready)
        return True

    async def _deal(self, tx: Transaction, ready: Ready) -> None:
        hidden = await self._secret(ready.deal, tx)
        given = [] if tx.running.is_duplicate else ready.contributions
        hidden = replace(hidden, contributions="\n".join(given))
        tx.secrets.append(hidden)
        dealer = dealing.dealer(tx.running.match, ready, hidden)
        begun, cards = tx.running.match.deal_begun(dealer), None
        if begun.to_act() == (CHANCE,):
            cards = dealing.deal(begun, hidden)
        body = "\n".join([begun.deal_line, *(cards.lines() if cards else ())])
        tx.add("deal", body, deal_changes.begin_deal(tx.running, dealer, cards))
        if tx.running.is_duplicate and cards is None:  # no cut: other tables get the same cards
            tx.act("forced", tx.running.to_act()[0], Cut(0))

    async def _deal_after_cut(self, tx: Transaction, table: RunningTable) -> None:
        """Deal the cards after the cut."""
        cards = dealing.deal(table.match, await self._secret(table.match.number, tx))
        tx.add("cards", "\n".join(cards.lines()), deal_changes.deal_after_cut(table, cards))

    async def _secret(self, deal_number: int, tx: Transaction | None = None) -> DealSecret:
        """Return the secret of a deal, from the transaction, from memory or from the store."""
        hidden = tx.secret(deal_number) if tx else None
        if hidden is None and self._hidden and self._hidden.deal == deal_number:
            hidden = self._hidden
        if hidden is None:
            self._hidden = hidden = await self._services.store.tables.secret(
                self._table, deal_number
            )
        assert hidden is not None
        return hidden


def _asks_the_same(before: RunningTable, after: RunningTable) -> bool:
    """Whether a table still waits for the same deal or for answers to the same questions."""
    if before.ready is not None and after.ready is not None:
        return True
    asked = {seat: before.asked_at.get(seat) for seat in after.asked_at}
    return bool(asked) and asked == after.asked_at
