"""The questions to a process of the computer players, and its answers.

They are not defined in the module that it runs: there they would belong to `__main__`, which is
another module in the process that asks.
"""

import pickle
from dataclasses import dataclass

from kwbot.engine.values.estimate import Estimate

LENGTH_BYTES = 4
"""Number of bytes before each message, which hold its length."""
WORKER_READY: list[object] = []
"""The first message of a process."""
Answer = list[tuple[str, Estimate]]
"""Actions as text with their estimates, the advised one first or in the order of a batch; or a
number of tricks, or UNCERTAIN. Empty if a question cannot be answered."""
UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True, repr=False)
class Job:
    """A question about a view: the estimates of all actions worth considering, from about `samples`
    samples. `also`: an action, as text, that is included in any case."""

    samples: int
    seed: int
    parcel: bytes
    also: str = ""
    bids: bool = False
    """Whether to answer only with the best-looking bids, each with its share of deals made."""


@dataclass(frozen=True, slots=True, repr=False)
class ClaimJob:
    """A question about the grounds of a claim: how many tricks are certain, if any number is."""

    parcel: bytes


@dataclass(frozen=True, slots=True, repr=False)
class TurnBatch:
    """A request for consecutive turns. `lines`: the record of the deal so far, see
    `DealStart.log_of`.

    `levels`: by player number, "" for people. All randomness derives from `key` and the number of
    the turn, which is `moment` for the first. A decision takes about `samples` samples, or as many
    as the level takes if that is less; 0 means the rule of thumb. `most`: most turns.
    `unwritten_action`: the first action if it has no line in the record.
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
    """Return a value as the bytes sent to another process, its length first."""
    body = pickle.dumps(value)
    return len(body).to_bytes(LENGTH_BYTES) + body
