"""Trick play on bit masks, fast: playouts for players who look ahead.

The engine's rules in another form, equal to them by test. The .pxd files lend these modules C
types: with `python -m kwbot accelerate` they become compiled modules of the same names, many times
as fast; without, they work as they are.
"""

# ruff: noqa: E402
from __future__ import annotations

from .compiled import folder

__path__.insert(0, str(folder()))  # what is found there comes before the sources

from . import position
from .course import Course
from .playouts import tried_as_is, tried_each
from .position import Position
from .race import Race
from .rules import Rules, bounds, leanings
from .solver import Solver
from .unseen import Unseen

ACCELERATED = not str(position.__file__).endswith(".py")
"""Whether these modules were compiled."""

ERRORS = 96
"""Of 1024 cards of a playout so many are drawn: players err, and worlds are many."""

__all__ = [
    "ACCELERATED",
    "ERRORS",
    "Course",
    "Position",
    "Race",
    "Rules",
    "Solver",
    "Unseen",
    "bounds",
    "leanings",
    "tried_as_is",
    "tried_each",
]
