"""The score sheet of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Self

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import Sentence, Term


class Unit(Enum):
    """The unit of a sheet's scores: points, or gains and losses that add up to 0."""

    POINTS = "points"
    BALANCE = "balance"


@dataclass(frozen=True)
class Sheet:
    """A score sheet: the state that a game carries from deal to deal. Games add their own fields.
    `dealer`: the next dealer (None: chance decides); `played`: number of deals that counted;
    `winners`: None while the match goes on; `titles`: titles won, as player and key."""

    options: Mapping[str, str]
    scores: tuple[int, ...]
    dealer: Seat | None = None
    played: int = 0
    winners: tuple[Seat, ...] | None = None
    titles: tuple[tuple[Seat, str], ...] = ()
    counted_in: ClassVar[Term | None] = None
    """The name of the scores, in games whose deals also give other points."""
    settlement: tuple[int, ...] | None = None
    """Each player's gain or loss once a game for money is over, in hundredths of a krone."""

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.scores)

    @property
    def is_for_money(self) -> bool:
        """Whether the match was for money and has been settled."""
        return self.settlement is not None

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The players with the most points; several if equal."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def plus(self, points: Sequence[int]) -> Self:
        """Return the sheet with points added to the scores, by player number."""
        return replace(self, scores=tuple(a + b for a, b in zip(self.scores, points, strict=True)))

    def with_deal(self, dealer: Seat, *, played: bool = True) -> Self:
        """Return the sheet after a deal; a deal that was not `played` keeps the dealer."""
        return replace(self, played=self.played + played, dealer=(dealer + played) % self.players)

    def public(self) -> dict[str, Any]:
        """Return the sheet's facts other than the scores, as plain JSON values."""
        return {}

    def remarks(self) -> tuple[Sentence, ...]:
        """Return the sheet's facts other than the scores, in words for the table's message."""
        return ()

    def tally(self) -> tuple[Sentence, ...]:
        """Return short lines with each side's standing, where sides play for more than scores."""
        return ()

    @property
    def begins_anew(self) -> bool:
        """Whether the next deal begins a new count in `remarks`, with nothing to show yet."""
        return False

    def entry(self) -> dict[str, Any]:
        """Return the facts added to each deal when a record is shown as JSON, as plain values."""
        return {}
