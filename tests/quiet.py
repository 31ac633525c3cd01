"""Whether anything is still under way: what lets tests wait for it, and no longer.

asyncio itself tells nobody, so these look inside it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class CountedThreads(ThreadPoolExecutor):
    """Threads that know what is under way in them. Those of the library know how many are idle up
    to Python 3.11 alone: later one that takes up the next call at once counts another for busy."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        loop = asyncio.get_running_loop()
        call = super().submit(fn, *args, **kwargs)
        self.under_way.add(call)
        call.add_done_callback(lambda _: loop.call_soon_threadsafe(self.under_way.discard, call))
        return call


def count_threads() -> None:
    """Let `are_threads_busy` tell what the event loop begins in threads from now on."""
    loop: Any = asyncio.get_running_loop()
    if not isinstance(loop._default_executor, CountedThreads):
        loop.set_default_executor(CountedThreads())


def is_loop_busy() -> bool:
    """Whether the event loop has something to do besides the task that asks."""
    loop: Any = asyncio.get_running_loop()
    return bool(loop._ready)


def are_threads_busy() -> bool:
    """Whether something is under way that was begun by `asyncio.to_thread`."""
    loop: Any = asyncio.get_running_loop()
    threads = loop._default_executor
    return isinstance(threads, CountedThreads) and bool(threads.under_way)
