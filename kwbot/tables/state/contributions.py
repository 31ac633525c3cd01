"""What is sealed before a deal, and what people give to its shuffle, in a lobby and later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Refused

STIR_PREFIX = "stir "
"""Before a line that a player typed for the shuffle."""
MAX_STIR_LINES = 3
"""So many may one person type for the same deal: whoever wants to be last stirs again."""
_STIRRED_OUT = N_("You've already stirred this deal {most} times, and nobody can more often.")
MARK_DIGITS = 8
"""The first digits of a commitment, which tell it from others that stood in the same place."""

_Who = TypeVar("_Who", bound=int)
"""A user in a lobby, a seat between two deals."""
Given = tuple[tuple[_Who, str], ...]
"""(who, contribution) as they came."""


def lines_of(given: Iterable[tuple[_Who, str]]) -> Given[_Who]:
    """Return the lines that were typed for the shuffle, as (who, line)."""
    return tuple(
        (who, text.removeprefix(STIR_PREFIX)) for who, text in given if text.startswith(STIR_PREFIX)
    )


def decisive(given: Given[int]) -> list[str]:
    """Return what goes into the shuffle, a text each.

    Once anybody has stirred, the typed lines alone do: a press is a number that its player never
    sees, so beside the lines a changed bot could try one after the other.
    """
    typed = tuple((who, text) for who, text in given if text.startswith(STIR_PREFIX))
    return [f"{who} {text}" for who, text in typed or given]


def went_in(contributions: Iterable[str]) -> tuple[list[str], bool]:
    """Return the typed lines among the contributions to a deal that was dealt, and whether presses
    went in, which beside lines they do in deals of before."""
    texts = [text.split(" ", 1)[1] for text in contributions]
    lines = [text.removeprefix(STIR_PREFIX) for text in texts if text.startswith(STIR_PREFIX)]
    return lines, len(lines) < len(texts)


def check_stir(given: Given[_Who], who: _Who) -> None:
    """Raise Refused for whoever has typed as many lines as they may."""
    if sum(typist == who for typist, _ in lines_of(given)) >= MAX_STIR_LINES:
        raise Refused(_STIRRED_OUT, most=MAX_STIR_LINES)


@dataclass(frozen=True)
class LobbySeal:
    """In a lobby: the first deal's commitment is posted, and players contribute to it."""

    commitment: str
    context: str
    given: Given[UserId] = ()
    """By user: the id of a press of *Join* after the seal, or a line after `STIR_PREFIX`."""

    @property
    def mark(self) -> int:
        """What buttons that stand beside it carry, to be told from those of an older seal."""
        return int(self.commitment[:MARK_DIGITS], 16)

    def plus(self, user_id: UserId, text: str) -> LobbySeal:
        """Return the seal with one more contribution."""
        return replace(self, given=(*self.given, (user_id, text)))


@dataclass(frozen=True)
class Ready:
    """Between two deals: the next one's commitment is posted, and players contribute to it."""

    deal: int
    dealer: Seat | None
    """None: it is drawn with the cards."""
    commitment: str
    context: str
    given: Given[Seat] = ()
    """By seat: the id of a press of *Ready*, or a line after `STIR_PREFIX`; what was given in the
    lobby by the place there."""

    @property
    def seats(self) -> frozenset[Seat]:
        """Who is ready."""
        return frozenset(seat for seat, text in self.given if not text.startswith(STIR_PREFIX))

    @property
    def contributions(self) -> list[str]:
        """The contributions that decide the shuffle."""
        return decisive(self.given)

    def plus(self, seat: Seat, text: str) -> Ready:
        """Return the question with one more player ready, and their contribution."""
        return replace(self, given=(*self.given, (seat, text)))
