"""A player's chart of a game as plain values, which looks draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from kwbot.text.words.language import Language

MAX_CURVE_POINTS = 120
"""Most points of a curve that are drawn."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve of a chart. `caption` says what it shows; `base`: the value before the first deal or
    game, the first of `values` unless that is left out; `first`, `last`: the days at its ends."""

    caption: str
    values: tuple[int, ...]
    first: str
    last: str
    base: int = 0

    @property
    def is_flat(self) -> bool:
        """Whether the value never changed."""
        return set(self.values) == {self.base}


@dataclass(frozen=True, slots=True)
class CareerScene:
    """The curves of a player's summed points and of their rating, if there is one. `tiles` below
    them are values with captions."""

    title: str
    curves: tuple[Curve, ...]
    tiles: tuple[tuple[str, str], ...]
    language: str


def sample(values: Sequence[int], base: int = 0) -> tuple[int, ...]:
    """Return the values to draw, of those after each deal or game; always with the last one."""
    whole = (base, *values)
    step = -(-(len(whole) - 1) // MAX_CURVE_POINTS) or 1
    return tuple(whole[::-step][::-1])


def career_alternative(scene: CareerScene, language: Language) -> str:
    """Return the alternative text of a career's picture."""
    curves = " ".join(_curve_text(one, language) for one in scene.curves)
    tiles = "; ".join(f"{label}: {value}" for value, label in scene.tiles)
    return f"{scene.title}. {curves} {tiles}"


def _curve_text(curve: Curve, language: Language) -> str:
    known = (min(curve.values), max(curve.values), curve.values[-1])
    low, high, last = map(language.number, known)
    return f"{curve.caption}, {curve.first} – {curve.last}: {low} … {high}, {last}."
