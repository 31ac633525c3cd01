"""The seal of a deal, and what people contribute to its shuffle, in a lobby and later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Refused

STIR_PREFIX = "stir "
"""What comes before a line that a player typed, among the contributions to a shuffle."""
MAX_STIR_LINES = 3
"""How many lines one person may type for a deal: two who both want to be last would go on for
ever."""
_STIRRED_OUT = N_("You've already stirred this deal {most} times, and nobody can more often.")
MARK_DIGITS = 8
"""How many first digits of a commitment tell it from earlier ones of the same lobby."""

_Who = TypeVar("_Who", bound=int)
"""Whoever contributes: a user in a lobby, a seat between two deals."""
Given = tuple[tuple[_Who, str], ...]
"""Contributions in the order in which they came, each with whoever gave it."""


def lines_of(given: Iterable[tuple[_Who, str]]) -> Given[_Who]:
    """Return the typed lines among the contributions to a shuffle."""
    return tuple(
        (who, text.removeprefix(STIR_PREFIX)) for who, text in given if text.startswith(STIR_PREFIX)
    )


def decisive(given: Given[int]) -> list[str]:
    """Return the contributions that go into the shuffle, a text each.

    Once anybody has typed a line, only lines do. A press is a number that its player never sees, so
    a changed bot could try one after the other beside the lines.
    """
    typed = tuple((who, text) for who, text in given if text.startswith(STIR_PREFIX))
    return [f"{who} {text}" for who, text in typed or given]


def went_in(contributions: Iterable[str]) -> tuple[list[str], bool]:
    """Return the typed lines that went into a deal's shuffle, and whether presses did, too: beside
    lines they do so in deals of earlier versions."""
    texts = [text.split(" ", 1)[1] for text in contributions]
    lines = [text.removeprefix(STIR_PREFIX) for text in texts if text.startswith(STIR_PREFIX)]
    return lines, len(lines) < len(texts)


def check_stir(given: Given[_Who], who: _Who) -> None:
    """Raise Refused if somebody has typed as many lines as they may."""
    if sum(typist == who for typist, _ in lines_of(given)) >= MAX_STIR_LINES:
        raise Refused(_STIRRED_OUT, most=MAX_STIR_LINES)


@dataclass(frozen=True)
class LobbySeal:
    """The seal of a lobby's first deal: its commitment is posted, and players contribute to it."""

    commitment: str
    context: str
    given: Given[UserId] = ()
    """The id of a user's press of *Join* after the seal, or a line after `STIR_PREFIX`."""

    @property
    def mark(self) -> int:
        """The number by which buttons that are shown beside the seal name it."""
        return int(self.commitment[:MARK_DIGITS], 16)

    def plus(self, user_id: UserId, text: str) -> LobbySeal:
        """Return the seal with one more contribution."""
        return replace(self, given=(*self.given, (user_id, text)))


@dataclass(frozen=True)
class Ready:
    """The next deal, its commitment posted, for which players are to be ready and contribute."""

    deal: int
    dealer: Seat | None
    """None: the dealer is drawn with the cards."""
    commitment: str
    context: str
    given: Given[Seat] = ()
    """The id of a player's press of *Ready*, or a line after `STIR_PREFIX`, by seat; what was given
    in the lobby is by the place there."""
    reseated: frozenset[Seat] = frozenset()
    """The seats that somebody else has taken and not been ready on since."""

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that are ready."""
        pressed = (seat for seat, text in self.given if not text.startswith(STIR_PREFIX))
        return frozenset(pressed) - self.reseated

    @property
    def contributions(self) -> list[str]:
        """The contributions that decide the shuffle."""
        return decisive(self.given)

    def plus(self, seat: Seat, text: str) -> Ready:
        """Return the deal with one more contribution."""
        pressed = set() if text.startswith(STIR_PREFIX) else {seat}
        return replace(self, given=(*self.given, (seat, text)), reseated=self.reseated - pressed)

    def with_newcomer(self, seat: Seat) -> Ready:
        """Return the deal with somebody else on a seat, who is not ready. What whoever had it gave
        stays in the shuffle."""
        return replace(self, reseated=self.reseated | {seat})
