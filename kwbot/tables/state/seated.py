"""A seat of a table and whoever has it: a person or a computer player."""

from dataclasses import dataclass

from kwbot.ids import UserId


@dataclass(frozen=True, slots=True)
class Seated:
    """Whoever has a seat: a person, or a computer player of a `level` (`user` is None)."""

    name: str
    user: UserId | None = None
    level: str = "easy"
    dm_channel: int | None = None
    dm_open: bool = True
    left_by: UserId | None = None
    """The person who gave up the seat to this computer player, and gets its results."""

    @property
    def owner(self) -> UserId | None:
        """The person who gets the seat's results, if anybody does."""
        return self.left_by if self.user is None else self.user
