"""The message of one table in its channel, one a deal, kept up to date with few calls.

The latest state wins: what several events changed is drawn once. A message that the answer to a
click is about to redraw is left to that answer (`claimed`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from cogs.delivery.calls.loop import Loop
from cogs.delivery.calls.outlet import Outlet
from cogs.delivery.calls.posts import Post
from cogs.delivery.calls.rate_limit import Lane
from cogs.delivery.calls.undelivered import (
    LookRefused,
    MessageGone,
    OutOfReach,
    ThreadArchived,
    TransientFailure,
    Undelivered,
    directly,
)
from cogs.delivery.messages.busy_tables import BusyTables
from cogs.delivery.messages.plan_notices import Awake, PlanNotices, all_awake, people
from cogs.delivery.messages.reminders import Reminders
from cogs.delivery.messages.rhythm import Rhythm
from cogs.delivery.messages.vote_notices import VoteNotices
from cogs.delivery.pictures.gallery import Gallery
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.parts.components import LONGEST, Screen, drawing, text_screen
from cogs.screens.table.table_facts import present_deal
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.frozen import changed
from kwbot.engine.values.wording import N_
from kwbot.garbage import loosely
from kwbot.storage.backend.failures import StorageError
from kwbot.tables.serving.game_manager import Tables
from kwbot.tables.state.round_limits import evening_of
from kwbot.tables.state.table_state import (
    ClosedTable,
    LobbyTable,
    PlannedTable,
    RunningTable,
    TableState,
)
from kwbot.tables.thinking.replays import after_deal
from kwbot.tables.time.clock import Clock
from kwbot.tables.time.refusals import OwnedElsewhere
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import escaped

_log = logging.getLogger(__name__)

APART = timedelta(seconds=30)
"""How long the message stays where it is, at least, before it comes down below the talk."""
AFTER_END = timedelta(minutes=1)
"""How long the thread of a table stays open after its end."""

_MODERATED = N_("A moderator closed table {number}, {game} with {players}. Nothing of it counts.")

Make = Callable[[], Awaitable[Screen]]


class ChannelMessages:
    """The message of one table in its channel. `table` is the state to show."""

    def __init__(
        self,
        table: TableState,
        outlet: Outlet,
        tables: Tables,
        gallery: Gallery,
        clock: Clock,
        busy: BusyTables,
        awake: Awake = all_awake,
    ) -> None:
        self.table = table
        self._awake = awake
        self.kept: dict[str, Any] = dict(table.display)
        """What a restart must not forget: the deal of `message`, which older ones are to be
        removed (`old`), which one still shows the `lobby` of a game that has begun, whether it was
        opened `within` a thread and is `planned` as people see it, where hands are shown, who is
        `closed` to direct messages, the vote that asks people, whether its channel was `told` that
        a moderator has closed it, and its host that it is `unreachable`."""
        self.message = table.message
        self.deal: int = self.kept.get("deal", 0)
        """Which deal `message` shows; 0 is the lobby."""
        self.ended: list[RunningTable] = []
        """The table right after each deal whose message may not show its result alone yet."""
        self.unreachable = False
        self.awaits_answer = True
        """Whether a lobby without a message will be the answer to a command."""
        self.drawn: dict[int, Hashable] = {}
        self.claimed: set[int] = set()
        self._outlet = outlet
        self._tables = tables
        self._gallery = gallery
        self._clock = clock
        self._busy = busy
        self._came_down: datetime | None = None
        self._closed_at: datetime | None = None
        self._archived = False
        self._asleep = False
        """Whether the next post opens a closed thread."""
        self._rhythm, keep = Rhythm(outlet, busy, clock), loosely(self._keep)
        self._reminders = Reminders(outlet, clock, self.kept, keep)
        self._plans = PlanNotices(outlet, clock, self.kept, keep, awake)
        self._votes = VoteNotices(table, outlet, self.kept, keep)
        self._below: dict[Seat, Loop] = {}
        """What wants to stand below the table's message."""
        self.loop = Loop(f"messages of table {table.id}", clock, self._work)
        self.reminding = Loop(f"reminders of table {table.id}", clock, self._remind)

    # --- news -----------------------------------------------------------------------------------

    def news(self, states: Sequence[TableState], *, acted: bool) -> None:
        """Note the states of the table since the last time. `acted`: somebody did something."""
        self._note(states)
        self._rhythm.news(states)
        if acted:
            self.unreachable = False
            self._busy.note(self.table.id, self.message)
        if self.ended or self._votes.left:
            self._outlet.hurry(self.table.channel)  # a drawing may wait where these come after it
        self._reminders.note(self.table)
        self.loop.poke_by(self._idle_until())
        self._look_after_reminders()

    def _look_after_reminders(self) -> None:
        if self._reminders.posted or not isinstance(self.table, RunningTable):
            self.reminding.poke()
        elif (due := self._reminders.due(self.table)) is not None:
            self.reminding.poke_by(due)

    def _note(self, states: Sequence[TableState]) -> None:
        before = self.table.game
        for state in states:
            game = state.game
            if game and before:
                if len(game.match.deals) > len(before.match.deals):
                    self.ended.append(game)
                self._votes.news(before, game)
            before = game
        self.table = states[-1]

    def awaited(self, message: int | None) -> datetime | None:
        """Return until when to wait for computer players in turn before a hand is redrawn."""
        return self._rhythm.awaited(message)

    # --- the work -------------------------------------------------------------------------------

    async def _work(self) -> datetime | None:
        if self.unreachable:
            return None
        try:
            until = await self._drawn()
        except OutOfReach as refusal:
            await self._give_up(refusal)
            return None
        if self.kept.pop("unreachable", None):
            await self._keep()
        if self.table.game and self.table.game.paused:
            await self._tables.pause(self.table.id, paused=False)
        return until

    async def _remind(self) -> datetime | None:
        """Ring whoever is asked, even where a drawing fails."""
        if self.unreachable:
            return None
        try:
            until = await self._plans.work(self.table)
            return until or await self._reminders.work(self.table)
        except OutOfReach as refusal:
            await self._give_up(refusal)
            return None

    async def _drawn(self) -> datetime | None:
        await self._remove_old()
        await self._close_lobby()
        if not await self._show_past():
            return None
        if self.table.game is None and self.message is None and self.awaits_answer:
            return None
        await self._votes.work(self.table)
        until = await self._draw_present()
        await self._tell_moderated()
        return until or await self._archive()

    async def _give_up(self, refusal: OutOfReach) -> None:
        """Stop the table's time, since its channel is out of reach, and tell the host once."""
        self.unreachable = True
        level = logging.WARNING if refusal.is_foreseen else logging.ERROR
        _log.log(level, "table %d: its channel is out of reach (%d)", self.table.id, refusal.code)
        told = "unreachable" in self.kept
        try:
            if isinstance(self.table, RunningTable):
                await self._tables.pause(self.table.id, paused=True)
            if not told and not isinstance(self.table, ClosedTable):
                self.kept["unreachable"] = True
                await self._tell_host(self.table, refusal)
                await self._keep()
        except (TransientFailure, StorageError):  # the channel is tried again, too
            self.unreachable = False
            if not told:
                self.kept.pop("unreachable", None)
            raise

    async def _tell_host(self, table: TableState, refusal: OutOfReach) -> None:
        """Say why the table waits: in a direct message, else where the thread hangs."""
        text = language_of(table.language).text(refusal.reason, code=refusal.code)
        post = Post(text_screen(text), f"{table.id}.u")
        try:
            with directly():
                await self._outlet.say(await self._outlet.open_dm(table.host), post)
        except OutOfReach:
            if table.parent_channel is None:
                _log.info("table %d: its host cannot be reached either", table.id)
            else:
                with suppress(OutOfReach):
                    await self._outlet.say(table.parent_channel, post)

    # --- screens --------------------------------------------------------------------------------

    async def present_screen(self) -> Screen:
        """Return what the table's present message should show now."""
        if self.deal == 0:
            return lobby_screen(self.table)
        past = self._past()
        return await (self._result(past[-1], edit=True) if past else self._screen(edit=True))

    async def _screen(self, *, edit: bool) -> Screen:
        return await self._gallery.table(self.table, self.table.channel, edit=edit)

    async def _result(self, past: RunningTable, *, edit: bool) -> Screen:
        return await self._gallery.result(past, self.table.channel, edit=edit)

    def _past(self) -> list[RunningTable]:
        """Return the table after each deal that has to show its result beside a newer deal."""
        present, game = present_deal(self.table), self.table.game
        past = [one for one in self.ended if len(one.match.deals) < present]
        if past or game is None or self.deal == 0:
            return past
        behind = range(self.deal, min(present, len(game.match.deals) + 1))  # before a restart
        return [changed(game, match=after_deal(game.match, number)) for number in behind]

    # --- drawing --------------------------------------------------------------------------------

    async def _show_past(self) -> bool:
        """Let deals that are over show their results alone. Return False where a click is about to
        do that."""
        for past in self._past():
            if self.message in self.claimed:
                return False
            await self._show_result(past)
            self.ended = [one for one in self.ended if one is not past]
        return True

    async def _show_result(self, past: RunningTable) -> None:
        number = len(past.match.deals)
        if self.deal == number and await self._edit(lambda: self._result(past, edit=True)):
            return
        if self.deal <= number:
            await self._post(number, lambda: self._result(past, edit=False))

    async def _draw_present(self) -> datetime | None:
        """Draw the present message: of the lobby, of a deal and its result, or of the end."""
        present = present_deal(self.table)
        if self.deal < present:
            await self._post_present(present)
            return None
        if present == 0 and self.message not in self.claimed:
            await self._follow_plan()
        until = self._rhythm.held(self.table) or self._gathers_until()
        if until is not None:
            return until
        if self._is_covered():
            await self._come_down()
        elif not await self._edit(lambda: self._screen(edit=True)):
            await self._post_present(self.deal)
        return None

    async def _follow_plan(self) -> None:
        """Post a table that was planned anew when it opens; that rings who was not reminded."""
        planned = isinstance(self.table, PlannedTable)
        if planned and "planned" not in self.kept:
            self.kept["planned"] = True
            await self._keep()
        elif isinstance(self.table, LobbyTable) and not planned and "planned" in self.kept:
            await self._tell_opened(self.table)

    async def _tell_opened(self, table: LobbyTable) -> None:
        before = dict(self.kept)
        del self.kept["planned"]
        reminder = self.kept.pop("reminder", None)
        self.kept["old"] = [*self.kept.get("old", ()), *([reminder] if reminder else ())]
        ping = [] if reminder else people(table)
        try:
            await self._replace(0, await self._awake(table.guild, ping, table.language))
        except (Undelivered, StorageError):  # tried again, by the same nonce
            self.kept |= before
            raise

    async def _keep(self, **values: object) -> None:
        """Store what a restart must not forget."""
        if self.loop.ended:  # it may have been another process's, and have come back
            raise OwnedElsewhere
        await self._tables.note(self.table.id, display=dict(self.kept), **values)

    async def stored(self) -> tuple[int | None, Mapping[str, Any]]:
        """Return the table's message, and what else was noted, as whichever process has it did."""
        return await self._tables.noted(self.table.id)

    def _idle_until(self) -> datetime | None:
        """Return until when there is nothing to do but to let changes gather."""
        game = self.table.game
        if self._votes.left or game is None or game.paused:
            return None
        is_current = not self.ended and self.deal == present_deal(self.table)
        return self._gathers_until() if is_current else None

    def _gathers_until(self) -> datetime | None:
        """Return until when to let changes of a game gather; None: not at all."""
        return self._rhythm.gathers(self.table, self.message)

    def _is_covered(self) -> bool:
        """Whether talk has covered the table, and it is time to come down: between two tricks, or
        in the auction, and not too often."""
        game, now = self.table.game, self._clock.now()
        if self.message is None or self.message in self.claimed:
            return False
        if not isinstance(self.table, RunningTable) or game is None or game.match.deal is None:
            return False
        play = game.match.deal.play
        if play is not None and play.plays:
            return False
        lately = self._came_down is not None and now - self._came_down < APART
        return not lately and self._outlet.last.covers(self.table.channel, self.message)

    async def _come_down(self) -> None:
        """Post the table below what people have written, and remove the old message."""
        self._came_down = self._clock.now()
        await self._replace(self.deal)

    async def _archive(self) -> datetime | None:
        """Close the thread of a table that has ended, a while after its end."""
        table, now = self.table, self._clock.now()
        if not isinstance(table, ClosedTable) or self._archived or table.parent_channel is None:
            return None
        self._closed_at = self._closed_at or now
        if now < self._closed_at + AFTER_END:
            return self._closed_at + AFTER_END
        others = await self._tables.elsewhere(table.guild)
        if self.is_last_in_thread and all(one.channel != table.channel for one in others):
            await self._outlet.archive(table.channel)
        self._archived = True
        return None

    @property
    def is_last_in_thread(self) -> bool:
        """Whether a thread was opened for the table, and is its alone: an evening may play its next
        table there, and others their next game."""
        table = self.table
        if table.parent_channel is None or evening_of(table) is not None:
            return False
        return not any(one.channel == table.channel and one.id != table.id for one in self._tables)

    async def _tell_moderated(self) -> None:
        """Say in a message of its own that a game was closed: its table may lie far above."""
        table = self.table
        if not isinstance(table, ClosedTable) or table.reason != "moderator" or "told" in self.kept:
            return
        if table.game is not None:
            with suppress(OutOfReach):  # then the table's own message is all that says so
                posted = await self._outlet.say(table.channel, _moderated(table))
                self.kept["told"] = posted.message
                await self._keep()

    # --- posting and editing --------------------------------------------------------------------

    async def _edit(self, make: Make) -> bool:
        """Redraw the present message if it has changed. Return False if it is gone."""
        message = self.message
        if message is None:
            return False
        if message in self.claimed:
            return True
        channel = self._channel_of(self.deal)
        of, view = self.table, await make()
        shows = drawing(view)
        if self._is_settled(message, shows):
            return True

        async def latest() -> Screen | None:
            nonlocal of, view, shows
            if self.table is not of:
                of = self.table
                view = await make()
                shows = drawing(view)
            return None if self._is_settled(message, shows) else view

        lane = Lane.FIRST if self._rhythm.owes_result(of) else Lane.THEN
        try:
            if await self._outlet.edit(channel, message, latest, lane):
                self.drawn[message] = shows
                self._rhythm.drawn(of)
        except LookRefused as refusal:
            self._gallery.refusals.note(channel, refusal, edit=True)
            return await self._edit(make)
        except (MessageGone, ThreadArchived) as refusal:
            self._asleep = isinstance(refusal, ThreadArchived)
            return False
        self._asleep = False
        return True

    def _is_settled(self, message: int, shows: Hashable) -> bool:
        """Whether a message needs no call: it shows that, or the answer to a click will."""
        return message in self.claimed or self.drawn.get(message) == shows

    def _channel_of(self, deal: int) -> int:
        """The lobby's message stays in the channel when the game goes to a thread, unless it was
        posted there."""
        stays = deal == 0 and self.message is not None and "within" not in self.kept
        return (stays and self.table.parent_channel) or self.table.channel

    async def _post_present(self, deal: int) -> None:
        """Post the table anew.

        A game's first message pings all players: that also brings them into its thread. One that
        opens a closed thread pings whoever is in turn, and takes the place of what stood there.
        """
        game, asleep = self.table.game, self._asleep
        ping = self._reminders.all_asked(self.table) if asleep else []
        if game and self.deal == 0 and deal > 0:
            ping = _players(game)
        if asleep and self.deal == deal:
            await self._replace(deal, ping)
        else:
            await self._post(deal, lambda: self._screen(edit=False), ping)
        self._asleep = False

    async def _replace(self, deal: int, ping: Sequence[int] = ()) -> None:
        """Post the table anew and remove its old message."""
        if self.message is not None:
            self.kept["old"] = [*{*self.kept.get("old", ()), self.message}]
        await self._post(deal, lambda: self._screen(edit=False), ping)
        await self._remove_old()

    async def _remove_old(self) -> None:
        """Remove messages in whose place a newer one stands."""
        for old in [one for one in self.kept.get("old", ()) if one != self.message]:
            await self._outlet.delete(self.table.channel, old)
            self.kept["old"] = [one for one in self.kept["old"] if one != old]

    async def _close_lobby(self) -> None:
        """Let the lobby's message say that the game has begun, if no answer to a click did."""
        lobby = self.kept.get("lobby")
        if lobby is None or lobby in self.claimed:
            return

        async def latest() -> Screen | None:
            return None if lobby in self.claimed else lobby_screen(self.table)

        with suppress(OutOfReach):  # the table is elsewhere
            if not await self._outlet.edit(self._channel_of(0), lobby, latest):
                return
        self.closed_lobby(lobby)

    def closed_lobby(self, message: int) -> None:
        """Note that a message shows that the game has begun, if it is the lobby's."""
        if self.kept.get("lobby") == message:
            del self.kept["lobby"]

    async def _post(self, deal: int, make: Make, ping: Sequence[int] = ()) -> None:
        """Post a message that becomes the table's present one."""
        # By what it follows, which is stored: after a restart a second post of the same is the
        # first one, and a post in place of a message that was deleted is another.
        nonce = f"{self.message or self.table.id}.{deal}"
        channel, old = self._channel_of(deal), self.kept.get("old", ())

        async def elsewhere() -> int | None:
            message, kept = await self.stored()
            return message if kept.get("deal") == deal else None

        async def latest() -> Post | None:
            return None if self.loop.ended else Post(await make(), nonce, ping)

        with self.loop.wholly():
            posted = await self._gallery.refusals.sent(
                channel, lambda: self._outlet.post(channel, latest, besides=old)
            )
            if posted is not None:
                moving = self.moved(posted.message, deal, posted.view)
                await self._outlet.keep(channel, posted.message, moving, elsewhere)

    async def moved(self, message: int, deal: int, view: Screen) -> None:
        """Note that the present message is another one now, and shows `view`."""
        if deal == 0 and self.message is None and self.table.parent_channel is not None:
            self.kept["within"] = True
        lobby = self.message if self.deal == 0 < deal else None
        if lobby is not None and self.drawn.get(lobby) != drawing(lobby_screen(self.table)):
            self.kept["lobby"] = lobby
        self.message, self.deal = message, deal
        self._rhythm.drawn(self.table)
        self.drawn = {message: drawing(view)}
        self.kept["deal"] = deal
        await self._keep(message=message)
        for loop in self._below.values():
            loop.poke()

    def keep_below(self, seat: Seat, loop: Loop) -> None:
        """Poke the loop of a player's hand whenever the table's message is posted anew."""
        self._below[seat] = loop

    async def keep_hand(self, seat: Seat, deal: int, message: int, user: int | None) -> None:
        """Remember over a restart where a hand is shown, and to whom."""
        self.kept["hands"] = {**self.kept.get("hands", {}), str(seat): [deal, message, user]}
        await self._keep()

    def has_told_closed(self, seat: Seat) -> bool:
        """Whether a player was told in the channel that they take no direct messages."""
        return seat in self.kept.get("told_closed", ())

    async def keep_told_closed(self, seat: Seat) -> None:
        """Remember over a restart that a player was told so."""
        self.kept["told_closed"] = [*self.kept.get("told_closed", ()), seat]
        await self._keep()

    async def keep_closed(self, user: int, *, closed: bool) -> None:
        """Remember who took no direct message lately: nobody at the table is told to look there."""
        before = {*self.kept.get("closed", ())}
        now = before | {user} if closed else before - {user}
        if now != before:
            self.kept["closed"] = sorted(now)
            await self._keep()


def _moderated(table: ClosedTable) -> Post:
    """Return what tells a channel that a moderator has closed its game."""
    spoken = language_of(table.language)
    text = spoken.text(
        _MODERATED, number=table.id, game=spoken.term(table.variant.name),
        players=spoken.listed(escaped(name, LONGEST) for name in table.names),
    )  # fmt: skip
    return Post(text_screen(f"🛑 {text}"), f"{table.id}.m")


def _players(table: RunningTable) -> list[int]:
    """Return the users who are present."""
    return [user for seat in table.present if (user := table.seated[seat].user)]
