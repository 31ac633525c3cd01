"""Limits on opening tables: how many are open at once, and how fast one person opens them."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachetools import LRUCache

from kwbot.engine.values.wording import N_
from kwbot.ids import GuildId, UserId
from kwbot.storage.values.documents import GuildSettings
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.time.clock import Clock

BURST = 10
"""Most tables that one person may ask for in a row."""
OPENING_INTERVAL = timedelta(seconds=30)
"""Time after which they may ask for one more."""
MAX_OPENERS_REMEMBERED = 5000
"""Most people whose pace is remembered."""
_PER_PERSON = N_("Limit of open tables per person: {most}. End or cancel one of yours first.")
_PER_CHANNEL = N_("Limit of open tables in a channel and its threads: {most}. Try another channel.")
_IN_ALL = N_("The bot is full: {most} tables are open. Try again later.")
_PER_SERVER = N_("Limit of open tables on this server: {most}. Wait until one is closed.")


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that somebody is opening. `channels`: its own, and those that count as the same."""

    user: UserId
    guild: GuildId
    channels: frozenset[int]


class OpeningLimits:
    """Limits on opening tables. `tables`: the open ones, at most `most`. Methods raise Refused."""

    def __init__(self, tables: Iterable[IndexedTable], clock: Clock, most: int) -> None:
        self._tables = tables
        self._most = most
        self._clock = clock
        self._under_way: list[Opening] = []
        self._full_again = LRUCache[UserId, datetime](MAX_OPENERS_REMEMBERED)
        """When each person may again ask for `BURST` tables in a row."""

    def check_pace(self, user_id: UserId) -> None:
        """Count a person's request for a table, and raise Refused if they make too many."""
        now = self._clock.now()
        full_again = max(self._full_again.get(user_id, now), now) + OPENING_INTERVAL
        if full_again - now > BURST * OPENING_INTERVAL:
            raise Refused(N_("You're opening tables too fast. Wait half a minute."))
        self._full_again[user_id] = full_again

    @contextmanager
    def opening(
        self,
        new: Opening,
        settings: GuildSettings,
        elsewhere: Collection[IndexedTable] = (),
        in_all_elsewhere: int = 0,
    ) -> Iterator[None]:
        """Check that a table may be opened, and count it as open within the block. `elsewhere`: the
        person's and the server's tables at other processes, which have `in_all_elsewhere`."""
        self._check(new, settings, elsewhere, in_all_elsewhere)
        self._under_way.append(new)
        try:
            yield
        finally:
            self._under_way.remove(new)

    def _check(
        self,
        new: Opening,
        settings: GuildSettings,
        elsewhere: Collection[IndexedTable],
        in_all_elsewhere: int,
    ) -> None:
        here = [*map(_opening_of, self._tables), *self._under_way]
        in_all = len(here) + in_all_elsewhere
        others = [*here, *map(_opening_of, elsewhere)]
        per_person, per_server = settings.tables_per_person, settings.tables_per_server
        if sum(one.user == new.user for one in others) >= per_person:
            raise Refused(_PER_PERSON, most=per_person)
        near = sum(not one.channels.isdisjoint(new.channels) for one in others)
        if near >= settings.tables_per_channel:
            raise Refused(_PER_CHANNEL, most=settings.tables_per_channel)
        if sum(one.guild == new.guild for one in others) >= per_server:
            raise Refused(_PER_SERVER, most=per_server)
        if in_all >= self._most:
            raise Refused(_IN_ALL, most=self._most)


def _opening_of(table: IndexedTable) -> Opening:
    return Opening(table.host, table.guild, frozenset((table.channel, table.parent_channel or 0)))
