"""What a process of the computer players is asked, and what it answers.

Not in the module that it runs: what is defined there is something else to whoever asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from kwbot.engine.values.estimate import Estimate
from kwbot.engine.values.frozen import unguarded

from .turn_batch import TurnBatch

Answer = list[tuple[str, Estimate]]
"""Actions by their text with what each brings, the advised one first; those of a batch in their
order; a number of tricks, or UNCERTAIN. Empty where a question cannot be answered."""
UNCERTAIN = "uncertain"


@unguarded
@dataclass(frozen=True, slots=True, repr=False)
class Job:
    """A question about a view: what all that deserves it brings, seen in `samples` samples or so.

    `also` is an action, by its text, that is weighed whether it deserves it or not.
    """

    samples: int
    seed: int
    parcel: bytes
    also: str = ""
    bids: bool = False
    """Whether the bids that look best are asked for, each with the chance that it is made."""


@unguarded
@dataclass(frozen=True, slots=True, repr=False)
class ClaimJob:
    """A question about what a claim rests on: how many tricks are certain, if any number is."""

    parcel: bytes


Question = Job | TurnBatch | ClaimJob
