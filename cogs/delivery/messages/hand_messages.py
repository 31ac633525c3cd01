"""One player's hand at one table: in their direct messages, or in the channel for them alone."""

from datetime import datetime, timedelta
from functools import partial

import discord

from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import MessageGone, OutOfReach, directly
from cogs.delivery.messages.direct_channel import DirectChannel
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.delivery.messages.kept_message import Content, KeptMessage, always
from cogs.delivery.messages.private_hand import HandPanel, PreferencesOf, PrivateHand
from cogs.delivery.pictures.panels import AT_FIRST, Panels
from cogs.screens.hand.hand_notices import elsewhere_screen, taken_screen, to_direct_screen
from cogs.screens.parts.components import Screen
from cogs.screens.table.table_facts import HandKey, shown_deal
from kwbot.engine.values.actions import Seat
from kwbot.storage.values.display_notes import DisplayNotes, HandNote
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState

FOR_BIDS = timedelta(seconds=1)
"""The longest a hand waits for suggested bids when redrawing it costs a counted call."""
UNTIL_ANSWERED = timedelta(seconds=1)
"""Delay before a hand pressed just now is looked at again, if somebody else has taken its seat."""

DIRECT, PRIVATE = "direct", "private"
"""A hand's two copies: the direct message, and the one in a channel that its player alone sees."""
_ELSEWHERE, _TAKEN = HandKey("in the channel"), HandKey("somebody else's")
"""Marks of a direct message that says that the hand is in the channel, or its seat taken."""


