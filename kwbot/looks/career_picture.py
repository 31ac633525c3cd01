"""The picture of a player's page: curves of their summed points and their rating."""

from collections.abc import Sequence
from functools import cache

from PIL import Image

from kwbot.text.statistics.career_scene import CareerScene, Curve
from kwbot.text.words.language import Language, language_of

from .canvas import WIDTH, Canvas
from .palette import CARD, FELT, GOLD, GREY, INK, LINE, RAIL, SECOND, TEXT, place
from .sprites import BOLD, MEDIUM, curve_line, drawable, fit_words, round_box, wrap_words

_HEAD_HEIGHT = 60
LEFT, RIGHT = 96, WIDTH - 32
PLOTS = (258, 150)
"""Heights in pixels of a single curve, and of each of two."""
ABOVE, BELOW = 64, 58
"""Heights above a curve for its caption, and below for its days."""
TILE, GAP, MARGIN = 112, 16, 24
_BESIDE_BADGE = 120
"""Where the first day begins, right of Discord's badge "ALT" at the lower left."""
SMALL, VALUE = (MEDIUM, 24), (BOLD, 38)


def career_picture(scene: CareerScene) -> bytes:
    """Return the chart as a PNG. Equal scenes give equal bytes."""
    plot = PLOTS[len(scene.curves) - 1]
    field = _HEAD_HEIGHT + MARGIN + TILE
    canvas = Canvas(_ground(field + len(scene.curves) * (ABOVE + plot + BELOW)))
    for line in wrap_words(drawable(scene.title), BOLD, 32, WIDTH - 48, 1):
        canvas.write(line, (WIDTH / 2, _HEAD_HEIGHT / 2), (BOLD, 32), TEXT, RAIL, anchor=0.5)
    for number, one in enumerate(scene.curves):
        top = field + ABOVE + number * (ABOVE + plot + BELOW)
        canvas.write(one.caption, (WIDTH / 2, top - ABOVE / 2), SMALL, SECOND, anchor=0.5)
        _draw_curve(canvas, one, (top, top + plot), language_of(scene.language))
    _draw_tiles(canvas, scene.tiles, _HEAD_HEIGHT + MARGIN)
    return canvas.png()


@cache
def _ground(height: int) -> Image.Image:
    image = Image.new("L", (WIDTH, height), place(FELT))
    image.paste(place(RAIL), (0, 0, WIDTH, _HEAD_HEIGHT))
    return image


def _draw_curve(canvas: Canvas, curve: Curve, field: tuple[int, int], language: Language) -> None:
    """Draw a curve between two heights, with values at the left and days below."""
    (top, bottom), base, values = field, curve.base, curve.values
    low, high = min(base, *values), max(base, *values)
    span, width = high - low or 1, (RIGHT - LEFT) / max(1, len(values) - 1)

    def height(value: int) -> float:
        return bottom - (bottom - top) * (value - low) / span

    for value in sorted({low, base, high}):
        at = round(height(value))
        canvas.image.paste(place(SECOND if value == base else LINE), (LEFT, at - 1, RIGHT, at + 1))
        # Leave out a label that would overlap the base's.
        if value == base or abs(height(value) - height(base)) > SMALL[1]:
            canvas.write(language.number(value), (LEFT - 12, at), SMALL, SECOND, anchor=1)
    corners = tuple((number * width, height(value) - top) for number, value in enumerate(values))
    line = curve_line(corners, RIGHT - LEFT, bottom - top, GOLD, FELT)
    canvas.stamp_centred(line, (LEFT + RIGHT) / 2, (top + bottom) / 2)
    canvas.write(curve.first, (_BESIDE_BADGE, bottom + 28), SMALL, SECOND)
    canvas.write(curve.last, (RIGHT, bottom + 28), SMALL, SECOND, anchor=1)


def _draw_tiles(canvas: Canvas, tiles: Sequence[tuple[str, str]], top: int) -> None:
    width = (WIDTH - 2 * 32 - GAP * (len(tiles) - 1)) // max(1, len(tiles))
    for number, (value, label) in enumerate(tiles):
        x = 32 + number * (width + GAP)
        box = round_box(width, TILE, 12, CARD, FELT)
        canvas.image.paste(box.image, (x, top), box.mask)
        middle = x + width / 2
        canvas.write(value, (middle, top + 42), VALUE, INK, CARD, anchor=0.5)
        words, font = fit_words(drawable(label), MEDIUM, 24, width - 16)
        canvas.write(words, (middle, top + 86), font, GREY, CARD, anchor=0.5)
