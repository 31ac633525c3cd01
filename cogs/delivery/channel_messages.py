"""The messages of one table in its channel, kept up to date with few calls.

The latest state wins: what several events changed is drawn once. A message that the answer to a
click is about to redraw is left to that answer (`claimed`).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from discord import ui

from cogs.delivery.loop import Loop
from cogs.delivery.outlet import Outlet, Post
from cogs.delivery.reminders import Reminders
from cogs.delivery.undelivered import MessageGone, OutOfReach, ThreadArchived, Undelivered
from cogs.screens import table_facts, vote
from cogs.screens.components import text_screen
from cogs.screens.lobby_screen import lobby_screen
from cogs.screens.table_screen import broken_off_screen, result_screen, table_screen, trick_lines
from kwbot.engine.actions import Seat
from kwbot.engine.table import Undo
from kwbot.tables.clock import Clock
from kwbot.tables.game_manager import Tables
from kwbot.tables.state import ClosedTable, RunningTable, TableState
from kwbot.text.language import language_of

_log = logging.getLogger(__name__)

END = -1
"""In place of a deal's number: the message of the game's end."""
AFTER_TRICK = timedelta(seconds=4)
"""How long a drawing waits after a trick was posted, to include the next lead."""
WHILE_READY = timedelta(seconds=5)
"""How long it waits after somebody was ready, to include the others."""
FOR_COMPUTERS = timedelta(seconds=4)
"""How long it waits, at most, for computer players about to act, to include their moves."""


def drawing(view: ui.LayoutView) -> Hashable:
    """Return what a message shows, to compare."""
    components: list[object] = view.to_components()  # type: ignore[no-untyped-call]
    return json.dumps(components, sort_keys=True)


class ChannelMessages:
    """The messages of one table in its channel. `table` is the state to show."""

    def __init__(self, table: TableState, outlet: Outlet, tables: Tables, clock: Clock) -> None:
        self.table = table
        self.kept: dict[str, Any] = dict(table.display)
        """What a restart must not forget: the deal of `message`, and where hands are shown."""
        self.message = table.message
        self.deal: int = self.kept.get("deal", 0)
        """Which deal `message` shows; 0 is the lobby."""
        self.ended: list[RunningTable] = []
        """The table right after each deal whose result is not shown yet."""
        self._notices: list[RunningTable] = []
        """The table right after each beginning or end of a vote that is not posted yet."""
        self.unreachable = False
        self.drawn: dict[int, Hashable] = {}
        self.claimed: set[int] = set()
        self._outlet = outlet
        self._tables = tables
        self._clock = clock
        self._posted_tricks = _tricks(table.game)
        self._hold: datetime | None = None
        self._computers_until: datetime | None = None
        self._edition = 0
        self._told_host = False
        self._asleep = False
        """Whether the next post opens a closed thread."""
        self._reminders = Reminders(outlet, clock)
        self.loop = Loop(f"messages of table {table.id}", clock, self._work)
        self.reminding = Loop(f"reminders of table {table.id}", clock, self._remind)

    # --- news -----------------------------------------------------------------------------------

    def news(self, states: Sequence[TableState], *, acted: bool) -> None:
        """Note the states of the table since the last time. `acted`: somebody did something."""
        for state in states:
            self._news(state)
        if acted:
            self.unreachable = False
        if self.ended or self._notices:
            self._outlet.hurry(self.table.channel)  # a drawing may wait where these come after it
        self._reminders.note(self.table)
        self.loop.poke()
        self.reminding.poke()

    def _news(self, state: TableState) -> None:
        before, self.table = self.table.game, state
        game, now = state.game, self._clock.now()
        if game and before:
            if len(game.match.deals) > len(before.match.deals):
                self.ended.append(game)
            if (game.vote and not before.vote) or game.decided != before.decided:
                self._notices.append(game)
        if not isinstance(state, RunningTable) or state.computer_in_turn() is None:
            self._computers_until = None
        elif self._computers_until is None:
            self._computers_until = now + FOR_COMPUTERS
        if game and game.ready and game.ready.seats and not self._holds(now):
            self._hold = now + WHILE_READY

    def _holds(self, now: datetime) -> bool:
        return self._hold is not None and self._hold > now

    def awaited(self) -> datetime | None:
        """Return until when to wait for computer players in turn; None: not at all."""
        until = self._computers_until
        return until if until is not None and until > self._clock.now() else None

    @property
    def _alone(self) -> bool:
        return self.table.game is None or table_facts.told_at_end(self.table.game)

    @property
    def _first_untold(self) -> int:
        """The first trick that a deal's result has to show."""
        return 1 if self._alone else self._posted_tricks + 1

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        if self.unreachable:
            return None
        try:
            until = await self._drawn()
        except OutOfReach as refusal:
            await self._give_up(refusal)
            return None
        if self.table.game and self.table.game.paused:
            await self._tables.pause(self.table.id, paused=False)
        return until

    async def _remind(self) -> datetime | None:
        """Ring whoever is asked, even where a drawing fails."""
        if self.unreachable:
            return None
        try:
            return await self._reminders.work(self.table)
        except OutOfReach as refusal:
            await self._give_up(refusal)
            return None

    async def _drawn(self) -> datetime | None:
        while self.ended:
            if self.message in self.claimed:
                return None
            await self._show_result(self.ended[0])
            self.ended.pop(0)
        if self.table.game is None and self.message is None:
            return None  # the answer to /play will be the message
        if (until := self.awaited()) is not None:
            return until
        await self._post_notices()
        await self._post_tricks()
        return await self._draw_present()

    async def _give_up(self, refusal: OutOfReach) -> None:
        """Stop the table's time, since its channel is out of reach, and tell the host once."""
        self.unreachable = True
        level = logging.WARNING if refusal.is_foreseen else logging.ERROR
        _log.log(level, "table %d: its channel is out of reach (%d)", self.table.id, refusal.code)
        if isinstance(self.table, RunningTable):
            await self._tables.pause(self.table.id, paused=True)
        if not self._told_host and not isinstance(self.table, ClosedTable):
            self._told_host = True
            await self._tell_host(self.table, refusal)

    async def _tell_host(self, table: TableState, refusal: OutOfReach) -> None:
        """Say why the table waits: in a direct message, else where the thread hangs."""
        text = language_of(table.language).text(refusal.reason, code=refusal.code)
        post = Post(text_screen(text), f"{table.id}.u")
        try:
            await self._outlet.say(await self._outlet.open_dm(table.host), post)
        except Undelivered:
            if table.parent_channel is None:
                _log.info("table %d: its host cannot be reached either", table.id)
            else:
                with suppress(Undelivered):
                    await self._outlet.say(table.parent_channel, post)

    def _screen(self) -> ui.LayoutView:
        return table_screen(self.table)

    def present_screen(self) -> ui.LayoutView:
        """Return what the table's present message should show now."""
        if self.ended:
            return result_screen(self.ended[0], self._first_untold)
        if self.deal == 0:
            return lobby_screen(self.table)
        return self._screen()

    # --- drawing --------------------------------------------------------------------------------

    async def _draw_present(self) -> datetime | None:
        """Draw the present message: of the lobby, of the game, or of its end."""
        game = self.table.game
        over = game is not None and game.match.over
        wanted = END if over else table_facts.shown_deal(self.table)
        if self.deal != wanted:
            if game and over and game.match.ended_by is not None:
                await self._edit(lambda: broken_off_screen(self.table))
            await self._post_present(wanted)
            return None
        if self._waits():
            return self._hold
        if not await self._edit(self._screen):
            await self._post_present(wanted)
        return None

    def _waits(self) -> bool:
        """Whether to wait for more to draw at once: a lead, or others who are ready."""
        game = self.table.game
        if game is None:
            return False
        deal = game.match.deal
        leading = deal and deal.play and not deal.play.plays and not game.vote
        return bool(leading or game.ready) and self._holds(self._clock.now())

    async def _show_result(self, ended: RunningTable) -> None:
        """Turn a deal's message into its result."""
        number = len(ended.match.deals)
        first = self._first_untold
        self._posted_tricks = 0
        if self.deal == number and await self._edit(lambda: result_screen(ended, first)):
            return
        await self._post(number, lambda: result_screen(ended, first))

    async def _post_notices(self) -> None:
        """Ping for a vote that is open; post how one ended."""
        while self._notices:
            await self._post_notice(self._notices[0])
            self._notices.pop(0)

    async def _post_notice(self, state: RunningTable) -> None:
        ping: list[int] = []
        if state.vote:
            if not (self.table.game and self.table.game.vote):
                return  # it was over before anybody could be pinged
            text = vote.asked_text(state, state.vote)
            voters = [state.seated[seat].user for seat in sorted(state.vote.missing)]
            ping = [user for user in voters if user]
        elif state.decided:
            text = vote.decided_text(state, state.decided)
        else:
            return
        post = Post(text_screen(text), f"{state.id}.v{state.seq}", ping)
        await self._outlet.say(state.channel, post)

    async def _post_tricks(self) -> None:
        """Post the tricks finished since the last time, and ping whoever leads."""
        table = self.table.game
        finished = _tricks(table)
        if self._alone or finished < self._posted_tricks:
            if finished > self._posted_tricks:
                self._hold = self._clock.now() + AFTER_TRICK
            self._posted_tricks = finished  # an undo took tricks back
        if table is None or finished <= self._posted_tricks:
            return
        told = trick_lines(table, table.match, self._posted_tricks + 1)
        ping = self._reminders.newly_asked(table)
        who = " ".join(table_facts.mention(user) for user in ping)
        text = "\n".join(told) + (f" ➡️ {who}" if who else "")
        nonce = f"{table.id}.{table.match.number}.t{finished}.{_undone(table)}"
        post = Post(text_screen(text), nonce, ping)
        await self._outlet.say(table.channel, post)
        self._posted_tricks = finished
        self._hold = self._clock.now() + AFTER_TRICK

    # --- posting and editing --------------------------------------------------------------------

    async def _edit(self, make: Callable[[], ui.LayoutView]) -> bool:
        """Redraw the present message if it has changed. Return False if it is gone."""
        message = self.message
        if message is None:
            return False
        of, view = self.table, make()
        shows = drawing(view)
        if self._is_settled(message, shows):
            return True

        async def latest() -> ui.LayoutView | None:
            nonlocal view, shows
            if self.table is not of:
                view = make()
                shows = drawing(view)
            return None if self._is_settled(message, shows) else view

        try:
            if await self._outlet.edit(self._channel_of(self.deal), message, latest):
                self.drawn[message] = shows
        except (MessageGone, ThreadArchived) as refusal:
            self._asleep = isinstance(refusal, ThreadArchived)
            self._edition += 1
            return False
        self._asleep = False
        return True

    def _is_settled(self, message: int, shows: Hashable) -> bool:
        """Whether a message needs no call: it shows that, or the answer to a click will."""
        return message in self.claimed or self.drawn.get(message) == shows

    def _channel_of(self, deal: int) -> int:
        """The lobby's message stays in the channel when the game goes to a thread."""
        return (deal == 0 and self.table.parent_channel) or self.table.channel

    async def _post_present(self, deal: int) -> None:
        """Post the table anew.

        A game's first message pings all players: that also brings them into its thread. One that
        opens a closed thread pings whoever is in turn, and takes the place of what stood there.
        """
        game, asleep = self.table.game, self._asleep
        ping = self._reminders.all_asked(self.table) if asleep else []
        if game and self.deal == 0 and deal > 0:
            ping = _players(game)
        old = self.message if asleep and self.deal == deal else None
        await self._post(deal, self._screen, ping)
        self._asleep = False
        if old is not None:
            await self._outlet.delete(self._channel_of(deal), old)

    async def _post(
        self, deal: int, make: Callable[[], ui.LayoutView], ping: Sequence[int] = ()
    ) -> None:
        """Post a message that becomes the table's present one."""
        nonce = f"{self.table.id}.{deal}.{self._edition}"

        async def latest() -> Post:
            return Post(make(), nonce, ping)

        posted = await self._outlet.post(self._channel_of(deal), latest)
        assert posted is not None
        await self.moved(posted.message, deal, posted.view)

    async def moved(self, message: int, deal: int, view: ui.LayoutView) -> None:
        """Note that the present message is another one now, and shows `view`."""
        self.message, self.deal = message, deal
        self.drawn = {message: drawing(view)}
        self.kept["deal"] = deal
        await self._tables.note(self.table.id, message=message, display=dict(self.kept))

    async def keep_hand(self, seat: Seat, deal: int, message: int) -> None:
        """Remember over a restart where a hand is shown."""
        self.kept["hands"] = {**self.kept.get("hands", {}), str(seat): [deal, message]}
        await self._tables.note(self.table.id, display=dict(self.kept))

    def has_told_closed(self, seat: Seat) -> bool:
        """Whether a player was told in the channel that they take no direct messages."""
        return seat in self.kept.get("told_closed", ())

    async def keep_told_closed(self, seat: Seat) -> None:
        """Remember over a restart that a player was told so."""
        self.kept["told_closed"] = [*self.kept.get("told_closed", ()), seat]
        await self._tables.note(self.table.id, display=dict(self.kept))


def _undone(table: RunningTable) -> int:
    """Return how often moves of the deal were taken back: a trick played again is a new one."""
    deal = table.match.deal
    return sum(isinstance(line, Undo) for _, line in deal.log) if deal else 0


def _players(table: RunningTable) -> list[int]:
    """Return the users who are present."""
    return [user for seat in table.present if (user := table.seated[seat].user)]


def _tricks(table: RunningTable | None) -> int:
    """Return how many tricks of the running deal are finished."""
    deal = table.match.deal if table else None
    return len(deal.play.tricks) if deal and deal.play else 0
