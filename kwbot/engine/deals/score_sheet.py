"""The score sheet of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Self

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Sentence, Term


class Unit(Enum):
    """The unit of a sheet's scores: points, or gains and losses that sum to 0."""

    POINTS = "points"
    BALANCE = "balance"


@dataclass(frozen=True)
class Sheet:
    """A score sheet: what a game carries from deal to deal. Games add fields of their own.
    `dealer`: who deals next (None: chance decides); `played`: how many deals have counted;
    `winners`: None while the match goes on; `titles`: won titles, as player and key."""

    options: Mapping[str, str]
    scores: tuple[int, ...]
    dealer: Seat | None = None
    played: int = 0
    winners: tuple[Seat, ...] | None = None
    titles: tuple[tuple[Seat, str], ...] = ()
    counted_in: ClassVar[Term | None] = None
    """The name of the scores, in games whose deals give other points as well."""
    settlement: tuple[int, ...] | None = None
    """How much each player gets or pays (minus) once a game about money is over, in hundredths."""

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.scores)

    @property
    def is_for_money(self) -> bool:
        """Whether the match is over and about money."""
        return self.settlement is not None

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The players with most points, several if they are equal."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def plus(self, points: Sequence[int]) -> Self:
        """Return the sheet with points added to the scores, a number for each player."""
        return replace(self, scores=tuple(a + b for a, b in zip(self.scores, points, strict=True)))

    def with_deal(self, dealer: Seat, *, played: bool = True) -> Self:
        """Return the sheet after a deal; one that was not `played` keeps the dealer."""
        return replace(self, played=self.played + played, dealer=(dealer + played) % self.players)

    def public(self) -> dict[str, Any]:
        """Return the facts of a sheet besides the scores, as plain JSON values."""
        return {}

    def remarks(self) -> tuple[Sentence, ...]:
        """Return the facts of a sheet besides the scores, in words for the table's message."""
        return ()

    def tally(self) -> tuple[Sentence, ...]:
        """Return short lines on what each side has, where sides play for more than scores."""
        return ()

    @property
    def begins_anew(self) -> bool:
        """Whether the next deal begins a new count in `remarks`: there is nothing to show yet."""
        return False

    def entry(self) -> dict[str, Any]:
        """Return the facts that each deal adds to the result of a record, as plain JSON values."""
        return {}
