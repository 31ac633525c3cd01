"""What is known of every open table, whether its log was read or not."""

from dataclasses import dataclass
from functools import cached_property

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Seat
from kwbot.ids import GuildId, TableId, UserId
from kwbot.tables.errors.refusals import NotSeated
from kwbot.tables.state.seated import Seated


@dataclass(frozen=True, kw_only=True)
class IndexedTable:
    """An open table as it is found and counted: where it is, and who sits there."""

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
        """Whether the table is in a channel or one of its threads."""
        return channel_id in (self.channel, self.parent_channel)

    def has(self, user_id: UserId) -> bool:
        """Whether a user sits at the table."""
        return any(seated.user == user_id for seated in self.seated)

    @cached_property
    def humans(self) -> tuple[Seat, ...]:
        """Seats of human players, away or not."""
        return tuple([seat for seat, seated in enumerate(self.seated) if seated.user is not None])

    @property
    def computers(self) -> tuple[Seat, ...]:
        """Seats of computer players."""
        return tuple([seat for seat, seated in enumerate(self.seated) if seated.user is None])


@dataclass(frozen=True, kw_only=True)
class DormantTable(IndexedTable):
    """An open table that has not been read from its log yet."""

    has_begun: bool
    planned: bool = False
    """Whether the table is planned and has not opened yet."""
