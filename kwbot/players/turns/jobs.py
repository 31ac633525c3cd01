"""What a process of the computer players is asked, and what it answers.

Not in the module that it runs: what is defined there is something else to whoever asks.
"""

import pickle
from dataclasses import dataclass

from kwbot.engine.values.estimate import Estimate

HEAD = 4
"""Bytes before each message: its length."""
WORKER_READY: list[object] = []
"""The first message of a process."""
Answer = list[tuple[str, Estimate]]
"""Actions by their text with what each brings, the advised one first; those of a batch in their
order; a number of tricks, or UNCERTAIN. Empty where a question cannot be answered."""
UNCERTAIN = "uncertain"


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


@dataclass(frozen=True, slots=True, repr=False)
class ClaimJob:
    """A question about what a claim rests on: how many tricks are certain, if any number is."""

    parcel: bytes


@dataclass(frozen=True, slots=True, repr=False)
class TurnBatch:
    """`lines`: the record of the deal up to now, see `DealStart.log_of`.

    `levels`: by player number, "" for whoever decides for themselves. All chance comes from `key`
    and the number of the turn, which for the first one is `moment`. About `samples` samples are
    drawn for a decision, or as many as the level draws, if that is less; none is the rule of
    thumb. After `most` turns it ends. `unwritten_action`: the first one, if the record has no line
    for it; `lines` are the same before and after it.
    """

    opening: bytes
    lines: str
    levels: tuple[str, ...]
    key: bytes
    moment: int
    samples: int
    most: int
    unwritten_action: str = ""


Question = Job | TurnBatch | ClaimJob


def message(value: object) -> bytes:
    """Return a value as it goes from process to process, after its length."""
    body = pickle.dumps(value)
    return len(body).to_bytes(HEAD) + body
