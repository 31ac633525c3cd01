"""The interface by which evenings are shown on Discord and get rooms for their tables."""

from typing import Protocol

from kwbot.evenings.evening import Evening


class EveningVenue(Protocol):
    """The place where evenings take place."""

    def show(self, evening: Evening) -> None:
        """Show an evening as it is stored. Must return at once and never raise."""

    async def room(self, evening: Evening, number: int, old: int | None) -> int:
        """Return the channel for the tables of a number: the `old` one if it is still there, else a
        new one. Raises an exception if none can be made now."""

    async def let_in(self, evening: Evening, number: int, room: int) -> None:
        """Let those who sit at a table into its channel, if that is for them alone. Raises an
        exception if that must be tried again."""

    async def close(self, room: int) -> None:
        """Close a channel in which nothing is played any more; one that can't be closed stays open.
        Raises an exception if that must be tried again."""
