"""The messages of evenings: one in each channel, reposted for check-in and podium."""

import logging
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime

import discord

from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.calls.posts import ServerEvent
from cogs.delivery.calls.undelivered import MessageGone, OutOfReach
from cogs.delivery.messages import direct_notices
from cogs.delivery.messages.kept_message import Content, KeptMessage
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.club.evening_screen import evening_screen
from cogs.screens.parts.components import Screen, drawing
from kwbot.engine.values.wording import N_
from kwbot.evenings.evening import NEWS_PERIOD, Evening, EveningStage
from kwbot.evenings.evening_manager import Evenings
from kwbot.ids import GuildId, UserId
from kwbot.tables.errors.delivery_errors import REFUSAL_RETRY_DELAY
from kwbot.tables.time.clock import Clock
from kwbot.text.club import evening_text
from kwbot.text.words.language import language_of
from kwbot.variants import games

_log = logging.getLogger(__name__)

_ROOM = N_("{game} · table {number}")


class EveningMessages:
    """The venue of the evenings."""

    def __init__(self, calls: DiscordCalls, renderer: TableRenderer, clock: Clock) -> None:
        self._calls = calls
        self._renderer = renderer
        self._clock = clock
        self.evenings: Evenings
        self._latest: dict[int, Evening] = {}
        self._messages: dict[int, KeptMessage] = {}
        self._loops: dict[int, CatchUpLoop] = {}
        self._answered: set[int] = set()
        """Evenings whose message the answer to a press is about to redraw."""
        self._roomless: set[int] = set()
        """Evenings whose tables wait for threads that Discord refused to open."""

    async def stop(self) -> None:
        """Send nothing more."""
        for loop in self._loops.values():
            await loop.stop()

    # --- what evenings ask ----------------------------------------------------------------------

    def show(self, evening: Evening) -> None:
        """Show an evening as it is stored."""
        self._latest[evening.id] = evening
        if self.evenings.are_in_cluster:  # another process may have drawn it since
            self._messages.pop(evening.id, None)
        loop = self._loops.get(evening.id)
        if loop is None:

            async def work() -> datetime | None:
                return await self._work(evening.id)

            loop = self._loops[evening.id] = CatchUpLoop(f"evening {evening.id}", self._clock, work)
        loop.poke()

    def retry(self, guild_id: GuildId) -> None:
        """Show a server's evenings again, which may have been refused or have changed."""
        for evening in [one for one in self._latest.values() if one.guild == guild_id]:
            self.show(evening)

    async def room(self, evening: Evening, number: int, old: int | None) -> int:
        """Return the thread for tables of this number: the old one, or a new one where that was
        deleted. Duplicate games get private threads. Raises OutOfReach."""
        if old is not None and await self._calls.threads.is_there(old):
            return old
        language = language_of(evening.language)
        game = language.term(games()[evening.game].name)
        name = language.text(_ROOM, game=game, number=number + 1)
        private = evening.is_duplicate
        try:
            thread = await self._calls.threads.add(evening.channel, name, private=private)
        except OutOfReach:
            self._roomless.add(evening.id)
            self.show(evening)
            raise
        self._roomless.discard(evening.id)
        return thread

    async def let_in(self, room: int, users: Sequence[UserId]) -> None:
        """Add the players of a duplicate table to its private thread."""
        for user in users:
            with suppress(OutOfReach):  # whoever has left the server
                await self._calls.threads.let_in(room, user)

    async def close(self, room: int) -> None:
        """Archive a thread: any message in it reopens it."""
        await self._calls.threads.archive(room)

    # --- the work -------------------------------------------------------------------------------

    async def _work(self, number: int) -> datetime | None:
        if number in self._answered:
            return None
        evening, now = await self._fresh(number), self._clock.now()
        try:
            await self._catch_up(evening)
            if evening.refused:
                await self.evenings.notes.note(number, refused=False)
            await self._keep_event(await self._fresh(number))
        except OutOfReach as refusal:
            await self._complain(evening)
            if evening.is_open or now < evening.ends + NEWS_PERIOD:
                _log.info("evening %d: not shown: %s", number, refusal)
                return now + REFUSAL_RETRY_DELAY
        if await self._fresh(number) != evening:  # otherwise the older drawing may have come last
            return now
        if not evening.is_open:
            self._forget(number)
        return None

    async def _fresh(self, number: int) -> Evening:
        """Return an evening's current state, which another process may have changed."""
        known = self._latest[number]
        evening = await self.evenings.latest(known)
        if self._latest[number] is known:
            self._latest[number] = evening
        return self._latest[number]

    async def _catch_up(self, evening: Evening) -> None:
        if evening.message is None or evening.posted < evening.due_message:
            await self._post(evening)
        else:
            await self._edit(evening, evening.message)

    async def _complain(self, evening: Evening) -> None:
        """Tell the host once that the evening's channel refuses messages."""
        if evening.refused or not evening.is_open:
            return
        if evening.host is not None:
            where = direct_notices.place(evening.guild, evening.channel)
            text = evening_text.refused_text(where, language_of(evening.language))
            await direct_notices.tell(self._calls.messages, evening.host, text, f"e{evening.id}.u")
        await self.evenings.notes.note_refusal(evening.id)
        self._latest[evening.id] = replace(self._latest[evening.id], refused=True)

    async def _keep_event(self, evening: Evening) -> None:
        """Add a server event for an evening to come, and remove it once the evening is over."""
        if evening.is_open:
            if evening.event is None and evening.starts > self._clock.now():
                await self._add_event(evening)
        elif evening.event:
            await self._calls.guilds.remove_event(evening.guild, evening.event)
            await self.evenings.notes.note(evening.id, event=None)

    async def _add_event(self, evening: Evening) -> None:
        """Add the event, unless it exists from an attempt that could not be noted. Note 0 where the
        bot may not add one."""
        game, language = games()[evening.game], language_of(evening.language)
        about = ServerEvent(
            name=evening_text.event_name(game, language),
            place=direct_notices.place(evening.guild, evening.channel),
            starts=evening.starts,
            ends=evening.ends,
        )
        event = await self._calls.guilds.put_event(evening.guild, None, about) or 0
        noted = await self.evenings.notes.note_event(evening.id, event)
        if event and noted.event != event:  # another process has added it
            await self._calls.guilds.remove_event(evening.guild, event)

    def _forget(self, number: int) -> None:
        """Forget a finished evening whose last message has been sent."""
        for shelf in (self._latest, self._messages, self._loops):
            shelf.pop(number, None)
        self._roomless.discard(number)

    def _message(self, evening: Evening, at: int | None, shows: Hashable = None) -> KeptMessage:
        """Return the message of an evening, with what it is known to show."""
        known = self._messages.get(evening.id)
        if known is None or known.at != at or shows is not None:
            known = KeptMessage(self._calls.messages, self._renderer.refusals, at, shows)
            self._messages[evening.id] = known
        return known

    async def _post(self, evening: Evening) -> None:
        """Repost the message at the end of the channel; the check-in's pings those signed up."""
        pings = evening.posted == 0 and evening.stage is EveningStage.CHECK_IN
        signed = [evening.entrants[at].user for at in evening.signed_up] if pings else []
        nonce = f"e{evening.id}.{evening.due_message}.{evening.message or 0}"
        ping = [user for user in signed if user is not None]
        message = KeptMessage(self._calls.messages, self._renderer.refusals)
        shows = Content(self._screen, of=lambda: evening, nonce=lambda: nonce, ping=ping)
        await message.post(evening.channel, shows)
        posted = message.id
        assert posted is not None
        now = await self.evenings.notes.note_new_message(evening, posted)
        if now.message == posted:
            self._messages[evening.id] = message
        else:  # another process has posted it
            await self._calls.messages.delete(evening.channel, posted)
        if evening.message is not None:
            await self._calls.messages.delete(evening.channel, evening.message)

    async def _edit(self, evening: Evening, at: int) -> None:
        async def draw(_: object, *, edit: bool) -> Screen:
            return await self._screen(await self._fresh(evening.id), edit=edit)

        shows = Content(draw, of=object, is_wanted=lambda: evening.id not in self._answered)
        try:
            await self._message(evening, at).edit(evening.channel, shows)
        except MessageGone:
            self._messages.pop(evening.id, None)
            if evening.is_open:
                await self.evenings.notes.note(evening.id, message=None)

    async def _screen(self, evening: Evening, *, edit: bool) -> Screen:
        over = evening.stage is EveningStage.OVER
        podium = await self._renderer.podium(evening, edit=edit) if over else None
        return evening_screen(evening, podium, roomless=evening.id in self._roomless)

    # --- answers to clicks ----------------------------------------------------------------------

    @contextmanager
    def answering(self, number: int) -> Iterator[None]:
        """Leave the message to the answer to a press on it, within the block."""
        self._answered.add(number)
        try:
            yield
        finally:
            self._answered.discard(number)
            if number in self._loops:
                self._loops[number].poke()

    async def redraw(self, interaction: discord.Interaction, evening: Evening) -> None:
        """Answer a press by redrawing the pressed message."""
        screen = evening_screen(evening, roomless=evening.id in self._roomless)
        await interaction.response.edit_message(view=screen)
        if interaction.message is not None and interaction.message.id == evening.message:
            self._message(evening, evening.message, drawing(screen))