class HandMessages:
    """Redraws a hand whenever anybody acts; others' acts wait for room where calls are counted."""

    def __init__(
        self,
        at: DisplayedTable,
        seat: Seat,
        panels: Panels,
        preferences_of: PreferencesOf,
        *,
        newcomer: bool = False,
    ) -> None:
        """`newcomer`: another player had the seat before, and keeps the message of that time."""
        seated, noted = at.table.seated[seat], at.notes.hands.get(seat)
        if newcomer or (noted and noted.user not in (None, seated.user)):
            noted = None  # also if a restart came before the newcomer's hand was posted
        self.seat = seat
        self.user = seated.user
        self.deal = noted.deal if noted else 0
        self._at = at
        self._calls = at.calls
        self._panel = HandPanel(at, seat, panels, preferences_of, is_spare=self._is_spare)
        self._clock = at.clock
        self.channel = DirectChannel(at, seat)
        self._bids_until: datetime | None = None
        self._lane = Lane.FIRST
        """The lane on which the direct message was redrawn last."""
        self._used = ""
        """The copy pressed last, if there are two; empty: neither, and both are kept up to date."""
        self._private = PrivateHand(
            HandPanel(
                at, seat, panels, preferences_of, is_private=True,
                is_spare=lambda: self._used == DIRECT,
            )
        )  # fmt: skip
        self.loop = CatchUpLoop(f"hand {seat} of table {at.table.id}", self._clock, self._work)
        at.followers[seat] = self.loop
        self.direct = self._new_message(noted.message if noted else None)
        settled = isinstance(at.table, ClosedTable) or _is_asked(at.table, seat)
        if self.direct.id and not settled:
            # After a restart it is assumed to be up to date.
            self.direct.shows = self._panel.key

    def _new_message(self, at: int | None = None) -> KeptMessage:
        return self._at.message(at, look_again=self.loop.poke)

    def _is_spare(self) -> bool:
        """Whether the direct message is the spare: a private copy exists to be played from."""
        if self._used == DIRECT:
            return False
        return self.user in self._at.lent or self._private.due is not None

    def news(self) -> None:
        """Consider redrawing the hand soon, unless the answer to a press on it does so."""
        if not self.direct.is_claimed or self._wants_new():
            self._hurry()
            self.loop.poke()

    def follow_answer(self) -> None:
        """Consider redrawing the hand after the answer to a press, unless that shows everything."""
        self._hurry()
        shows_all = self.direct.shows == self._panel.key_in(self.direct)
        is_theirs = self._is_theirs()
        settled = shows_all and is_theirs and not self._wants_new()
        if not (settled and self._private.is_unused):
            self.loop.poke()

    def note_answer(
        self, interaction: discord.Interaction, key: HandKey, *, copy: bool, unfolded: str
    ) -> None:
        """Note that the hand (`key`, `unfolded`) answered a press: in the pressed message, or as a
        new private `copy`."""
        message = interaction.message
        if message is not None and message.id == self.direct.id and not copy:
            self.direct.shows, self._panel.unfolded, self._used = key, unfolded, DIRECT
        elif copy or (message is not None and message.flags.ephemeral):
            self._used = "" if copy else PRIVATE
            self._private.note_answer(interaction, key, renewed=copy, unfolded=unfolded)
            self.loop.poke()

    def is_on(self, message: discord.Message | None) -> bool:
        """Whether a message may show the hand: any private one, or the direct message."""
        return message is not None and (message.flags.ephemeral or message.id == self.direct.id)

    def is_aside(self, message: discord.Message) -> bool:
        """Whether a message shows something in the hand's place, or is no hand at all."""
        if message.id == self.direct.id:
            return self.direct.shows == self._panel.key.aside
        return not message.flags.ephemeral or self._private.is_aside

    def use_copy(self) -> None:
        """Stop redrawing the direct message for now: the private copy is being pressed."""
        if self._private.due is not None:
            self._used = PRIVATE

    def change_place(self, *, here: bool) -> None:
        """Consider soon where the player wants the hand. Unless that is `here`, in the channel, try
        a direct message even if they refused one lately."""
        if not here:
            self.channel.try_again()
        self.loop.poke()

    def outdate(self) -> None:
        """Redraw the hand wherever it is, even if it is up to date."""
        if self.direct.shows not in (_ELSEWHERE, _TAKEN):
            self.direct.shows = None
        self._private.outdate()
        self.loop.poke()

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        if not self._is_theirs():
            return await self._see_off()
        shown = None if self._wants_new() else self.direct.id
        if shown is None and (until := self._awaits_bids(None)) is not None:
            return until
        here = self.channel.is_closed or await self._panel.is_wanted_here()
        await self._draw_private(here=here)
        if shown is not None and (until := self._direct_waits(shown, here=here)) is not None:
            return until
        if not here:
            await self._draw_direct()
        if not (here or self.channel.is_closed):
            await self._private.follow_no_more()
        elif not await self._follow_table():
            await self.channel.offer_private_hand()
        # A closed table no longer changes, and is forgotten once everything is drawn.
        return None if isinstance(self._at.table, ClosedTable) else self._private.due

    async def _draw_private(self, *, here: bool) -> None:
        """Redraw the private copy if it is used; an expired one links to the direct message."""
        is_used = here or self._used != DIRECT
        if is_used and not here and self._private.is_over and self.direct.id:
            language = (await self._panel.preferences()).language
            direct = to_direct_screen(await self.channel.open(), self.direct.id or 0, language)
            await self._private.end(direct)
        await self._private.draw(is_used=is_used)

    def _direct_waits(self, shown: int, *, here: bool) -> datetime | None:
        """Return until when the direct message is left alone. While the private copy is pressed,
        that is until it expires, the game ends or the direct message is pressed."""
        follows = here or isinstance(self._at.table, ClosedTable)
        if not follows and self._used == PRIVATE and (due := self._private.due) is not None:
            return due
        return self._at.rhythm.hand_waits_until(shown) or self._awaits_bids(shown)

    def _awaits_bids(self, shown: int | None) -> datetime | None:
        """Return until when to wait for suggested bids: a new message, or one that costs a counted
        call to redraw, should show them together with the question."""
        now, longest = self._clock.now(), AT_FIRST if shown is None else FOR_BIDS
        waits = shown is None or self._calls.client.counts(shown)
        if not waits or not self._panel.seeks_bids:
            self._bids_until = None
            return None
        self._bids_until = self._bids_until or now + longest
        return self._bids_until if self._bids_until > now else None

    async def _follow_table(self) -> bool:
        """Show the hand in the channel. Return False where only *My hand* can bring it."""
        if self.user is None or self._waits_for_cut() or not self._is_dealt_in():
            return True
        await self._draw_elsewhere()
        return await self._private.follow()

    async def _draw_elsewhere(self) -> None:
        """Have this deal's direct message say that the hand is in the channel now."""
        if (
            self.channel.is_closed
            or self.direct.id is None
            or self.deal != shown_deal(self._at.table)
        ):
            return
        if self.direct.is_settled(_ELSEWHERE):
            return
        screen = elsewhere_screen(
            self._at.table, (await self._panel.preferences()).language, here=True
        )
        await self._draw_instead(screen, _ELSEWHERE)

    async def _see_off(self) -> datetime | None:
        """Have this deal's direct message say who has the seat now. Return when to look again: once
        a newcomer's hand has replaced this one, nothing else pokes its loop."""
        if (
            self.user is None
            or not isinstance(self._at.table, RunningTable)
            or self.direct.id is None
        ):
            return None
        if self.direct.shows == _TAKEN or self.deal != shown_deal(self._at.table):
            return None
        if self.direct.is_claimed:
            return self._clock.now() + UNTIL_ANSWERED
        screen = taken_screen(self._at.table, self.seat, (await self._panel.preferences()).language)
        await self._draw_instead(screen, _TAKEN)
        await self._private.follow_no_more()
        return None

    async def _draw_instead(self, screen: Screen, mark: HandKey) -> None:
        """Show something else in place of the hand."""
        try:
            with directly():
                shows = Content(always(screen), of=lambda: mark, by_state=True)
                await self.direct.edit(await self.channel.open(), shows)
        except OutOfReach:
            self.direct.at = None

    async def _draw_direct(self) -> None:
        """Show the hand in the direct messages, if they are open."""
        if self.user is None or self._at.table.running is None or self._waits_for_cut():
            return
        try:
            with directly():
                is_new = self._wants_new()
                if is_new and not self._carries_on:
                    await self._post()
                    return
                if is_new:
                    self.deal = shown_deal(self._at.table)
                await self._edit()
                if is_new and self.direct.id is not None:
                    await self._keep_hand()
        except OutOfReach as refusal:
            await self.channel.close(refusal)

    @property
    def _carries_on(self) -> bool:
        """Whether a new deal goes into the old direct message: its player plays from the private
        copy and needs no notification."""
        return self.direct.id is not None and self._used == PRIVATE and self._is_spare()

    def _wants_new(self) -> bool:
        """Whether a new deal needs a new message, which notifies the player."""
        return self._is_dealt_in() and self.deal != shown_deal(self._at.table)

    def _is_dealt_in(self) -> bool:
        """Whether the player is present and is dealt cards."""
        table = self._at.table
        if not isinstance(table, RunningTable) or table.match.deal is None:
            return False
        return self.seat in table.match.deal.layout.seats and self.seat not in table.match.away

    def _waits_for_cut(self) -> bool:
        """Whether another player has to cut before there are cards."""
        table = self._at.table
        deal = table.running.match.deal if table.running else None
        if deal is None or deal.play is not None or any(deal.layout.hands):
            return False
        return not _is_asked(table, self.seat)

    def _is_theirs(self) -> bool:
        """Whether the player still has the seat: in a lobby, seats change hands."""
        seated = self._at.table.seated
        return self.seat < len(seated) and seated[self.seat].user == self.user

    async def _post(self) -> None:
        channel, message, deal = await self.channel.open(), self._new_message(), 0

        def of() -> HandKey:
            nonlocal deal
            deal = shown_deal(self._at.table)
            return self._panel.key_in(message)

        shows = Content(
            partial(self._panel.draw, message, channel), of, by_state=True,
            is_wanted=lambda: not self.loop.ended and self._wants_new(),
            nonce=lambda: f"{self._at.table.id}.{deal}.{self.seat}.0",
            is_doubtful=lambda: self._at.is_doubtful(deal),
        )  # fmt: skip

        async def keep() -> None:
            assert message.id is not None
            self.direct, self.deal = message, deal
            await self._keep_hand()

        def theirs(_: int | None, notes: DisplayNotes) -> int | None:
            hand = notes.hands.get(self.seat)
            return hand.message if hand and hand.deal == self.deal else None

        if await self._at.post(self.loop, channel, message, shows, keep, theirs):
            if self.user is not None:
                await self._at.keep_dms(self.user, open_=True)
            self.loop.poke()

    async def _keep_hand(self) -> None:
        """Store which message shows the hand, and which deal."""
        assert self.direct.id is not None
        hand = HandNote(self.deal, self.direct.id, self.user)
        self._at.notes.hands = {**self._at.notes.hands, self.seat: hand}
        await self._at.keep()

    async def _edit(self) -> None:
        if self.direct.is_settled(self._panel.key_in(self.direct)):
            return
        channel = await self.channel.open()
        draw = partial(self._panel.draw, self.direct, channel)
        shows = Content(draw, lambda: self._panel.key_in(self.direct), by_state=True)
        is_news = self._is_their_news(self._panel.key_in(self.direct))  # as of now: opening waits
        self._lane = Lane.FIRST if is_news else Lane.CARD
        try:
            await self.direct.edit(channel, shows, self._lane)
        except MessageGone:  # it was deleted: a new one is posted soon
            self.direct, self.deal = self._new_message(), 0
            self.loop.poke()

    def _is_their_news(self, key: HandKey) -> bool:
        """Whether `key` differs in more than what others have done."""
        shown = self.direct.shows
        return not isinstance(shown, HandKey) or shown.own != key.own

    def _hurry(self) -> None:
        """Move a waiting redrawing to the first lane if the hand has news for its player."""
        if self._lane is not Lane.CARD or self.loop.idle or self.channel.known is None:
            return
        if self._is_their_news(self._panel.key):
            self._lane = Lane.FIRST
            self._calls.client.hurry(self.channel.known, Lane.FIRST)


def _is_asked(table: TableState, seat: Seat) -> bool:
    """Whether a player is asked for a move, or to be ready, even where no deal waits for it."""
    running = table.running
    if running is None:
        return False
    if running.ready is not None:
        return seat in running.present and seat not in running.ready.seats
    return seat in running.to_act()
