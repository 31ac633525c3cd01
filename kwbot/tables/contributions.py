"""What is sealed before a deal, and what people give to its shuffle, in a lobby and later."""

from __future__ import annotations

from dataclasses import dataclass

from kwbot.engine.actions import Seat
from kwbot.engine.frozen import changed
from kwbot.engine.wording import N_

STIR = "stir "
"""Before a line that a player typed for the shuffle."""
STIRRED_ALREADY = N_("You've already stirred this deal.")
MARK_DIGITS = 8
"""The first digits of a commitment, which tell it from others that stood in the same place."""


@dataclass(frozen=True)
class LobbySeal:
    """In a lobby: the first deal's commitment is posted, and players contribute to it."""

    commitment: str
    context: str
    given: tuple[tuple[int, str], ...] = ()
    """(user, contribution) as they came: the id of a press of *Join* that came after
    the seal, or a line after `STIR`."""

    @property
    def mark(self) -> int:
        """What buttons that stand beside it carry, to be told from those of an older seal."""
        return int(self.commitment[:MARK_DIGITS], 16)

    @property
    def stirrers(self) -> frozenset[int]:
        """Users who typed a line for the shuffle."""
        return frozenset(user for user, text in self.given if text.startswith(STIR))

    def plus(self, user: int, text: str) -> LobbySeal:
        return changed(self, given=(*self.given, (user, text)))


@dataclass(frozen=True)
class Ready:
    """Between two deals: the next one's commitment is posted, and players contribute to it."""

    deal: int
    dealer: Seat | None
    """None: it is drawn with the cards."""
    commitment: str
    context: str
    given: tuple[tuple[Seat, str], ...] = ()
    """(seat, contribution) as they came: the id of a press of *Ready*, or a line after `STIR`; of
    the lobby (place there, contribution)."""

    @property
    def seats(self) -> frozenset[Seat]:
        """Who is ready."""
        return frozenset(seat for seat, text in self.given if not text.startswith(STIR))

    @property
    def stirrers(self) -> frozenset[Seat]:
        """Who typed a line for the shuffle."""
        return frozenset(seat for seat, text in self.given if text.startswith(STIR))

    @property
    def contributions(self) -> list[str]:
        return [f"{seat} {text}" for seat, text in self.given]

    def plus(self, seat: Seat, text: str) -> Ready:
        return changed(self, given=(*self.given, (seat, text)))
