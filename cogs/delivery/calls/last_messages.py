"""Which messages have been the last one of a channel, as far as presses there have told."""

from __future__ import annotations

from cachetools import LRUCache

CHANNEL_CACHE_SIZE = 5000
"""Channels, at most."""
FEW = 8
"""Messages that are remembered of each channel: that were its last one, and of our own."""


class LastMessages:
    """Tells whether people have written below a message. Ids of messages grow with time."""

    def __init__(self) -> None:
        self._heard = LRUCache[int, list[int]](CHANNEL_CACHE_SIZE)
        self._own = LRUCache[int, list[int]](CHANNEL_CACHE_SIZE)

    def heard(self, channel: int, message: int) -> None:
        """Note what a press in a channel said is its last message."""
        before = self._heard.get(channel, [])
        if message not in before:
            self._heard[channel] = sorted([*before, message])[-FEW:]

    def posted(self, channel: int, message: int) -> None:
        """Note a message of our own."""
        self._own[channel] = [*self._own.get(channel, ()), message][-FEW:]

    def covers(self, channel: int, message: int) -> bool:
        """Whether somebody else has written below a message."""
        own = self._own.get(channel, ())
        return any(last > message and last not in own for last in self._heard.get(channel, ()))

    def forget(self, channel: int) -> None:
        """Remember a channel no more."""
        self._heard.pop(channel, None)
        self._own.pop(channel, None)
