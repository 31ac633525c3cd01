"""The votes of a table: what they are on, and how they end."""

from dataclasses import dataclass
from datetime import datetime

from kwbot.engine.values.actions import Foul, Seat
from kwbot.tables.state.seated import Seated


@dataclass(frozen=True)
class Motion:
    """A decision of the host, or of all who are there where there is no host.

    A `newcomer` takes the `seat` of somebody who is away; without a newcomer the player on that
    seat becomes the host; without a seat the game ends.
    """

    seat: Seat | None = None
    newcomer: Seated | None = None
    until_back: bool = False
    """Whether a computer is to play for the player of the seat, until they press something."""

    @property
    def names_host(self) -> bool:
        """Whether the motion is to make another player the host."""
        return self.seat is not None and self.newcomer is None and not self.until_back


@dataclass(frozen=True)
class Vote:
    """A proposal to which all `voters` must agree: on a `foul`, a `motion`, or taking moves back.
    `undo`: how many moves are taken back; without a foul that is without anybody's fault."""

    proposer: Seat
    voters: frozenset[Seat]
    until: datetime
    foul: Foul | None = None
    undo: int = 0
    left: float | None = None
    """Seconds that those in turn had left when it was proposed; None: no time limit."""
    seq: int = 0
    """The number of the event that proposed it, by which presses name it."""
    agreed: frozenset[Seat] = frozenset()
    motion: Motion | None = None
    quick: bool = False
    """Whether the vote of one voter is enough."""

    @property
    def missing(self) -> frozenset[Seat]:
        """The voters whose agreement is still needed."""
        return frozenset() if self.quick and self.agreed else self.voters - self.agreed


@dataclass(frozen=True)
class Decided:
    """A vote that has ended. `stands`: all agreed; `by`: the player who voted against it, None
    where it stands or time ran out."""

    vote: Vote
    stands: bool
    by: Seat | None = None
