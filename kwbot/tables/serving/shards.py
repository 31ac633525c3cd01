"""Shards, the connections on which Discord reports events, and their outages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from kwbot.ids import GuildId

NO_SILENCE = timedelta(0)


class Reach(NamedTuple):
    """Where people press at a table: on its server, and in direct messages if hands are there."""

    guild: GuildId
    by_message: bool = True


@dataclass(frozen=True)
class Shard:
    """One of `count` connections, numbered from 0."""

    number: int = 0
    count: int = 1

    def holds(self, guild_id: GuildId) -> bool:
        """Whether this shard reports a server's events."""
        return (guild_id >> 22) % self.count == self.number

    def serves(self, reach: Reach) -> bool:
        """Whether this shard may report presses at a table. Those in direct messages come on shard
        0, whatever the server."""
        return (reach.by_message and self.number == 0) or self.holds(reach.guild)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


WHOLE_BOT = Shard()
"""The only connection of a bot that has one."""


class Outages:
    """The shards that are lost, and since when."""

    def __init__(self) -> None:
        self._since: dict[Shard, datetime] = {}

    def __bool__(self) -> bool:
        return bool(self._since)

    def __iter__(self) -> Iterator[Shard]:
        return iter(list(self._since))

    def begin(self, shard: Shard, since: datetime) -> None:
        """Note that a shard is lost; a second time changes nothing."""
        self._since.setdefault(shard, since)

    def __contains__(self, shard: Shard) -> bool:
        return shard in self._since

    def concern(self, reach: Reach) -> bool:
        """Whether a lost shard may report presses at a table."""
        return any(shard.serves(reach) for shard in self._since)

    def shift(self, by: timedelta) -> None:
        """Move the start of all outages with a clock that has jumped."""
        self._since = {shard: since + by for shard, since in self._since.items()}

    def end(self, shard: Shard, now: datetime) -> Outage:
        """Note that a shard is back, and return its outage."""
        since = self._since.pop(shard, now)
        return Outage(shard, since, now, dict(self._since))


@dataclass(frozen=True)
class Outage:
    """The time in which a shard was lost, and since when others still are."""

    shard: Shard
    since: datetime
    until: datetime
    others: dict[Shard, datetime]

    def loss_of(self, reach: Reach) -> timedelta:
        """Return the time that a table has lost by this outage alone. The time lost by another
        shard is given back when that one is back."""
        if not self.shard.serves(reach):
            return NO_SILENCE
        later = [since for other, since in self.others.items() if other.serves(reach)]
        return max(NO_SILENCE, min([self.until, *later]) - self.since)
