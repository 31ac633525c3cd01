"""Which messages have been the last one of a channel, as far as presses there have told."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

Kept = TypeVar("Kept")

REMEMBERED = 5000
"""Channels, at most."""
FEW = 8
"""Messages that are remembered of each channel: that were its last one, and of our own."""


class LastMessages:
    """Tells whether people have written below a message. Ids of messages grow with time."""

    def __init__(self) -> None:
        self._heard: OrderedDict[int, list[int]] = OrderedDict()
        self._own: OrderedDict[int, list[int]] = OrderedDict()

    def heard(self, channel: int, message: int) -> None:
        """Note what a press in a channel said is its last message."""
        before = self._heard.get(channel, [])
        if message not in before:
            _keep(self._heard, channel, sorted([*before, message])[-FEW:])

    def posted(self, channel: int, message: int) -> None:
        """Note a message of our own."""
        _keep(self._own, channel, [*self._own.get(channel, ()), message][-FEW:])

    def covers(self, channel: int, message: int) -> bool:
        """Whether somebody else has written below a message."""
        own = self._own.get(channel, ())
        return any(last > message and last not in own for last in self._heard.get(channel, ()))

    def forget(self, channel: int) -> None:
        """Remember a channel no more."""
        self._heard.pop(channel, None)
        self._own.pop(channel, None)


def _keep(shelf: OrderedDict[int, Kept], key: int, value: Kept) -> None:
    shelf[key] = value
    shelf.move_to_end(key)
    if len(shelf) > REMEMBERED:
        shelf.popitem(last=False)
