"""The script of a deal: a generator that yields phases and returns the result of the deal."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.wording import Sentence

from .base import Phase

_T = TypeVar("_T")
_P = TypeVar("_P", bound=Phase)
Steps = Generator[Phase, Phase, _T]
"""Part of a script: it yields phases, gets each one back finished, and returns a value."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal. Tuples of numbers are by player number. `played` is False for a deal
    that does not count: the same dealer deals again. `notes` explain the points."""

    played: bool
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    declarer: Seat | None = None
    contract: Bid | None = None
    made: bool | None = None
    soloists: tuple[tuple[Seat, bool], ...] = ()
    notes: tuple[Sentence, ...] = ()
    marks: tuple[tuple[str, Seat], ...] = ()
    """Marks that a game gives besides points, as kind and player."""
    partner: Seat | None = None
    """Declarer's partner, if partners change from deal to deal; declarer if there was none."""


Script = Steps[DealResult]


def ask(phase: _P) -> Steps[_P]:
    """Yield a phase from a script and return it finished, typed as that phase."""
    done = yield phase
    assert isinstance(done, type(phase))
    return done
