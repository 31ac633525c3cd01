"""Kwbot's own playground, where it plays without Discord, and its picture there."""

import io
from functools import cache
from typing import Any

from PIL import Image, ImageDraw

from playground import Playground

EMBLEM_SIDE, FINE_SCALE = 256, 2
"""Pixels of a side, and the factor by which it is first drawn larger: Pillow's edges are rough."""
FELT, PAPER, INK = "#16523c", "#fdfcf8", "#15181f"


def clubhouse(**options: Any) -> Playground:
    """Return a playground named after the club; for `options` see `Playground`."""
    made = Playground(bot="Kwbot", guild="Whist Club", channel="whist", **options)
    made.first_command = "play"
    return made


@cache
def emblem() -> bytes:
    """Return a spade on a card on green felt, as PNG."""
    picture = Image.new("RGB", (EMBLEM_SIDE * FINE_SCALE, EMBLEM_SIDE * FINE_SCALE), FELT)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle(_fine(66, 38, 190, 218), 16 * FINE_SCALE, PAPER)
    pen.polygon(_fine(128, 66, 172, 130, 84, 130), INK)
    for x in (84, 127):
        pen.ellipse(_fine(x - 6, 104, x + 50, 160), INK)
    pen.polygon(_fine(128, 130, 152, 190, 104, 190), INK)
    out = io.BytesIO()
    picture.resize((EMBLEM_SIDE, EMBLEM_SIDE), Image.Resampling.LANCZOS).save(out, "png")
    return out.getvalue()


def _fine(*coordinates: int) -> list[int]:
    return [FINE_SCALE * one for one in coordinates]
