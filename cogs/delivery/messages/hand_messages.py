"""One player's hand at one table: in their direct messages, or in the channel for them alone."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

import discord

from cogs.delivery.calls.loop import Loop
from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import LookRefused, MessageGone, OutOfReach, directly
from cogs.delivery.messages.private_hand import HandPanels, PreferencesOf, PrivateHand, TableMessage
from cogs.screens.hand.hand_screen import elsewhere_screen, taken_screen
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import ActionRow, Screen, text_screen
from cogs.screens.table.table_buttons import hand_button
from cogs.screens.table.table_facts import HandKey, shown_deal
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.tables.time.clock import Clock
from kwbot.text.words import labels
from kwbot.text.words.language import language_of
from kwbot.text.words.mentions import mention

_log = logging.getLogger(__name__)

CLOSED = timedelta(minutes=30)
"""How long nobody is written to who does not take direct messages."""
FOR_BIDS = timedelta(seconds=1)
"""How long a hand waits at most for bids to suggest, where to redraw it costs a call."""
AT_FIRST = timedelta(seconds=0.3)
"""How long a new deal's hand does: they are mostly found in half that time, and buttons that change
are pressed by mistake."""
_DM_CLOSED = N_("{player}: I can't DM you. Press *{button}* on the table to see your cards.")

_ELSEWHERE, _TAKEN = HandKey("in the channel"), HandKey("somebody else's")
"""What a direct message shows whose hand is in the channel now, or on whose seat others play."""


class TableMessages(TableMessage, Protocol):
    """What a hand asks of its table's messages in the channel, which hold the table's state."""

    def keep_below(self, seat: Seat, loop: Loop) -> None: ...

    def awaited(self, message: int | None) -> datetime | None: ...

    def has_told_closed(self, seat: Seat) -> bool: ...

    async def keep_told_closed(self, seat: Seat) -> None: ...

    async def keep_closed(self, user: int, *, closed: bool) -> None: ...

    async def keep_hand(self, seat: Seat, deal: int, message: int, user: int | None) -> None: ...

    async def stored(self) -> tuple[int | None, Mapping[str, Any]]: ...


class HandMessages:
    """Redraws a hand whenever anybody acts; where that is a counted call, when its player is asked
    something, or it changed without them."""

    def __init__(
        self,
        at: TableMessages,
        seat: Seat,
        outlet: Outlet,
        panels: HandPanels,
        preferences_of: PreferencesOf,
        clock: Clock,
        *,
        newcomer: bool = False,
    ) -> None:
        """`newcomer`: somebody else had the seat before, who keeps the message of that time."""
        seated, none = at.table.seated[seat], list[Any]((0, None))
        kept = none if newcomer else at.table.display.get("hands", {}).get(str(seat), none)
        if kept[2:] not in ([], [seated.user]):  # a restart came before the newcomer's hand
            kept = none
        self.seat = seat
        self.user = seated.user
        self.deal: int = kept[0]
        self.message: int | None = kept[1]
        self._drawn: HandKey | None = None
        self._unfolded = ""
        """What the player wants to see besides, until they are asked again."""
        self._at = at
        self._outlet = outlet
        self._panels = panels
        self._preferences_of = preferences_of
        self._clock = clock
        self._channel = seated.dm_channel
        self._closed_until = None if seated.dm_open else clock.now() + CLOSED
        self._bids_until: datetime | None = None
        self._told_closed = not seated.dm_open or at.has_told_closed(seat)
        self._private = PrivateHand(at, seat, outlet, panels, preferences_of, clock)
        self.loop = Loop(f"hand {seat} of table {at.table.id}", clock, self._work)
        at.keep_below(seat, self.loop)
        settled = isinstance(at.table, ClosedTable) or _is_asked(at.table, seat)
        if self.message and not settled:
            self._drawn = self._panels.key(at.table, seat)  # after a restart, taken for up to date

    @property
    def table(self) -> TableState:
        return self._at.table

    def news(self) -> None:
        """Look soon whether to redraw it, unless the answer to a click on it does."""
        if self.message not in self._at.claimed or self._wants_new(self.table):
            self.loop.poke()

    def answered(self) -> None:
        """Look soon whether to redraw it, now that the answer to a click on it has done so, unless
        that shows all there is."""
        shown = self._drawn == self._panels.key(self.table, self.seat)
        settled = shown and self._is_theirs() and not self._wants_new(self.table)
        if not (settled and self._private.is_unused):
            self.loop.poke()

    def drew(
        self, interaction: discord.Interaction, key: HandKey, *, copy: bool, unfolded: str
    ) -> None:
        """Note that the hand, as `key` and `unfolded` say, answered a click: on its message, or as
        a `copy`."""
        message = interaction.message
        if message is not None and message.id == self.message and not copy:
            self._drawn, self._unfolded = key, unfolded
        elif copy or (message is not None and message.flags.ephemeral):
            self._private.drew(interaction, key, renewed=copy, unfolded=unfolded)

    @property
    def is_closed(self) -> bool:
        """Whether the player took no direct message lately."""
        return self._closed_until is not None and self._clock.now() < self._closed_until

    def placed(self, *, here: bool) -> None:
        """Look soon where the player wants the hand; unless that is `here`, in the channel, try a
        direct message though they took none lately."""
        if not here:
            self._closed_until = None
        self.loop.poke()

    def outdate(self) -> None:
        """Draw the hand again wherever it is, though it shows all there is."""
        if self._drawn not in (_ELSEWHERE, _TAKEN):
            self._drawn = None
        self._private.outdate()
        self.loop.poke()

    def _is_theirs(self) -> bool:
        """Whether the player still has the seat: in a lobby, seats change hands."""
        seated = self.table.seated
        return self.seat < len(seated) and seated[self.seat].user == self.user

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        if not self._is_theirs():
            await self._see_off()
            return None
        shown = None if self._wants_new(self.table) else self.message
        if (until := self._at.awaited(shown)) is not None:
            return until
        if (until := self._awaits_bids(shown)) is not None:
            return until
        await self._private.draw()
        here = self.is_closed or await self._is_here()
        if not here:
            await self._draw_direct()
        if here or self.is_closed:
            reached = await self._follow_table()
            if self.is_closed and not reached and not self._told_closed:
                await self._tell_closed()
        else:
            await self._private.follow_no_more()
        return None

    def _awaits_bids(self, shown: int | None) -> datetime | None:
        """Return until when to wait for bids to suggest: a new message, and one whose redrawing
        costs a call, is to show both the question and them."""
        now, longest = self._clock.now(), AT_FIRST if shown is None else FOR_BIDS
        waits = shown is None or self._outlet.counts(shown)
        if not waits or not self._panels.seeks_bids(self.table, self.seat):
            self._bids_until = None
            return None
        self._bids_until = self._bids_until or now + longest
        return self._bids_until if self._bids_until > now else None

    async def _is_here(self) -> bool:
        """Whether the player wants their hand in the channel, or the server for them."""
        if self.user is None:
            return False
        return (await self._preferences()).is_hand_here(self.table.options)

    async def _follow_table(self) -> bool:
        """Show the hand in the channel. Return False where it can't be: *My hand* does it then."""
        if self.user is None or self._waits() or not self._is_dealt_in(self.table):
            return True
        await self._draw_elsewhere()
        return await self._private.follow()

    async def _draw_elsewhere(self) -> None:
        """Let the direct message of this deal say where the hand is now."""
        if self.is_closed or self.message is None or self.deal != shown_deal(self.table):
            return
        if self._drawn == _ELSEWHERE or self.message in self._at.claimed:
            return
        view = elsewhere_screen(self.table, (await self._preferences()).language, here=True)
        await self._draw_instead(self.message, view, _ELSEWHERE)

    async def _see_off(self) -> None:
        """Let the direct message of this deal say who plays on the seat now."""
        if self.user is None or not isinstance(self.table, RunningTable) or self.message is None:
            return
        if self._drawn == _TAKEN or self.deal != shown_deal(self.table):
            return
        view = taken_screen(self.table, self.seat, (await self._preferences()).language)
        await self._draw_instead(self.message, view, _TAKEN)
        await self._private.follow_no_more()

    async def _draw_instead(self, message: int, view: Screen, mark: HandKey) -> None:
        """Show something else in place of the hand."""

        async def latest() -> Screen:
            return view

        try:
            with directly():
                await self._outlet.edit(await self._dm(), message, latest)
        except OutOfReach:
            self.message = None
        self._drawn = mark

    async def _draw_direct(self) -> None:
        """Show the hand in the direct messages, if they are open."""
        try:
            with directly():
                await self._draw_message()
        except OutOfReach as refusal:
            _log.info(
                "table %d: no message to player %d (%d)", self.table.id, self.seat, refusal.code
            )
            self._closed_until = self._clock.now() + CLOSED
            if self.user is not None:
                await self._at.keep_closed(self.user, closed=True)

    async def _draw_message(self) -> None:
        table = self.table
        if self.user is None or table.game is None or self._waits():
            return
        if self._wants_new(table):
            await self._post()
        elif self.message and self.message not in self._at.claimed:
            await self._edit(self.message)

    def _waits(self) -> bool:
        """Whether somebody else has to cut before there are cards."""
        return _awaits_cards(self.table) and not _is_asked(self.table, self.seat)

    def _wants_new(self, table: TableState) -> bool:
        """Whether a new deal needs a new message, which notifies."""
        return self._is_dealt_in(table) and self.deal != shown_deal(table)

    def _is_dealt_in(self, table: TableState) -> bool:
        """Whether there are cards for the player, and they are not away."""
        if not isinstance(table, RunningTable) or table.match.deal is None:
            return False
        return self.seat in table.match.deal.table.seats and self.seat not in table.away

    async def _post(self) -> None:
        table, preferences, channel = self.table, await self._preferences(), await self._dm()
        key: HandKey | None = None

        async def latest() -> Post | None:
            nonlocal table, key
            table = self.table
            if self.loop.ended or not self._wants_new(table):
                return None
            key = self._panels.key(table, self.seat)
            nonce = f"{table.id}.{shown_deal(table)}.{self.seat}.0"
            return Post(await self._panels.draw(table, self.seat, preferences, channel), nonce)

        with self.loop.wholly():
            posted = await self._panels.refusals.sent(
                channel, lambda: self._outlet.post(channel, latest)
            )
            if posted is None:
                return
            self.message, self.deal = posted.message, shown_deal(table)
            self._drawn, self._unfolded = key, ""
            keeping = self._at.keep_hand(self.seat, self.deal, self.message, self.user)
            await self._outlet.keep(channel, posted.message, keeping, self._posted_elsewhere)
        if self.user is not None:
            await self._at.keep_closed(self.user, closed=False)
        self.loop.poke()

    async def _posted_elsewhere(self) -> int | None:
        """Return the message of this deal's hand by which another process shows it."""
        _, kept = await self._at.stored()
        deal, message, *_ = kept.get("hands", {}).get(str(self.seat), (0, None))
        return message if deal == self.deal else None

    async def _edit(self, message: int) -> None:
        was = self._drawn
        if self._is_settled(message, key := self._panels.key(self.table, self.seat)):
            return
        preferences, channel = await self._preferences(), await self._dm()

        async def latest() -> Screen | None:
            nonlocal was, key
            table, was = self.table, self._drawn
            key = self._panels.key(table, self.seat)
            if self._is_settled(message, key):
                return None
            if was is None or was.own != key.own:
                self._unfolded = ""
            return await self._panels.draw(
                table, self.seat, preferences, channel, edit=True, unfolded=self._unfolded
            )

        try:
            if await self._outlet.edit(channel, message, latest, Lane.FIRST):
                if self._drawn is not was:  # an answer to a click was under way at the same time
                    self.loop.poke()
                self._drawn = key
        except LookRefused as refusal:
            self._panels.refusals.note(channel, refusal, edit=True)
            self.loop.poke()
        except MessageGone:
            self._lost()

    def _is_settled(self, message: int, key: HandKey) -> bool:
        """Whether a message needs no call to show what `key` says: it does, or the answer to a
        click will. Where a call counts, what others play waits for the player's turn."""
        drawn = self._drawn
        if message in self._at.claimed or drawn == key:
            return True
        return drawn is not None and drawn.own == key.own and self._outlet.counts(message)

    def _lost(self) -> None:
        """Post a new message soon: somebody deleted this one."""
        self.message, self.deal, self._drawn = None, 0, None
        self.loop.poke()

    async def _preferences(self) -> CardPreferences:
        assert self.user is not None
        return await self._preferences_of(self.user, self.table.language)

    async def _dm(self) -> int:
        if self._channel is None:
            assert self.user is not None
            self._channel = await self._outlet.open_dm(self.user)
        return self._channel

    async def _tell_closed(self) -> None:
        """Offer the private hand in the channel, once, to go on without direct messages."""
        assert self.user is not None
        language, button = language_of(self.table.language), labels.MY_HAND
        text = language.text(_DM_CLOSED, player=mention(self.user), button=language.term(button))
        view = text_screen(text, ActionRow(hand_button(self.table, language)))
        post = Post(view, f"{self.table.id}.c{self.seat}", [self.user])
        try:
            await self._outlet.say(self.table.channel, post)
        except OutOfReach:
            _log.info("table %d: a player cannot be reached", self.table.id)
            return
        self._told_closed = True
        await self._at.keep_told_closed(self.seat)


def _awaits_cards(table: TableState) -> bool:
    """Whether somebody must cut before the cards of the running deal are dealt."""
    deal = table.game.match.deal if table.game else None
    return deal is not None and deal.play is None and not any(deal.table.hands)


def _is_asked(table: TableState, seat: Seat) -> bool:
    """Whether the table waits for this player: for a move, or for their Ready."""
    game = table.game
    if game is None:
        return False
    if game.ready is not None:
        return seat in game.present and seat not in game.ready.seats
    return seat in game.to_act()
