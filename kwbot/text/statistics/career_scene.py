"""A player's page as plain values: the chart of a game, for looks to draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from kwbot.text.words.language import Language

MAX_CURVE_POINTS = 120
"""So many points of the curve are drawn at most."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How something of a player's went. `caption` says what is drawn; `values` begin with that of
    `base`, before the first deal or game; `first` and `last`: the days at its ends."""

    caption: str
    values: tuple[int, ...]
    first: str
    last: str
    base: int = 0

    @property
    def is_flat(self) -> bool:
        """Whether nothing has changed since its beginning."""
        return set(self.values) == {self.base}


@dataclass(frozen=True, slots=True)
class CareerScene:
    """How a player's points have added up and their rating has changed, where there is one, and
    what is below: `tiles` are values and what they are."""

    title: str
    curves: tuple[Curve, ...]
    tiles: tuple[tuple[str, str], ...]
    language: str


def sample(values: Sequence[int], base: int = 0) -> tuple[int, ...]:
    """Return the values that are drawn, of those after each deal or game: the last one always."""
    whole = (base, *values)
    step = -(-(len(whole) - 1) // MAX_CURVE_POINTS) or 1
    return tuple(whole[::-step][::-1])


def career_alternative(scene: CareerScene, language: Language) -> str:
    """Return the picture of a career in plain words."""
    curves = " ".join(_curve_text(one, language) for one in scene.curves)
    tiles = "; ".join(f"{label}: {value}" for value, label in scene.tiles)
    return f"{scene.title}. {curves} {tiles}"


def _curve_text(curve: Curve, language: Language) -> str:
    known = (min(curve.values), max(curve.values), curve.values[-1])
    low, high, last = map(language.number, known)
    return f"{curve.caption}, {curve.first} – {curve.last}: {low} … {high}, {last}."
