"""The interface that shows evenings on Discord and gives their tables rooms."""

from collections.abc import Sequence
from typing import Protocol

from kwbot.evenings.evening import Evening
from kwbot.ids import UserId


class EveningVenue(Protocol):
    """The place where evenings take place."""

    def show(self, evening: Evening) -> None:
        """Show a stored evening. Must return at once and never raise."""

    async def room(self, evening: Evening, number: int, old: int | None) -> int:
        """Return the channel for the tables of a number: the `old` one if it still exists,
        otherwise a new one. Raises an exception if none can be made now."""

    async def let_in(self, room: int, users: Sequence[UserId]) -> None:
        """Let those who sit at a table into its private channel. Raises an exception if that must
        be tried again."""

    async def close(self, room: int) -> None:
        """Close a channel that is no longer used. One that can't be closed stays open. Raises an
        exception if that must be tried again."""
