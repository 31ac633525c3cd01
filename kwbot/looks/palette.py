"""The colours of all pictures, as places in one palette.

Pictures are composed in mode "L", in which each pixel is a place in the palette. So pasting cannot
blend: edges are drawn in advance, in steps between two colours (`ramp`).
"""

from functools import cache
from pathlib import Path

from PIL import Image

from kwbot.engine.values.cards import Suit

CARDS_FOLDER = Path(__file__).parents[2] / "data" / "cards"

RGB = tuple[int, int, int]


def _rgb(text: str) -> RGB:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:], 16)


FELT, OVAL, STRIP, RAIL = map(_rgb, ("#16523c", "#1b5e45", "#113f2f", "#0c2e22"))
LINE, LIGHT, TEXT, SECOND, GOLD = map(_rgb, ("#34745a", "#27694f", "#f5f2e8", "#bed8cb", "#ffd166"))
HALO, PANEL, PASSED, BROWN = map(_rgb, ("#6b8450", "#faf7ee", "#ffe2a0", "#8a5a00"))
CARD, EDGE, INK, GREY, LOST = map(_rgb, ("#fdfcf8", "#0a2a1f", "#15181f", "#5b6b64", "#d9534f"))
RED, GREEN, BLUE, PURPLE, BACK = map(_rgb, ("#c8202e", "#11703a", "#1b5fc4", "#6b2fa0", "#1b4f8f"))
DISCS = tuple(map(_rgb, ("#7a3fa0", "#1f63a8", "#a83252", "#8a4b12", "#0d6470", "#6b4a8f")))
"""Colours behind initials, by player number."""
FOUR = {Suit.SPADES: INK, Suit.HEARTS: RED, Suit.CLUBS: GREEN, Suit.DIAMONDS: BLUE}
TWO = {Suit.SPADES: INK, Suit.HEARTS: RED, Suit.CLUBS: INK, Suit.DIAMONDS: RED}

_BLENDED = (
    *((front, behind) for front in (TEXT, SECOND, GOLD) for behind in (FELT, RAIL, STRIP)),
    *((front, CARD) for front in (INK, RED, GREEN, BLUE, PURPLE)),
    *((TEXT, behind) for behind in DISCS),
    *((front, PASSED) for front in (RED, GREEN, BLUE)),
    (INK, GOLD), (EDGE, CARD), (CARD, FELT), (HALO, GOLD), (HALO, FELT), (CARD, BACK),
)  # fmt: skip
_STEPS = 2
"""Number of steps of an edge. Few suffice, as pictures are shown smaller, and each costs bytes."""
_ALIKE = 22 * 22
"""Squared distance up to which two colours are merged."""


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _between(front: RGB, behind: RGB, share: float) -> RGB:
    red, green, blue = (round(b + (f - b) * share) for f, b in zip(front, behind, strict=True))
    return red, green, blue


@cache
def courts() -> tuple[Image.Image, list[RGB]]:
    """Return the sheet of court figures, and its colours."""
    with Image.open(CARDS_FOLDER / "courts.png") as sheet:
        flat = sheet.getpalette() or []
        colours = [(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)]
        return sheet.copy(), colours


def _all_colours() -> list[RGB]:
    found = list(dict.fromkeys((
        FELT, OVAL, STRIP, RAIL, LINE, LIGHT, TEXT, SECOND, GOLD, HALO, PANEL, PASSED, BROWN, CARD,
        EDGE, INK, GREY, LOST, RED, GREEN, BLUE, PURPLE, BACK, *DISCS,
    )))  # fmt: skip
    steps = (
        _between(front, behind, step / _STEPS)
        for front, behind in _BLENDED
        for step in range(1, _STEPS)
    )
    for colour in (*courts()[1], *steps):
        if all(_distance(colour, other) > _ALIKE for other in found):
            found.append(colour)
    return found


COLOURS = _all_colours()
"""All fixed colours, fewer than 256: those of faces come after them."""


@cache
def place(colour: RGB) -> int:
    """Return the place of the nearest colour in the palette."""
    return min(range(len(COLOURS)), key=lambda at: _distance(COLOURS[at], colour))


@cache
def ramp(front: RGB, behind: RGB) -> list[int]:
    """Return the place of the colour between the two for each coverage from 0 to 255."""
    places = [place(_between(front, behind, step / _STEPS)) for step in range(_STEPS + 1)]
    return [places[(coverage * _STEPS + 127) // 255] for coverage in range(256)]
