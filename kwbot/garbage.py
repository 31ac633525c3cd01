"""When Python looks for garbage.

Games are immutable values: one that nobody needs any more goes at once, by its count of references.
Only what refers to itself has to be looked for, which is little. To look through all open tables
takes a fifth of a second at 3,000 of them, in which nobody is answered; to look through the young
ones takes a millisecond for some thousands of them.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar, cast
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")

THRESHOLDS = 5_000, 20, 80
"""New objects until the young ones are looked through; how often until older, and the oldest."""


def seldom() -> None:
    """Look more seldom than Python does by itself (700, 10, 10). For the whole process."""
    gc.set_threshold(*THRESHOLDS)


def loosely(method: Callable[P, T]) -> Callable[P, T]:
    """Return a method for a part of its own object to call: the part does not keep the object, as
    the object keeps it. Else both would be garbage that has to be looked for."""
    reference = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> T:
        return cast("Callable[P, T]", reference())(*args, **named)

    return call


_building = 0
"""So many are building something up that stays."""


@contextmanager
def put_off() -> Iterator[None]:
    """Look for none inside, where very much is built up that stays: it is not looked through later
    either."""
    global _building  # noqa: PLW0603 - Python looks for garbage in the whole process
    _building += 1
    gc.disable()
    try:
        yield
    finally:
        _building -= 1
        if not _building:
            gc.enable()
            gc.freeze()
