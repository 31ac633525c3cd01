"""What presses say beside their table: small classes, one for each area, read and write it."""

from dataclasses import astuple, dataclass, fields
from typing import Any, Self

from kwbot.tables.errors.refusals import Stale

_BITS = 63
"""Of a number that every database can be asked for."""


@dataclass(frozen=True, slots=True)
class Argument:
    """Words with a space between, one for each field of a subclass; numbers by their defaults."""

    @classmethod
    def of(cls, text: str, *chosen: str) -> Self:
        """Read an argument, and what was `chosen` in a menu after it. What is missing is as the
        field's default. Raise Stale where a number is none that a database can be asked for."""
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
    """What is asked of a deal of the day or of an evening, and its number."""

    what: str = ""
    number: int = 0


MENU = "menu"
"""What *More* asks for, beside a lobby and beside a table."""


@dataclass(frozen=True, slots=True)
class MenuOpening(Argument):
    """What *More* says: the whole commitment to the deal, as it was posted; empty without one."""

    what: str = ""
    commitment: str = ""


def _read(word: str, default: object) -> Any:
    if not isinstance(default, int):
        return word
    if not word.isdecimal() or int(word).bit_length() > _BITS:
        raise Stale
    return int(word)
