"""Whether anything is still under way: what lets tests wait for it, and no longer.

asyncio itself tells nobody, so these look inside it.
"""

from __future__ import annotations

import asyncio
from typing import Any


def is_loop_busy() -> bool:
    """Whether the event loop has something to do besides the task that asks."""
    loop: Any = asyncio.get_running_loop()
    return bool(loop._ready)


def are_threads_busy() -> bool:
    """Whether something is under way that was begun by `asyncio.to_thread`."""
    loop: Any = asyncio.get_running_loop()
    threads = loop._default_executor
    return threads is not None and threads._idle_semaphore._value < len(threads._threads)
