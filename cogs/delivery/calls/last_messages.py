"""The last messages of each channel, as far as presses there have reported them."""

from cachetools import LRUCache

CHANNEL_CACHE_SIZE = 5000
"""Most channels remembered."""
FEW = 8
"""Most messages remembered of each channel: last ones, and our own."""


class LastMessages:
    """Knows whether people have written below a message. Ids of messages grow with time."""

    def __init__(self) -> None:
        self._heard = LRUCache[int, list[int]](CHANNEL_CACHE_SIZE)
        self._own = LRUCache[int, list[int]](CHANNEL_CACHE_SIZE)

    def note_last(self, channel_id: int, message_id: int) -> None:
        """Note the channel's last message, as a press reported it."""
        before = self._heard.get(channel_id, [])
        if message_id not in before:
            self._heard[channel_id] = sorted([*before, message_id])[-FEW:]

    def note_own(self, channel_id: int, message_id: int) -> None:
        """Note a message of our own."""
        self._own[channel_id] = [*self._own.get(channel_id, ()), message_id][-FEW:]

    def covers(self, channel_id: int, message_id: int) -> bool:
        """Whether somebody else has written below a message."""
        own = self._own.get(channel_id, ())
        return any(
            last > message_id and last not in own for last in self._heard.get(channel_id, ())
        )

    def forget(self, channel_id: int) -> None:
        """Forget a channel."""
        self._heard.pop(channel_id, None)
        self._own.pop(channel_id, None)
