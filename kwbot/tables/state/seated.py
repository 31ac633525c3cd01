"""Who sits at a table, and what an open one is found and counted by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Seat
from kwbot.ids import GuildId, TableId, UserId
from kwbot.tables.errors.refusals import NotSeated


@dataclass(frozen=True, slots=True)
class Seated:
    """A person or a computer player who has a seat. `user` None: a computer player of `level`."""

    name: str
    user: UserId | None = None
    level: str = "easy"
    dm_channel: int | None = None
    dm_open: bool = True
    left_by: UserId | None = None
    """Who gave the seat up to this computer player, and has what it brings."""

    @property
    def owner(self) -> UserId | None:
        """The person who has what the seat brings, if anybody does."""
        return self.left_by if self.user is None else self.user


@dataclass(frozen=True, kw_only=True)
class IndexedTable:
    """What an open table is found and counted by."""

    id: TableId
    guild: GuildId
    channel: int
    parent_channel: int | None
    host: UserId
    variant: Variant
    seated: tuple[Seated, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players by seat."""
        return tuple(seated.name for seated in self.seated)

    def seat_of(self, user_id: UserId) -> Seat:
        """Return the seat of a user; raise NotSeated if there is none."""
        for seat, seated in enumerate(self.seated):
            if seated.user == user_id:
                return seat
        raise NotSeated

    def is_in(self, channel_id: int | None) -> bool:
        """Whether the table is played in a channel, or in a thread of it."""
        return channel_id in (self.channel, self.parent_channel)

    def has(self, user_id: UserId) -> bool:
        """Whether a user sits at the table."""
        return any(seated.user == user_id for seated in self.seated)

    @cached_property
    def humans(self) -> tuple[Seat, ...]:
        """Seats of human players, away or not."""
        return tuple([seat for seat, seated in enumerate(self.seated) if seated.user is not None])


@dataclass(frozen=True, kw_only=True)
class DormantTable(IndexedTable):
    """An open table that has not been read from its log yet."""

    has_begun: bool
    planned: bool = False
    """Whether it opens at a time that is still to come."""
