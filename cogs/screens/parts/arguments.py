"""What presses say besides their table: small classes, one for each area, read and write it."""

from dataclasses import astuple, dataclass, fields
from typing import Any, Self

from kwbot.tables.errors.refusals import Stale

_BITS = 63
"""Most bits of a number that every database accepts."""


@dataclass(frozen=True, slots=True)
class Argument:
    """Words separated by spaces, one for each field of a subclass, with the type of its default."""

    @classmethod
    def of(cls, text: str, *chosen: str) -> Self:
        """Read an argument, followed by what was `chosen` in a menu. Missing words are as the
        field's default. Raises Stale for a number that no database accepts."""
        words = [*filter(None, text.split(" ")), *chosen]
        return cls(
            *[_read(word, one.default) for word, one in zip(words, fields(cls), strict=False)]
        )

    def __str__(self) -> str:
        said = [
            at for at, one in enumerate(fields(self), 1) if getattr(self, one.name) != one.default
        ]
        return " ".join(map(str, astuple(self)[: max(said, default=0)]))


@dataclass(frozen=True, slots=True)
class NumberedPress(Argument):
    """What is asked of a deal of the day or an evening, and its number."""

    what: str = ""
    number: int = 0


MENU = "menu"
"""What *More* asks for, beside a lobby and beside a table."""


@dataclass(frozen=True, slots=True)
class MenuOpening(Argument):
    """What *More* says: the whole commitment to the deal, as posted; empty without one."""

    what: str = ""
    commitment: str = ""


def _read(word: str, default: object) -> Any:
    if not isinstance(default, int):
        return word
    if not word.isdecimal() or int(word).bit_length() > _BITS:
        raise Stale
    return int(word)
