"""Which messages have been the last one of a channel, as far as presses there have told."""

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

    def heard(self, channel_id: int, message: int) -> None:
        """Note what a press in a channel said is its last message."""
        before = self._heard.get(channel_id, [])
        if message not in before:
            self._heard[channel_id] = sorted([*before, message])[-FEW:]

    def posted(self, channel_id: int, message: int) -> None:
        """Note a message of our own."""
        self._own[channel_id] = [*self._own.get(channel_id, ()), message][-FEW:]

    def covers(self, channel_id: int, message: int) -> bool:
        """Whether somebody else has written below a message."""
        own = self._own.get(channel_id, ())
        return any(last > message and last not in own for last in self._heard.get(channel_id, ()))

    def forget(self, channel_id: int) -> None:
        """Remember a channel no more."""
        self._heard.pop(channel_id, None)
        self._own.pop(channel_id, None)
