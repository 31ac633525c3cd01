"""The look "picture" of a player's page: how their points have added up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image

from kwbot.text.career_scene import CareerScene
from kwbot.text.language import Language, language_of

from .canvas import WIDTH, Canvas
from .palette import CARD, FELT, GOLD, GREY, INK, LINE, RAIL, SECOND, TEXT, place
from .sprites import BOLD, MEDIUM, curve, drawable, fitted, rounded, wrapped

HEAD, HEIGHT = 92, 576
LEFT, RIGHT, TOP, BOTTOM = 96, WIDTH - 32, 124, 382
TILE, TILE_TOP, GAP = 112, 440, 16
SMALL, VALUE = (MEDIUM, 24), (BOLD, 38)


def career_picture(scene: CareerScene) -> bytes:
    """Return the chart as PNG. Equal scenes give equal bytes."""
    canvas = Canvas(_ground())
    for line in wrapped(drawable(scene.title), BOLD, 32, WIDTH - 48, 1):
        canvas.write(line, (WIDTH / 2, 32), (BOLD, 32), TEXT, RAIL, anchor=0.5)
    canvas.write(scene.caption, (WIDTH / 2, 68), SMALL, SECOND, RAIL, anchor=0.5)
    _draw_curve(canvas, scene.curve, language_of(scene.language))
    canvas.write(scene.first, (LEFT, BOTTOM + 28), SMALL, SECOND)
    canvas.write(scene.last, (RIGHT, BOTTOM + 28), SMALL, SECOND, anchor=1)
    _draw_tiles(canvas, scene.tiles)
    return canvas.png()


@cache
def _ground() -> Image.Image:
    image = Image.new("L", (WIDTH, HEIGHT), place(FELT))
    image.paste(place(RAIL), (0, 0, WIDTH, HEAD))
    return image


def _draw_curve(canvas: Canvas, points: Sequence[int], language: Language) -> None:
    low, high = min(points), max(points)
    span, width = high - low or 1, (RIGHT - LEFT) / max(1, len(points) - 1)

    def height(value: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / span

    for value in sorted({low, 0, high}):
        at = round(height(value))
        canvas.image.paste(place(SECOND if value == 0 else LINE), (LEFT, at - 1, RIGHT, at + 1))
        # A label that would lie on that of 0 is left out.
        if value == 0 or abs(height(value) - height(0)) > SMALL[1]:
            canvas.write(language.number(value), (LEFT - 12, at), SMALL, SECOND, anchor=1)
    corners = tuple((number * width, height(value) - TOP) for number, value in enumerate(points))
    line = curve(corners, RIGHT - LEFT, BOTTOM - TOP, GOLD, FELT)
    canvas.centred(line, (LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2)


def _draw_tiles(canvas: Canvas, tiles: Sequence[tuple[str, str]]) -> None:
    width = (WIDTH - 2 * 32 - GAP * (len(tiles) - 1)) // max(1, len(tiles))
    for number, (value, label) in enumerate(tiles):
        x = 32 + number * (width + GAP)
        box = rounded(width, TILE, 12, CARD, FELT)
        canvas.image.paste(box.image, (x, TILE_TOP), box.mask)
        middle = x + width / 2
        canvas.write(value, (middle, TILE_TOP + 42), VALUE, INK, CARD, anchor=0.5)
        words, font = fitted(drawable(label), MEDIUM, 24, width - 16)
        canvas.write(words, (middle, TILE_TOP + 86), font, GREY, CARD, anchor=0.5)
