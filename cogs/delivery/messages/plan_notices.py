"""A planned table's notices besides its message: one reminder and a server event."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime

from cogs.delivery.calls.posts import Post, ServerEvent
from cogs.delivery.calls.undelivered import OutOfReach
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.screens.parts.components import text_screen
from kwbot.engine.values.wording import N_
from kwbot.ids import GuildId, UserId
from kwbot.storage.values.display_notes import EventNote
from kwbot.tables.play.planned_tables import EXPECTED_DURATION, reminded_at
from kwbot.tables.state.table_state import ClosedTable, LobbyTable, PlannedTable, TableState
from kwbot.text.words.language import language_of
from kwbot.text.words.markdown import plain
from kwbot.text.words.mentions import address, link, mention

_REMINDER = N_("{players}: your table opens {countdown}. {table}")
_EVENT = N_("{game} with {host}")
_NO_EVENT = EventNote(None, 0)

Awake = Callable[[GuildId, Sequence[UserId], str], Awaitable[list[UserId]]]
"""Returns which of some users can be pinged now, on a server and for something in a language."""


async def all_awake(guild_id: GuildId, users: Sequence[UserId], language: str) -> list[UserId]:
    """Return all of `users`."""
    return list(users)


class PlanNotices:
    def __init__(self, at: DisplayedTable, awake: Awake) -> None:
        self._at = at
        self._awake = awake

    async def work(self) -> datetime | None:
        """Send a due reminder and bring the server event up to date. Return when to look again."""
        table = self._at.table
        until = await self._remind(table)
        if isinstance(table, PlannedTable):
            await self._announce(table)
        elif isinstance(table, ClosedTable) and table.running is None:
            await self._call_off(table)
        return until

    async def _remind(self, table: TableState) -> datetime | None:
        if not isinstance(table, PlannedTable):
            return None
        notes, second = self._at.notes, _second(table)
        if notes.reminder_second == second:
            return None
        due, now = reminded_at(table), self._at.clock.now()
        if due is None or due > now:
            return due
        if now >= table.opens:  # its opening pings
            return None
        users = people(table)
        language = language_of(table.language)
        text = language.text(
            _REMINDER, players=" ".join(map(mention, users)),
            countdown=f"<t:{second}:R>", table=link(table),
        )  # fmt: skip
        pinged = await self._awake(table.guild, users, table.language)
        post = Post(text_screen(f"🗓️ {text}"), f"{table.id}.p{second}", pinged)
        posted = await self._at.calls.messages.say(table.channel, post)
        notes.reminder_second, notes.reminder = second, posted.message
        await self._at.keep()
        return None

    async def _announce(self, table: PlannedTable) -> None:
        """Put a server event at the table's time, where the bot may."""
        notes = self._at.notes
        event, second = notes.event or _NO_EVENT
        if second == _second(table) or table.message is None:
            return
        language = language_of(table.language)
        host = table.names[table.seat_of(table.host)]
        about = ServerEvent(
            name=language.text(
                _EVENT, game=language.term(table.variant.name), host=plain(host)
            ),
            place=address(table),
            starts=table.opens,
            ends=table.opens + EXPECTED_DURATION,
        )  # fmt: skip
        if event is None and not notes.is_adding_event:
            notes.is_adding_event = True
            await self._at.keep()
        event = await self._at.calls.guilds.put_event(table.guild, event, about)
        notes.is_adding_event, notes.event = False, EventNote(event, _second(table))
        await self._at.keep()

    async def _call_off(self, table: ClosedTable) -> None:
        notes = self._at.notes
        guilds, (event, _) = self._at.calls.guilds, notes.event or _NO_EVENT
        if event is None and notes.is_adding_event:  # it was added but could not be noted
            with suppress(OutOfReach):  # the bot may not read events
                event = await guilds.event_at(table.guild, address(table))
        if event is not None:
            await guilds.remove_event(table.guild, event)
        if notes.event or notes.is_adding_event:
            notes.event, notes.is_adding_event = None, False
            await self._at.keep()


def people(table: LobbyTable) -> list[UserId]:
    """Return the users who sit at a table."""
    return [seated.user for seated in table.seated if seated.user is not None]


def _second(table: PlannedTable) -> int:
    return int(table.opens.timestamp())
