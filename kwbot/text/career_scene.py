"""A player's page as plain values: the chart of a game, for looks to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .language import Language

MOST_POINTS = 120
"""So many points of the curve are drawn at most."""


@dataclass(frozen=True, slots=True)
class CareerScene:
    """How the points of a player's deals have added up, and what stands below the curve.

    `caption` says what is drawn; `curve` begins with 0, before the first deal; `first` and `last`:
    the days at its ends; `tiles`: values and what they are.
    """

    title: str
    caption: str
    curve: tuple[int, ...]
    first: str
    last: str
    tiles: tuple[tuple[str, str], ...]
    language: str


def sampled(points: Sequence[int]) -> tuple[int, ...]:
    """Return what is drawn of the points after each deal: the last one always."""
    whole = (0, *points)
    step = -(-(len(whole) - 1) // MOST_POINTS) or 1
    return tuple(whole[::-step][::-1])


def career_alternative(scene: CareerScene, language: Language) -> str:
    """Return what its picture shows, in plain words."""
    low, high, last = map(language.number, (min(scene.curve), max(scene.curve), scene.curve[-1]))
    tiles = "; ".join(f"{label}: {value}" for value, label in scene.tiles)
    days = f"{scene.first} – {scene.last}"
    return f"{scene.title}. {scene.caption}, {days}: {low} … {high}, {last}. {tiles}"
