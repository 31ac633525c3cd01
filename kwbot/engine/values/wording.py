"""Sentences that players read, independent of the reader's language.

The engine speaks in `Sentence` values: an English text, which is the catalogue's key, and the
values for its places. kwbot.text renders both in a player's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

NO_VALUES: Mapping[str, Any] = MappingProxyType({})


def N_(text: str) -> str:
    """Mark an English text for the catalogues and return it unchanged."""
    return text


@dataclass(frozen=True, slots=True)
class Who:
    """A player inside a sentence, so that the text layer writes a name and not a number."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat}"


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the game, like a bid's name: an English text that has its own translation.
    `context` distinguishes equal texts (the bid "Game" and a game)."""

    text: str
    context: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values in a row, written ``a, b and c`` in the reader's language."""

    items: tuple[Any, ...]

    def __str__(self) -> str:
        return ", ".join(str(item) for item in self.items)


class Sentence:
    """An English text with ``{named}`` places and the values for them."""

    __slots__ = ("text", "values")
    text: str
    values: Mapping[str, Any]

    def __init__(self, text: str, **values: Any) -> None:
        self.text = text
        self.values = values or NO_VALUES

    def __str__(self) -> str:
        return self.text.format_map(self.values)

    def __repr__(self) -> str:
        places = "".join(f", {key}={value!r}" for key, value in self.values.items())
        return f"Sentence({self.text!r}{places})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence, (self.text, dict(self.values))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.text, dict(self.values)) == (other.text, dict(other.values))

    def __hash__(self) -> int:
        return hash((self.text, tuple(sorted((k, str(v)) for k, v in self.values.items()))))


def _sentence(text: str, values: Mapping[str, Any]) -> Sentence:
    return Sentence(text, **values)
