"""The messages of one table in its channel: kept as the table stands, with few calls.

The latest state wins: what several events changed is drawn once. A message that is about to be
redrawn by the answer to a click is left to that answer (`claimed`).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.delivery.loop import Loop
from cogs.delivery.outlet import MessageGone, OutOfReach
from cogs.delivery.reminders import Reminders
from cogs.screens import deal_screen as deals
from cogs.screens import table_facts, vote
from cogs.screens.components import text_screen
from cogs.screens.lobby_screen import lobby_screen
from kwbot.engine.table import Undo
from kwbot.tables.state import TableState

if TYPE_CHECKING:
    from cogs.delivery.display import TableDisplay

_log = logging.getLogger(__name__)

END = -1
"""In place of a deal's number: the message of the game's end."""
AFTER_TRICK = timedelta(seconds=4)
"""So long a drawing waits after a trick was posted, for the next lead to come into it."""
WHILE_READY = timedelta(seconds=5)
"""So long it waits after somebody was ready, for the others."""
FOR_COMPUTERS = timedelta(seconds=4)
"""So long, at most, for computer players who are about to act: then that is one drawing."""


def drawing(view: ui.LayoutView) -> Hashable:
    """What a message shows, to compare."""
    components: list[object] = view.to_components()  # type: ignore[no-untyped-call]
    return json.dumps(components, sort_keys=True)


class Board:
    """One table's messages in the channel. `table` is the state to show."""

    def __init__(self, display: TableDisplay, table: TableState) -> None:
        self.table = table
        self.kept: dict[str, Any] = dict(table.display)
        """What must be known after a restart: the deal of `message`, where hands are shown."""
        self.message = table.message
        self.deal: int = self.kept.get("deal", 0)
        """Which deal `message` shows; 0 is the lobby."""
        self.ended: list[TableState] = []
        """The table right after each deal whose result is not shown yet."""
        self._notices: list[TableState] = []
        """The table right after a vote began or ended, where that is not told yet."""
        self.unreachable = False
        self.drawn: dict[int, Hashable] = {}
        self.claimed: set[int] = set()
        self._display = display
        self._posted_tricks = _tricks(table)
        self._hold: datetime | None = None
        self._computers_until: datetime | None = None
        self._edition = 0
        self._told_host = False
        self._reminders = Reminders(display, self)
        self.loop = Loop(f"messages of table {table.id}", display.clock, self._work)

    # --- news -----------------------------------------------------------------------------------

    def news(self, states: Sequence[TableState], *, acted: bool) -> None:
        """The table has changed: `states` in order; `acted`: somebody did something."""
        for state in states:
            self._news(state)
        if acted:
            self.unreachable = False
        self._reminders.note(self.table)
        self.loop.poke()

    def _news(self, state: TableState) -> None:
        before, self.table = self.table, state
        if state.match and before.match and len(state.match.deals) > len(before.match.deals):
            self.ended.append(state)
        if (state.vote and not before.vote) or state.decided != before.decided:
            self._notices.append(state)
        now = self._display.clock.now()
        if state.computer_in_turn() is None:
            self._computers_until = None
        elif self._computers_until is None:
            self._computers_until = now + FOR_COMPUTERS
        if state.ready and state.ready.pressed and not self._holds(now):
            self._hold = now + WHILE_READY

    def _holds(self, now: datetime) -> bool:
        return self._hold is not None and self._hold > now

    def awaited(self) -> datetime | None:
        """Until when computer players are waited for, who are in turn; None: for nobody."""
        until = self._computers_until
        return until if until is not None and until > self._display.clock.now() else None

    @property
    def alone(self) -> bool:
        return table_facts.told_at_end(self.table)

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        if self.unreachable:
            return None
        try:
            until = await self._drawn()
        except OutOfReach:
            await self._give_up()
            return None
        if self.table.paused:
            await self._display.tables.pause(self.table.id, paused=False)
        return until

    async def _drawn(self) -> datetime | None:
        while self.ended:
            if self.message in self.claimed:
                return None
            await self._show_result(self.ended[0])
            self.ended.pop(0)
        if self.table.match is None:
            await self._draw_lobby()
            return None
        if (until := self.awaited()) is not None:
            return until
        await self._post_notices()
        await self._post_tricks()
        return _earliest(await self._draw_deal(), await self._reminders.work())

    async def _give_up(self) -> None:
        """The channel is out of reach: stop the table's time, and tell the host once."""
        self.unreachable = True
        _log.warning("table %d: its channel is out of reach", self.table.id)
        if self.table.state == "running":
            await self._display.tables.pause(self.table.id, paused=True)
        if not self._told_host and self.table.state != "closed":
            self._told_host = True
            await self._display.tell_unreachable(self.table)

    def present_screen(self) -> ui.LayoutView:
        """What the table's present message should show now."""
        if self.ended:
            return deals.result_screen(self.ended[0], 1 if self.alone else self._posted_tricks + 1)
        if self.deal == 0:
            return lobby_screen(self.table)
        return deals.deal_screen(self.table)

    # --- the lobby ------------------------------------------------------------------------------

    async def _draw_lobby(self) -> None:
        if self.message is None:
            return  # the answer to /play will be the message
        if not await self._edit(lambda: lobby_screen(self.table)):
            await self._post(0, lambda: lobby_screen(self.table))

    # --- deals ----------------------------------------------------------------------------------

    async def _draw_deal(self) -> datetime | None:
        """The present message of the running game, or of its end."""
        wanted = END if self.table.over else table_facts.shown_deal(self.table)
        if self.deal != wanted:
            if wanted == END and self.table.match and self.table.match.ended_by is not None:
                await self._edit(lambda: deals.broken_off_screen(self.table))
            await self._post(wanted, lambda: deals.deal_screen(self.table))
            return None
        if self._waits():
            return self._hold
        if not await self._edit(lambda: deals.deal_screen(self.table)):
            await self._post(wanted, lambda: deals.deal_screen(self.table))
        return None

    def _waits(self) -> bool:
        """Whether more will come into this drawing: a lead, or others who are ready."""
        table = self.table
        deal = table.match.deal if table.match else None
        leading = deal and deal.play and not deal.play.plays and not table.vote
        return bool(leading or table.ready) and self._holds(self._display.clock.now())

    async def _show_result(self, ended: TableState) -> None:
        """Turn the message of a deal into its result."""
        assert ended.match is not None
        number = len(ended.match.deals)
        first = 1 if self.alone else self._posted_tricks + 1
        self._posted_tricks = 0
        if self.deal == number and await self._edit(lambda: deals.result_screen(ended, first)):
            return
        await self._post(number, lambda: deals.result_screen(ended, first))

    async def _post_notices(self) -> None:
        """Ring for a vote that goes on, tell how one ended."""
        while self._notices:
            await self._post_notice(self._notices[0])
            self._notices.pop(0)

    async def _post_notice(self, state: TableState) -> None:
        if state.vote and not self.table.vote:
            return  # it was over before anybody could be rung
        text = vote.asked_text(state) if state.vote else vote.decided_text(state)
        voters = [
            state.seated[seat].user for seat in sorted(state.vote.missing if state.vote else ())
        ]
        ping = [user for user in voters if user]
        nonce = f"{state.id}.v{state.seq}"
        await self._display.pacer(state.channel).turn()
        await self._display.courier.post(state.channel, text_screen(text), nonce, ping)

    async def _post_tricks(self) -> None:
        """The tricks that were finished since the last time, with a ping for whoever leads."""
        table, finished = self.table, _tricks(self.table)
        if self.alone or finished < self._posted_tricks:
            if finished > self._posted_tricks:
                self._hold = self._display.clock.now() + AFTER_TRICK
            self._posted_tricks = finished  # an undo took tricks back
        if finished <= self._posted_tricks:
            return
        assert table.match is not None
        told = deals.trick_lines(table, table.match, self._posted_tricks + 1)
        ping = self._reminders.newly_asked(table)
        who = " ".join(table_facts.mention(user) for user in ping)
        text = "\n".join(told) + (f" ➡️ {who}" if who else "")
        await self._display.pacer(table.channel).turn()
        nonce = f"{table.id}.{table.match.number}.t{finished}.{_undone(table)}"
        await self._display.courier.post(table.channel, text_screen(text), nonce, ping)
        self._posted_tricks = finished
        self._hold = self._display.clock.now() + AFTER_TRICK

    # --- posting and editing --------------------------------------------------------------------

    async def _edit(self, make: Callable[[], ui.LayoutView]) -> bool:
        """Draw the present message anew if it has changed; False if it is gone."""
        message = self.message
        if message is None:
            return False
        view, of = make(), self.table
        if self._is_settled(message, drawing(view)):
            return True
        channel = self._message_channel()
        await self._display.pacer(channel).turn()
        if self.table is not of:
            view = make()  # the latest state wins
        shows = drawing(view)
        if self._is_settled(message, shows):
            return True
        try:
            await self._display.courier.edit(channel, message, view)
        except MessageGone:
            self._edition += 1
            return False
        self.drawn[message] = shows
        return True

    def _is_settled(self, message: int, shows: Hashable) -> bool:
        """Whether a message needs no call: it shows that, or the answer to a click will see."""
        return message in self.claimed or self.drawn.get(message) == shows

    def _message_channel(self) -> int:
        """The lobby's message stays in the channel when the game goes to a thread."""
        return (self.deal == 0 and self.table.parent_channel) or self.table.channel

    async def _post(self, deal: int, make: Callable[[], ui.LayoutView]) -> None:
        """Post a message that becomes the table's present one; a game's first rings all players:
        that also brings them into its thread.
        """
        table = self.table
        channel = (deal == 0 and table.parent_channel) or table.channel
        await self._display.pacer(channel).turn()
        view = make()
        nonce = f"{table.id}.{deal}.{self._edition}"
        ping = _players(table) if self.deal == 0 and deal > 0 else []
        message = await self._display.courier.post(channel, view, nonce, ping)
        await self.moved(message, deal, view)

    async def moved(self, message: int, deal: int, view: ui.LayoutView) -> None:
        """The table's present message is another one now, and shows `view`."""
        self.message, self.deal = message, deal
        self.drawn = {message: drawing(view)}
        self.kept["deal"] = deal
        await self._display.tables.note(self.table.id, message=message, display=dict(self.kept))


def _undone(table: TableState) -> int:
    """How often moves of the deal were taken back: a trick played again is another trick."""
    deal = table.match.deal if table.match else None
    return sum(isinstance(line, Undo) for _, line in deal.log) if deal else 0


def _players(table: TableState) -> list[int]:
    """Users who are present."""
    return [user for seat in table.present if (user := table.seated[seat].user)]


def _tricks(table: TableState) -> int:
    """How many tricks of the running deal are finished."""
    deal = table.match.deal if table.match else None
    return len(deal.play.tricks) if deal and deal.play else 0


def _earliest(*times: datetime | None) -> datetime | None:
    return min((time for time in times if time is not None), default=None)
