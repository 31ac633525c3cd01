"""The seal of a deal, and people's contributions to its shuffle, in a lobby and later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Refused

STIR_PREFIX = "stir "
"""Prefix of a typed line among the contributions to a shuffle."""
MAX_STIR_LINES = 3
"""Most lines that one person may type for a deal: two who both want to be last would never stop."""
_STIRRED_OUT = N_("You've already stirred this deal {most} times, and nobody can more often.")
MARK_DIGITS = 8
"""Number of leading digits that distinguish a commitment from earlier ones of the same lobby."""

_Who = TypeVar("_Who", bound=int)
"""Whoever contributes: a user in a lobby, a seat between two deals."""
Given = tuple[tuple[_Who, str], ...]
"""Contributions in their order, each with whoever gave it."""


def lines_of(given: Iterable[tuple[_Who, str]]) -> Given[_Who]:
    """Return the typed lines among the contributions to a shuffle."""
    return tuple(
        (who, text.removeprefix(STIR_PREFIX)) for who, text in given if text.startswith(STIR_PREFIX)
    )


def decisive(given: Given[int]) -> list[str]:
    """Return the contributions that go into the shuffle, as a text each.

    Once anybody has typed a line, only lines count. A press is a number that its player never sees,
    so that a tampered bot could try out many beside the lines.
    """
    typed = tuple((who, text) for who, text in given if text.startswith(STIR_PREFIX))
    return [f"{who} {text}" for who, text in typed or given]


def went_in(contributions: Iterable[str]) -> tuple[list[str], bool]:
    """Return the typed lines that went into a deal's shuffle, and whether presses did. (Both did in
    deals of earlier versions.)"""
    texts = [text.split(" ", 1)[1] for text in contributions]
    lines = [text.removeprefix(STIR_PREFIX) for text in texts if text.startswith(STIR_PREFIX)]
    return lines, len(lines) < len(texts)


def check_stir(given: Given[_Who], who: _Who) -> None:
    """Raise Refused if somebody has typed the most lines that they may."""
    if sum(typist == who for typist, _ in lines_of(given)) >= MAX_STIR_LINES:
        raise Refused(_STIRRED_OUT, most=MAX_STIR_LINES)


@dataclass(frozen=True)
class LobbySeal:
    """The seal of a lobby's first deal: its posted commitment, and the players' contributions."""

    commitment: str
    context: str
    given: Given[UserId] = ()
    """Ids of users' presses of *Join* after the seal, and typed lines after `STIR_PREFIX`."""

    @property
    def mark(self) -> int:
        """The number by which the buttons shown beside the seal refer to it."""
        return int(self.commitment[:MARK_DIGITS], 16)

    def plus(self, user_id: UserId, text: str) -> LobbySeal:
        """Return the seal with one more contribution."""
        return replace(self, given=(*self.given, (user_id, text)))


@dataclass(frozen=True)
class Ready:
    """The next deal, with its commitment posted, for which players say ready and contribute."""

    deal: int
    dealer: Seat | None
    """None: the dealer is drawn with the cards."""
    commitment: str
    context: str
    given: Given[Seat] = ()
    """By seat, ids of presses of *Ready* and typed lines after `STIR_PREFIX`. Contributions from
    the lobby are by their place there."""
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
        """Return the deal with somebody else on a seat, who is not ready. Earlier contributions
        from the seat stay in the shuffle."""
        return replace(self, reseated=self.reseated | {seat})
