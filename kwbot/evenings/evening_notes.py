"""Notes about the display of an evening: its messages, scheduled event and refusals."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from kwbot.evenings.evening import Evening


class ChangeEvening(Protocol):
    """A function that stores a change of an evening."""

    async def __call__(
        self, number: int, step: Callable[[Evening], Evening], *, show: bool = True
    ) -> Evening:
        """Store and return what `step` makes of an evening, and show it if `show`."""


class EveningNotes:
    """Stores notes with an evening. Methods return it, or raise Refused or StorageError."""

    def __init__(self, change: ChangeEvening) -> None:
        self._change = change

    async def note_announcement(self, number: int, message_id: int) -> Evening:
        """Note the message that announces an evening, unless it has one by now."""

        def step(now: Evening) -> Evening:
            return replace(now, message=message_id) if now.message is None else now

        return await self._change(number, step)

    async def note_new_message(self, evening: Evening, message_id: int) -> Evening:
        """Note a message that replaces `evening`'s, unless another process was quicker."""

        def step(now: Evening) -> Evening:
            due = now.message == evening.message
            return replace(now, message=message_id, posted=evening.due_message) if due else now

        return await self._change(evening.id, step)

    async def note_event(self, number: int, event: int) -> Evening:
        """Note the scheduled event of an evening, unless another process was quicker."""

        def step(now: Evening) -> Evening:
            return replace(now, event=event) if now.event is None else now

        return await self._change(number, step)

    async def note(self, number: int, **values: object) -> Evening:
        """Store values that the display of an evening must remember."""
        return await self._change(number, lambda now: replace(now, **values))  # type: ignore[arg-type]

    async def note_refusal(self, number: int) -> Evening:
        """Note that the channel of an evening refuses messages, without showing the evening."""
        return await self._change(number, lambda now: replace(now, refused=True), show=False)
