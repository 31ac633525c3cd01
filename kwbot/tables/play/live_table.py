"""An open table, and what each press does at it."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Concatenate, ParamSpec

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Action, Seat, TrickClaim, Undo
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Refused, Stale, check_fresh
from kwbot.tables.log import deal_changes, seat_changes
from kwbot.tables.play import absences, endings, lobby, newcomers, votes
from kwbot.tables.play.absences import come_back
from kwbot.tables.play.automatic_moves import AutomaticMoves
from kwbot.tables.play.decisions import Decisions
from kwbot.tables.play.services import Services
from kwbot.tables.play.table_clock import TableClock
from kwbot.tables.play.table_writer import TableWriter
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state import dealing, round_limits
from kwbot.tables.state.pace import QUICK
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_options import PACE_OPTION
from kwbot.tables.state.table_state import (
    ClosedTable,
    LobbyTable,
    OpenTable,
    RunningTable,
    TableState,
    lobby_of,
    running_of,
)
from kwbot.tables.thinking.certain_claims import is_certain

P = ParamSpec("P")


class LiveTable:
    """An open table in memory, with its `clock` and its people's `decisions`. Every method may
    raise a RuleViolation, and then changes nothing."""

    def __init__(self, state: OpenTable, services: Services) -> None:
        self._services = services
        self._automatic_moves = AutomaticMoves(services, state.id)
        self._writer = TableWriter(state, services, self._automatic_moves, self._note_stored)
        self.clock = TableClock(services, self._automatic_moves, self._writer)
        self.decisions = Decisions(self._writer)
        self._asked_in: set[UserId] = set()
        """Users who have asked for the seat of somebody who is away."""

    @property
    def state(self) -> TableState:
        return self._writer.state

    @property
    def open(self) -> OpenTable:
        """The state of the table; raises NoTable once it is closed or lost."""
        return self._writer.open

    def lose(self) -> None:
        """Do nothing more at the table: another process has it."""
        self._writer.lost = True

    def _note_stored(self, stored: TableState) -> None:
        self.clock.set_alarm()
        if isinstance(stored, ClosedTable):
            self._services.forget(stored.id)

    async def seal(self) -> None:
        """Seal a new lobby's first deal."""
        async with self._writer.transaction():
            pass  # the end of every transaction of a lobby seals it

    async def change(self, **values: object) -> None:
        """Change values that the display remembers; no event holds them."""
        async with self._writer.transaction() as tx:
            tx.change(**values)

    async def call(self, user_id: UserId, name: str) -> None:
        """Update the name of a user who sits here."""
        async with self._writer.transaction() as tx:
            if tx.state.has(user_id) and not isinstance(tx.state, ClosedTable):
                tx.become(seat_changes.rename(tx.state, user_id, name))

    # --- the lobby ----------------------------------------------------------------------------

    async def rearrange(
        self,
        change: Callable[Concatenate[LobbyTable, UserId, P], LobbyTable | ClosedTable],
        user_id: UserId,
        *how: P.args,
        **more: P.kwargs,
    ) -> None:
        """Change the lobby for a user by `change`, a function of kwbot.tables.play.lobby."""
        async with self._writer.transaction(user_id) as tx:
            tx.become(change(lobby_of(tx.state), user_id, *how, **more))

    async def join(self, user_id: UserId, seated: Seated, most: int, press: int) -> None:
        """Seat a user in the lobby; the server allows `most` seats. The id of their `press` goes
        into the first deal's shuffle unless the deal had to be sealed again."""
        table = self.state
        await lobby.check_ban(self._services.store, table.guild, user_id, table.variant.key)
        async with self._writer.transaction(user_id) as tx:
            before = lobby_of(tx.state).seal
            tx.become(lobby.join(lobby_of(tx.state), user_id, seated, most))
            self._automatic_moves.seal(tx)
            after = lobby_of(tx.state)
            if before and before.commitment == after.standing_seal().commitment:
                tx.become(after.with_contribution(user_id, str(press)))

    async def set_game(
        self, user_id: UserId, variant: Variant, settled: Mapping[str, str] = lobby.NO_OPTIONS
    ) -> None:
        """Choose another game for the host; `settled`: its options by the table's preset. Raises
        Refused if somebody here is banned from it."""
        # First without effect, so that whoever may not choose learns nothing about bans.
        lobby.with_game(lobby_of(self.state), user_id, variant)
        bans = await self._services.store.settings.bans(self.state.guild)
        if any(ban.game == variant.key and self.state.has(ban.user_id) for ban in bans):
            raise Refused(N_("Someone at this table is banned from that game."))
        await self.rearrange(lobby.with_game, user_id, variant, settled)

    async def start(
        self, user_id: UserId, asked_at: int, press: int, *, fill: bool = False
    ) -> None:
        """Start the game for its host, and deal. Raises Refused if the game is not for this many
        players.

        The id of the `press` goes into the shuffle. `asked_at`: the mark of the seal that was shown
        beside the button. `fill`: computers take the empty seats.
        """
        async with self._writer.transaction(user_id) as tx:
            if not isinstance(tx.state, LobbyTable):
                raise Stale
            table = lobby.fill(tx.state, user_id) if fill else tx.state
            lobby.check_start(table, user_id, asked_at)
            await self._automatic_moves.begin(tx, table.with_contribution(user_id, str(press)))

    async def begin_round(self, secret: bytes = b"") -> None:
        """Start a game of an evening with computers in the empty seats. Its first deal waits until
        people are ready. `secret`: of a duplicate deal."""
        async with self._writer.transaction() as tx:
            table = lobby_of(tx.state)
            if table.is_duplicate:
                table, hidden = dealing.seal_duplicate(table, secret)
                tx.secrets.append(hidden)
            await self._automatic_moves.begin(tx, lobby.fill(table, table.host), deals=False)

    async def end_round(self) -> None:
        """Let no further deal begin. The table closes at once between two deals, otherwise after
        the running one."""
        async with self._writer.move() as tx:
            tx.change(options=round_limits.options_of_last_deal(tx.running, tx.now))

    # --- the game -----------------------------------------------------------------------------

    async def question(self, user_id: UserId, asked_at: int) -> Choice:
        """Return the choice that event `asked_at` gives a user; see `RunningTable.question`."""
        async with self._writer.transaction() as tx:
            return tx.running.question(user_id, asked_at)

    async def submit(
        self, user_id: UserId, asked_at: int, action: Callable[[Choice], Action]
    ) -> None:
        """Apply a player's answer to question `asked_at`: what `action` picks from their choice.
        Raises NotSeated, Stale, whatever `action` raises, or the rules' refusal."""
        async with self._writer.move(user_id) as tx:
            table = tx.running
            choice = table.question(user_id, asked_at)
            votes.check_no_vote(table)
            seat, deal, made = table.seat_of(user_id), table.match.deal, action(choice)
            come_back(tx, seat)
            tx.act("action", seat, made)
            if deal and (objection := deal.objection(seat, made)):
                raise Refused(objection.text, **objection.values)

    async def ready(self, user_id: UserId, deal_number: int, interaction: int) -> None:
        """Note that a user is ready for a deal; the id `interaction` goes into its shuffle."""
        async with self._writer.move(user_id) as tx:
            seat = self._seat_before(tx, user_id, deal_number)
            tx.add(
                "ready",
                f"{seat} {interaction}",
                deal_changes.be_ready(tx.running, seat, interaction),
            )

    async def stir(self, user_id: UserId, deal_number: int, typed: str) -> str:
        """Add a line typed by a user to a shuffle, and return it as added. `deal_number`: in a
        lobby the mark of its seal."""
        line = dealing.stir_line(typed)
        async with self._writer.move(user_id) as tx:
            votes.check_no_duplicate(tx.state)
            if isinstance(tx.state, LobbyTable):
                check_fresh(deal_number, tx.state.standing_seal().mark)
                tx.become(tx.state.with_line(user_id, line))
            else:
                seat = self._seat_before(tx, user_id, deal_number)
                tx.add("stir", f"{seat} {line}", deal_changes.stir(tx.running, seat, line))
        return line

    def _seat_before(self, tx: Transaction, user_id: UserId, deal_number: int) -> Seat:
        """Return the seat of a user; raise Stale unless people are to be ready for this deal."""
        seat, ready = tx.running.seat_of(user_id), tx.running.ready
        check_fresh(deal_number, ready.deal if ready else None)
        come_back(tx, seat)
        return seat

    async def leave(self, user_id: UserId) -> None:
        """Take a user out of a lobby, or let a computer play for them in a running game."""
        if isinstance(self.state, LobbyTable):
            await self.rearrange(lobby.leave, user_id)
            return
        async with self._writer.move(user_id) as tx:
            absences.leave(tx, user_id)

    async def back(self, user_id: UserId) -> None:
        """Give a user back their seat, on which a computer has played."""
        async with self._writer.move(user_id) as tx:
            absences.take_seat_back(tx, user_id)

    async def wake(self, user_id: UserId) -> None:
        """Bring back a user who has pressed anything, if they are silent or their time ran out."""
        table = self.state
        if not isinstance(table, RunningTable) or not table.has(user_id):
            return
        seat = table.seat_of(user_id)
        if table.is_lost(seat) or table.is_silent(seat):
            with suppress(Stale):  # another press was faster
                await self.back(user_id)

    async def claim(self, user_id: UserId, tricks: str) -> bool:
        """Settle the deal if a player is certain to take these tricks, and return whether they are.
        If not, nothing happens and nobody else learns of the claim."""
        table = running_of(self.state)
        claim = TrickClaim(table.seat_of(user_id), tricks)
        if not await asyncio.to_thread(is_certain, table, claim):  # a tenth of a second at most
            return False
        async with self._writer.move(user_id) as tx:
            if tx.running.match.deal is not table.match.deal or tx.running.vote:
                raise Stale
            come_back(tx, claim.seat)
            tx.add("claim", str(claim), deal_changes.claim(tx.running, claim))
        return True

    async def take_back(self, user_id: UserId, deal_number: int, place: int) -> None:
        """Take back the last decision of a user who is alone with computers. `place`: where they
        saw their last move in the log of deal number `deal_number`."""
        async with self._writer.move(user_id) as tx:
            seat = tx.running.seat_of(user_id)
            votes.check_no_duplicate(tx.state)
            come_back(tx, seat)
            count = votes.own_last(tx.running, seat)
            check_fresh(deal_number, tx.running.match.number)
            check_fresh(
                place,
                tx.running.match.deal.last_move_place(seat) if tx.running.match.deal else None,
            )
            tx.add("undo", str(Undo(count)), deal_changes.undo(tx.running, count))

    async def quicken(self, user_id: UserId) -> None:
        """Let computers play quickly from now on, for a user who is alone with them."""
        async with self._writer.move(user_id) as tx:
            if tx.running.is_alone(tx.running.seat_of(user_id)):
                tx.change(options={**tx.running.options, PACE_OPTION: QUICK})

    # --- newcomers ----------------------------------------------------------------------------

    async def take_computers_seat(self, newcomer: Seated, press: int) -> bool:
        """Give a newcomer a computer player's seat, at once between two deals, otherwise after the
        running one. Return whether they sit. If so they are ready, and the id of their `press` goes
        into the shuffle."""
        user = await self._check_ban(newcomer)
        async with self._writer.move(user) as tx:
            newcomers.wait(tx, newcomer)
            await self._automatic_moves.onward(tx)
            if seated := isinstance(tx.state, RunningTable) and tx.state.has(user):
                seat, ready = tx.running.seat_of(user), tx.running.ready
                if ready is not None:
                    tx.add(
                        "ready", f"{seat} {press}", deal_changes.be_ready(tx.running, seat, press)
                    )
        return seated

    async def ask_in(self, newcomer: Seated) -> None:
        """Propose to give a newcomer the seat of whoever has been away longest. Raises Refused if
        they have asked before, so that nobody can hold a game up by asking again."""
        user = await self._check_ban(newcomer)
        async with self._writer.move() as tx:
            votes.check_no_duplicate(tx.state)
            vote = newcomers.seat_vote(tx, newcomer)
            if user in self._asked_in:
                raise Refused(N_("You've already asked at this table."))
            self._asked_in.add(user)
            votes.propose(tx, vote)

    async def _check_ban(self, newcomer: Seated) -> UserId:
        """Return the user of a newcomer; raise Refused if they are banned from the game."""
        user, table = newcomer.user, self.state
        assert user is not None
        await lobby.check_ban(self._services.store, table.guild, user, table.variant.key)
        return user

    async def close(self, reason: str) -> None:
        """Close the table. Its record stays."""
        async with self._writer.transaction() as tx:
            endings.close(tx, reason)
