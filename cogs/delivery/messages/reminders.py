"""Pings of players who are asked something: one per question, once they have had time to answer."""

from collections.abc import Collection
from datetime import datetime, timedelta

from cogs.delivery.calls.posts import Post
from cogs.delivery.messages.displayed_table import DisplayedTable
from cogs.screens.parts.components import ActionRow, text_screen
from cogs.screens.table.table_buttons import hand_button
from cogs.screens.table.table_facts import is_lone
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.storage.values.display_notes import PingNote
from kwbot.tables.state.table_state import RunningTable, TableState
from kwbot.tables.state.time_limits import TIME_OPTIONS, kind_of_wait
from kwbot.text.words.language import language_of
from kwbot.text.words.mentions import address, mention

SOON, LATER = 15, 60
"""Seconds before a player is pinged: the most with a time limit, and those without one."""
_YOUR_TURN = N_("{players}: your turn!")

Asked = tuple[Seat, int]
"""A player's seat and the number of the event that asked them."""


def players_to_act(table: TableState) -> set[Asked]:
    """Return the present human players who must act in the running deal."""
    if not isinstance(table, RunningTable):
        return set()
    return {
        (seat, table.asked_at.get(seat, 0))
        for seat in table.to_act()
        if not table.is_played_by_computer(seat)
    }


def patience(table: RunningTable) -> timedelta:
    """Return the wait before a ping: half the time limit, at most SOON; LATER without a limit."""
    kind = kind_of_wait(table)
    limit = 0 if kind is None else int(table.options.get(kind, TIME_OPTIONS[kind]))
    return timedelta(seconds=min(SOON, limit / 2) if limit else LATER)


class Reminders:
    """The pings of one table. Each is deleted as soon as it has served its purpose."""

    def __init__(self, at: DisplayedTable) -> None:
        self._at = at
        self._since: dict[Asked, datetime] = {}
        self._pinged = self._about()
        self._above: int | None = None
        """The channel's last message before the ping, which presses no longer report. It is noted
        when the ping is deleted; until then the ping itself links to the table."""

    def note(self) -> None:
        """Take in who is asked at the table, which has changed."""
        table = self._at.table
        now, waiting = self._at.clock.now(), players_to_act(table)
        self._since = {one: self._since.get(one, now) for one in waiting}
        self._pinged &= waiting
        if not self._about() & waiting:
            self._hear(table)

    def _hear(self, table: TableState) -> None:
        """Count the message above the ping as the channel's last: the ping is about to go."""
        if self._above is not None:
            self._at.calls.messages.last.note_last(table.channel, self._above)
            self._above = None

    def all_asked(self) -> list[UserId]:
        """Return the users who are asked, pinged or not, and count them as pinged from now on."""
        self._pinged = players_to_act(self._at.table)
        return _users(self._at.table, self._pinged)

    @property
    def has_ping(self) -> bool:
        """Whether there is a ping in the channel, to be deleted sooner or later."""
        return self._at.notes.ping is not None

    def _about(self) -> set[Asked]:
        """Return what the posted ping is about."""
        ping = self._at.notes.ping
        return set(ping.about) if ping else set()

    def due(self) -> datetime | None:
        """Return when to ping whoever is asked; None if nobody is left to ping."""
        table = self._at.table
        if not isinstance(table, RunningTable) or table.vote or table.paused or is_lone(table):
            return None
        waiting = [since for one, since in self._since.items() if one not in self._pinged]
        return min(waiting) + patience(table) if waiting else None

    async def work(self) -> datetime | None:
        """Ping and tidy up. Return when to look again."""
        table = self._at.table
        if not self._about() & players_to_act(table):
            await self._tidy_up(table)
        due = self.due()
        if not isinstance(table, RunningTable) or due is None or due > self._at.clock.now():
            return due
        await self._ping(table)
        return None

    async def _tidy_up(self, table: TableState) -> None:
        """Delete the posted ping, if any."""
        self._hear(table)
        if (ping := self._at.notes.ping) is not None:
            await self._at.calls.messages.delete(table.channel, ping.message)
            self._at.notes.ping = None
            await self._at.keep()

    async def _ping(self, table: RunningTable) -> None:
        """Replace an earlier ping by one for whoever is asked and has not been pinged yet."""
        await self._tidy_up(table)
        above = await self._at.calls.threads.last_message(table.channel)
        about = frozenset(players_to_act(table))
        new = about - self._pinged
        users = _users(table, new)
        who = " ".join(map(mention, users))
        language = language_of(table.language)
        text = language.text(_YOUR_TURN, players=who)
        if table.message is not None:
            text += f" {address(table)}"
        screen = text_screen(text, ActionRow(hand_button(table, language)))
        seats = sum(1 << seat for seat, _ in new)  # another ping about the same question is new
        nonce = f"{table.id}.r{max(number for _, number in about)}.{seats:x}"
        posted = await self._at.calls.messages.say(table.channel, Post(screen, nonce, users))
        self._pinged |= about
        self._above = above
        self._at.notes.ping = PingNote(posted.message, tuple(sorted(about)))
        await self._at.keep()


def _users(table: TableState, about: Collection[Asked]) -> list[UserId]:
    return [user for seat, _ in sorted(about) if (user := table.seated[seat].user)]
