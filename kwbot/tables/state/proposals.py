"""What a table votes on, and how a vote ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.table import Foul
from kwbot.tables.state.seated import Seated


@dataclass(frozen=True)
class Motion:
    """What the host decides, or whoever is there without one: who takes the `seat` of somebody who
    is away; without a `newcomer`: who on that seat becomes the host; `seat` None: the game ends."""

    seat: Seat | None = None
    newcomer: Seated | None = None
    until_back: bool = False
    """Whether a computer is to play for whoever sits there, until they press something."""

    @property
    def names_host(self) -> bool:
        """Whether the motion is to make another player the host."""
        return self.seat is not None and self.newcomer is None and not self.until_back


@dataclass(frozen=True)
class Vote:
    """A proposal that needs everybody in `voters`. `undo` moves are taken back if it stands.

    Without `foul` and `motion` moves are to be taken back without anybody's fault.
    """

    proposer: Seat
    voters: frozenset[Seat]
    until: datetime
    foul: Foul | None = None
    undo: int = 0
    left: float | None = None
    """Seconds that those in turn had left when it was proposed; None: no limit."""
    seq: int = 0
    """The number of the event that proposed it: a press for an older vote does not count."""
    agreed: frozenset[Seat] = frozenset()
    motion: Motion | None = None
    quick: bool = False
    """Whether one of the voters is enough."""

    @property
    def missing(self) -> frozenset[Seat]:
        """Who has not agreed yet; nobody, if one is enough and has agreed."""
        return frozenset() if self.quick and self.agreed else self.voters - self.agreed


@dataclass(frozen=True)
class Decided:
    """The end of a vote. `by`: who did not agree; None where it stands or time ran out."""

    vote: Vote
    stands: bool
    by: Seat | None = None
