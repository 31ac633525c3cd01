"""One open table: what each press does there, what the clock does, and computers' turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from datetime import datetime, timedelta
from math import ceil
from typing import Concatenate, ParamSpec

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Action, Seat
from kwbot.engine.values.choices import Choice
from kwbot.engine.values.frozen import changed
from kwbot.engine.values.table import TrickClaim, Undo
from kwbot.engine.values.wording import N_
from kwbot.tables.log import deal_changes, seat_changes
from kwbot.tables.play import absences, endings, lobby, newcomers, votes
from kwbot.tables.play.absences import come_back
from kwbot.tables.play.automatic_moves import AutomaticMoves
from kwbot.tables.play.decisions import cast_vote, decide, hand_over
from kwbot.tables.play.services import Services
from kwbot.tables.play.table_writer import TableWriter
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state import dealing, round_limits, time_limits
from kwbot.tables.state.pace import PACES, pace_of, slowness
from kwbot.tables.state.proposals import Motion
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.table_state import (
    ClosedTable,
    LobbyTable,
    OpenTable,
    PlannedTable,
    RunningTable,
    TableState,
    game_of,
    lobby_of,
)
from kwbot.tables.thinking.certain_claims import is_certain
from kwbot.tables.time.clock import NO_TIME, Gap, sleep
from kwbot.tables.time.refusals import (
    Refused,
    Stale,
    check_fresh,
)

P = ParamSpec("P")
LEAST_WAIT = timedelta(seconds=0.25)
"""What each turn of a computer player takes, however short the pauses are set: a card is thought
out in milliseconds, a bid in a fifth of a second at most."""
_SAME_DEAL = N_("Other tables play the same deal, so that can't be done here.")


class LiveTable:
    """A table in memory. Every method may raise a RuleViolation; then nothing has changed."""

    def __init__(
        self,
        state: OpenTable,
        services: Services,
        forget: Callable[[int], object],
        lose: Callable[[int], object],
    ) -> None:
        """`forget` is told the table's number once it is closed, `lose` once it is another
        process's."""
        self._services = services
        self._forget = forget
        self._automatic_moves = AutomaticMoves(services, state.id)
        self._writer = TableWriter(state, services, self._automatic_moves, self._stands, lose)
        self._moving: set[int] = set()
        """The moments (`seq`) at which computer players are thinking about their turns."""
        self._asked_in: set[int] = set()
        """Users who have asked for a seat."""

    @property
    def state(self) -> TableState:
        return self._writer.state

    @property
    def open(self) -> OpenTable:
        """The state of the table; raises NoTable once it is closed or lost."""
        return self._writer.open

    def lose(self) -> None:
        """Do nothing at it any more: another process does."""
        self._writer.lost = True
        self._services.alarms.set(self.state.id, None)

    def _stands(self, stored: TableState) -> None:
        self.set_alarm()
        if isinstance(stored, ClosedTable):
            self._forget(stored.id)

    def _move(self, actor: int | None = None) -> AbstractAsyncContextManager[Transaction]:
        """A transaction after which everything follows that needs no human."""
        return self._writer.transaction(actor, onward=True)

    def set_alarm(self) -> None:
        """Ring when computers are in turn; when time runs out for a player, a vote, the table."""
        table = self.state
        times = [time_limits.closing_time(table)]
        if isinstance(table, RunningTable):
            times += [table.vote.until] if table.vote else []
            times += [table.deadline] if table.deadline and not table.paused else []
            times += [until for _, until in time_limits.falling_silent(table).values()]
            due = self._computers_wait() or table.wants_deal
            times += [self._services.clock.now()] if due else []
        elif isinstance(table, LobbyTable):
            times += [table.opens] if isinstance(table, PlannedTable) else []
            times += [self._services.clock.now()] if table.wants_seal else []
        closed = isinstance(table, ClosedTable)
        self._services.alarms.set(table.id, None if closed else min(times))

    async def seal(self) -> None:
        """Seal a new lobby's first deal."""
        async with self._writer.transaction():
            pass  # every change of a lobby does

    async def change(self, **values: object) -> None:
        """Change what is no event: what the display remembers."""
        async with self._writer.transaction() as tx:
            tx.change(**values)

    async def make_good(self, gap: Gap) -> None:
        """After time in which nobody was served: nobody loses by it. A short gap in which nobody's
        time would have run out needs no storing: a restart makes good again."""
        async with self._writer.transaction() as tx:
            after = time_limits.after_gap(tx.before, gap, tx.now)
            if gap.is_short and changed(after, last_human_at=tx.before.last_human_at) == tx.before:
                self._writer.state = tx.before = tx.state = after
                self.set_alarm()
            else:
                tx.become(after)

    async def pause(self, *, paused: bool) -> None:
        """Stop the time, or let those who must act have their full time again."""
        async with self._writer.transaction() as tx:
            deadline = None if paused else time_limits.deadline(tx.game, tx.now)
            attendance = tx.game.attendance.waiting_anew(tx.now)
            tx.change(paused=paused, deadline=deadline, attendance=attendance)

    async def call(self, user: int, name: str) -> None:
        """Let somebody who sits here have the name that they go by now."""
        async with self._writer.transaction() as tx:
            if tx.state.has(user) and not isinstance(tx.state, ClosedTable):
                tx.become(seat_changes.rename(tx.state, user, name))

    # --- the lobby ----------------------------------------------------------------------------

    async def rearrange(
        self,
        change: Callable[Concatenate[LobbyTable, int, P], LobbyTable | ClosedTable],
        user: int,
        *how: P.args,
        **more: P.kwargs,
    ) -> None:
        """Let a user change the lobby, with a function of kwbot.tables.play.lobby."""
        async with self._writer.transaction(user) as tx:
            tx.become(change(lobby_of(tx.state), user, *how, **more))

    async def join(self, user: int, seated: Seated, most: int, press: int) -> None:
        """Sit down in a lobby; `most` seats are allowed on this server. The id of the `press`
        goes into the first deal's shuffle, unless the deal had to be sealed anew for it."""
        table = self.state
        await lobby.check_ban(self._services.store, table.guild, user, table.variant.key)
        async with self._writer.transaction(user) as tx:
            before = lobby_of(tx.state).seal
            tx.become(lobby.joined(lobby_of(tx.state), user, seated, most))
            self._automatic_moves.seal(tx)
            after = lobby_of(tx.state)
            if before and before.commitment == after.standing_seal().commitment:
                tx.become(after.with_contribution(user, str(press)))

    async def set_game(self, user: int, variant: Variant) -> None:
        """Choose another game, as its host. Refused where someone here is barred from it."""
        lobby.with_game(lobby_of(self.state), user, variant)  # who may not learns nothing of bans
        bans = await self._services.store.settings.bans(self.state.guild)
        if any(ban.game == variant.key and self.state.has(ban.user_id) for ban in bans):
            raise Refused(N_("Someone at this table is banned from that game."))
        await self.rearrange(lobby.with_game, user, variant)

    async def start(self, user: int, seen: int, press: int, *, fill: bool = False) -> None:
        """Start the game, as its host, and deal; the rules say whether that many can play.

        The id of the `press` goes into the shuffle. `seen`: the mark of the seal beside which it
        was pressed. `fill`: computers take the empty seats.
        """
        async with self._writer.transaction(user) as tx:
            if not isinstance(tx.state, LobbyTable):
                raise Stale
            table = lobby.filled(tx.state, user) if fill else tx.state
            lobby.check_start(table, user, seen)
            await self._automatic_moves.begin(tx, table.with_contribution(user, str(press)))

    async def begin_round(self, secret: bytes = b"") -> None:
        """Start a game of an evening, with computers in the seats that are empty. Its first deal
        waits until people are ready for it. `secret`: of a deal that several tables play."""
        async with self._writer.transaction() as tx:
            table = lobby_of(tx.state)
            if table.is_shared:
                table, hidden = dealing.seal_shared(table, secret)
                tx.secrets.append(hidden)
            await self._automatic_moves.begin(tx, lobby.filled(table, table.host), deals=False)

    async def end_round(self) -> None:
        """Let no deal follow the one that is being played; between two deals the table closes."""
        async with self._move() as tx:
            tx.change(options=round_limits.ending(tx.game, tx.now))

    # --- the game -----------------------------------------------------------------------------

    async def question(self, user: int, asked_at: int) -> Choice:
        """Return what event `asked_at` asks a user; see `RunningTable.question`."""
        async with self._writer.transaction() as tx:
            return tx.game.question(user, asked_at)

    async def submit(self, user: int, asked_at: int, action: Callable[[Choice], Action]) -> None:
        """Take a player's answer to question `asked_at`: what `action` makes of what they may do.

        Raises NotSeated, Stale, what `action` raises, or why the rules refuse it.
        """
        async with self._move(user) as tx:
            game = tx.game
            choice = game.question(user, asked_at)
            votes.check_none(game)
            seat, deal, made = game.seat_of(user), game.match.deal, action(choice)
            come_back(tx, seat)
            tx.act("action", seat, made)
            if deal and (objection := deal.objection(seat, made)):
                raise Refused(objection.text, **objection.values)

    async def ready(self, user: int, deal: int, interaction: int) -> None:
        """Be ready for deal number `deal`; `interaction` contributes to its shuffle."""
        async with self._move(user) as tx:
            seat = self._seat_before(tx, user, deal)
            tx.add(
                "ready", f"{seat} {interaction}", deal_changes.be_ready(tx.game, seat, interaction)
            )

    async def stir(self, user: int, deal: int, typed: str) -> str:
        """A player types a line for the shuffle of deal number `deal`, or in a lobby for that
        of the seal with this mark. Return it as it counts."""
        line = dealing.stirring(typed)
        async with self._move(user) as tx:
            _check_own(tx.state)
            if isinstance(tx.state, LobbyTable):
                check_fresh(deal, tx.state.standing_seal().mark)
                tx.become(tx.state.with_line(user, line))
            else:
                seat = self._seat_before(tx, user, deal)
                tx.add("stir", f"{seat} {line}", deal_changes.stir(tx.game, seat, line))
        return line

    def _seat_before(self, tx: Transaction, user: int, deal: int) -> Seat:
        """Return the seat of somebody for whose press deal number `deal` waits."""
        seat, ready = tx.game.seat_of(user), tx.game.ready
        check_fresh(deal, ready.deal if ready else None)
        come_back(tx, seat)
        return seat

    async def leave(self, user: int) -> None:
        """Leave a lobby, or leave a running game to a computer player."""
        if isinstance(self.state, LobbyTable):
            await self.rearrange(lobby.left, user)
            return
        async with self._move(user) as tx:
            absences.leave(tx, user)

    async def back(self, user: int) -> None:
        """Take the own seat back."""
        async with self._move(user) as tx:
            absences.take_seat_back(tx, user)

    async def wake(self, user: int) -> None:
        """Any press of someone who is away for having run out of time, or is silent, brings them
        back."""
        game = self.state
        if not isinstance(game, RunningTable) or not game.has(user):
            return
        seat = game.seat_of(user)
        if game.is_lost(seat) or game.is_silent(seat):
            with suppress(Stale):  # another press was faster
                await self.back(user)

    async def claim(self, user: int, tricks: str) -> bool:
        """Settle the deal if a player surely takes these tricks. Return whether they do.

        Where they do not, nothing happens at all: nobody else learns that it was asked.
        """
        game = game_of(self.state)
        claim = TrickClaim(game.seat_of(user), tricks)
        if not await asyncio.to_thread(is_certain, game, claim):  # a tenth of a second at most
            return False
        async with self._move(user) as tx:
            if tx.game.match.deal is not game.match.deal or tx.game.vote:
                raise Stale
            come_back(tx, claim.seat)
            tx.add("claim", str(claim), deal_changes.claim(tx.game, claim))
        return True

    async def take_back(self, user: int, deal: int, place: int) -> None:
        """Take back the last decision of somebody who is alone with computers. `place`: of their
        last move in deal number `deal`, as they saw it."""
        async with self._move(user) as tx:
            seat = tx.game.seat_of(user)
            _check_own(tx.state)
            come_back(tx, seat)
            count = votes.own_last(tx.game, seat)
            check_fresh(deal, tx.game.match.number)
            check_fresh(place, tx.game.match.deal.last_move(seat) if tx.game.match.deal else None)
            tx.add("undo", str(Undo(count)), deal_changes.undo(tx.game, count))

    # --- newcomers ----------------------------------------------------------------------------

    async def take_computers_seat(self, newcomer: Seated, press: int) -> bool:
        """Let somebody new play on a computer player's seat: at once between two deals, where the
        id of the `press` goes into the shuffle, else after the deal. Return whether they sit."""
        user = await self._check_ban(newcomer)
        async with self._move(user) as tx:
            newcomers.wait(tx, newcomer)
            await self._automatic_moves.onward(tx)
            if seated := isinstance(tx.state, RunningTable) and tx.state.has(user):
                seat = tx.game.seat_of(user)
                tx.add("ready", f"{seat} {press}", deal_changes.be_ready(tx.game, seat, press))
        return seated

    async def ask_in(self, newcomer: Seated) -> None:
        """Somebody wants the seat of whoever has been away longest: host or players decide.

        Refused after a no: nobody can hold a game up by asking again and again.
        """
        user = await self._check_ban(newcomer)
        async with self._move() as tx:
            _check_own(tx.state)
            vote = newcomers.asking_in(tx, newcomer)
            if user in self._asked_in:
                raise Refused(N_("You've already asked at this table."))
            self._asked_in.add(user)
            votes.propose(tx, vote)

    async def _check_ban(self, newcomer: Seated) -> int:
        """Return the user who wants to sit down. Raise Refused if they are barred."""
        user, table = newcomer.user, self.state
        assert user is not None
        await lobby.check_ban(self._services.store, table.guild, user, table.variant.key)
        return user

    # --- what the host decides, or those who are there without one; and all by vote -------------

    async def finish(self, user: int) -> None:
        """End the game; a running deal does not count, and nobody wins unless the game ends by the
        host's word."""
        async with self._move(user) as tx:
            _check_own(tx.state)
            decide(tx, user, Motion())

    async def give_to_computer(self, user: int, seat: Seat) -> None:
        """Let a computer play for somebody: for good if they are away, until they press something
        if they are silent."""
        async with self._move(user) as tx:
            decide(tx, user, absences.in_place_of(tx.game, seat))

    async def hand_over(self, user: int, seat: Seat) -> None:
        """Make somebody who is there the host: for the host, or by a vote without one."""
        async with self._move(user) as tx:
            hand_over(tx, user, seat)

    async def call_foul(self, user: int, seen: int, offender: Seat, undo: int = 0) -> None:
        """Accuse a player of the deal; with `undo`, propose to set it right instead.

        `seen`: the event after which the moves were counted.
        """
        async with self._move(user) as tx:
            check_fresh(seen, tx.state.seq)
            seat = tx.game.seat_of(user)
            votes.propose(tx, votes.about_foul(tx.game, seat, offender, undo, tx.now))

    async def ask_undo(self, user: int, seen: int, count: int) -> None:
        """Propose to take back the last `count` moves of the deal, counted after event `seen`."""
        async with self._move(user) as tx:
            check_fresh(seen, tx.state.seq)
            seat = tx.game.seat_of(user)
            votes.propose(tx, votes.about_undo(tx.game, seat, count, tx.now))

    async def vote(self, user: int, seen: int, *, agree: bool) -> None:
        """Vote on what event `seen` proposed. One no, and it falls."""
        async with self._move(user) as tx:
            cast_vote(tx, user, seen, agree=agree)

    # --- time ---------------------------------------------------------------------------------

    async def ring(self) -> None:
        """Do what is due: computers are in turn, or time has run out for the table, a vote, or
        those who must act. A planned table is rung only where it can open."""
        if self._computers_wait():
            await self._let_computers_move(game_of(self.state))
            return
        async with self._writer.transaction() as tx:
            game = tx.state.game
            if isinstance(tx.state, PlannedTable) and tx.state.opens <= tx.now:
                tx.become(tx.state.as_opened(tx.now))
            elif time_limits.closing_time(tx.state) <= tx.now:
                endings.close(tx, time_limits.closing_reason(tx.state))
            elif game and game.wants_deal:
                await self._automatic_moves.onward(tx)
            elif game and game.vote and game.vote.until <= tx.now:
                votes.drop(tx)
                await self._automatic_moves.onward(tx)
            elif game and game.deadline and game.deadline <= tx.now and not game.paused:
                await self._automatic_moves.time_is_up(tx)
            elif game is None or not absences.fall_silent(tx):
                self.set_alarm()

    async def close(self, reason: str) -> None:
        """End the table for good; its record stays."""
        async with self._writer.transaction() as tx:
            endings.close(tx, reason)

    async def close_missed(self) -> None:
        """Close a planned table that could not open for too long, unless it has changed by now."""
        async with self._writer.transaction() as tx:
            planned = isinstance(tx.state, PlannedTable)
            if planned and time_limits.closing_time(tx.state) <= tx.now:
                endings.close(tx, "missed")

    # --- computer players ---------------------------------------------------------------------

    def _computers_wait(self) -> bool:
        game = self.state
        if not isinstance(game, RunningTable) or game.paused or game.seq in self._moving:
            return False
        return game.computer_in_turn() is not None

    async def _let_computers_move(self, game: RunningTable) -> None:
        """Let them think while the pause runs, without the lock, then act one after the other at
        the table's pace.

        A table that something else happened to meanwhile rings again. Where the process is so busy
        that it wakes up a whole pause late, they do all that is left at once.
        """
        clock = self._services.clock.steady
        moments, late = set[int](), False
        plan: Mapping[int, Action] = {}
        try:
            while True:
                begun = clock.now()
                if game.seq not in plan:
                    self._take_moments(moments, {game.seq})
                    self.set_alarm()  # everybody else's time runs on
                    plan = await self._automatic_moves.planned(game)
                    self._take_moments(moments, {*plan, game.seq + len(plan)})
                if not late:
                    pause = self._pause_before(game)
                    until = _next_pause(begun + pause, clock.now(), pause)
                    await sleep(clock, until)
                    late = clock.now() - until > pause
                rest = await self._step(game.seq, plan, at_once=late)
                if rest is None:
                    break
                game, plan = game_of(self.state), rest
        finally:
            self._moving -= moments
        if not self._writer.lost:
            self.set_alarm()

    def _take_moments(self, taken: set[int], more: set[int]) -> None:
        """Note moments at which nobody else need let computers move, among those `taken`."""
        taken |= more
        self._moving |= more

    async def _step(
        self, seq: int, plan: Mapping[int, Action], *, at_once: bool
    ) -> Mapping[int, Action] | None:
        """Let a computer player do what is planned after event `seq`; `at_once`: and all others in
        turn after it. Return what is still planned; None where no computer player has to act."""
        async with self._writer.transaction() as tx:
            if tx.state.seq != seq or tx.game.paused:
                return None
            tx.plan = plan if at_once else {seq: plan[seq]}
            await self._automatic_moves.onward(tx)
        # Something else may have come of it than what was planned: a claim, or the game's end.
        now = self.state
        in_turn = isinstance(now, RunningTable) and now.computer_in_turn() is not None
        if not in_turn:
            return None
        return plan if tx.plan else {}

    def _pause_before(self, game: RunningTable) -> timedelta:
        """Return how long a computer player in turn takes; a full trick lies for a while. None at
        all where the program makes no pauses."""
        pace, play = PACES[pace_of(game)], game.match.deal.play if game.match.deal else None
        full = play is not None and bool(play.tricks) and not play.plays
        pauses = pace.full_trick if full else pace.turn * slowness(game)
        seconds = pauses * self._services.pause
        return max(LEAST_WAIT, timedelta(seconds=seconds)) if seconds else NO_TIME


def _check_own(table: TableState) -> None:
    """Raise Refused where other tables play the same deal."""
    if table.is_shared:
        raise Refused(_SAME_DEAL)


def _next_pause(until: datetime, now: datetime, pause: timedelta) -> datetime:
    """Wait whole pauses only: how long they thought would tell whether they had a choice.

    One is enough, unless many tables wait for the same processes; then all do alike, since what is
    forced waits for its turn there, too.
    """
    late = now - until
    return until + ceil(late / pause) * pause if pause and late > timedelta() else until
