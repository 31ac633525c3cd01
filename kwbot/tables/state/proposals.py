"""The votes of a table: their objects and results."""

from dataclasses import dataclass
from datetime import datetime

from kwbot.engine.values.actions import Foul, Seat
from kwbot.tables.state.seated import Seated


@dataclass(frozen=True)
class Motion:
    """A decision of the host, or of all who are there if there is no host.

    With a `newcomer`, they take the `seat` of somebody who is away; without one, the player on the
    seat becomes the host; without a seat, the game ends.
    """

    seat: Seat | None = None
    newcomer: Seated | None = None
    until_back: bool = False
    """Whether a computer plays for the seat's player until they press something."""

    @property
    def names_host(self) -> bool:
        """Whether the motion is to make another player the host."""
        return self.seat is not None and self.newcomer is None and not self.until_back


@dataclass(frozen=True)
class Vote:
    """A proposal of a `foul`, a `motion` or taking moves back, to which all `voters` must agree.
    `undo`: how many moves are taken back, with or without a foul."""

    proposer: Seat
    voters: frozenset[Seat]
    until: datetime
    foul: Foul | None = None
    undo: int = 0
    left: float | None = None
    """Seconds left for those in turn when it was proposed; None: no time limit."""
    seq: int = 0
    """Number of the event that proposed it, by which presses refer to it."""
    agreed: frozenset[Seat] = frozenset()
    motion: Motion | None = None
    quick: bool = False
    """Whether one voter's agreement is enough."""

    @property
    def missing(self) -> frozenset[Seat]:
        """The voters whose agreement is still needed."""
        return frozenset() if self.quick and self.agreed else self.voters - self.agreed


@dataclass(frozen=True)
class Decided:
    """A vote that has ended. `stands`: it was carried; `by`: the player who voted against it, None
    if it was carried or time ran out."""

    vote: Vote
    stands: bool
    by: Seat | None = None
