"""Portraits of the local people, and Discord's default pictures."""

import io
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

SIDE = 256
_FINE = 2  # drawn this much larger, then scaled down, as Pillow's edges are rough
_DEFAULTS = ("#5865f2", "#747f8d", "#3ba55c", "#faa61a", "#ed4245", "#eb459f")
_EYES, _MOUTH = "#2b2322", "#8c3b34"


@dataclass(frozen=True)
class Look:
    """A local person's looks, in colours."""

    ground: str
    coat: str
    skin: str
    hair: str
    long: bool = False
    """Whether the hair reaches the shoulders."""
    beard: bool = False


PORTRAITS = {
    "Anna": Look("#f2c14e", "#7a3e9d", "#f1c7a5", "#8a3b1c", long=True),
    "Bo": Look("#6fb1d6", "#2f5d50", "#d9a074", "#2a1d17", beard=True),
    "Cleo": Look("#e58f8f", "#1f4e79", "#8d5a3b", "#1a1412", long=True),
}


@cache
def portrait(look: Look) -> bytes:
    """Return a person's portrait as PNG."""
    picture, pen = _sheet(look.ground)
    if look.long:
        pen.rounded_rectangle(_box(66, 60, 190, 214), 60 * _FINE, look.hair)
    pen.ellipse(_box(36, 186, 220, 360), look.coat)
    pen.rounded_rectangle(_box(108, 150, 148, 214), 20 * _FINE, look.skin)
    pen.ellipse(_box(76, 58, 180, 186), look.skin)
    if look.beard:
        pen.chord(_box(76, 70, 180, 190), 15, 165, look.hair)
    pen.pieslice(_box(70, 46, 186, 162), 180, 360, look.hair)
    for x in (106, 150):
        pen.ellipse(_box(x - 7, 113, x + 7, 129), _EYES)
    pen.arc(_box(106, 118, 150, 160), 35, 145, _MOUTH, 5 * _FINE)
    return _png(picture)


@cache
def default(index: int) -> bytes:
    """Return Discord's picture of people without their own, as PNG."""
    picture, pen = _sheet(_DEFAULTS[index])
    pen.ellipse(_box(88, 62, 168, 142), "#ffffff")
    pen.ellipse(_box(48, 158, 208, 318), "#ffffff")
    return _png(picture)


@cache
def scale(picture: bytes, side: int, kind: str) -> bytes:
    """Return a picture scaled down to ``side`` pixels, as ``png``, ``webp`` or ``jpeg``."""
    with Image.open(io.BytesIO(picture)) as whole:
        small = whole.convert("RGB")
    small.thumbnail((side, side))
    return _encode(small, kind)


def _sheet(ground: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGB", (SIDE * _FINE, SIDE * _FINE), ground)
    return picture, ImageDraw.Draw(picture)


def _box(left: int, top: int, right: int, bottom: int) -> tuple[int, int, int, int]:
    return left * _FINE, top * _FINE, right * _FINE, bottom * _FINE


def _png(picture: Image.Image) -> bytes:
    return _encode(picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS), "png")


def _encode(picture: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()
